"""Launchers that would use up the machine, in each isolation that works here: ended, and nothing of them left."""

import os
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from reprobridge_spec import process
from reprobridge_spec.launch.sandbox.base import Folders, Sandbox
from reprobridge_spec.launch.sandbox.choice import IsolationChoice, choose
from reprobridge_spec.limits import watch
from reprobridge_spec.process import Ended, Ending, Limits

MARK = f"4242.{os.getpid():07}"
"""A number of seconds that is in the words of all that these tests start, and of nothing that others do."""

# slow enough for a look some times a second
BOMB = "python3 -c 'import os, time\nwhile True:\n  try: os.fork()\n  except OSError: pass\n  time.sleep(0.05)'"
# as fast as may be, but not without end: where no control group holds it, and it is root's, the kernel lets it grow
FAST_BOMB = "python3 -IS -c 'import os, time\nfor _ in range(10): os.fork()\ntime.sleep(60)'"
HOG = "python3 -c 'held = []\nwhile True: held.append(\"x\" * (8 << 20))'"
NAMELESS = """exec python3 -c '
import os
held = []
while True:
    path = os.environ["TMPDIR"] + "/x"
    held.append(open(path, "wb"))
    held[-1].write(b"x" * (1 << 20))
    held[-1].flush()
    os.unlink(path)
'"""
BAD = {
    "fork-bomb": (BOMB, {"processes": 40}, Ending.PROCESS_LIMIT),
    "fast-fork-bomb-in-no-group": (FAST_BOMB, {"processes": 40, "in_group": False}, Ending.PROCESS_LIMIT),
    "memory-hog": (HOG, {"memory": 150 << 20}, Ending.MEMORY_LIMIT),
    "memory-hog-in-a-child": (f"{HOG}; sleep 30", {"memory": 150 << 20}, Ending.MEMORY_LIMIT),
    "disk-filler": (
        'while :; do i=x$i; head -c 1M /dev/zero > "$TMPDIR/$i"; done',
        {"disk": 20 << 20},
        Ending.DISK_LIMIT,
    ),
    "disk-filler-without-names": (
        NAMELESS,
        {"disk": 20 << 20},
        Ending.DISK_LIMIT,
    ),
    "sparse": (
        'head -c 0 /dev/null; truncate -s 10G "$RRA_OUTPUT_DIR/f" || kill -XFSZ $$',
        {"disk": 20 << 20},
        Ending.DISK_LIMIT,
    ),
    "refuses-to-end": ("trap '' TERM INT HUP; while :; do sleep 1; done", {"time_limit": 0.5}, Ending.TIME_LIMIT),
    "daemon": ("(setsid env -i sleep $MARK &) ; sleep 30", {"time_limit": 0.5}, Ending.TIME_LIMIT),
    "prints-without-end": ("yes 5151.5151", {"log_limit": 1 << 20}, Ending.LOG_LIMIT),
}


@cache
def sandbox(kind: str) -> Sandbox:
    return choose(IsolationChoice(kind)).sandbox


ISOLATIONS = pytest.mark.parametrize(
    "isolation",
    [
        pytest.param("bubblewrap", marks=pytest.mark.needs("bwrap")),
        pytest.param("podman", marks=[pytest.mark.needs("podman"), pytest.mark.slow]),
        "none",
    ],
)
Run = Callable[..., Ended]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Runs a shell script as a launcher, with limits; it finds the test's own mark in MARK, and as a word."""

    def made(isolation: str, script: str, options: dict[str, Any]) -> Ended:
        place = tmp_path / "run"
        place.mkdir()
        folders = Folders.empty(place)
        given = {name: options.pop(name) for name in ("memory", "processes", "disk", "in_group") if name in options}
        limits = Limits(folders=folders.writable, **given)
        wrapped = sandbox(isolation).wrap(["sh", "-c", f"MARK={MARK}; {script}"], folders, {}, limits=limits)
        try:
            return process.run(
                wrapped.command,
                cwd=wrapped.cwd,
                environment=wrapped.environment,
                log=place / "log",
                limits=wrapped.limits,
                **{"time_limit": 30, "grace": 0.2, **options},
            )
        finally:
            sandbox(isolation).clean(folders)

    return made


def marked() -> list[str]:
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if MARK.encode() in (entry / "cmdline").read_bytes():
                found.append(entry.name)
    return found


@ISOLATIONS
@pytest.mark.parametrize(("script", "options", "ending"), BAD.values(), ids=BAD)
def test_a_launcher_that_uses_up_the_machine_is_ended(
    run: Run, isolation: str, script: str, options: dict[str, int], ending: Ending
) -> None:
    ended = run(isolation, script, dict(options))
    assert (ended.ending, ended.wall_seconds < 25) == (ending, True)
    time.sleep(0.05)
    assert marked() == []


@pytest.mark.needs("podman")
@pytest.mark.slow
@pytest.mark.parametrize("script", [HOG, f"{HOG}; sleep 30"], ids=["the launcher", "a child"])
def test_what_the_kernel_ended_between_two_looks_met_the_memory_limit(
    run: Run, monkeypatch: pytest.MonkeyPatch, script: str
) -> None:
    monkeypatch.setattr(watch, "_LOOK_SECONDS", 0.9)  # podman's own limit is reached sooner
    ended = run("podman", script, {"memory": 100 << 20})
    assert (ended.ending, ended.wall_seconds < 25) == (Ending.MEMORY_LIMIT, True)


@ISOLATIONS
def test_a_daemon_that_a_launcher_leaves_behind_is_ended(run: Run, isolation: str) -> None:
    ended = run(isolation, "(setsid sh -c 'exec env -i sleep $0' $MARK &) ; sleep 0.3", {"processes": 40})
    assert (ended.ending, ended.exit_code, marked()) == (Ending.EXIT, 0, [])
