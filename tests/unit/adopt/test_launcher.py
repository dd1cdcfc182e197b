"""The launcher of a draft: the release's own program in a copy of its code."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from reprobridge_spec import resources

PROGRAM = """\
import os, sys
print("arguments", sys.argv[1:])
os.makedirs("out", exist_ok=True)
open("out/score.txt", "w").write("1")
open("left.txt", "w").write("1")
open("data.txt", "a").write("more")
sys.exit(int(os.environ.get("CODE", "0")))
"""


@pytest.fixture
def working_copy(tmp_path: Path) -> Path:
    folder = tmp_path / "copy"
    (folder / "code/sub").mkdir(parents=True)
    (folder / "launchers").mkdir()
    (folder / "output").mkdir()
    (folder / "code/main.py").write_text(PROGRAM)
    (folder / "code/sub/main.py").write_text("import os; print(os.path.basename(os.getcwd()))")
    (folder / "code/data.txt").write_text("data")
    (folder / "code/large.bin").write_bytes(b"x" * (1 << 20))
    shutil.copyfile(resources.folder("templates") / "_adopted/launchers/run.py", folder / "launchers/run.py")
    return folder


def launch(folder: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    own = {"RRA_OUTPUT_DIR": str(folder / "output"), "RRA_SEED": "7", "PATH": os.environ["PATH"], **variables}
    command = [sys.executable, str(folder / "launchers/run.py"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, env=own, cwd=folder, check=False)


def test_the_program_gets_seed_output_and_inputs_in_its_arguments(working_copy: Path) -> None:
    words = ["--seed={seed}", "{output}/x", "{input:my-data}/train"]
    done = launch(working_copy, "--", "python", "main.py", *words, RRA_INPUT_MY_DATA="/in")
    assert f"arguments ['--seed=7', '{working_copy}/output/x', '/in/train']" in done.stdout


def test_what_it_leaves_and_is_asked_for_is_kept_and_the_rest_is_named(working_copy: Path) -> None:
    done = launch(working_copy, "--keep", "out/*", "--", "python", "main.py")
    assert [path.name for path in (working_copy / "output").rglob("*") if path.is_file()] == ["score.txt"]
    assert "left behind, not kept (2): data.txt left.txt" in done.stdout


def test_the_code_itself_stays_as_it_is(working_copy: Path) -> None:
    launch(working_copy, "--", "python", "main.py")
    assert (working_copy / "code/data.txt").read_text() == "data"
    assert sorted(path.name for path in (working_copy / "code").iterdir()) == [
        "data.txt",
        "large.bin",
        "main.py",
        "sub",
    ]


def test_the_program_starts_in_the_folder_that_is_named(working_copy: Path) -> None:
    assert "\nsub\n" in launch(working_copy, "--folder", "sub", "--", "python", "main.py").stdout


@pytest.mark.parametrize("code", [1, 3, 77])
def test_its_exit_code_is_that_of_the_program(working_copy: Path, code: int) -> None:
    assert launch(working_copy, "--", "python", "main.py", CODE=str(code)).returncode == code


def test_a_program_that_a_signal_ends_has_failed(working_copy: Path) -> None:
    (working_copy / "code/main.py").write_text("import os, signal; os.kill(os.getpid(), signal.SIGKILL)")
    assert launch(working_copy, "--", "python", "main.py").returncode == 128 + 9


@pytest.mark.parametrize(
    ("arguments", "words"),
    [((), "the program is missing"), (("--", "python", "main.py", "{input:gone}"), "RRA_INPUT_GONE is not set")],
)
def test_what_is_missing_is_said(working_copy: Path, arguments: tuple[str, ...], words: str) -> None:
    done = launch(working_copy, *arguments)
    assert done.returncode != 0
    assert words in done.stderr
