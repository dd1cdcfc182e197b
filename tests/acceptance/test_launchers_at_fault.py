"""What a launcher does wrong is said in one sentence; its run is recorded as failed, and others are not disturbed."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.acceptance.artifacts import Launcher, by_experiment, records, write
from tests.conftest import CommandLine

REGEX = "{file: log, regex: 'accuracy ([0-9.]+)'}"
JSONL = "{file: scores.jsonl, jsonl: /accuracy}"
DEAF = """\
signal.signal(signal.SIGTERM, signal.SIG_IGN)
for _ in range(3):
    subprocess.Popen([sys.executable, "-c", "import signal, time; signal.signal(15, signal.SIG_IGN); time.sleep(600)"])
while True:
    time.sleep(1)
"""
FAULTS: dict[str, tuple[Launcher, str]] = {
    "exits-one": (Launcher(code="print('no data here')\nsys.exit(1)"), "exit code 1: no data here"),
    "exits-by-signal": (Launcher(code="os.kill(os.getpid(), signal.SIGSEGV)"), "exit code 139"),
    "throws": (Launcher(code="raise ValueError('bad fold')"), "exit code 1: "),
    "hangs": (Launcher(code="while True: pass", limit="1s"), "still running at its limit of 1s"),
    "hangs-with-deaf-children": (Launcher(code=DEAF, limit="2s"), "still running at its limit of 2s"),
    "writes-nan": (Launcher(code="score(float('nan'))"), "NaN"),
    "writes-infinity": (Launcher(code="score(float('inf'))"), "Infinity"),
    "writes-null": (Launcher(code="score(None)"), "null"),
    "writes-text": (Launcher(code="score('about ninety')"), "about ninety"),
    "writes-decimal-comma": (Launcher(code="score('90,0')"), "90,0"),
    "writes-no-json": (Launcher(code="(output / 'scores.json').write_text('accuracy 90')"), "it is not JSON"),
    "writes-half-a-file": (Launcher(code="(output / 'scores.json').write_text('{\"accuracy\": 9')"), "it is not JSON"),
    "writes-nothing": (Launcher(code=""), "scores.json is not there; the run left no files"),
    "writes-elsewhere": (Launcher(code="(output / 'score.json').write_text('{}')"), "the run left score.json"),
    "writes-another-key": (
        Launcher(code="(output / 'scores.json').write_text('{\"acc\": 90}')"),
        "there is no 'accuracy'",
    ),
    "leaves-a-folder": (Launcher(code="(output / 'scores.json').mkdir()"), "scores.json is a folder"),
    "leaves-a-pipe": (Launcher(code="os.mkfifo(output / 'scores.json')"), "scores.json is no regular file"),
    "writes-two-lines": (
        Launcher(code="(output / 'scores.jsonl').write_text('{\"accuracy\": 90}\\n' * 2)", measure=JSONL),
        "scores.jsonl",
    ),
    "prints-two-matches": (Launcher(code="print('accuracy 90.0')\nprint('accuracy 91.0')", measure=REGEX), "91.0"),
    "prints-no-match": (Launcher(code="print('loss 0.5')", measure=REGEX), "log"),
    "leaves-a-link-to-the-machine": (
        Launcher(code="(output / 'scores.json').symlink_to('/etc/passwd')"),
        "through a link",
    ),
    "leaves-an-odd-name": (Launcher(code="(output / 'a\\nb').write_text('')\nscore(90)"), "'a\\nb'"),
    "leaves-bytes-for-a-name": (Launcher(code="open(bytes(output) + b'/\\xff', 'w')\nscore(90)"), "no record can name"),
    "lacks-its-output": (
        Launcher(code="score(90)", more="outputs: {checkpoint: model.pt}"),
        "did not leave its declared output model.pt",
    ),
    "links-its-output": (
        Launcher(
            code="score(90)\n(output / 'model.pt').symlink_to('/etc/passwd')", more="outputs: {checkpoint: model.pt}"
        ),
        "model.pt leads out of RRA_OUTPUT_DIR through a link",
    ),
    "prints-escapes": (
        Launcher(code="print('\\x1b]0;owned\\x07\\x1b[31mred\\u202eder\\x1b[2J')\nsys.exit(3)"),
        "exit code 3: ",
    ),
}


@dataclass(frozen=True)
class Campaign:
    code: int
    said: str
    result: dict[str, Any]
    artifact: Path


@pytest.fixture(scope="module", params=[pytest.param("bubblewrap", marks=pytest.mark.needs("bwrap")), "none"])
def campaign(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, cache: Path) -> Campaign:
    folder = tmp_path_factory.mktemp("at-fault")
    launchers = {name: launcher for name, (launcher, _) in FAULTS.items()}
    artifact = write(folder / "paper", {**launchers, "well": Launcher()})
    ended = CommandLine(folder, cache)("run", "-C", artifact, "--isolation", request.param, "--format", "json")
    return Campaign(ended.returncode, ended.stderr, json.loads(ended.stdout), artifact)


@pytest.mark.parametrize("name", FAULTS)
def test_the_run_fails_and_says_why(campaign: Campaign, name: str) -> None:
    run = by_experiment(campaign.result["runs"])[name]
    assert (run["outcome"], run["reason"].count("\n")) == ("failed", 0)
    assert FAULTS[name][1] in run["reason"]


@pytest.mark.parametrize("name", FAULTS)
def test_its_task_fails_and_has_no_score(campaign: Campaign, name: str) -> None:
    row = next(row for row in campaign.result["tasks"] if row["task"] == f"{name}/accuracy")
    assert row["judgement"]["verdict"] == "failed"
    assert "measured" not in row["judgement"]
    assert FAULTS[name][1] in row["reason"]


def test_the_command_ends_with_one(campaign: Campaign) -> None:
    assert campaign.code == 1


def test_a_launcher_that_does_well_is_not_disturbed(campaign: Campaign) -> None:
    assert by_experiment(campaign.result["runs"])["well"]["outcome"] == "measured"
    row = next(row for row in campaign.result["tasks"] if row["task"] == "well/accuracy")
    assert (row["judgement"]["verdict"], row["judgement"]["measured"]) == ("compatible", "90")


def test_every_run_is_recorded_with_its_outputs(campaign: Campaign) -> None:
    found = {record.predicate.experiment: record for record in records(campaign.artifact)}
    assert set(found) == {*FAULTS, "well"}
    for record in found.values():
        folder = campaign.artifact / "evidence" / "runs" / record.predicate.run
        assert {path.name for path in folder.iterdir()} <= {"run.json", "log", "outputs"}


def test_nothing_that_a_launcher_printed_or_left_reaches_the_terminal_raw(campaign: Campaign) -> None:
    assert [line for line in campaign.said.splitlines() if not line.isprintable()] == []


def test_links_are_neither_followed_nor_kept(campaign: Campaign) -> None:
    kept = [path for path in (campaign.artifact / "evidence").rglob("*") if path.is_symlink()]
    secret = Path("/etc/passwd").read_text()
    copied = [
        path for path in (campaign.artifact / "evidence").rglob("*") if path.is_file() and path.read_text() == secret
    ]
    assert (kept, copied) == ([], [])


def test_nothing_unfinished_is_left(campaign: Campaign) -> None:
    state = campaign.artifact / ".rrspec"
    assert list((state / "runs").iterdir()) == []
    assert [path.name for path in state.iterdir() if path.name.startswith("work")] == []


def test_no_process_of_a_launcher_is_left(campaign: Campaign) -> None:
    given = f"RRA_OUTPUT_DIR={campaign.artifact}".encode()
    living = []
    for process in Path("/proc").glob("[0-9]*/environ"):
        try:
            living += [process] if given in process.read_bytes() else []
        except OSError:
            continue
    assert living == []
