"""What a launcher finds of its caller's secrets that looks for them in many ways: real ones, planted by the tests."""

import ctypes
import json
import os
import platform
import pty
import shutil
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import pytest

from tests.acceptance.artifacts import Launcher, write
from tests.conftest import CHECKOUT, CommandLine

MARK = f"rrspec-secret-{os.getpid()}"
SEEKER = (CHECKOUT / "tests" / "acceptance" / "seeker.py").read_text()
STANDS_FOR = 'PLACES: dict[str, list[str]] = {}\nSOCKETS: list[str] = []\nMARK = ""\nPORT = SHARED = TESTS = 0\n'
_ADD_KEY, _KEYCTL, _JOIN, _SESSION = 248, 250, 1, -3
_CREATE, _REMOVE = 0o1600, 0
SHARED = 0x52520000 | (os.getpid() & 0xFFFF)

OF_HOME = {
    "ssh": ".ssh/id_ed25519",
    "gpg": ".gnupg/private-keys-v1.d/a.key",
    "git": ".git-credentials",
    "netrc": ".netrc",
    "aws": ".aws/credentials",
    "huggingface": ".cache/huggingface/token",
    "wandb": ".config/wandb/settings",
    "docker": ".docker/config.json",
    "kubernetes": ".kube/config",
    "github": ".config/gh/hosts.yml",
    "pypi": ".pypirc",
    "pip": ".config/pip/pip.conf",
    "history": ".bash_history",
    "keyring": ".local/share/keyrings/login.keyring",
}
NEVER_THERE = {"variables", "open-files", "keys-of-the-kernel", "terminal"}
"""What even a launcher that nothing keeps apart does not get."""


def serve(stack: ExitStack, server: socket.socket, what: str) -> socket.socket:
    """Answer whoever asks with a secret."""

    def answer() -> None:
        with suppress(OSError):
            while True:
                asked, _ = server.accept()
                asked.sendall(f"{MARK}-{what}".encode())
                asked.close()

    server.listen()
    stack.callback(server.close)
    threading.Thread(target=answer, daemon=True).start()
    return server


def put(stack: ExitStack, path: Path, what: str) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"{MARK}-{what}\n")
    stack.callback(path.unlink, missing_ok=True)
    return str(path)


def agent(stack: ExitStack, path: Path, what: str) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    server = socket.socket(socket.AF_UNIX)
    server.bind(str(path))
    stack.callback(path.unlink, missing_ok=True)
    serve(stack, server, what)
    return str(path)


@contextmanager
def shared_memory() -> Iterator[None]:
    """Memory that processes of one user share by a number."""
    library = ctypes.CDLL(None)
    library.shmat.restype = ctypes.c_void_p
    identity = library.shmget(SHARED, 4096, _CREATE)
    ctypes.memmove(library.shmat(identity, None, 0), f"{MARK}-shared\0".encode(), len(MARK) + 8)
    yield
    library.shmctl(identity, _REMOVE, None)


@pytest.fixture(scope="module")
def planted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, dict[str, str], str, int]]:
    """A folder of the caller, its variables, the head of the seeker, and a file that is open."""
    folder = tmp_path_factory.mktemp("caller")
    home, run = folder / "home", Path(f"/tmp/{MARK}")  # noqa: S108 (where agents put theirs)
    with ExitStack() as stack:
        run.mkdir()
        stack.callback(run.rmdir)
        places = {way: [put(stack, home / path, way)] for way, path in OF_HOME.items()}
        places["beside-the-artifact"] = [
            put(stack, folder / name, "beside") for name in ("private", ".git/config", ".env")
        ]
        places["machine"] = [
            put(stack, Path(top, MARK), "machine") for top in ("/opt", "/srv", "/mnt") if writable(top)
        ]
        put(stack, Path.home() / f".{MARK}", "home")
        if writable("/dev/shm"):  # noqa: S108 (what is looked for)
            put(stack, Path("/dev/shm", MARK), "shm")  # noqa: S108
        stack.enter_context(shared_memory())
        sockets = [agent(stack, run / f"{what}.sock", what) for what in ("ssh-agent", "gpg-agent", "docker", "bus")]
        sockets += [agent(stack, Path("/run", f"{MARK}.sock"), "run")] if writable("/run") else []
        abstract = socket.socket(socket.AF_UNIX)
        abstract.bind(f"\0{MARK}")
        serve(stack, abstract, "abstract")
        port = serve(stack, socket.create_server(("127.0.0.1", 0)), "service").getsockname()[1]
        other = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)", f"{MARK}-argument"])
        stack.callback(other.wait)
        stack.callback(other.kill)
        variables = {
            **dict.fromkeys(("HF_TOKEN", "AWS_SECRET_ACCESS_KEY", "GITHUB_TOKEN", "WANDB_API_KEY"), f"{MARK}-variable"),
            "HOME": str(home),
            "SSH_AUTH_SOCK": sockets[0],
            "XDG_RUNTIME_DIR": str(run),
            "DOCKER_HOST": f"unix://{sockets[2]}",
            "DBUS_SESSION_BUS_ADDRESS": f"unix:path={sockets[3]}",
        }
        # in hex digits: an artifact that names such paths is told before it runs
        told = json.dumps([places, sockets, MARK, port, SHARED, os.getpid()]).encode().hex()
        head = f'PLACES, SOCKETS, MARK, PORT, SHARED, TESTS = json.loads(bytes.fromhex("{told}"))\n'
        secret = os.open(put(stack, folder / f"{MARK}-open", "open"), os.O_RDONLY)
        stack.callback(os.close, secret)
        yield folder, variables, head, secret


def writable(folder: str) -> bool:
    return os.access(folder, os.W_OK)


def with_key_and_terminal(rrspec: CommandLine, arguments: list[object], secret: int) -> tuple[int, str]:
    """Calls `rrspec` with a key in the kernel, an open file that is inherited, and a terminal of its own."""
    if platform.machine() == "x86_64":
        call = ctypes.CDLL(None).syscall
        call(_KEYCTL, _JOIN, None)
        call(_ADD_KEY, b"user", MARK.encode(), f"{MARK}-key".encode(), len(MARK) + 4, _SESSION)
    ours, theirs = pty.openpty()
    # setsid --ctty makes the terminal the one that programs reach by its name
    command = ["setsid", "--ctty", "--wait", *rrspec.command, *map(str, arguments)]
    with subprocess.Popen(
        command,
        cwd=rrspec.cwd,
        env=rrspec.environment,
        stdin=theirs,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        pass_fds=[secret],
        text=True,
    ) as process:
        said = process.communicate(timeout=200)[0]
    os.close(ours)
    os.close(theirs)
    return process.returncode, said


ISOLATIONS = [
    pytest.param("bubblewrap", marks=pytest.mark.needs("bwrap")),
    pytest.param("podman", marks=[pytest.mark.needs("podman"), pytest.mark.slow]),
    "none",
]
Sought = tuple[str, dict[str, list[str]]]


@pytest.fixture(scope="module", params=ISOLATIONS)
def sought(
    request: pytest.FixtureRequest, planted: tuple[Path, dict[str, str], str, int], cache: Path
) -> Iterator[Sought]:
    """The isolation, and what the seeker found in it."""
    folder, variables, head, secret = planted
    start, _, rest = SEEKER.partition(STANDS_FOR)
    code = start.partition('"""\n\n')[2] + head + rest
    artifact = write(folder / f"paper-{request.param}", {"seek": Launcher(code=code, limit="2min")})
    rrspec = CommandLine(folder, cache)
    rrspec.environment.update(variables)
    with ThreadPoolExecutor(1) as pool:  # its thread has the key, ours has not
        ended = pool.submit(
            with_key_and_terminal, rrspec, ["run", "-C", artifact, "--isolation", request.param], secret
        ).result()
    assert ended[0] == 0, ended[1]
    (report,) = artifact.glob("evidence/runs/*/outputs/report.json")
    yield request.param, json.loads(report.read_text())
    # the order of the tests may ask for it again
    shutil.rmtree(artifact)


WAYS = [
    *("variables", "variables-of-others", "commands-of-others", "memory-of-parents", "other-roots", "open-files"),
    *("open-files-of-others", "homes", *OF_HOME, "beside-the-artifact", "machine", "agents-by-their-paths"),
    *("agents-that-are-found", "abstract-sockets", "services-of-the-machine", "keys-of-the-kernel", "shared-memory"),
    *("shared-memory-files", "terminal", "files-of-root"),
]


@pytest.mark.parametrize("way", WAYS)
def test_a_launcher_finds_a_secret_only_where_nothing_keeps_it_apart(sought: Sought, way: str) -> None:
    isolation, found = sought
    if isolation != "none" or way in NEVER_THERE:
        assert found[way] == []
    elif os.geteuid() == 0:
        # that the secrets are real: whoever is kept apart by nothing finds them
        assert found[way] != []


def test_every_way_is_listed(sought: Sought) -> None:
    assert sorted(sought[1]) == sorted(WAYS)
