"""One run of the release's own program, as its authors start it.

The program may write beside itself, and a run's code cannot be written to: so it works in a copy, which is gone
afterwards. What it prints is the run's log; what it leaves in the copy and `--keep` names goes to the output folder.
In its arguments `{seed}` stands for the run's seed, `{output}` for the output folder, and `{input:ID}` for the file or
folder of the input ID.

    python launchers/run.py [--folder FOLDER] [--keep GLOB]... -- python train.py --seed {seed}
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

CODE = Path(__file__).resolve().parent.parent / "code"
LARGE = 1 << 20  # files from this size on are linked into the copy


def main() -> int:
    """Run the program in a copy of the code; its exit code is the launcher's."""
    options, program = arguments()
    with tempfile.TemporaryDirectory() as own:
        copy = Path(own, "code")
        shutil.copytree(CODE, copy, symlinks=True, copy_function=copy_or_link)
        there = {path: path.stat().st_mtime_ns for path in files_of(copy)}
        folder = copy / options.folder
        paths = [str(copy), str(copy / "src"), os.environ.get("PYTHONPATH", "")]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))}
        print("+", *program, flush=True)
        code = subprocess.run(program, cwd=folder, env=environment, check=False).returncode
        new = [path for path in files_of(copy) if there.get(path) != path.stat().st_mtime_ns]
        keep(new, folder, copy, options.keep)
    return code if code >= 0 else 128 - code


def arguments() -> tuple[argparse.Namespace, list[str]]:
    """What the launcher is asked for, and the program with its arguments filled in."""
    parser = argparse.ArgumentParser(description="One run of the release's own program.")
    parser.add_argument("--folder", default=".", help="folder of code/ that the program is started in")
    parser.add_argument("--keep", action="append", default=[], help="files that it leaves behind, from FOLDER")
    if "--" not in sys.argv:
        parser.error("the program is missing: -- python train.py ...")
    split = sys.argv.index("--")
    options = parser.parse_args(sys.argv[1:split])
    program = [filled(word) for word in sys.argv[split + 1 :]]
    if program and re.fullmatch(r"python[0-9.]*", program[0]):
        program[0] = sys.executable
    return options, program


def filled(word: str) -> str:
    """A word of the program's arguments with the run's own values in it."""
    word = word.replace("{seed}", os.environ.get("RRA_SEED", "")).replace("{output}", os.environ["RRA_OUTPUT_DIR"])
    return re.sub(r"\{input:([a-z0-9-]+)\}", lambda found: input_path(found[1]), word)


def input_path(name: str) -> str:
    """Where the input of that id lies."""
    variable = "RRA_INPUT_" + name.upper().replace("-", "_")
    if variable not in os.environ:
        sys.exit(f"{variable} is not set: does the experiment name the input {name}?")
    return os.environ[variable]


def copy_or_link(source: str, target: str) -> str:
    """A small file as a copy that the program may change, a large one as a link."""
    if os.path.getsize(source) >= LARGE:
        os.symlink(source, target)
        return target
    shutil.copyfile(source, target)
    os.chmod(target, os.stat(source).st_mode | 0o200)
    return target


def files_of(folder: Path) -> list[Path]:
    """The files below a folder that are no links."""
    return [path for path in sorted(folder.rglob("*")) if path.is_file() and not path.is_symlink()]


def keep(new: list[Path], folder: Path, copy: Path, globs: list[str]) -> None:
    """Put what the program left behind and a glob names into the output folder, and say what was left."""
    left = []
    for path in new:
        name = path.relative_to(folder if path.is_relative_to(folder) else copy)
        if "__pycache__" in name.parts:
            continue
        if any(name.match(glob) for glob in globs):
            target = Path(os.environ["RRA_OUTPUT_DIR"], name)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)
        else:
            left.append(str(name))
    if left:
        print(f"+ left behind, not kept ({len(left)}):", *left[:10], flush=True)


if __name__ == "__main__":
    sys.exit(main())
