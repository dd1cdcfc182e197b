"""Which verification a report shows, and where the report goes."""

import json
from pathlib import Path
from typing import Any

import pytest

from reprobridge_spec.errors import NoArtifactError, UsageError
from reprobridge_spec.model.verification import Verification
from reprobridge_spec.report.document import document
from reprobridge_spec.report.gather import Unreadable, gathered
from reprobridge_spec.report.place import check_place, usual_place
from reprobridge_spec.report.sources import Sources
from tests.conftest import CHECKOUT
from tests.unit.report.artifacts import GOOD, NOW, artifact, context_of
from tests.unit.report.pages import page_of

EXAMPLE: dict[str, Any] = json.loads((CHECKOUT / "schema/1.0/examples/verification.json").read_text())


def verification(content: str, **said: Any) -> dict[str, Any]:
    task = {
        "task": "one/accuracy",
        "judgement": {"verdict": "compatible", "measured": "90.4", "published": "90.0"},
        "runs": ["x"],
        "n": 2,
        "seconds": 4,
    }
    package = EXAMPLE["package"] | {"content_digest": content}
    return EXAMPLE | {"package": package, "tasks": [task], "counterfactual": []} | said


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return artifact(tmp_path / "one", {"one": GOOD})


def put(folder: Path, name: str, document_: dict[str, Any]) -> None:
    place = folder / "evidence" / "verifications"
    place.mkdir(exist_ok=True)
    (place / f"{name}.json").write_text(json.dumps(document_))


def test_a_verification_in_the_artifact_is_shown_as_its_authors(folder: Path) -> None:
    put(folder, "a", verification(context_of(folder).content_digest(), ended="2026-11-30T00:00:00Z"))
    page = page_of(folder)
    assert page.sources.is_own
    said = page.words("//section[@aria-labelledby='gates']")
    assert "whoever made the artifact may have made it" in said
    assert "held on 2026-11-30, in the artifact's own evidence" in page.words("//dl[@class='standing']")
    label = str(page.cell("one/accuracy", "Interval").xpath("./svg/@aria-label")[0])
    assert label.endswith("measured 90.1 (inside); verified 90.4 (inside)")


def test_one_of_other_content_counts_for_nothing(folder: Path) -> None:
    put(folder, "a", verification("0" * 64))
    page = page_of(folder)
    assert page.sources.verification is None
    assert "1 verification of other content, which count for nothing" in page.words(
        "//section[@aria-labelledby='gates']"
    )
    assert "verified" not in str(page.cell("one/accuracy", "Interval").xpath("./svg/@aria-label")[0])


def test_the_newest_is_shown(folder: Path) -> None:
    content = context_of(folder).content_digest()
    put(folder, "a", verification(content, ended="2026-12-02T00:00:00Z", holds=False))
    put(folder, "b", verification(content, ended="2026-12-01T00:00:00Z"))
    assert "did not hold on 2026-12-02" in page_of(folder).words("//dl[@class='standing']")


def test_one_that_the_caller_brings_is_not_the_authors(folder: Path) -> None:
    witness = Verification.model_validate(verification(context_of(folder).content_digest()))
    with gathered(folder, NOW, [witness]) as sources:
        assert isinstance(sources, Sources)
        assert not sources.is_own
        assert "brought along by whoever made this report" in document(sources)


def test_runs_that_a_witness_names_are_witnessed(folder: Path) -> None:
    runs = [
        {"run": run.parent.name, "experiment": "one", "mode": "scored", "outcome": "measured"}
        | {"record_sha256": context_of(folder).files.sha256(str(run.relative_to(folder)))}
        for run in sorted(folder.glob("evidence/runs/*/run.json"))
    ]
    witness = Verification.model_validate(verification(context_of(folder).content_digest(), runs=runs))
    with gathered(folder, NOW, [witness]) as sources:
        assert isinstance(sources, Sources)
        assert sources.audited["one/accuracy"].evidence == "witnessed"
        text = document(sources)
        assert text.count("<td>witnessed</td>") >= len(sources.subject.counted["one"])
        assert "All evidence is self-made" not in text


def test_a_broken_verification_beside_is_none(folder: Path) -> None:
    put(folder, "a", {"rra": "1.0"})
    assert page_of(folder).sources.verification is None


def test_turned_runs_are_told(folder: Path) -> None:
    axes = [
        {"experiment": "one", "mode": "smoke", "name": "locale", "state": "held", "turned": "C"},
        {"experiment": "one", "mode": "smoke", "name": "umask", "state": "failed", "cause": "PermissionError"},
    ]
    put(folder, "a", verification(context_of(folder).content_digest(), counterfactual=axes))
    said = page_of(folder).words("//div[@aria-label='Turned, one at a time']")
    assert "locale held C" in said.replace("heldC", "held C").replace("localeheld", "locale held")
    assert "PermissionError" in said


def test_without_an_artifact_there_is_no_report(tmp_path: Path) -> None:
    with pytest.raises(NoArtifactError), gathered(tmp_path, NOW):
        pass
    with pytest.raises(NoArtifactError), gathered(tmp_path / "none.zip", NOW):
        pass


def test_a_report_never_becomes_a_file_of_the_artifact(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with gathered(folder, NOW) as sources:
        for here in (folder, folder / "launchers"):
            monkeypatch.chdir(here)
            assert usual_place(Path(), sources) == folder.parent / "shipped-score-1.0.0.report.html"
        monkeypatch.chdir(folder.parent)
        assert usual_place(folder, sources) == folder.parent / "shipped-score-1.0.0.report.html"
        (folder.parent / "beside").mkdir()
        monkeypatch.chdir(folder.parent / "beside")
        assert usual_place(folder, sources).parent == folder.parent / "beside"


def test_of_an_unreadable_artifact_it_has_a_plain_name(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "rra.yaml").write_text("rra: [")
    monkeypatch.chdir(folder.parent)
    with gathered(folder, NOW) as sources:
        assert isinstance(sources, Unreadable)
        assert usual_place(folder, sources) == folder.parent / "report.html"


def test_a_report_replaces_a_report_and_nothing_else(folder: Path, tmp_path: Path) -> None:
    target = tmp_path / "x.html"
    check_place(target)
    with gathered(folder, NOW) as sources:
        target.write_text(document(sources))
    check_place(target)
    for other in ("<!doctype html><p>mine", "", "x" * 100_000):
        target.write_text(other)
        with pytest.raises(UsageError, match="no report"):
            check_place(target)
