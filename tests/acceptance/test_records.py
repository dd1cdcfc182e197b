"""Records, references and chains: what was executed is kept, linked, and found out where it was touched."""

import hashlib
import json
import platform
import shutil
from pathlib import Path

import pytest

from tests.acceptance.artifacts import Launcher, records, replace, write
from tests.conftest import CommandLine

SCORES = ("--isolation", "none")
SEEDED = "score(90 + int(os.environ['RRA_SEED']) / 100)"
MEAN = "{estimator: mean, over: seeds}"
REFERENCES = """\
# measured on the cluster; do not edit
rra: "1.0"
references:
  seeded/accuracy:
    - {value: '90.3', by: imported, source: "the authors' repository"}  # by hand
"""


def seeded(folder: Path, seeds: str = "[0, 1, 2]") -> Path:
    artifact = write(folder, {"seeded": Launcher(code=SEEDED, seeds=seeds)})
    replace(artifact / "rra.yaml", "{estimator: single, over: seeds, n: 1}", MEAN)
    return artifact


@pytest.fixture(scope="module")
def executed(tmp_path_factory: pytest.TempPathFactory, cache: Path) -> Path:
    """An artifact with a smoke run and three scored runs."""
    folder = tmp_path_factory.mktemp("records")
    artifact = seeded(folder / "paper")
    for mode in (["--smoke"], []):
        ended = CommandLine(folder, cache)("run", *mode, "-C", artifact, *SCORES)
        assert ended.returncode == 0, ended.stderr
    return artifact


@pytest.fixture
def artifact(executed: Path, tmp_path: Path) -> Path:
    """A copy that a test may change."""
    shutil.copytree(executed, tmp_path / "paper")
    return tmp_path / "paper"


def test_one_record_a_run(executed: Path) -> None:
    found = [(record.predicate.mode, record.predicate.seed, record.predicate.index) for record in records(executed)]
    assert sorted(found) == [("scored", 0, 0), ("scored", 1, 1), ("scored", 2, 2), ("smoke", 0, 0)]


def test_a_smoke_run_has_no_score(executed: Path) -> None:
    scores = {record.predicate.mode.value: record.predicate.scores for record in records(executed)}
    assert (scores["smoke"], list(scores["scored"])) == ({}, ["accuracy"])


def test_the_records_of_a_campaign_are_linked_by_their_digests(executed: Path) -> None:
    links, digests, campaigns = [], [], set()
    for record in records(executed):
        if record.predicate.mode == "scored":
            path = executed / "evidence" / "runs" / record.predicate.run / "run.json"
            digests.append(hashlib.sha256(path.read_bytes()).hexdigest())
            links.append(record.predicate.previous)
            campaigns.add(record.predicate.campaign)
    assert (len(campaigns), links.count(None)) == (1, 1)
    # one stands first, one last, and every other is before exactly one
    assert len(set(links)) == 3
    assert {link for link in links if link} < set(digests)


def test_a_record_fits_the_files_beside_it(executed: Path) -> None:
    for record in records(executed):
        folder = executed / "evidence" / "runs" / record.predicate.run
        for subject in record.subject:
            assert hashlib.sha256((folder / subject.name).read_bytes()).hexdigest() == subject.digest.sha256
        assert {subject.name for subject in record.subject} == {"log", "outputs/scores.json"}


def test_a_record_names_neither_host_nor_folders_of_this_machine(executed: Path) -> None:
    for path in executed.glob("evidence/runs/*/run.json"):
        text = path.read_text()
        assert platform.node() not in text
        assert str(executed.parent) not in text


def test_an_artifact_with_its_records_is_executed(rrspec: CommandLine, executed: Path) -> None:
    assert rrspec("validate", executed, "--level", "executed").returncode == 0


def findings(rrspec: CommandLine, artifact: Path) -> set[str]:
    ended = rrspec("validate", artifact, "--level", "executed", "--format", "json")
    all_found = json.loads(ended.stdout)["findings"]
    found = {finding["rule"] for finding in all_found if finding["severity"] == "error"}
    assert ended.returncode == (1 if found else 0)
    return found


def test_an_output_that_was_changed_afterwards_is_found(rrspec: CommandLine, artifact: Path) -> None:
    output = next(artifact.glob("evidence/runs/seeded-scored-*/outputs/scores.json"))
    output.write_text(output.read_text().replace("90", "95"))
    assert findings(rrspec, artifact) == {"RRV003"}


@pytest.mark.parametrize(
    "path", ["code/classify.py", "launchers/seeded.py", "rra.yaml", "env/requirements.lock"], ids=lambda path: path
)
def test_after_a_change_of_the_plan_the_records_are_stale(rrspec: CommandLine, artifact: Path, path: str) -> None:
    if path == "rra.yaml":
        replace(artifact / path, "command: [python, launchers/seeded.py]", "command: [python, -O, launchers/seeded.py]")
    else:
        (artifact / path).write_text((artifact / path).read_text() + "# changed\n")
    assert findings(rrspec, artifact) == {"RRV001", "RRV002"}


@pytest.mark.parametrize("path", ["guide/guide.md", "code/results/final.json", "launchers/../LICENSE"])
def test_what_no_launcher_sees_makes_no_record_stale(rrspec: CommandLine, artifact: Path, path: str) -> None:
    (artifact / path).write_text("{}\n")
    assert findings(rrspec, artifact) == set()


def test_resume_makes_what_is_missing_or_stale_and_nothing_else(rrspec: CommandLine, artifact: Path) -> None:
    before = {record.predicate.run for record in records(artifact)}
    gone = next(artifact.glob("evidence/runs/seeded-scored-s1-*"))
    shutil.rmtree(gone)
    ended = rrspec("run", "-C", artifact, "--resume", "--format", "json", *SCORES)
    result = json.loads(ended.stdout)
    assert [run["run"].rpartition("-")[0] for run in result["runs"]] == ["seeded-scored-s1"]
    assert before - {record.predicate.run for record in records(artifact)} == {gone.name}
    (row,) = result["tasks"]
    assert (row["n"], row["judgement"]["measured"]) == (3, "90.01")


def test_resume_reads_a_score_again_where_its_measure_changed(rrspec: CommandLine, artifact: Path) -> None:
    replace(
        artifact / "rra.yaml",
        "json: /accuracy}\n        at:",
        "json: /accuracy, multiply: 0.5}\n        at:",
    )
    ended = rrspec("run", "-C", artifact, "--resume", "--format", "json", *SCORES)
    result = json.loads(ended.stdout)
    (row,) = result["tasks"]
    assert (ended.returncode, result["runs"], row["judgement"]["measured"]) == (1, [], "45.005")
    assert "The judgement changed after its runs were made." in row["judgement"]["notes"]


def test_resume_makes_a_smoke_run_again_where_smoke_changed(rrspec: CommandLine, artifact: Path) -> None:
    replace(artifact / "rra.yaml", "smoke: {time: 1min}", "smoke: {time: 1min, append: [--short]}")
    ended = rrspec("run", "-C", artifact, "--smoke", "--resume", "--format", "json", *SCORES)
    assert [run["mode"] for run in json.loads(ended.stdout)["runs"]] == ["smoke"]
    assert findings(rrspec, artifact) == set()


def test_a_reference_is_added_and_what_people_wrote_stays(rrspec: CommandLine, artifact: Path) -> None:
    document = artifact / "evidence" / "references.yaml"
    document.write_text(REFERENCES)
    ended = rrspec("run", "-C", artifact, "--reference", "10-12", *SCORES)
    assert ended.returncode == 0, ended.stderr
    text = document.read_text()
    assert text.startswith(REFERENCES)
    assert 'value: "90.11"' in text
    assert "seeds: [10, 11, 12]" in text
    of_reference = sorted(path.name for path in artifact.glob("evidence/runs/seeded-scored-s1[0-2]-*"))
    assert len(of_reference) == 3
    for run in of_reference:
        assert run in text
    assert findings(rrspec, artifact) == set()


def test_two_references_make_an_interval(rrspec: CommandLine, artifact: Path) -> None:
    for seeds in ("10-12", "20,21,22"):
        assert rrspec("run", "-C", artifact, "--reference", seeds, *SCORES).returncode == 0
    ended = rrspec("run", "-C", artifact, "--resume", "--format", "json", *SCORES)
    (row,) = json.loads(ended.stdout)["tasks"]
    judgement = row["judgement"]
    assert (judgement["references"], judgement["decided_by"], judgement["center"]) == (2, "t", "90.16")


SEEDS = {
    "of the experiment itself": ("2,3,4", "seed 2 of experiment seeded is taken already", "take other seeds"),
    "of another reference": ("9-11", "seed 10 of experiment seeded is taken already", "take other seeds"),
    "fewer": ("30", "experiment seeded has 3 seeds, and 1 were given", "as many runs as the statistic"),
    "more": ("30-39", "experiment seeded has 3 seeds, and 10 were given", "as many runs as the statistic"),
    "twice": ("30,30,31", "names a seed twice", ""),
    "backwards": ("12-10", "names a seed twice, or none", ""),
    "no numbers": ("a-c", "names no seeds", "10-19"),
}


@pytest.mark.parametrize("name", SEEDS)
def test_seeds_that_make_no_observation_are_refused(rrspec: CommandLine, tmp_path: Path, name: str) -> None:
    seeds, message, hint = SEEDS[name]
    artifact = seeded(tmp_path / "paper")
    references = artifact / "evidence" / "references.yaml"
    references.parent.mkdir()
    text = 'rra: "1.0"\nreferences:\n  seeded/accuracy:\n    - {value: "90.1", by: author, seeds: [10, 11, 12]}\n'
    references.write_text(text)
    ended = rrspec("run", "-C", artifact, "--reference", seeds, *SCORES)
    assert (ended.returncode, references.read_text()) == (2, text)
    assert message in ended.stderr
    assert hint in ended.stderr


def test_a_reference_does_not_go_with_smoke(rrspec: CommandLine, tmp_path: Path) -> None:
    ended = rrspec("run", "-C", seeded(tmp_path / "paper"), "--reference", "10-12", "--smoke", *SCORES)
    assert (ended.returncode, "does not go with" in ended.stderr) == (2, True)


def test_runs_that_fail_are_no_reference(rrspec: CommandLine, tmp_path: Path) -> None:
    artifact = seeded(tmp_path / "paper")
    replace(artifact / "launchers" / "seeded.py", SEEDED, f"if os.environ['RRA_SEED'] == '11': sys.exit(1)\n{SEEDED}")
    ended = rrspec("run", "-C", artifact, "--reference", "10-12", *SCORES)
    assert (ended.returncode, (artifact / "evidence" / "references.yaml").exists()) == (1, False)
    assert len(records(artifact)) == 3
