"""What a launcher finds, what it cannot reach, and what of it is left."""

import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.acceptance.artifacts import Launcher, records, replace, write
from tests.conftest import CommandLine

BUBBLEWRAP = pytest.param("bubblewrap", marks=pytest.mark.needs("bwrap"))
PODMAN = pytest.param("podman", marks=[pytest.mark.needs("podman"), pytest.mark.slow])
APART = [BUBBLEWRAP, PODMAN]
SECRETS = {"HF_TOKEN": "hf_secret", "AWS_SECRET_ACCESS_KEY": "aws", "GITHUB_TOKEN": "gh", "SSH_AUTH_SOCK": "/run/agent"}

LOOK = """\
import socket

def readable(path):
    try:
        return Path(path).is_dir() and sorted(os.listdir(path)) or bool(Path(path).read_bytes())
    except OSError:
        return False

def writable(folder):
    try:
        (Path(folder) / "written-by-a-launcher").write_text("x")
    except OSError:
        return False
    return True

def reachable(port):
    try:
        socket.create_connection(("127.0.0.1", port), timeout=2).close()
    except OSError:
        return False
    return True

home, temporary = Path(os.environ["HOME"]), Path(os.environ["TMPDIR"])
report = {
    "variables": dict(os.environ),
    "stdin": sys.stdin.read(),
    "terminal": os.isatty(0) or os.isatty(1),
    "folder": os.getcwd(),
    "files": sorted(path.as_posix() for path in Path().rglob("*") if path.is_file()),
    "home": [sorted(os.listdir(home)), writable(home)],
    "temporary": [sorted(os.listdir(temporary)), writable(temporary)],
    "output": [sorted(os.listdir(output)), writable(output)],
    "hidden": {name[::-1]: readable(Path(ROOT) / name[::-1]) for name in HIDDEN},
    "machine": {path: readable(path) for path in ["/etc/passwd", "/var", "/run", "/opt", ROOT, ROOT + "/../private"]},
    "reachable": reachable(PORT),
    "modules": [subprocess.__file__, sys.prefix],
    "processes": len([name for name in os.listdir("/proc") if name.isdigit()]),
    "user": os.getuid(),
}
(output / "report.json").write_text(json.dumps(report))
score(180 / 2)
"""
HIDDEN = ["rra.yaml", "guide/guide.md", "code/results/final.json", "evidence/runs", "evidence/references.yaml"]


@dataclass(frozen=True)
class Looked:
    isolation: str
    seen: dict[str, Any]
    artifact: Path


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


@pytest.fixture(scope="module", params=[*APART, "none"])
def looked(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, cache: Path, port: int) -> Looked:
    folder = tmp_path_factory.mktemp("look")
    # backwards, since a launcher that names such a file is found before it runs
    hidden = [name[::-1] for name in HIDDEN]
    code = f"ROOT = {str(folder / 'paper')!r}\nHIDDEN = {hidden!r}\nPORT = {port}\n{LOOK}"
    artifact = write(folder / "paper", {"look": Launcher(code=code, seeds="[7]")})
    replace(artifact / "rra.yaml", "    tool: pip-tools", '    tool: pip-tools\n    variables: {OMP_NUM_THREADS: "1"}')
    (folder / "private").write_text("of the caller")
    rrspec = CommandLine(folder, cache)
    rrspec.environment.update(SECRETS)
    ended = rrspec("run", "-C", artifact, "--isolation", request.param)
    assert ended.returncode == 0, ended.stderr
    (report,) = artifact.glob("evidence/runs/*/outputs/report.json")
    return Looked(request.param, json.loads(report.read_text()), artifact)


@pytest.fixture
def variables(looked: Looked) -> dict[str, str]:
    found: dict[str, str] = looked.seen["variables"]
    return found


def test_the_contract_s_variables_are_set(variables: dict[str, str]) -> None:
    contract = {name: variables[name] for name in ("RRA_MODE", "RRA_SEED", "RRA_ATTEMPT", "CUDA_VISIBLE_DEVICES")}
    assert contract == {"RRA_MODE": "scored", "RRA_SEED": "7", "RRA_ATTEMPT": "1", "CUDA_VISIBLE_DEVICES": ""}
    assert variables["OMP_NUM_THREADS"] == "1"


def test_no_other_variable_of_the_contract_is_set(variables: dict[str, str]) -> None:
    assert {name for name in variables if name.startswith("RRA_")} == {
        "RRA_MODE",
        "RRA_SEED",
        "RRA_ATTEMPT",
        "RRA_OUTPUT_DIR",
    }


def test_nothing_of_the_caller_s_variables_is_there(variables: dict[str, str]) -> None:
    assert not SECRETS.keys() & variables.keys()
    assert not set(SECRETS.values()) & set(variables.values())
    assert not {name for name in variables if name.startswith(("RRSPEC_", "PIP_", "PYTEST_"))}


def test_standard_input_is_empty_and_nothing_is_a_terminal(looked: Looked) -> None:
    assert (looked.seen["stdin"], looked.seen["terminal"]) == ("", False)


def test_the_working_copy_holds_code_launchers_and_environments_only(looked: Looked) -> None:
    assert looked.seen["files"] == [
        "code/classify.py",
        "env/requirements.in",
        "env/requirements.lock",
        "launchers/look.py",
        "launchers/run.py",
    ]


@pytest.mark.parametrize("name", ["home", "temporary", "output"])
def test_its_own_folders_are_new_and_writable(looked: Looked, name: str) -> None:
    names, is_writable = looked.seen[name]
    # here the cache lies below /tmp, and the way to the environment can be seen there
    assert set(names) <= {Path(looked.seen["variables"]["VIRTUAL_ENV"]).parts[2]}
    assert is_writable


def test_home_and_temporary_folder_are_gone_afterwards(looked: Looked) -> None:
    left = list(looked.artifact.rglob("written-by-a-launcher"))
    assert [path.parent.name for path in left] == ["outputs"]


def test_it_runs_in_the_declared_environment(looked: Looked) -> None:
    assert looked.seen["modules"][1].startswith(looked.seen["variables"]["VIRTUAL_ENV"])


def test_what_is_in_force_is_recorded(looked: Looked) -> None:
    (record,) = records(looked.artifact)
    isolated = looked.isolation != "none"
    said = record.predicate.isolation
    assert (said.kind, said.network, said.read_only) == (looked.isolation, not isolated, isolated)
    assert (said.tool or "").startswith(looked.isolation) is isolated
    assert set(said.limits) == {"time", "memory", "processes", "disk", "log"}
    assert said.limits["time"].most == 60


@pytest.mark.parametrize("looked", APART, indirect=True)
def test_manifest_guide_evidence_and_shipped_results_are_not_there_to_be_read(looked: Looked) -> None:
    assert not any(looked.seen["hidden"].values())


@pytest.mark.parametrize("looked", APART, indirect=True)
def test_the_rest_of_the_machine_is_not_there_to_be_read(looked: Looked) -> None:
    # podman says in /run that it is there
    assert not [path for path, there in looked.seen["machine"].items() if there not in (False, [".containerenv"])]
    # podman's root is somebody without any right
    assert (looked.seen["user"], looked.seen["folder"]) == (
        1000 if looked.isolation == "bubblewrap" else 0,
        "/rra/work",
    )
    assert looked.seen["processes"] < 5


@pytest.mark.parametrize("looked", ["none"], indirect=True)
def test_without_isolation_a_launcher_could_read_all_that(looked: Looked) -> None:
    assert looked.seen["hidden"]["rra.yaml"]
    assert looked.seen["machine"]["/etc/passwd"]


def test_the_network_is_reached_only_without_isolation(looked: Looked) -> None:
    assert looked.seen["reachable"] is (looked.isolation == "none")


OUTSIDE = {
    "above": "../written",
    "code": "code/written",
    "a-file-of-the-code": "code/classify.py",
    "launchers": "launchers/written",
    "environment": "ENVIRONMENT/lib/written",
}
OF_THE_MACHINE = {"root": "/written", "system": "/usr/written", "settings": "/etc/written", "artifact": "ROOT/rra.yaml"}


def writes(path: str, root: Path) -> str:
    """A launcher that uses all rights that it has to write to `path`, and measures well all the same."""
    return f"""\
path = Path({path!r}.replace("ENVIRONMENT", sys.prefix).replace("ROOT", {str(root)!r}))
for place in [path.parent, path]:
    if place.exists():
        os.chmod(place, 0o755)
path.write_text("x = 1")
score(180 / 2)"""


@pytest.mark.needs("bwrap")
def test_bubblewrap_stops_a_launcher_that_writes_outside_its_folders(rrspec: CommandLine, tmp_path: Path) -> None:
    root = tmp_path / "paper"
    places = OUTSIDE | OF_THE_MACHINE
    artifact = write(root, {name: Launcher(code=writes(path, root)) for name, path in places.items()})
    manifest = (artifact / "rra.yaml").read_bytes()
    ended = rrspec("run", "-C", artifact, "--isolation", "bubblewrap", "--format", "json")
    runs = {run["experiment"]: run for run in json.loads(ended.stdout)["runs"]}
    assert ended.returncode == 1
    assert runs.keys() == places.keys()
    assert {run["outcome"] for run in runs.values()} == {"failed"}
    assert (artifact / "rra.yaml").read_bytes() == manifest
    assert not Path("/written").exists()
    read_only = [name for name, run in runs.items() if "it may write only to RRA_OUTPUT_DIR" in run["reason"]]
    assert read_only == [name for name in runs if name != "artifact"]  # which is not even there


@pytest.mark.parametrize("name", OUTSIDE)
def test_without_isolation_a_launcher_that_wrote_there_is_found_out(
    rrspec: CommandLine, tmp_path: Path, name: str
) -> None:
    root = tmp_path / "paper"
    # each takes all cores, so one comes after the other, and would measure changed code
    launchers = {"writes": Launcher(code=writes(OUTSIDE[name], root), cpus=512), "well-but-after": Launcher(cpus=512)}
    ended = rrspec("run", "-C", write(root, launchers), "--isolation", "none", "--format", "json")
    runs = json.loads(ended.stdout)["runs"]
    assert (ended.returncode, [run["experiment"] for run in runs]) == (1, list(launchers))
    assert [run["outcome"] for run in runs] == ["failed", "failed"]
    for run in runs:
        shown = "the environment" if name == "environment" else OUTSIDE[name]
        assert f"wrote outside its folders: {shown}" in run["reason"]
        assert "it may write only to RRA_OUTPUT_DIR, HOME and TMPDIR" in run["reason"]


@pytest.mark.slow
def test_an_environment_that_was_written_to_is_built_again(rrspec: CommandLine, tmp_path: Path) -> None:
    root = tmp_path / "paper"
    bad = write(root, {"writes": Launcher(code=writes("ENVIRONMENT/lib/written", root))})
    rrspec("run", "-C", bad, "--isolation", "none")
    good = write(
        tmp_path / "good", {"look": Launcher(code="score(0 if list(Path(sys.prefix).glob('lib/w*')) else 90)")}
    )
    ended = rrspec("run", "-C", good, "--isolation", "none")
    assert (ended.returncode, "building environment" in ended.stderr) == (0, True)


def test_without_isolation_that_is_said(rrspec: CommandLine, tmp_path: Path) -> None:
    artifact = write(tmp_path / "paper", {"well": Launcher()})
    ended = rrspec("run", "-C", artifact, "--isolation", "none")
    assert "isolation: none, as asked; the launchers can read and write what you can" in ended.stderr


CHILD = "import os, time, sys; LEAVE; time.sleep(1.5); open(sys.argv[1], 'w').write('still here')"
LEAVES = {"in-its-group": "pass", "in-a-session-of-its-own": "os.setsid()"}


@pytest.mark.parametrize("isolation", [*APART, "none"])
@pytest.mark.parametrize("leave", LEAVES)
def test_a_child_that_a_launcher_leaves_behind_is_ended(
    rrspec: CommandLine, tmp_path: Path, isolation: str, leave: str
) -> None:
    child = CHILD.replace("LEAVE", LEAVES[leave])
    mark = tmp_path / "mark"
    code = f"subprocess.Popen([sys.executable, '-c', {child!r}, {str(mark)!r}])\ntime.sleep(0.3)\nscore(180 / 2)"
    artifact = write(tmp_path / "paper", {"leaves": Launcher(code=code)})
    ended = rrspec("run", "-C", artifact, "--isolation", isolation)
    time.sleep(1.5)
    assert (ended.returncode, mark.exists()) == (0, False)


@pytest.mark.parametrize("isolation", ["auto", "bubblewrap", "apptainer", "podman"])
def test_where_isolation_is_missing_nothing_runs(rrspec: CommandLine, tmp_path: Path, isolation: str) -> None:
    programs = tmp_path / "programs"
    programs.mkdir()
    rrspec.environment["PATH"] = str(programs)
    artifact = write(tmp_path / "paper", {"well": Launcher()})
    ended = rrspec("run", "-C", artifact, "--isolation", isolation)
    assert (ended.returncode, "decide for `--isolation none`, which is recorded" in ended.stderr) == (4, True)
    assert not list(artifact.glob("evidence/runs/*"))


LIMITED = {
    "memory": (
        "held = []\nwhile True: held.append('x' * (8 << 20))",
        "memory: 200MiB",
        "its limit of 200MiB of memory",
    ),
    "disk": (
        "for number in range(10 ** 6): (output / str(number)).write_bytes(bytes(1 << 20))",
        "disk: 20MiB",
        "its limit of 20MiB of disk",
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("isolation", [BUBBLEWRAP, "none"])
def test_a_launcher_that_uses_more_than_it_declares_fails_and_is_told_what_to_raise(
    rrspec: CommandLine, tmp_path: Path, isolation: str
) -> None:
    artifact = write(tmp_path / "paper", {name: Launcher(code=code) for name, (code, _, _) in LIMITED.items()})
    for name, (_, needs, _) in LIMITED.items():
        head, _, rest = (artifact / "rra.yaml").read_text().partition(f"  {name}:\n")
        rest = rest.replace("resources: {", f"resources: {{{needs}, ", 1)
        (artifact / "rra.yaml").write_text(f"{head}  {name}:\n{rest}")
    ended = rrspec("run", "-C", artifact, "--isolation", isolation, "--format", "json")
    runs = {run["experiment"]: run for run in json.loads(ended.stdout)["runs"]}
    assert (ended.returncode, {run["outcome"] for run in runs.values()}) == (1, {"failed"})
    for name, (_, _, says) in LIMITED.items():
        assert says in runs[name]["reason"]
        assert f"Raise `resources.{name}`" in runs[name]["reason"]
    endings = {record.predicate.attempts[-1].ending for record in records(artifact)}
    assert endings == {"memory-limit", "disk-limit"}


ASK = """\
import socket
key = os.environ["JUDGE_KEY"]
with socket.create_connection(("127.0.0.1", PORT), 5) as asked:
    asked.sendall(key.encode())
    said = asked.recv(100).decode()
print("asked with", key)
score(180 / 2 if said == "heard" else 0)
"""
JUDGE = '  judge: {kind: service, source: {service: {host: localhost, snapshot: "1"}}, key: JUDGE_KEY, license: MIT}\n'
KEY = "sk-of-the-caller-0001"


@pytest.fixture
def service() -> Iterator[tuple[int, list[bytes]]]:
    """A service on this machine: its port, and what it was asked with."""
    heard: list[bytes] = []

    def answer() -> None:
        with suppress(OSError):
            while True:
                asked, _ = server.accept()
                heard.append(asked.recv(100))
                asked.sendall(b"heard")
                asked.close()

    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=answer, daemon=True).start()
        yield server.getsockname()[1], heard


@pytest.fixture
def asking(tmp_path: Path, service: tuple[int, list[bytes]]) -> Path:
    """An artifact with a task that asks the service."""
    artifact = write(tmp_path / "paper", {"asks": Launcher(code=f"PORT = {service[0]}\n{ASK}", more="inputs: [judge]")})
    manifest = artifact / "rra.yaml"
    text = manifest.read_text()
    manifest.write_text(
        text.replace("inputs:\n", f"inputs:\n{JUDGE}", 1)
        if "\ninputs:\n" in text
        else text.replace("experiments:\n", f"inputs:\n{JUDGE}experiments:\n", 1)
    )
    return artifact


@pytest.mark.needs("bwrap")
def test_a_declared_service_is_reached_with_its_key_which_nothing_keeps(
    rrspec: CommandLine, asking: Path, service: tuple[int, list[bytes]]
) -> None:
    rrspec.environment |= {"JUDGE_KEY": KEY, "OTHER_KEY": "sk-of-the-caller-0002"}
    ended = rrspec("run", "-C", asking, "--isolation", "bubblewrap")
    assert ended.returncode == 0, ended.stderr
    assert service[1] == [KEY.encode()]
    (record,) = records(asking)
    said = record.predicate.isolation
    assert (said.network, said.hosts, said.hosts_filtered) == (True, ["localhost"], False)
    kept = [path for path in asking.rglob("*") if path.is_file() and KEY.encode() in path.read_bytes()]
    assert (kept, KEY in ended.stdout + ended.stderr) == ([], False)


@pytest.mark.needs("bwrap")
def test_without_its_key_a_service_could_not_be_asked(rrspec: CommandLine, asking: Path) -> None:
    rrspec.environment.pop("JUDGE_KEY", None)
    ended = rrspec("run", "-C", asking, "--isolation", "bubblewrap")
    assert (ended.returncode, "JUDGE_KEY, which is not set" in ended.stderr) == (4, True)
