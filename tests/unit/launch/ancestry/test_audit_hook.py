"""Python's audit hook, in a real Python."""

import json
from collections.abc import Callable
from pathlib import Path
from shutil import which

import pytest

from reprobridge_spec.launch.ancestry.audit_hook import AuditHook, events
from reprobridge_spec.launch.ancestry.inside import Inside
from reprobridge_spec.launch.sandbox.base import Sandbox
from reprobridge_spec.launch.sandbox.bubblewrap import Bubblewrap
from reprobridge_spec.launch.sandbox.none import NoSandbox
from tests.unit.launch.ancestry.ways import IN_PYTHON, MADE, traced

HOOK = AuditHook("strace is not on this machine")


def bubblewrap() -> Sandbox:
    return Bubblewrap(which("bwrap") or "bwrap")


SANDBOXES = pytest.mark.parametrize(
    "sandbox",
    [pytest.param(bubblewrap, marks=pytest.mark.needs("bwrap"), id="bubblewrap"), pytest.param(NoSandbox, id="none")],
)


@SANDBOXES
def test_where_the_outputs_of_a_launcher_come_from(sandbox: Callable[[], Sandbox], tmp_path: Path) -> None:
    ended, found = traced(HOOK, sandbox(), tmp_path, IN_PYTHON)
    assert ended.exit_code == 0, (tmp_path / "log").read_text()
    said = {path: (ancestry.making.value, ancestry.source) for path, ancestry in found.items()}
    assert said.pop("own-moved") in {("copied", "tmp/x"), ("written", None)}
    assert said == MADE
    assert found["written"].writer == "python"
    assert not any(str(tmp_path) in ancestry.model_dump_json() for ancestry in found.values())


@SANDBOXES
def test_a_launcher_does_not_meet_the_hook(sandbox: Callable[[], Sandbox], tmp_path: Path) -> None:
    script = "import sys\nassert not any('trace' in path or 'hook' in path for path in sys.path), sys.path\nopen(-1)"
    ended, _ = traced(HOOK, sandbox(), tmp_path, script)
    assert "negative file descriptor" in (tmp_path / "log").read_text()
    assert ended.exit_code == 1


def test_another_start_of_python_has_its_turn(tmp_path: Path) -> None:
    own = tmp_path / "own"
    own.mkdir()
    (own / "sitecustomize.py").write_text("import builtins; builtins.met = True")
    script = (
        "import os, subprocess, sys\n"
        f"found = {{**os.environ, 'PYTHONPATH': os.environ['PYTHONPATH'] + ':{own}'}}\n"
        "subprocess.run([sys.executable, '-c', 'met'], env=found, check=True)"
    )
    ended, _ = traced(HOOK, NoSandbox(), tmp_path, script)
    assert ended.exit_code == 0, (tmp_path / "log").read_text()


@pytest.mark.parametrize(
    "line",
    [
        "",
        "{}",
        "[]",
        "[1, 2]",
        "null",
        '"open"',
        '[1, 2.0, "open"]',
        '["x", 2.0, "open", "/o/a", true]',
        '[1, "x", "open", "/o/a", true]',
        '[1, 2.0, "unknown", "/o/a"]',
        '[1, 2.0, "begin", []]',
        '[1, 2.0, ["open"], "/o/a", true]',
        "[" * 5000,
        '[1, 1e999, "open"]',
        json.dumps([1, 2.0, "open", "x" * 200_000, True]),
    ],
)
def test_a_line_that_a_launcher_made_up_is_passed_over(line: str) -> None:
    assert list(events([line.encode()], Inside((("/o", "output"),)))) == []
