"""The statement says which tasks hold, of which bytes, and who made the runs."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from reprobridge_spec.errors import ArtifactError
from reprobridge_spec.handover.export.table import exporter
from reprobridge_spec.model.verification import Verification
from reprobridge_spec.schemas.kinds import VERIFICATION
from reprobridge_spec.schemas.load import load
from tests.conftest import CHECKOUT
from tests.unit.handover.export.sources import MIXED, exported, shared, source_of
from tests.unit.report.artifacts import GOOD, Recorded, artifact

ROCKET = CHECKOUT / "examples" / "rocket-ucr"
# as in-toto's page on `dirHash` tells it
_DIR_HASH = "find . -type f | cut -c3- | LC_ALL=C sort | xargs -r sha256sum | sha256sum | cut -f1 -d' '"


def statement(path: Path, **said: Any) -> dict[str, Any]:
    read: dict[str, Any] = json.loads(exported("in-toto", source_of(path, **said)))
    return read


def named(entries: list[dict[str, Any]], name: str) -> dict[str, Any]:
    (found,) = (entry for entry in entries if entry["name"] == name)
    return found


def dir_hash(folder: Path) -> str:
    return subprocess.run(
        ["sh", "-c", _DIR_HASH], cwd=folder, capture_output=True, text=True, check=True
    ).stdout.strip()


@pytest.fixture(scope="module")
def mixed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return artifact(tmp_path_factory.mktemp("mixed") / "artifact", MIXED)


def test_each_task_that_ran_is_in_one_list(mixed: Path) -> None:
    predicate = statement(mixed)["predicate"]
    assert predicate["passedTests"] == ["good/accuracy"]
    assert predicate["failedTests"] == ["low/accuracy"]
    assert predicate["warnedTests"] == []
    assert predicate["result"] == "FAILED"


@pytest.mark.parametrize(
    ("experiments", "result"),
    [
        ({"good": GOOD}, "PASSED"),
        ({"good": GOOD, "half": Recorded(scores=["90.0"])}, "WARNED"),
        ({"good": GOOD, "shut": MIXED["shut"]}, "WARNED"),
        ({"good": GOOD, "low": MIXED["low"]}, "FAILED"),
    ],
)
def test_the_whole_has_passed_only_where_every_task_has(
    tmp_path: Path, experiments: dict[str, Recorded], result: str
) -> None:
    assert statement(artifact(tmp_path / "artifact", experiments))["predicate"]["result"] == result


def test_without_a_result_nothing_is_stated(tmp_path: Path) -> None:
    with pytest.raises(ArtifactError, match="no task has a result"):
        statement(artifact(tmp_path / "artifact", {"planned": Recorded(smoke=""), "shut": MIXED["shut"]}))


def test_what_is_in_no_list_is_told(mixed: Path) -> None:
    gaps = exporter("in-toto").gaps(source_of(mixed))
    assert [gap.split()[1] for gap in gaps] == ["half/accuracy", "planned/accuracy", "shut/accuracy"]


def test_subjects_are_what_other_programs_compute(tmp_path: Path) -> None:
    folder = tmp_path / "rocket"
    shutil.copytree(ROCKET, folder, ignore=shutil.ignore_patterns(".*", "__pycache__"))
    subjects = statement(folder)["subject"]
    assert named(subjects, "code")["digest"] == {"dirHash": dir_hash(folder / "code")}
    references = (folder / "evidence/references.yaml").read_bytes()
    shutil.rmtree(folder / "evidence")
    (folder / "evidence").mkdir()
    (folder / "evidence/references.yaml").write_bytes(references)
    assert named(subjects, "rocket-ucr-1.0.0")["digest"] == {"dirHash": dir_hash(folder)}


def test_a_folder_has_no_artifact_digest_unless_its_list_is_right(tmp_path: Path) -> None:
    folder = artifact(tmp_path / "artifact", {"good": GOOD})
    shell = "find . -type f ! -name MANIFEST.sha256 | cut -c3- | LC_ALL=C sort | xargs sha256sum > MANIFEST.sha256"
    subprocess.run(["sh", "-c", shell], cwd=folder, check=True)
    (listed,) = (one for one in statement(folder)["subject"] if one["name"] == "MANIFEST.sha256")
    said = subprocess.run(["sha256sum", "MANIFEST.sha256"], cwd=folder, capture_output=True, text=True, check=True)
    assert listed["digest"] == {"sha256": said.stdout.split()[0]}
    (folder / "guide/guide.md").write_text("another guide\n")
    assert all(one["name"] != "MANIFEST.sha256" for one in statement(folder)["subject"])


def test_the_configuration_is_manifest_lock_references_and_plans() -> None:
    source = shared(ROCKET)
    entries = json.loads(exported("in-toto", source))["predicate"]["configuration"]
    for path in ("rra.yaml", "env/requirements.lock", "evidence/references.yaml"):
        assert named(entries, path)["digest"] == {"sha256": source.files.sha256(path)}
    assert named(entries, "plan/italy")["digest"] == {"sha256": source.context.plans.method("italy")}
    assert named(entries, "standard")["annotations"] == {
        "evidence": "self",
        "seeds": "given",
        "basis": "recorded runs",
    }


def rocket_verification() -> Verification:
    (path,) = (ROCKET / "evidence/verifications").iterdir()
    model = load(VERIFICATION, path.read_bytes(), path.name).model
    assert model is not None
    return model


def test_of_a_verification_its_own_package_and_results_are_stated() -> None:
    made = rocket_verification()
    said = statement(ROCKET, verification=made)
    assert named(said["subject"], "MANIFEST.sha256")["digest"] == {"sha256": made.package.artifact_digest}
    annotations = named(said["predicate"]["configuration"], "standard")["annotations"]
    assert annotations == {"evidence": "witnessed", "seeds": "given", "basis": "verification"}
    assert said["predicate"]["passedTests"] == ["italy/accuracy", "gunpoint/accuracy", "arrowhead/accuracy"]
