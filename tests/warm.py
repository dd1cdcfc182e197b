"""rrspec with everything imported, which forks for each call: a process as a person's, less a second of imports.

`python -m tests.warm` answers one call a line, until its standard input ends.
"""

import importlib
import json
import os
import select
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

SECONDS = 300


class Warm:
    """The server, and what asks it."""

    def __init__(self) -> None:
        self._folder = TemporaryDirectory(prefix="rrspec-warm-")
        self._server = subprocess.Popen(
            [sys.executable, "-m", "tests.warm"],
            cwd=Path(__file__).parent.parent,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def call(
        self, arguments: Sequence[str], *, cwd: Path, environment: Mapping[str, str]
    ) -> subprocess.CompletedProcess[str]:
        """The ended `rrspec`, with its outputs as text."""
        assert self._server.stdin
        assert self._server.stdout
        mask = os.umask(0)
        os.umask(mask)
        out, said = (Path(self._folder.name, name) for name in ("out", "said"))
        asked = {
            "arguments": [*arguments],
            "cwd": str(cwd),
            "environment": {**environment},
            "umask": mask,
            "outputs": [str(out), str(said)],
        }
        self._server.stdin.write(json.dumps(asked) + "\n")
        self._server.stdin.flush()
        assert select.select([self._server.stdout], [], [], SECONDS)[0], f"no answer: {arguments}"
        code = int(self._server.stdout.readline())
        return subprocess.CompletedProcess([*arguments], code, out.read_text(), said.read_text())

    def close(self) -> None:
        """End the server."""
        self._server.communicate()
        self._folder.cleanup()


def _serve() -> None:
    # our own package is named here as text: what a caller imports comes from a process of its own
    main = importlib.import_module("reprobridge_spec.cli.main")
    for name in [*main.COMMANDS, "failure"]:
        importlib.import_module(f"reprobridge_spec.cli.{name}")
    _put_away_what_is_measured()
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            _become(json.loads(line))
            main.main()
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)  # noqa: T201 (the answer)


def _put_away_what_is_measured() -> None:
    """The coverage of the imports is kept once: each call would write it again, which takes longer than the call."""
    coverage = sys.modules.get("coverage")
    measured = coverage and coverage.Coverage.current()
    if measured:
        measured.save()


def _become(asked: dict[str, Any]) -> None:
    os.chdir(asked["cwd"])
    os.umask(asked["umask"])
    os.environ.clear()
    os.environ.update(asked["environment"])
    sys.argv = ["rrspec", *asked["arguments"]]
    files = [os.open(os.devnull, os.O_RDONLY)]
    files += [os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600) for path in asked["outputs"]]
    for number, file in enumerate(files):
        os.dup2(file, number)
        os.close(file)
    # as Python itself opens them when it starts, for as long as it lives
    sys.stdin, sys.stdout = os.fdopen(0, encoding="utf-8"), os.fdopen(1, "w", encoding="utf-8")
    sys.stderr = os.fdopen(2, "w", 1, encoding="utf-8", errors="backslashreplace")


if __name__ == "__main__":
    _serve()
