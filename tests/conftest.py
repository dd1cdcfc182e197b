"""What tests share: which tools are there, and how a person's command line is called."""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import ClassVar

import pytest
from hypothesis import settings

from tests import conda_channel
from tests.second import readers
from tests.warm import Warm

# who starts us in the background may have us ignore these, and what we start would inherit that
signal.signal(signal.SIGINT, signal.default_int_handler)
for _number in (signal.SIGTERM, signal.SIGHUP):
    signal.signal(_number, signal.SIG_DFL)

CHECKOUT = Path(__file__).resolve().parent.parent

settings.register_profile("short", max_examples=50, deadline=None)
settings.register_profile("soak", max_examples=2_000, deadline=None)
settings.load_profile("soak" if os.environ.get("RRSPEC_SOAK") else "short")


def python_of(version: str) -> Path | None:
    """A Python of this version, such as 3.12, that runs and can make environments."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    on_path = [Path(found)] if (found := shutil.which(f"python{version}")) else []
    this = [Path(sys.executable)] if f"{sys.version_info[0]}.{sys.version_info[1]}" == version else []
    for python in [*this, *pyenv.glob(f"versions/{version}.*/bin/python"), *on_path]:
        if subprocess.run([python, "-c", "import venv"], capture_output=True, check=False).returncode == 0:
            return python
    return None


def has_python(version: str) -> bool:
    """Whether there is one."""
    return python_of(version) is not None


def another_python() -> Path | None:
    """A newer Python than this one that runs."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    on_path = [Path(found) for name in ("python3.13", "python3.12") if (found := shutil.which(name))]
    for python in [*pyenv.glob("versions/3.1[2-9]*/bin/python"), *on_path]:
        if subprocess.run([python, "-c", "import venv"], capture_output=True, check=False).returncode == 0:
            return python
    return None


TOOLS: dict[str, Callable[[], bool]] = {
    # JSON Schema in another language, as `make test-all` installs it
    "ajv": lambda: shutil.which("node") is not None and (CHECKOUT / "tests/second/node_modules/ajv").is_dir(),
    "another-python": lambda: another_python() is not None,
    **{f"python{version}": partial(has_python, version) for version in ("3.11", "3.12", "3.13")},
    # second opinions on packages
    "archivers": lambda: all(map(shutil.which, ("7z", "gzip", "tar", "unzip", "zstd"))),
    # programs that read what is exported, as `make test-all` installs them
    "readers of exports": readers.are_there,
    # conda-lock, and what solves for it, as `make test-all` installs them
    "conda": conda_channel.is_there,
    "bwrap": lambda: shutil.which("bwrap") is not None,
    # builds the library that plays cards
    "gcc": lambda: shutil.which("gcc") is not None,
    "chromium": lambda: shutil.which("chromium") is not None and find_spec("playwright") is not None,
    # without a user who is root it needs more of a machine
    "podman": lambda: os.geteuid() == 0 and all(map(shutil.which, ("podman", "runc"))),
    # sets what `rrspec export` writes in LaTeX
    "pdflatex": lambda: shutil.which("pdflatex") is not None,
    "openssl": lambda: shutil.which("openssl") is not None,
    "ssh-keygen": lambda: shutil.which("ssh-keygen") is not None,
    # a machine may have it, and allow nobody to trace
    "strace": lambda: (
        shutil.which("strace") is not None
        and subprocess.run(["strace", "--seccomp-bpf", "-f", "-qq", "-o/dev/null", "true"], check=False).returncode == 0
    ),
    # the tests start one of their own, with devices that stand in for GPUs
    "slurm": lambda: os.geteuid() == 0 and all(map(shutil.which, ("slurmctld", "slurmd", "munged", "sbatch"))),
    # a container may have a root that cannot mount
    "root": lambda: os.geteuid() == 0 and subprocess.run(["unshare", "--mount", "true"], check=False).returncode == 0,
}


def pytest_runtest_setup(item: pytest.Item) -> None:
    """A test whose tool is missing is listed as not checked; where nothing may stay unchecked, it fails."""
    for mark in item.iter_markers("needs"):
        tool = mark.args[0]
        if TOOLS[tool]():
            continue
        if os.environ.get("RRSPEC_NOTHING_UNCHECKED"):
            pytest.fail(f"not checked: {tool} is not here", pytrace=False)
        pytest.skip(f"not checked: {tool} is not here")


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Where nothing may stay unchecked, a test that was skipped for any reason fails the session."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if os.environ.get("RRSPEC_NOTHING_UNCHECKED") and reporter is not None and reporter.stats.get("skipped"):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


class CommandLine:
    """Calls `rrspec` as a person does: a process, in a folder."""

    warm: ClassVar[Warm]
    command = (sys.executable, "-m", "reprobridge_spec")

    def __init__(self, cwd: Path, cache: Path) -> None:
        self.cwd = cwd
        self.environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith(("RRSPEC_", "PYTHON"))},
            "RRSPEC_CACHE": str(cache),
            "NO_COLOR": "1",
            # compiled once for the session, wherever the checkout lies
            "PYTHONPYCACHEPREFIX": str(cache / "bytecode"),
        }

    def __call__(self, *arguments: object, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
        """The ended process, with its outputs as text."""
        return self.warm.call([str(part) for part in arguments], cwd=cwd or self.cwd, environment=self.environment)

    def start(self, *arguments: object) -> subprocess.Popen[str]:
        """A process that runs, from its first import on; whoever starts it ends it."""
        return subprocess.Popen(
            [*self.command, *map(str, arguments)],
            cwd=self.cwd,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )


@pytest.fixture(scope="session", autouse=True)
def warm() -> Iterator[None]:
    """What answers the calls of one session."""
    CommandLine.warm = Warm()
    yield
    CommandLine.warm.close()


@pytest.fixture(scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One cache for the session: environments are built once."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture
def rrspec(tmp_path: Path, cache: Path) -> CommandLine:
    """The command line, in a new folder."""
    return CommandLine(tmp_path, cache)


@pytest.fixture
def paper(tmp_path: Path) -> Path:
    """A copy of the suite's artifact whose paper says 93.1 and whose code gives 91.308; Python alone runs it."""
    target = tmp_path / "paper"
    shutil.copytree(CHECKOUT / "conformance" / "base" / "shipped-score", target)
    return target
