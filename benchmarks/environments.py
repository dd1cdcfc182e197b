"""Each program in an environment of its own, as its users have it: what it does not need costs it nothing."""

import os
import subprocess
import sys
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parent.parent
PLACE = CHECKOUT / ".venv-bench"


def bin_of(name: str, *requirements: str) -> Path:
    """Where the programs of an environment with `requirements` lie; it is made once."""
    environment = PLACE / name
    done = environment / ".installed"
    if not done.is_file():
        subprocess.run([sys.executable, "-m", "venv", "--clear", environment], check=True)
        _install(environment, *requirements)
        done.touch()
    return environment / "bin"


def bin_of_rrspec() -> Path:
    """Where `rrspec` of this checkout lies; it is installed anew each time."""
    environment = bin_of("rrspec", "click").parent
    _install(environment, str(CHECKOUT))
    _install(environment, "--force-reinstall", "--no-deps", str(CHECKOUT))
    return environment / "bin"


def _install(environment: Path, *arguments: str) -> None:
    quiet = {**os.environ, "PIP_DISABLE_PIP_VERSION_CHECK": "1", "PIP_NO_WARN_SCRIPT_LOCATION": "1"}
    subprocess.run([environment / "bin" / "pip", "install", "--quiet", *arguments], check=True, env=quiet)
