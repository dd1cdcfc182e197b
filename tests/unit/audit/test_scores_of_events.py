"""Scores of event files, read again by the auditor: only what the record lists and keeps is read."""

import json
import shutil
from pathlib import Path

import pytest

from reprobridge_spec import digest
from reprobridge_spec.audit.audit import audit
from reprobridge_spec.audit.evidence import opened
from reprobridge_spec.handover.pack import pack
from reprobridge_spec.model.audit import AuditFinding
from tests.conftest import CHECKOUT
from tests.unit.launch.event_writer import records, scalar, version

RUN = "half-scored-s2-36b4d2d9"
EVENTS = "events/events.out.tfevents.100.one"


def event_file(value: float, time: float = 100) -> bytes:
    return records([version(time), scalar(1, value, "acc", time=time)])


@pytest.fixture
def artifact(tmp_path: Path) -> Path:
    """An artifact whose score is now measured from event files, which one of its runs left."""
    made = Path(shutil.copytree(CHECKOUT / "conformance" / "base" / "repaired", tmp_path / "repaired"))
    manifest = made / "rra.yaml"
    said = manifest.read_text().replace(
        "{file: scores.json, json: /right, multiply: 100}", "{file: events, tensorboard: acc}"
    )
    manifest.write_text(said)
    left(made, EVENTS, event_file(85.5))
    return made


def left(artifact: Path, path: str, data: bytes, *, is_listed: bool = True, is_kept: bool = True) -> None:
    folder = artifact / "evidence" / "runs" / RUN
    if is_kept:
        (folder / "outputs" / path).parent.mkdir(exist_ok=True)
        (folder / "outputs" / path).write_bytes(data)
    if is_listed:
        record = json.loads((folder / "run.json").read_text())
        entry = {"path": path, "size": len(data), "sha256": digest.of_bytes(data), "kept": is_kept}
        record["predicate"]["outputs"].append(entry)
        (folder / "run.json").write_text(json.dumps(record))


def of_run(artifact: Path) -> AuditFinding:
    with opened(artifact) as files:
        found = audit(files).findings
    about = [finding for finding in found if f"run `{RUN}`" in finding.message and "accuracy" in finding.message]
    assert len(about) == 1, found
    return about[0]


def test_the_kept_event_file_is_read(artifact: Path) -> None:
    assert (of_run(artifact).found, of_run(artifact).reason) == ("85.5", "judged-anew")


def test_it_is_read_out_of_a_package(artifact: Path, tmp_path: Path) -> None:
    assert of_run(pack(artifact, tmp_path / "one.rra.zip").path).found == "85.5"


def test_what_no_record_lists_is_not_read(artifact: Path) -> None:
    left(artifact, "events/events.out.tfevents.200.two", event_file(99, 200), is_listed=False)
    assert of_run(artifact).found == "85.5"


@pytest.mark.parametrize("path", ["events/model.bin", "events/deeper/events.out.tfevents.1", "events.csv"])
def test_other_files_may_be_kept_by_their_digest(artifact: Path, path: str) -> None:
    left(artifact, path, b"weights", is_kept=False)
    assert of_run(artifact).found == "85.5"


def test_an_event_file_that_was_not_kept_leaves_it_open(artifact: Path) -> None:
    left(artifact, "events/events.out.tfevents.200.two", event_file(99, 200), is_kept=False)
    assert of_run(artifact).reason == "output-not-kept"


def test_a_damaged_event_file_gives_nothing(artifact: Path) -> None:
    data = bytearray(event_file(85.5))
    data[-9] ^= 1
    left(artifact, EVENTS, bytes(data), is_listed=False)
    assert of_run(artifact).found is None
