"""What tests share: which tools are there, and how a person's command line is called."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings

CHECKOUT = Path(__file__).resolve().parent.parent

settings.register_profile("short", max_examples=50, deadline=None)
settings.register_profile("soak", max_examples=2_000, deadline=None)
settings.load_profile("soak" if os.environ.get("RRSPEC_SOAK") else "short")

TOOLS: dict[str, Callable[[], bool]] = {
    "bwrap": lambda: shutil.which("bwrap") is not None,
    "root": lambda: os.geteuid() == 0,
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


class CommandLine:
    """Calls `rrspec` as a person does: a process, in a folder."""

    def __init__(self, cwd: Path, cache: Path) -> None:
        self.cwd = cwd
        self.environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith("RRSPEC_")},
            "RRSPEC_CACHE": str(cache),
            "NO_COLOR": "1",
        }

    def __call__(self, *arguments: object, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
        """The ended process, with its outputs as text."""
        return subprocess.run(
            [sys.executable, "-m", "reprobridge_spec", *map(str, arguments)],
            cwd=cwd or self.cwd,
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )


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
