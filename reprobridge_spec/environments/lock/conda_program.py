"""conda-lock and the program that it lets solve: found, started as programs, never imported."""

import os
import re
import shutil
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from reprobridge_spec import process
from reprobridge_spec.environments import pip, tool_environment
from reprobridge_spec.errors import NotDoneError
from reprobridge_spec.frozen import dataclass

SOLVER = "RRSPEC_CONDA"
"""The variable that names the program to solve with."""
_SOLVERS = ("micromamba", "mamba", "conda")
_KEPT = re.compile(r"CONDA_(CHANNEL_ALIAS|PKGS_DIRS|SSL_VERIFY|ENVS_PATH)|CONDARC|MAMBARC|MAMBA_ROOT_PREFIX")
_VERSION = re.compile(r"\d+(\.\d+)+\S*")


@dataclass(frozen=True, slots=True, kw_only=True)
class CondaPrograms:
    """What conda locks are made with.

    Attributes:
        conda_lock: the program `conda-lock`.
        solver: a program that is called as `conda` is.
        variables: all that both of them get.
    """

    conda_lock: Path
    solver: Path
    variables: Mapping[str, str]

    def version(self) -> str:
        """The version of conda-lock.

        Raises:
            NotDoneError: it does not say one.
        """
        code, output = process.output_of([str(self.conda_lock), "--version"], environment=self.variables)
        match = _VERSION.search(output)
        if code != 0 or match is None:
            raise NotDoneError(f"conda-lock does not say its version: {pip.last_lines(output)}", hint=_HINT)
        return match.group()

    def lock(self, arguments: Sequence[str], folder: Path) -> tuple[int, str]:
        """Exit code and output of `conda-lock lock` in `folder`.

        Raises:
            NotDoneError: it cannot be started, or does not end.
        """
        kind = [f"--{self.solver.name}"] if self.solver.name in {"micromamba", "mamba"} else []
        return process.output_of(
            [str(self.conda_lock), "lock", "--conda", str(self.solver), *kind, *arguments],
            cwd=folder,
            environment=self.variables,
            time_limit=pip.HOURS,
        )


_HINT = "Install it: `pip install 'reprobridge-spec[conda]'`."


def find(environ: Mapping[str, str], beside: Path = Path(sys.executable).parent) -> CondaPrograms:
    """The programs that are there.

    Args:
        environ: variables; its PATH is searched, and `RRSPEC_CONDA` names the solver.
        beside: folder that is looked into for conda-lock before PATH.

    Raises:
        NotDoneError: one of them is not there.
    """
    path = environ.get("PATH", "")
    conda_lock = shutil.which("conda-lock", path=os.pathsep.join([str(beside), path]))
    if conda_lock is None:
        raise NotDoneError("the environment says `tool: conda-lock`, and conda-lock is not there", hint=_HINT)
    kept = {name: value for name, value in environ.items() if _KEPT.fullmatch(name)}
    variables = tool_environment.variables(environ) | kept
    return CondaPrograms(conda_lock=Path(conda_lock), solver=_solver(environ, path), variables=variables)


def _solver(environ: Mapping[str, str], path: str) -> Path:
    named = environ.get(SOLVER, "")
    found = next(filter(None, (shutil.which(name, path=path) for name in ([named] if named else _SOLVERS))), None)
    if found is None:
        what = f"{SOLVER} names `{named}`, which is no program" if named else f"none of {', '.join(_SOLVERS)} is there"
        raise NotDoneError(
            f"conda-lock needs a program that solves, and {what}",
            hint=f"Install micromamba, or name one in {SOLVER}. Building from a lock that is there needs none.",
        )
    return Path(found)
