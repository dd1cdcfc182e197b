import os
import subprocess
from pathlib import Path
from shutil import which
from typing import assert_never

import pytest

from reprobridge_spec.errors import NotDoneError
from reprobridge_spec.launch.sandbox.base import Folders, Sandbox, input_variable
from reprobridge_spec.launch.sandbox.bubblewrap import Bubblewrap, fault
from reprobridge_spec.launch.sandbox.choice import IsolationChoice, choose
from reprobridge_spec.launch.sandbox.none import NoSandbox


@pytest.fixture
def folders(tmp_path: Path) -> Folders:
    for name in ("work", "output", "home", "tmp", "environment"):
        (tmp_path / name).mkdir()
    (tmp_path / "data.csv").write_text("1")
    return Folders(
        work=tmp_path / "work",
        output=tmp_path / "output",
        home=tmp_path / "home",
        temporary=tmp_path / "tmp",
        environment=tmp_path / "environment",
        python_prefix=Path("/usr"),
        inputs={"data": tmp_path / "data.csv"},
    )


def ended(sandbox: Sandbox, folders: Folders, script: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """What a shell script does inside."""
    wrapped = sandbox.wrap(["sh", "-c", script], folders, variables)
    return subprocess.run(
        wrapped.command, cwd=wrapped.cwd, env=wrapped.environment, capture_output=True, text=True, check=False
    )


def bubblewrap() -> Sandbox:
    return Bubblewrap(which("bwrap") or "bwrap")


SANDBOXES = [pytest.param(bubblewrap, marks=pytest.mark.needs("bwrap")), NoSandbox]
sandboxes = pytest.mark.parametrize("make", SANDBOXES)


@pytest.mark.parametrize(
    ("reference", "variable"),
    [
        ("ucr", "RRA_INPUT_UCR"),
        ("coco-2017", "RRA_INPUT_COCO_2017"),
        ("train/best-model", "RRA_INPUT_TRAIN_BEST_MODEL"),
    ],
)
def test_an_input_s_variable_is_made_of_its_reference(reference: str, variable: str) -> None:
    assert input_variable(reference) == variable


@sandboxes
def test_each_variable_names_what_is_there(make: type[NoSandbox], folders: Folders) -> None:
    script = 'test -d "$HOME" && test -d "$TMPDIR" && test -d "$RRA_OUTPUT_DIR" && cat "$RRA_INPUT_DATA"'
    result = ended(make(), folders, script)
    assert (result.returncode, result.stdout) == (0, "1"), result.stderr


@sandboxes
def test_the_given_variables_and_no_others_are_there(
    make: type[NoSandbox], folders: Folders, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_TOKEN", "secret")
    names = {line.partition("=")[0] for line in ended(make(), folders, "env", GIVEN="x").stdout.splitlines()}
    assert names - {"PWD", "OLDPWD", "SHLVL", "_"} == {
        *("PATH", "LANG", "VIRTUAL_ENV", "HOME", "TMPDIR", "PYTHONDONTWRITEBYTECODE"),
        *("GIVEN", "RRA_OUTPUT_DIR", "RRA_INPUT_DATA"),
    }


@sandboxes
def test_a_declared_variable_does_not_move_the_output_folder(make: type[NoSandbox], folders: Folders) -> None:
    result = ended(make(), folders, 'echo "$RRA_OUTPUT_DIR"', RRA_OUTPUT_DIR="/elsewhere")
    assert result.stdout.strip() != "/elsewhere"


@sandboxes
def test_outputs_reach_the_machine(make: type[NoSandbox], folders: Folders) -> None:
    ended(make(), folders, 'echo 1 > "$RRA_OUTPUT_DIR/scores"')
    assert (folders.output / "scores").read_text() == "1\n"


@sandboxes
def test_the_environment_s_programs_come_first(make: type[NoSandbox], folders: Folders) -> None:
    program = folders.environment / "bin" / "ls"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\necho ours\n")
    program.chmod(0o755)
    assert ended(make(), folders, "ls").stdout == "ours\n"


@sandboxes
def test_a_program_that_is_not_there_ends_the_run_and_not_rrspec(make: type[NoSandbox], folders: Folders) -> None:
    wrapped = make().wrap(["pyhton", "run.py"], folders, {})
    result = subprocess.run(
        wrapped.command, cwd=wrapped.cwd, env=wrapped.environment, capture_output=True, text=True, check=False
    )
    assert (result.returncode in {1, 127}, "pyhton" in result.stderr) == (True, True)


@sandboxes
def test_arguments_arrive_as_they_are(make: type[NoSandbox], folders: Folders) -> None:
    odd = ["$HOME", "a b", "'", "*", "", "-c", "--"]
    wrapped = make().wrap(["printf", "%s\n", *odd], folders, {})
    result = subprocess.run(
        wrapped.command, cwd=wrapped.cwd, env=wrapped.environment, capture_output=True, text=True, check=True
    )
    assert result.stdout == "".join(f"{part}\n" for part in odd)


def test_no_variable_of_a_manifest_reaches_bubblewrap_itself(folders: Folders) -> None:
    """LD_PRELOAD would have code of the artifact loaded outside."""
    wrapped = Bubblewrap("/usr/bin/bwrap").wrap(["true"], folders, {"LD_PRELOAD": "./evil.so", "LD_AUDIT": "./evil.so"})
    assert wrapped.environment == {}


READ_ONLY = ["$PWD", "/", "/rra", "/usr", "/etc", "/rra/inputs", "$VIRTUAL_ENV"]


@pytest.mark.needs("bwrap")
@pytest.mark.parametrize("place", READ_ONLY)
def test_bubblewrap_lets_nothing_be_written_elsewhere(folders: Folders, place: str) -> None:
    result = ended(bubblewrap(), folders, f'echo x > "{place}/new"')
    assert (result.returncode != 0, "Read-only file system" in result.stderr) == (True, True)


@pytest.mark.needs("bwrap")
def test_bubblewrap_lets_an_input_be_read_and_not_changed(folders: Folders) -> None:
    result = ended(bubblewrap(), folders, 'echo 2 > "$RRA_INPUT_DATA"')
    assert (result.returncode != 0, folders.inputs["data"].read_text()) == (True, "1")


@pytest.mark.needs("bwrap")
@pytest.mark.parametrize("command", ["mount -t tmpfs none /usr", "chroot /", "mknod $HOME/x b 8 0", "unshare -m true"])
def test_bubblewrap_gives_no_right_to_undo_it(folders: Folders, command: str) -> None:
    assert ended(bubblewrap(), folders, command).returncode != 0


@pytest.mark.needs("bwrap")
def test_bubblewrap_shows_no_name_of_the_machine_and_no_other_process(folders: Folders) -> None:
    result = ended(bubblewrap(), folders, "cat /proc/sys/kernel/hostname; ls /proc | grep -c '^[0-9]'")
    name, processes = result.stdout.split()
    assert (name, int(processes) < 6) == ("rra", True)


@pytest.mark.parametrize("choice", IsolationChoice)
def test_every_choice_gives_a_sandbox_or_says_why_not(choice: IsolationChoice) -> None:
    works = which("bwrap") is not None and fault(which("bwrap") or "") is None
    match choice:
        case IsolationChoice.NONE:
            assert choose(choice).sandbox.isolation.kind == "none"
        case IsolationChoice.AUTO:
            assert choose(choice).sandbox.isolation.kind == ("bubblewrap" if works else "none")
        case IsolationChoice.BUBBLEWRAP if works:
            assert choose(choice).said == ""
        case IsolationChoice.BUBBLEWRAP:
            with pytest.raises(NotDoneError, match="bubblewrap does not work here"):
                choose(choice)
        case _:
            assert_never(choice)


@pytest.fixture
def without_bwrap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))


@pytest.fixture
def with_broken_bwrap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "bwrap"
    program.write_text("#!/bin/sh\necho 'bwrap: setting up uid map: Permission denied' >&2\nexit 1\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}/usr/bin:/bin")


@pytest.mark.usefixtures("without_bwrap")
def test_without_bubblewrap_auto_says_so() -> None:
    chosen = choose(IsolationChoice.AUTO)
    assert chosen.said.startswith("isolation: none (bwrap is not on this machine); the launchers can read and write")


@pytest.mark.usefixtures("with_broken_bwrap")
def test_where_bubblewrap_does_not_work_auto_says_why() -> None:
    assert "setting up uid map: Permission denied" in choose(IsolationChoice.AUTO).said


@pytest.mark.usefixtures("with_broken_bwrap")
def test_where_bubblewrap_was_asked_for_nothing_else_is_taken() -> None:
    with pytest.raises(NotDoneError, match="setting up uid map: Permission denied") as caught:
        choose(IsolationChoice.BUBBLEWRAP)
    assert "--isolation none" in caught.value.hint


def test_no_isolation_is_said_even_where_it_was_asked_for() -> None:
    assert "as asked; the launchers can read and write what you can" in choose(IsolationChoice.NONE).said
