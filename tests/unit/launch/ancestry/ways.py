"""A launcher that makes outputs in every way, for tracers that are tried on a real one; and folders to run it in."""

import sys
from pathlib import Path

from reprobridge_spec import process
from reprobridge_spec.launch.ancestry.base import Tracer
from reprobridge_spec.launch.ancestry.before import look
from reprobridge_spec.launch.sandbox.base import Folders, Sandbox
from reprobridge_spec.model.ancestry import Ancestry

IN_PYTHON = """
import os, shutil, threading
out, tmp, work = os.environ["RRA_OUTPUT_DIR"], os.environ["TMPDIR"], os.getcwd()
os.chdir(out)
open("written", "w").write("1")
open("part", "w").write("1"); os.replace("part", "renamed")
shutil.copy(work + "/shipped.json", "copied")
shutil.copy("copied", "copied-again")
shutil.copy("written", "own-copied")
open(tmp + "/x", "w").write("1"); shutil.move(tmp + "/x", "own-moved")
os.link("written", "own-linked")
thread = threading.Thread(target=lambda: open("by-thread", "w").write("1")); thread.start(); thread.join()
os.mkdir("new"); open("new/deep", "w").write("1"); os.rename("new", "folder")
open("caf\\u00e9 \\"<>\\\\n", "w").write("1")
os.utime("touched")
"""
OUTSIDE_PYTHON = """
import subprocess
subprocess.run(["cp", work + "/shipped.json", "by-cp"], check=True)
subprocess.run(f"cat {work}/shipped.json > by-cat; echo 1 > by-shell; echo 1 | tee by-tee", shell=True, check=True)
"""
MADE: dict[str, tuple[str, str | None]] = {
    "written": ("written", None),
    "renamed": ("written", None),
    "copied": ("copied", "work/shipped.json"),
    "copied-again": ("copied", "work/shipped.json"),
    "own-copied": ("copied", "output/written"),
    "own-linked": ("written", None),
    "by-thread": ("written", None),
    "folder/deep": ("written", None),
    'café "<>\\n': ("written", None),
    "touched": ("touched", None),
    "kept": ("kept", None),
}
MADE_OUTSIDE: dict[str, tuple[str, str | None]] = {
    "by-cp": ("copied", "work/shipped.json"),
    "by-cat": ("copied", "work/shipped.json"),
    "by-shell": ("written", None),
    "by-tee": ("written", None),
}


def folders(place: Path) -> Folders:
    for name in ("work", "output", "home", "tmp", "environment"):
        (place / name).mkdir()
    (place / "environment" / "bin").mkdir()
    (place / "environment" / "bin" / "python").symlink_to(Path(sys.base_prefix) / "bin" / "python3")
    (place / "work" / "shipped.json").write_text('{"right": 0.931}')
    for name in ("touched", "kept"):
        (place / "output" / name).write_text("1")
    return Folders(
        work=place / "work",
        output=place / "output",
        home=place / "home",
        temporary=place / "tmp",
        environment=place / "environment",
        python_prefix=Path(sys.base_prefix),
    )


def traced(
    tracer: Tracer, sandbox: Sandbox, place: Path, script: str, *, time_limit: float = 30
) -> tuple[process.Ended, dict[str, Ancestry]]:
    """How a launcher ended, and where its outputs come from."""
    run = folders(place)
    (run.work / "run.py").write_text(script)
    wrapped = sandbox.wrap(("python", "run.py"), run, {})
    before, watched = look(run.output), tracer.wrap(wrapped, place / "trace")
    ended = process.run(
        watched.command,
        cwd=watched.cwd,
        environment=watched.environment,
        log=place / "log",
        time_limit=time_limit,
        grace=0.2,
    )
    return ended, tracer.read(place / "trace", run.output, wrapped, before)
