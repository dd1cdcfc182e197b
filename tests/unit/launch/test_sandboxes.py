import dataclasses
import pickle
import socket
import subprocess
from collections.abc import Callable, Iterator
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from reprobridge_spec.errors import NotDoneError
from reprobridge_spec.launch.sandbox.apptainer import Apptainer
from reprobridge_spec.launch.sandbox.base import Folders, Sandbox, Wrapped, input_variable
from reprobridge_spec.launch.sandbox.bubblewrap import Bubblewrap, found
from reprobridge_spec.launch.sandbox.choice import IsolationChoice, choose
from reprobridge_spec.launch.sandbox.none import NoSandbox
from reprobridge_spec.launch.sandbox.podman import Podman
from reprobridge_spec.launch.sandbox.said import said
from reprobridge_spec.process import Limits
from tests.conftest import TOOLS


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


def ran(wrapped: Wrapped) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        wrapped.command, cwd=wrapped.cwd, env=wrapped.environment, capture_output=True, text=True, check=False
    )


def ended(sandbox: Sandbox, folders: Folders, script: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """What a shell script does inside."""
    return ran(sandbox.wrap(["sh", "-c", script], folders, variables))


@cache
def bubblewrap() -> Sandbox:
    return found("bwrap")


@cache
def podman() -> Sandbox:
    return choose(IsolationChoice.PODMAN).sandbox


SANDBOXES = [
    pytest.param(bubblewrap, marks=pytest.mark.needs("bwrap")),
    pytest.param(podman, marks=[pytest.mark.needs("podman"), pytest.mark.slow]),
    NoSandbox,
]
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
    assert names - {"PWD", "OLDPWD", "SHLVL", "_", "HOSTNAME", "TERM"} == {
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


READ_ONLY = ["$PWD", "/", "/rra", "/usr", "/etc", "/dev", "/rra/inputs", "$VIRTUAL_ENV"]


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
@pytest.mark.parametrize(
    "command", ["mount -t tmpfs none /usr", "chroot /", "mknod $HOME/x b 8 0", "unshare -m true", "unshare -Ur true"]
)
def test_bubblewrap_gives_no_right_to_undo_it(folders: Folders, command: str) -> None:
    assert ended(bubblewrap(), folders, command).returncode != 0


@pytest.mark.needs("bwrap")
def test_bubblewrap_shows_no_name_of_the_machine_and_no_other_process(folders: Folders) -> None:
    result = ended(bubblewrap(), folders, "cat /proc/sys/kernel/hostname; ls /proc | grep -c '^[0-9]'")
    name, processes = result.stdout.split()
    assert (name, int(processes) < 6) == ("rra", True)


def test_bubblewrap_forbids_name_spaces_in_which_it_would_have_rights_again(folders: Folders) -> None:
    """From 0.8 on, which says its version."""
    locked = Bubblewrap("/usr/bin/bwrap", "0.8.0").wrap(["true"], folders, {}).command
    older = Bubblewrap("/usr/bin/bwrap", "0.6.2").wrap(["true"], folders, {}).command
    assert ("--disable-userns" in locked, "--disable-userns" in older) == (True, False)


@pytest.mark.needs("bwrap")
def test_bubblewrap_gives_shared_memory_of_the_size_of_the_limit(folders: Folders) -> None:
    wrapped = found("bwrap").wrap(["df", "/dev/shm"], folders, {}, limits=Limits(memory=64 << 20))  # noqa: S108
    assert " 65536 " in ran(wrapped).stdout


PARTS = ["bin", "lib", "etc", "share/keyrings", "pip.conf"]


@pytest.mark.needs("bwrap")
def test_of_python_s_installation_only_what_environments_need_is_there(folders: Folders, tmp_path: Path) -> None:
    """It may be somebody's `~/.local`."""
    prefix = tmp_path / "prefix"
    for part in PARTS:
        (prefix / part).mkdir(parents=True)
    inside = dataclasses.replace(folders, python_prefix=prefix)
    seen = ran(bubblewrap().wrap(["sh", "-c", f"cd {prefix} && echo *"], inside, {})).stdout.split()
    assert seen == ["bin", "lib"]


@sandboxes
def test_a_secret_is_there_and_in_no_list_of_processes(make: type[NoSandbox], folders: Folders) -> None:
    wrapped = make().wrap(["sh", "-c", 'echo "$JUDGE_KEY"'], folders, {}, secrets={"JUDGE_KEY": "sk-1"})
    assert (ran(wrapped).stdout, [part for part in wrapped.command if "sk-1" in part]) == ("sk-1\n", [])


@sandboxes
def test_what_is_said_to_be_seen_is_seen(make: type[NoSandbox], folders: Folders) -> None:
    wrapped = make().wrap(["sh", "-c", "pwd -P; env"], folders, {"GIVEN": "x"})
    cwd, *variables = ran(wrapped).stdout.splitlines()
    assert (cwd, {f"{name}={value}" for name, value in wrapped.seen.items()} - set(variables)) == (
        wrapped.seen_cwd,
        set(),
    )


@pytest.mark.parametrize("make", [lambda: Bubblewrap("bwrap", "0.8.0"), lambda: Podman("podman"), NoSandbox])
def test_a_sandbox_can_be_sent_to_another_machine(make: Callable[[], Sandbox]) -> None:
    sandbox = make()
    assert pickle.loads(pickle.dumps(sandbox)) == sandbox  # noqa: S301 (our own)


@pytest.fixture
def port() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


REACH = "import socket, sys; socket.create_connection(('127.0.0.1', int(sys.argv[1])), 2)"


@pytest.mark.parametrize("make", SANDBOXES[:2])
@pytest.mark.parametrize("network", [False, True])
def test_the_network_is_there_where_it_is_given(
    make: Callable[[], Sandbox], folders: Folders, port: int, *, network: bool
) -> None:
    wrapped = make().wrap(["python3", "-c", REACH, str(port)], folders, {}, network=network)
    assert (ran(wrapped).returncode == 0) is network


@pytest.mark.needs("bwrap")
def test_with_the_network_come_the_settings_that_names_are_looked_up_with(folders: Folders) -> None:
    script = "test -s /etc/resolv.conf && ls /etc"
    wrapped = bubblewrap().wrap(["sh", "-c", script], folders, {}, network=True)
    assert "shadow" not in ran(wrapped).stdout.split()
    assert ran(wrapped).returncode == 0
    assert ran(bubblewrap().wrap(["sh", "-c", script], folders, {})).returncode == 1


@pytest.mark.needs("bwrap")
def test_a_device_is_there_where_it_is_given(folders: Folders) -> None:
    look = ["sh", "-c", "test -c /dev/fuse && test -d /sys/devices"]
    given = bubblewrap().wrap(look, folders, {}, devices=[Path("/dev/fuse")])
    assert (ran(given).returncode, ran(bubblewrap().wrap(look, folders, {})).returncode) == (0, 1)


LIMITS = Limits(memory=2 << 30, processes=64, disk=1 << 30)


@pytest.mark.parametrize(
    ("sandbox", "values", "line"),
    [
        (Bubblewrap("bwrap", "0.8.0"), {}, "isolation: bubblewrap 0.8.0, no network"),
        (Bubblewrap("bwrap"), {}, "isolation: bubblewrap, no network"),
        (
            Bubblewrap("bwrap", "0.8.0"),
            {"network": True, "hosts": ["api.example"]},
            "isolation: bubblewrap 0.8.0, network for api.example, other hosts not kept from it",
        ),
        (NoSandbox(), {}, "isolation: none, network; the launchers could read and write what the caller can"),
        (
            Bubblewrap("bwrap"),
            {"limits": LIMITS, "limits_by": "cgroup v2", "time_limit": 90.0, "log_limit": 256 << 20},
            (
                "isolation: bubblewrap, no network; at most 90 s, 2 GiB of memory (cgroup v2), "
                "64 processes and threads (cgroup v2), 1 GiB of disk (watcher), 256 MiB of log"
            ),
        ),
        (
            Podman("podman", "4.3.1"),
            {"limits": Limits(memory=1536 << 20), "limits_by": "watcher"},
            "isolation: podman 4.3.1, no network; at most 1.5 GiB of memory (podman, watcher)",
        ),
    ],
)
def test_what_is_in_force_is_one_line(sandbox: Sandbox, values: dict[str, Any], line: str) -> None:
    assert said(sandbox.isolation_of(**values)) == line


def test_the_record_says_what_is_in_force() -> None:
    isolation = Bubblewrap("bwrap", "0.8.0").isolation_of(
        network=True, hosts=["a.example"], limits=LIMITS, limits_by="x"
    )
    assert (isolation.kind, isolation.network, isolation.hosts, isolation.hosts_filtered) == (
        "bubblewrap",
        True,
        ["a.example"],
        False,
    )
    assert {name: (limit.most, limit.by) for name, limit in isolation.limits.items()} == {
        "memory": (Decimal(2 << 30), "x"),
        "processes": (Decimal(64), "x"),
        "disk": (Decimal(1 << 30), "watcher"),
    }


def works(kind: IsolationChoice) -> bool:
    needed = {IsolationChoice.BUBBLEWRAP: "bwrap", IsolationChoice.PODMAN: "podman"}
    return kind is IsolationChoice.NONE or (kind in needed and TOOLS[needed[kind]]())


NAMED = [choice for choice in IsolationChoice if choice is not IsolationChoice.AUTO]


# podman is tried in several ways
@pytest.mark.parametrize(
    "choice",
    [
        pytest.param(choice, marks=[pytest.mark.slow] if choice is IsolationChoice.PODMAN else [])
        for choice in NAMED
        if works(choice)
    ],
)
def test_what_is_asked_for_and_works_is_taken(choice: IsolationChoice) -> None:
    chosen = choose(choice)
    assert (chosen.sandbox.kind, chosen.said.startswith(f"isolation: {choice}")) == (choice.value, True)


@pytest.mark.usefixtures("path")
@pytest.mark.parametrize("choice", [choice for choice in NAMED if choice is not IsolationChoice.NONE])
def test_what_is_asked_for_and_missing_is_refused(choice: IsolationChoice) -> None:
    with pytest.raises(NotDoneError, match=f"{choice} does not work here: .* is not on this machine") as caught:
        choose(choice)
    assert f"Install {choice}, or decide for `--isolation none`" in caught.value.hint


@pytest.mark.needs("bwrap")
def test_auto_takes_bubblewrap_and_says_so() -> None:
    chosen = choose(IsolationChoice.AUTO)
    assert (chosen.sandbox.kind, chosen.said) == (
        "bubblewrap",
        f"isolation: {chosen.sandbox.isolation.tool}, no network",
    )


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that holds the only programs there are."""
    programs = tmp_path / "programs"
    programs.mkdir()
    monkeypatch.setenv("PATH", str(programs))
    return programs


def put(folder: Path, name: str, script: str) -> None:
    (folder / name).write_text(f"#!/bin/sh\n{script}\n")
    (folder / name).chmod(0o755)


@pytest.mark.usefixtures("path")
def test_where_nothing_is_there_auto_refuses_and_says_what_to_decide() -> None:
    with pytest.raises(NotDoneError, match=r"bwrap is not on this machine.*apptainer.*podman is not on") as caught:
        choose(IsolationChoice.AUTO)
    assert "decide for `--isolation none`, which is recorded" in caught.value.hint


BROKEN = "echo 'bwrap: setting up uid map: Permission denied' >&2; exit 1"


@pytest.mark.parametrize("choice", [IsolationChoice.AUTO, IsolationChoice.BUBBLEWRAP])
def test_where_bubblewrap_does_not_work_nothing_weaker_is_taken(path: Path, choice: IsolationChoice) -> None:
    put(path, "bwrap", BROKEN)
    with pytest.raises(NotDoneError, match="setting up uid map: Permission denied") as caught:
        choose(choice)
    assert "--isolation none" in caught.value.hint


def test_where_further_name_spaces_cannot_be_forbidden_bubblewrap_works_all_the_same(path: Path) -> None:
    refuse = 'case "$*" in --version) echo bubblewrap 0.9.0;; *--disable-userns*) exit 1;; esac'
    put(path, "bwrap", refuse)
    sandbox = choose(IsolationChoice.AUTO).sandbox
    assert isinstance(sandbox, Bubblewrap)
    assert "--disable-userns" not in sandbox.apart()


def test_auto_goes_on_to_the_next_that_works(path: Path) -> None:
    put(path, "bwrap", BROKEN)
    put(path, "singularity", 'case "$*" in --version) echo singularity-ce version 3.11.4;; esac')
    assert choose(IsolationChoice.AUTO).said == "isolation: apptainer 3.11.4, no network"


def test_apptainer_gets_an_empty_root_and_binds(folders: Folders) -> None:
    wrapped = Apptainer("/usr/bin/apptainer", "1.3.4").wrap(
        ["python", "run.py"], folders, {"GIVEN": "a,b"}, devices=[Path("/dev/nvidia0")], secrets={"KEY": "sk-1"}
    )
    options = wrapped.command[wrapped.command.index("exec") :]
    root = folders.home.parent / "root"
    assert set(options) >= {
        *("--containall", "--no-home", "--net", "--pwd", str(root), "GIVEN=a,b", "/dev/nvidia0"),
        f"{folders.work}:/rra/work:ro",
        f"{folders.output}:/rra/output:rw",
        f"{folders.inputs['data']}:/rra/inputs/rra_input_data:ro",
    }
    assert options[-2:] == ("python", "run.py")
    assert (root / "rra/work").is_dir()
    assert (wrapped.environment["APPTAINERENV_KEY"], [part for part in options if "sk-1" in part]) == ("sk-1", [])
