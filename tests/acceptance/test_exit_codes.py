"""Each situation of the exit-code table ends with its code, and with one message on what, where and what to do."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.acceptance.artifacts import Launcher, replace, write
from tests.conftest import CommandLine

SCORES = ("--isolation", "none")
DECISION = """\
rra: "1.0"
decisions:
  split:
    source: {document: paper, location: Section 4}
    gap: the paper does not say which split it means
    resolution: the test split
    sensitivity: {measured: false, text: one point}
    tasks: [low/accuracy]
"""
SERVICE = """\
inputs:
  judge:
    kind: service
    source: {service: {host: judge.example.org, snapshot: "2026-01-01"}}
    license: unknown
    access: open
    key: JUDGE_KEY

tables:"""


def edited(**launchers: Launcher) -> Callable[[Path], Path]:
    return lambda folder: write(folder, {name.replace("_", "-"): launcher for name, launcher in launchers.items()})


def with_well(folder: Path) -> Path:
    return write(folder, {"well": Launcher()})


def without_lock(folder: Path) -> Path:
    artifact = write(folder, {"well": Launcher()})
    (artifact / "env" / "requirements.lock").unlink()
    return artifact


def with_stale_lock(folder: Path) -> Path:
    artifact = write(folder, {"well": Launcher()})
    (artifact / "env" / "requirements.in").write_text("six>=1.16\n")
    return artifact


def with_wheel(folder: Path) -> Path:
    artifact = write(folder, {"well": Launcher()})
    (artifact / "env" / "requirements.in").write_text("six==1.16.0\n")
    lock = artifact / "env" / "requirements.lock"
    lock.write_text(f"{lock.read_text()}six==1.16.0 --hash=sha256:{'8' * 64}\n")
    return artifact


def with_old_python(folder: Path) -> Path:
    artifact = write(folder, {"well": Launcher()})
    replace(artifact / "rra.yaml", '">=3.11,<4"', '"3.6.1"')
    return artifact


def with_service(folder: Path) -> Path:
    artifact = write(folder, {"asks": Launcher(more="inputs: [judge]")})
    replace(artifact / "rra.yaml", "tables:", SERVICE)
    return artifact


def with_blocked(folder: Path) -> Path:
    blocked = "blocked: {reason: access, detail: the hospital keeps the data}"
    return write(folder, {"well": Launcher(), "far": Launcher(code="sys.exit(1)", more=blocked)})


def with_expected(folder: Path) -> Path:
    artifact = write(folder, {"low": Launcher(code="score(70)")})
    replace(
        artifact / "rra.yaml", 'published: "90.0"', 'published: "90.0"\n        expected: {verdict: below, why: split}'
    )
    (artifact / "guide" / "decisions.yaml").write_text(DECISION)
    return artifact


def with_expected_other(folder: Path) -> Path:
    artifact = with_expected(folder)
    replace(artifact / "rra.yaml", "verdict: below", "verdict: above")
    return artifact


def with_claimed_determinism(folder: Path) -> Path:
    code = "score(90 + int(os.environ['RRA_SEED']) / 1000)"
    artifact = write(folder, {"varies": Launcher(code=code, seeds="[0, 1]", more="deterministic: true")})
    replace(artifact / "rra.yaml", "{estimator: single, over: seeds, n: 1}", "{estimator: mean, over: seeds}")
    return artifact


def damaged(folder: Path) -> Path:
    folder.with_suffix(".rra.zip").write_bytes(b"PK\x03\x04 and then nothing")
    return folder.with_suffix(".rra.zip")


@dataclass(frozen=True, kw_only=True)
class Case:
    code: int
    says: tuple[str, ...]
    artifact: Callable[[Path], Path] = with_well
    arguments: tuple[str, ...] = ("run", "-C", "{paper}", *SCORES)


CASES = {
    "well": Case(code=0, says=("compatible",)),
    "no-artifact": Case(code=3, says=("no rra.yaml in", "rrspec new"), arguments=("run", "-C", "/", *SCORES)),
    "no-folder": Case(code=3, says=("there is no nowhere", "a package"), arguments=("validate", "nowhere")),
    "no-package": Case(
        code=3, says=("there is no nowhere.rra.zip", ".rra.zip"), arguments=("verify", "nowhere.rra.zip")
    ),
    "unknown-command": Case(code=2, says=("rnu", "Did you mean `rrspec run`?"), arguments=("rnu",)),
    "unknown-option": Case(code=2, says=("--smok", "--smoke"), arguments=("run", "--smok")),
    "unknown-choice": Case(code=2, says=("bubble", "bubblewrap"), arguments=("run", "--isolation", "bubble")),
    "missing-argument": Case(code=2, says=("PACKAGE", "rrspec verify --help"), arguments=("verify",)),
    "unknown-experiment": Case(
        code=2,
        says=("there is no experiment wel", "Did you mean `well`?"),
        arguments=("run", "wel", "-C", "{paper}", *SCORES),
    ),
    "unknown-task": Case(
        code=2,
        says=("there is no task well/loss", "There are: well/accuracy."),
        arguments=("run", "well/loss", "-C", "{paper}", *SCORES),
    ),
    "unknown-environment": Case(
        code=2, says=("there is no environment gpu", "Did you mean `cpu`?"), arguments=("lock", "gpu", "-C", "{paper}")
    ),
    "unknown-rule": Case(code=2, says=("RRE99", "RRE0"), arguments=("explain", "RRE99")),
    "unknown-document": Case(
        code=2, says=("there is no document manifst", "manifest"), arguments=("schema", "manifst")
    ),
    "unknown-template": Case(code=2, says=("jupyter", "python"), arguments=("new", "jupyter", "x", "--no-input")),
    "no-seeds": Case(
        code=2,
        says=("'ten' names no seeds", "10-19"),
        arguments=("run", "--reference", "ten", "-C", "{paper}", *SCORES),
    ),
    "package-into-a-folder-that-is-not-there": Case(
        code=2,
        says=("there is no folder", "Make it first"),
        arguments=("pack", "{paper}", "--level", "specified", "-o", "nowhere/x.rra.zip"),
    ),
    "verification-into-a-folder": Case(
        code=2,
        says=("a folder stands where the verification goes", "-o"),
        arguments=("verify", "{paper}", "--level", "specified", "-o", "{paper}", *SCORES),
    ),
    "records-into-a-folder-that-is-full": Case(
        code=2,
        says=("something stands there already", "Choose a folder"),
        arguments=("verify", "{paper}", "--level", "specified", "--records", "{paper}/code", *SCORES),
    ),
    "no-lock": Case(code=1, says=("env/requirements.lock", "rrspec lock"), artifact=without_lock),
    "no-lock-to-validate": Case(
        code=1,
        says=("env/requirements.lock", "rrspec lock"),
        artifact=without_lock,
        arguments=("validate", "{paper}", "--level", "executed"),
    ),
    "stale-lock": Case(code=1, says=("env/requirements.in:1", "six", "rrspec lock cpu"), artifact=with_stale_lock),
    "stale-lock-to-validate": Case(
        code=1,
        says=("env/requirements.lock", "six", "rrspec lock"),
        artifact=with_stale_lock,
        arguments=("validate", "{paper}", "--level", "executed"),
    ),
    "stale-lock-to-check": Case(
        code=1,
        says=("stale: six is asked for",),
        artifact=with_stale_lock,
        arguments=("lock", "--check", "-C", "{paper}"),
    ),
    "launcher-exits-one": Case(
        code=1, says=("exit code 1", "/log has all that it printed"), artifact=edited(bad=Launcher(code="sys.exit(1)"))
    ),
    "smoke-run-fails": Case(
        code=1,
        says=("bad smoke: failed", "exit code 1"),
        artifact=edited(bad=Launcher(code="sys.exit(1)")),
        arguments=("run", "--smoke", "-C", "{paper}", *SCORES),
    ),
    "incompatible": Case(code=1, says=("incompatible (below)",), artifact=edited(low=Launcher(code="score(70)"))),
    "one-fails-and-one-asks-for-a-gpu": Case(
        code=1,
        says=("exit code 1", "it needs 64 GPUs"),
        artifact=edited(bad=Launcher(code="sys.exit(1)"), trains=Launcher(gpus=64)),
    ),
    "one-is-incompatible-and-one-asks-for-a-gpu": Case(
        code=1,
        says=("incompatible (below)", "it needs 64 GPUs"),
        artifact=edited(low=Launcher(code="score(70)"), trains=Launcher(gpus=64)),
    ),
    "claimed-determinism": Case(code=1, says=("failed", "determin"), artifact=with_claimed_determinism),
    "damaged-package": Case(
        code=1, says=("paper.rra.zip",), artifact=damaged, arguments=("verify", "{paper}", *SCORES)
    ),
    "expected-the-other-way": Case(code=1, says=("incompatible (below)", "above"), artifact=with_expected_other),
    "expected": Case(code=0, says=("incompatible (below), as expected",), artifact=with_expected),
    "blocked": Case(
        code=0,
        says=(
            "far/accuracy   90.0",
            "blocked",
            "far/accuracy: access: the hospital keeps the data",
        ),
        artifact=with_blocked,
    ),
    "blocked-by-name": Case(
        code=2,
        says=("experiment far is blocked: the hospital keeps the data", "name others"),
        artifact=with_blocked,
        arguments=("run", "far", "-C", "{paper}", *SCORES),
    ),
    "no-such-python": Case(
        code=4, says=("Python 3.6.1 is asked for; found here: 3.", "Install Python 3.6.1"), artifact=with_old_python
    ),
    "offline-without-cache": Case(
        code=4,
        says=("not done: --offline", "Run it once without --offline."),
        artifact=with_wheel,
        arguments=("run", "--offline", "-C", "{paper}", *SCORES),
    ),
    "gpus": Case(code=4, says=("could not be done", "it needs 64 GPUs"), artifact=edited(trains=Launcher(gpus=64))),
    "service": Case(code=4, says=("could not be done", "read from JUDGE_KEY, which is not set"), artifact=with_service),
    "hash-that-no-wheel-has": Case(code=1, says=("env/requirements.lock", "six"), artifact=with_wheel),
}
NETWORK = {"hash-that-no-wheel-has"}


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.network) if name in NETWORK else name for name in CASES]
)
def test_it_ends_with_its_code_and_says_what_to_do(rrspec: CommandLine, tmp_path: Path, name: str) -> None:
    case = CASES[name]
    paper = case.artifact(tmp_path / "paper")
    ended = rrspec(*(part.format(paper=paper) for part in case.arguments))
    said = ended.stdout + ended.stderr
    assert ended.returncode == case.code, said
    for part in case.says:
        assert part in said
    assert "Traceback" not in said
