import os
import sys
from collections.abc import Sequence
from pathlib import Path
from shutil import which
from typing import Any

import pytest

from reprobridge_spec import digest
from reprobridge_spec.errors import NotDoneError
from reprobridge_spec.launch.measure.base import Measured, NotDone, NotMeasured
from reprobridge_spec.launch.measure.extract import extract
from reprobridge_spec.launch.measure.program import OUTPUT_LIMIT, Printed
from reprobridge_spec.launch.measure.sandboxed import SandboxedProgram
from reprobridge_spec.launch.sandbox.base import Folders, Sandbox
from reprobridge_spec.launch.sandbox.bubblewrap import Bubblewrap
from reprobridge_spec.launch.sandbox.none import NoSandbox
from reprobridge_spec.model.measure import CommandMeasure
from reprobridge_spec.process import Ending

COMMAND = ["python", "launchers/score.py"]


class Saying:
    """A program that says what a test wants."""

    def __init__(self, output: bytes = b"0.9261\n", ending: Ending = Ending.EXIT, **said: Any) -> None:
        given: dict[str, Any] = {"ending": ending, "exit_code": 0, "output": output}
        self.printed = Printed(**(given | said))
        self.commands: list[Sequence[str]] = []

    def __call__(self, command: Sequence[str]) -> Printed:
        self.commands.append(command)
        return self.printed


def measured(program: Any, *, unit: str | None = None, **fields: Any) -> Any:
    measure = CommandMeasure(command=COMMAND, **fields)
    return extract(measure, Path("outputs"), Path("log"), unit=unit, program=program)


@pytest.mark.parametrize(
    ("output", "value"),
    [
        (b"0.9261\n", "0.9261"),
        (b"0.9261", "0.9261"),
        (b"\n  92.60 \r\n\n", "92.60"),
        (b"9.3e-1\n", "9.3e-1"),
        (b"-5\n", "-5"),
    ],
)
def test_the_number_alone_is_the_score(output: bytes, value: str) -> None:
    program = Saying(output)
    assert measured(program).value == value
    assert program.commands == [COMMAND]


def test_which_program_printed_it_is_said() -> None:
    found = measured(Saying(), multiply=100)
    assert found == Measured(value="92.61", how="standard output of `python launchers/score.py`, only match, times 100")


def test_a_percent_sign_is_read_where_the_unit_is_percent() -> None:
    assert measured(Saying(b"92.6%\n"), unit="percent").value == "92.6"


@pytest.mark.parametrize(
    ("program", "reason"),
    [
        (Saying(b"warning: old file\n0.9261\n"), "printed 2 lines, not the number alone: warning: old file; 0.9261"),
        (Saying(b"1\n2\n3\n4\n5\n"), "printed 5 lines, not the number alone: 1; 2; 3; and 2 more"),
        (Saying(b"0.92 0.93\n"), "'0.92 0.93' is no number"),
        (Saying(b"accuracy: 0.9261\n"), "'accuracy: 0.9261' is no number"),
        (Saying(b'{"accuracy": 0.9261}\n'), "is no number"),
        (Saying(b"0.926\r0.93\n"), "printed 2 lines"),
        (Saying(b"92,6\n"), "a decimal sign other than the declared '.'"),
        (Saying(b"92.6%\n"), "92.6% is in percent"),
        (Saying(b"nan\n"), "nan is not a finite number"),
        (Saying(b"-Infinity\n"), "-Infinity is not a finite number"),
        (Saying(b"1e400\n"), "beyond what other readers can hold"),
        (Saying(b""), "printed nothing on standard output"),
        (Saying(b" \n\n"), "printed nothing on standard output"),
        (Saying(b"\xff\n"), "printed what is not UTF-8"),
        (Saying("0.9".encode("utf-16")), "not UTF-8"),
        (Saying(b"\x1b[32m0.9\x1b[0m\n"), "is no number"),
        (Saying(b"9" * (OUTPUT_LIMIT + 1)), "printed more than 65,536 bytes"),
        (Saying(b"0.9\n", exit_code=3, errors="no such file"), "ended with exit code 3: no such file"),
        (Saying(b"0.9\n", ending=Ending.SIGNAL, exit_code=139), "was ended by SIGSEGV (exit code 139)"),
        (Saying(b"0.9\n", ending=Ending.TIME_LIMIT, exit_code=143), "was still running after 120 s"),
        (Saying(b"0.9\n", ending=Ending.LOG_LIMIT, exit_code=143), "printed more than 65,536 bytes and was ended"),
        (Saying(b"0.9\n", ending=Ending.MEMORY_LIMIT, exit_code=137), "was ended at its memory limit"),
        (Saying(b"0.9\n", changed=("scores.json",)), "changed the outputs that it reads: scores.json"),
    ],
)
def test_anything_else_is_no_score(program: Saying, reason: str) -> None:
    found = measured(program)
    assert isinstance(found, NotMeasured)
    assert reason in found.reason
    assert "`python launchers/score.py`" in found.reason
    assert found.reason.isprintable()


def test_an_interrupt_is_nobodys_fault() -> None:
    assert isinstance(measured(Saying(ending=Ending.INTERRUPTED, exit_code=143)), NotDone)


# run for real

SANDBOXES = [
    pytest.param(lambda: Bubblewrap(which("bwrap") or "bwrap"), marks=pytest.mark.needs("bwrap"), id="bubblewrap"),
    pytest.param(NoSandbox, id="none"),
]
sandboxes = pytest.mark.parametrize("make", SANDBOXES)


@pytest.fixture
def folders(tmp_path: Path) -> Folders:
    (tmp_path / "work" / "launchers").mkdir(parents=True)
    (tmp_path / "output").mkdir()
    (tmp_path / "output" / "scores.txt").write_text("0.9261\n")
    (tmp_path / "environment" / "bin").mkdir(parents=True)
    prefix = Path(sys.base_prefix)
    (tmp_path / "environment" / "bin" / "python").symlink_to(prefix / "bin" / "python3")
    return Folders(
        work=tmp_path / "work",
        output=tmp_path / "output",
        home=tmp_path / "home",
        temporary=tmp_path / "tmp",
        environment=tmp_path / "environment",
        python_prefix=prefix,
    )


def program(folders: Folders, sandbox: Sandbox, source: str, **fields: Any) -> SandboxedProgram:
    score = folders.work / "launchers" / "score.py"
    score.write_text(source)
    declared = {"launchers/score.py": digest.of_file(score)}
    return SandboxedProgram(
        sandbox=sandbox,
        folders=folders,
        variables={"RRA_MODE": "scored", "RRA_SEED": "3"},
        declared=declared,
        printed=folders.output.parent / "printed",
        **fields,
    )


READS = """
import os, sys
print("an old file", file=sys.stderr)
print(open(os.environ["RRA_OUTPUT_DIR"] + "/scores.txt").read())
"""


@sandboxes
def test_a_program_reads_the_outputs_of_its_run(folders: Folders, make: Any) -> None:
    found = measured(program(folders, make(), READS))
    assert getattr(found, "value", found) == "0.9261"
    assert sorted(path.name for path in folders.output.parent.iterdir()) == ["environment", "output", "work"]


@sandboxes
def test_a_program_has_what_the_launcher_had(folders: Folders, make: Any) -> None:
    source = """
import os, pathlib
assert (os.environ["RRA_MODE"], os.environ["RRA_SEED"]) == ("scored", "3"), os.environ
assert os.environ["CUDA_VISIBLE_DEVICES"] == ""
assert pathlib.Path("launchers/score.py").is_file()
assert list(pathlib.Path(os.environ["TMPDIR"]).iterdir()) == []
print(1)
"""
    assert getattr(measured(program(folders, make(), source)), "value", None) == "1"


@sandboxes
@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("import sys; print('no scores.txt', file=sys.stderr); sys.exit(3)", "exit code 3: no scores.txt"),
        ("raise KeyError('accuracy')", "exit code 1: KeyError: 'accuracy'"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)", "exit code 139"),
        ("print('9' * 10**6, flush=True)", "printed more than 65,536 bytes"),
        ("import os; open(os.environ['RRA_OUTPUT_DIR'] + '/scores.txt', 'w').write('1'); print(1)", "scores.txt"),
        ("import os; os.utime(os.environ['RRA_OUTPUT_DIR'] + '/scores.txt', (0, 0)); print(1)", "scores.txt"),
        ("import os; open(os.environ['RRA_OUTPUT_DIR'] + '/more', 'w').close(); print(1)", "more"),
        ("input()", "exit code 1: EOFError: EOF when reading a line"),
    ],
)
def test_what_goes_wrong_is_said(folders: Folders, make: Any, source: str, reason: str) -> None:
    found = measured(program(folders, make(), source))
    assert isinstance(found, NotMeasured)
    assert reason in found.reason


@pytest.mark.parametrize("put", ["os.mkfifo(errors)", "os.mkdir(errors)", "os.symlink('/etc/hostname', errors)"])
def test_what_stands_in_place_of_its_errors_is_not_read(folders: Folders, put: str) -> None:
    source = f"import os, sys; errors = os.environ['HOME'] + '/errors'; os.remove(errors); {put}; sys.exit(1)"
    found = measured(program(folders, NoSandbox(), source))
    assert isinstance(found, NotMeasured)
    assert found.reason.endswith("ended with exit code 1.")


@sandboxes
def test_a_program_that_hangs_is_ended(folders: Folders, make: Any) -> None:
    found = measured(program(folders, make(), "import time; time.sleep(600)", time_limit=0.5))
    assert isinstance(found, NotMeasured)
    assert "was still running" in found.reason


@pytest.mark.needs("bwrap")
def test_a_program_has_no_network(folders: Folders) -> None:
    source = """
import socket
try:
    socket.create_connection(("127.0.0.1", %d), timeout=2)
    print(1)
except OSError:
    print(0)
"""
    import socket  # noqa: PLC0415 (for this test alone)

    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        found = measured(program(folders, Bubblewrap(which("bwrap") or "bwrap"), source % port))
    assert getattr(found, "value", None) == "0"


def changed(score: Path) -> None:
    status = score.stat()
    score.write_text(score.read_text().replace("scores", "others"))
    os.utime(score, ns=(status.st_atime_ns, status.st_mtime_ns))


@pytest.mark.parametrize(
    ("alter", "said"),
    [
        (changed, "launchers/score.py"),
        (Path.unlink, "launchers/score.py"),
        (lambda score: score.with_name("json.py").write_text(""), "launchers/json.py"),
        (lambda score: (score.parent / "__pycache__").mkdir(), "launchers/__pycache__"),
        (lambda score: score.with_name("sitecustomize.py").symlink_to("score.py"), "launchers/sitecustomize.py"),
        (lambda score: [score.rename(score.with_name("x")), score.symlink_to("x")], "launchers/score.py, launchers/x"),
    ],
)
def test_a_program_that_is_not_the_declared_one_is_not_run(folders: Folders, alter: Any, said: str) -> None:
    made = program(folders, NoSandbox(), READS)
    alter(folders.work / "launchers" / "score.py")
    found = measured(made)
    assert isinstance(found, NotMeasured)
    assert found.reason == (f"the working copy is not the declared one any more, so no program of it is run: {said}.")


def test_a_disk_that_takes_nothing_is_nobodys_fault(folders: Folders) -> None:
    made = program(folders, NoSandbox(), READS)
    folders.home.write_text("in the way")
    with pytest.raises(NotDoneError, match="cannot be run to measure"):
        made(COMMAND)
    assert isinstance(measured(made), NotDone)
