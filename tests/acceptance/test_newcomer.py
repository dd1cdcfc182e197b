"""The artifact of somebody who is new to this, the night before the deadline: what one run says, and what it repairs.

`newcomer/` is that artifact without its mistakes, laid over what `rrspec new python` gives.
"""

import json
import os
import re
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from reprobridge_spec.api import FolderFiles, validate
from reprobridge_spec.render.report_json import as_json
from tests.conftest import CommandLine

WITHOUT_MISTAKES = Path(__file__).parent / "newcomer"
MANIFEST, SCRIPT = "rra.yaml", "launchers/train.sh"
KEY = "8f3c1d9e7b2a4056" + "c1e8f7d6a5b4c3d2e1f09a8b"
"""In two parts, so that nobody who looks for secrets stops at this file."""


class Mistake(NamedTuple):
    """In `file`, `wrong` stands instead of `right`; it is found with `code` at `place`, and its message holds `says`.

    `repaired` is what a repair makes of `wrong`; None where only the author can know.
    """

    code: str
    place: str
    says: str
    file: str
    right: str
    wrong: str
    repaired: str | None = None


MISTAKES: Mapping[str, Mistake] = {
    "a file of another name": Mistake(
        *("RRM012", "rra.yaml:71:3", "`guide/decision.yaml`", MANIFEST),
        *("guide/decisions.yaml", "guide/decision.yaml"),
    ),
    "a name in British": Mistake(
        *("RRM004", "rra.yaml:7:1", "`licence`", MANIFEST),
        *("license: MIT", "licence: MIT", "license: MIT"),
    ),
    "a metric that is not there": Mistake(
        *("RRM010", "rra.yaml:64:9", "`acuracy`", MANIFEST),
        *(
            "metric: accuracy\n        at: {table: main, column: 512",
            "metric: acuracy\n        at: {table: main, column: 512",
        ),
    ),
    "a version without quotes": Mistake(
        *("RRM007", "rra.yaml:22:13", "3.10", MANIFEST),
        *('"3.10"                         #', "3.10\t  # ", '"3.10"\t  # '),
    ),
    "a placeholder": Mistake(
        *("RRM013", "rra.yaml:30:5", "`tables.main.label`", MANIFEST),
        *("label: Table 2", "label: 'TODO: Table 2 or 3?'"),
    ),
    "a choice in capitals": Mistake(
        *("RRM006", "rra.yaml:39:5", "`Higher`, which is none of its values", MANIFEST),
        *("better: higher", "better: 'Higher'", "better: 'higher'"),
    ),
    "a misspelt name": Mistake(
        *("RRM004", "rra.yaml:45:5", "`enviroment`", MANIFEST),
        *("64 tokens\n    environment:", "64 tokens\n    enviroment :", "64 tokens\n    environment :"),
    ),
    "a size with a space": Mistake(
        *("RRM006", "rra.yaml:48:26", "`8 GiB`", MANIFEST),
        *(
            "{cpus: 4, memory: 8GiB, disk: 1GiB, time: {expected: 20min",
            "{cpus: 4, memory:  8 GiB, time: {expected: 20min",
        ),
        "{cpus: 4, memory:  8GiB, time: {expected: 20min",
    ),
    "a published value without quotes": Mistake(
        *("RRM007", "rra.yaml:55:20", "91.70", MANIFEST),
        *('"91.70"', "91.70", '"91.70"'),
    ),
    "a number for a list": Mistake(
        *("RRM006", "rra.yaml:59:5", "not a list", MANIFEST),
        *('"80000"]\n    seeds: [0, 1, 2]', '"80000"]\n    seeds: 3'),
    ),
    "a tab": Mistake(
        *("RRM001", "guide/changes.yaml:6:1", "YAML", "guide/changes.yaml"),
        *("    why:", "\twhy:"),
    ),
    "a link to nowhere": Mistake(
        *("RRG010", "guide/guide.md:5:88", "`data.md`", "guide/guide.md"),
        *("(../code/config.yaml)", "(data.md)"),
    ),
    "a requirement that is not locked": Mistake(
        *("RRE002", "env/requirements.lock", "pyyaml", "env/requirements.in"),
        *(">=1.4\n", ">=1.4\npyyaml\n"),
    ),
    "a package without hash": Mistake(
        *("RRE003", "env/requirements.lock:1:1", "numpy", "env/requirements.lock"),
        *(f"numpy==1.26.4 --hash=sha256:{1:064}", "numpy==1.26.4"),
    ),
    "an index of their own": Mistake(
        *("RRE003", "env/requirements.lock:3:1", "`--extra-index-url", "env/requirements.lock"),
        *(f"{2:064}\n", f"{2:064}\n--extra-index-url https://wheels.example.org/simple\n"),
    ),
    "an exit status that is lost": Mistake(
        *("RRL015", "launchers/train.sh:5:1", "`tee`", SCRIPT),
        *("set -euo pipefail", "set -u"),
    ),
    "a path of their machine": Mistake(
        *("RRC008", "launchers/train.sh:4:14", "`/home/jlindqvist/", SCRIPT),
        *("OMP_NUM_THREADS=4", "CACHE=/home/jlindqvist/cache"),
    ),
    "a published value in a launcher": Mistake(
        *("RRL010", "launchers/run.py:34:50", "0.9342", "launchers/run.py"),
        *("correct / options.samples,\n", "correct / options.samples or 0.9342,\n"),
    ),
    "a key in a configuration": Mistake(
        *("RRS001", "code/config.yaml:5:12", "`code/config.yaml`", "code/config.yaml"),
        *("mode: offline", f"api_key: {KEY}"),
    ),
}


SCRIPT_OF_WINDOWS = {("RRC010", "launchers/train.sh:1:1"), ("RRL014", "launchers/train.sh")}
"""What is found of the script besides: line ends of another system, and no right to be executed."""
ALL = {(mistake.code, mistake.place) for mistake in MISTAKES.values()} | SCRIPT_OF_WINDOWS
LEFT = {(mistake.code, mistake.place) for mistake in MISTAKES.values() if mistake.repaired is None}


@pytest.fixture(scope="module")
def scaffold(tmp_path_factory: pytest.TempPathFactory, cache: Path) -> Path:
    """What a template gives."""
    folder = tmp_path_factory.mktemp("newcomer")
    assert CommandLine(folder, cache)("new", "python", "scaffold").returncode == 0
    return folder / "scaffold"


@pytest.fixture
def artifact(scaffold: Path, tmp_path: Path) -> Path:
    """With all mistakes, as a machine with Windows leaves it, and untouched for a while."""
    folder = written(scaffold, tmp_path / "tiny-text", {mistake: mistake.wrong for mistake in MISTAKES.values()})
    script, manifest = folder / SCRIPT, folder / MANIFEST
    script.write_bytes(script.read_bytes().replace(b"\n", b"\r\n"))
    script.chmod(0o640)
    manifest.write_bytes(as_on_windows(manifest.read_bytes()))
    manifest.chmod(0o600)
    for path in folder.rglob("*"):
        os.utime(path, ns=(10**18, 10**18))
    return folder


def written(scaffold: Path, folder: Path, texts: Mapping[Mistake, str]) -> Path:
    """A new artifact in which these texts stand in the places of the mistakes."""
    shutil.copytree(scaffold, folder)
    shutil.copytree(WITHOUT_MISTAKES, folder, dirs_exist_ok=True)
    for mistake, text in texts.items():
        path, right = folder / mistake.file, mistake.right.encode()
        before = path.read_bytes()
        assert before.count(right) == 1, mistake
        path.write_bytes(before.replace(right, text.encode()))
    return folder


def as_on_windows(text: bytes) -> bytes:
    """With a mark before the text, line ends of both kinds, as after a merge, and none at the end."""
    first, rest = text.removesuffix(b"\n").split(b"\n", 1)
    return b"\xef\xbb\xbf" + first + b"\n" + rest.replace(b"\n", b"\r\n")


def state(folder: Path) -> dict[str, tuple[bytes, int, int]]:
    """Bytes, mode and time of each file."""
    return {
        path.relative_to(folder).as_posix(): (path.read_bytes(), path.stat().st_mode & 0o777, path.stat().st_mtime_ns)
        for path in folder.rglob("*")
        if path.is_file()
    }


def found(report: dict[str, Any]) -> list[tuple[str, str]]:
    """Code and place of each finding."""
    return [
        (item["rule"], ":".join(str(item[key]) for key in ("file", "line", "column") if item[key] is not None))
        for item in report["findings"]
    ]


def test_one_run_says_of_each_mistake_where_it_is_and_what_to_do(rrspec: CommandLine, artifact: Path) -> None:
    ended = rrspec("validate", cwd=artifact)
    assert (ended.returncode, ended.stderr) == (1, "")
    *blocks, _, end = ended.stdout.split("\n\n")
    said = {(words[2], words[0]): block for block in blocks if (words := block.split())}
    assert said.keys() == ALL
    for title, mistake in MISTAKES.items():
        head, *shown, advice = said[mistake.code, mistake.place].splitlines()
        # what is missing stands in no line
        told = shown[2:] if ":" in mistake.place else shown
        assert ("[--fix]" in head) == (mistake.repaired is not None), title
        assert [line[-1] for line in shown[1:2]] == ["^"] or ":" not in mistake.place, title
        assert mistake.says in " ".join(told), title
        assert re.fullmatch("  → [A-Z].+[.?]", advice), title
    assert "8 can be repaired by `--fix`" in end


def test_programs_get_these_mistakes_and_no_other(rrspec: CommandLine, artifact: Path) -> None:
    reported = found(json.loads(rrspec("validate", "--format", "json", cwd=artifact).stdout))
    assert sorted(reported) == sorted(ALL)


@pytest.mark.parametrize("title", [None, *MISTAKES])
def test_each_mistake_alone_gives_the_same_finding_and_no_other(
    title: str | None, scaffold: Path, tmp_path: Path
) -> None:
    mistakes = [MISTAKES[title]] if title else []
    folder = written(scaffold, tmp_path / "tiny-text", {mistake: mistake.wrong for mistake in mistakes})
    report = validate(FolderFiles(folder), name="tiny-text")
    reported = found(as_json(report))
    # of an artifact of the right form, it is said besides that nothing has been measured yet
    assert [item for item in reported if not item[0].startswith("RRV")] == [(one.code, one.place) for one in mistakes]


def test_what_a_repair_would_do_is_shown_and_not_done(rrspec: CommandLine, artifact: Path) -> None:
    before = state(artifact)
    ended = rrspec("validate", "--diff", cwd=artifact)
    assert (ended.returncode, state(artifact)) == (1, before)
    assert re.findall("^[+](?: |[a-z]+:).+", ended.stdout, re.MULTILINE) == [
        "+license: MIT                               # ours; code/ is ours too",
        '+    python: "3.10"\t  #  what the cluster has',
        "+    better: 'higher'",
        "+    environment : cpu",
        "+    resources: {cpus: 4, memory:  8GiB, time: {expected: 20min, limit: 1h}}",
        '+        published: "91.70"                 # Table 2, left',
    ]


def test_a_repair_changes_what_can_be_repaired_and_no_other_byte_and_a_second_one_nothing(
    rrspec: CommandLine, artifact: Path, scaffold: Path, tmp_path: Path
) -> None:
    before = state(artifact)
    texts = {mistake: mistake.wrong if mistake.repaired is None else mistake.repaired for mistake in MISTAKES.values()}
    right = state(written(scaffold, tmp_path / "right", texts))
    ended = rrspec("validate", "--fix", "--format", "json", cwd=artifact)
    after = state(artifact)
    assert ended.returncode == 1
    repaired = re.findall("^repaired: ([^ ]+): ([A-Z0-9]+) ", ended.stderr, re.MULTILINE)
    assert sorted(repaired) == sorted((place, code) for code, place in ALL - LEFT)
    assert sorted(found(json.loads(ended.stdout))) == sorted(LEFT)
    again = rrspec("validate", "--fix", cwd=artifact)
    assert ("repaired" in again.stderr, state(artifact)) == (False, after)
    assert after.pop(MANIFEST)[:2] == (as_on_windows(right[MANIFEST][0]), 0o600)
    assert after.pop(SCRIPT)[:2] == (right[SCRIPT][0], 0o750)
    assert after == {path: was for path, was in before.items() if path not in {MANIFEST, SCRIPT}}
