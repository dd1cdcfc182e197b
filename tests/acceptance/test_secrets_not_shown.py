"""Whatever the form of a report, no secret of an artifact stands in it."""

import shutil
from pathlib import Path

import pytest

from reprobridge_spec.rules.secret_form import SHOWN
from tests.conftest import CHECKOUT, CommandLine
from tests.unit.rules.secret_corpus import Sample, samples

SECRETS = samples("secrets")
FORMATS = ("text", "concise", "json", "jsonl", "sarif", "github", "junit", "md")


@pytest.fixture(scope="module")
def artifact(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("secrets") / "artifact"
    shutil.copytree(CHECKOUT / "conformance" / "base" / "repaired", folder)
    for number, sample in enumerate(SECRETS):
        file = folder / "code" / f"s{number}" / sample.path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(sample.data)
    return folder


def shown(text: str) -> list[Sample]:
    return [sample for sample in SECRETS if any(hidden[: SHOWN + 4] in text for hidden in sample.hides)]


@pytest.mark.parametrize("form", FORMATS)
def test_no_report_shows_a_secret(artifact: Path, form: str, rrspec: CommandLine) -> None:
    ended = rrspec("validate", artifact, "--select", "RRS001", "--format", form)
    assert ended.returncode == 1
    assert ended.stdout
    assert [sample.title for sample in shown(ended.stdout + ended.stderr)] == []


def test_every_secret_is_named(artifact: Path, rrspec: CommandLine) -> None:
    said = rrspec("validate", artifact, "--select", "RRS001", "--format", "concise").stdout
    missing = [sample.title for number, sample in enumerate(SECRETS) if f"code/s{number}/{sample.path}" not in said]
    assert missing == []
