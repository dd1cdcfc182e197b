"""Tells which files this Python opens, renames, links and copies; it is loaded into a launcher's own Python.

It stands alone and works with every Python from 3.8 on. It writes one line of JSON for each event to the file that
`RRA_TRACE` names, takes itself off the module path, and lets another `sitecustomize` have its turn.
"""

# ruff: noqa: INP001, PTH100, PTH115, PTH120, SIM105 (a module by itself, which brings as little as it can)
from __future__ import annotations

import importlib
import json
import os
import sys
import time

_CODE = (".py", ".pyc", ".so")
_SYSTEM = ("/usr/", "/lib", "/etc/", "/proc/", "/sys/", "/dev/", f"{sys.prefix}/", f"{sys.base_prefix}/")
_PAIRS = {"os.rename": "rename", "os.link": "link", "shutil.copyfile": "copy"}
_FAULTS = (OSError, ValueError, TypeError, IndexError, RecursionError, MemoryError)


class _Watch:
    """One process's way to the trace."""

    def __init__(self, trace: str) -> None:
        # kept by value: a launcher may exchange what modules hold, and none of this is for it to meet
        self._clock, self._process, self._write, self._absolute = time.time, os.getpid, os.write, os.path.abspath
        self._sink = os.open(trace, os.O_WRONLY | os.O_APPEND | os.O_CLOEXEC)
        self._is_busy = False
        self._tell("begin", list(getattr(sys, "orig_argv", sys.argv)))

    def __call__(self, event: str, arguments: tuple) -> None:  # type: ignore[type-arg]  # Python 3.8
        if self._is_busy or not (event == "open" or event == "os.utime" or event in _PAIRS):  # noqa: PLR1714 (called for everything)
            return
        self._is_busy = True
        try:
            self._look(event, arguments)
        except _FAULTS:
            pass  # whatever a launcher does is for it to fail at
        finally:
            self._is_busy = False

    def _look(self, event: str, arguments: tuple) -> None:  # type: ignore[type-arg]  # Python 3.8
        if event == "open":
            path, mode, flags = arguments
            if isinstance(path, int):
                return
            writes = bool((flags or 0) & (os.O_WRONLY | os.O_RDWR)) or bool(mode and set(mode) & set("wax+"))
            whole = self._name(path)
            if writes or not (whole.startswith(_SYSTEM) or whole.endswith(_CODE)):
                self._tell("open", whole, writes)
        elif event == "os.utime":
            self._tell("date", self._name(arguments[0]))
        else:
            self._tell(_PAIRS[event], self._name(arguments[0]), self._name(arguments[1]))

    def _name(self, path: object) -> str:
        if isinstance(path, int):
            return os.readlink(f"/proc/self/fd/{path}")
        return self._absolute(os.fsdecode(path))  # type: ignore[arg-type]  # what is no path is refused

    def _tell(self, *event: object) -> None:
        line = json.dumps([self._process(), self._clock(), *event]) + "\n"
        self._write(self._sink, line.encode("ascii"))


def _give_way() -> None:
    place = os.path.dirname(os.path.abspath(__file__))
    sys.path[:] = [path for path in sys.path if os.path.abspath(path) != place]
    own = sys.modules.pop(__name__, None)
    try:
        importlib.import_module(__name__)
    except ImportError:
        if own is not None:
            sys.modules[__name__] = own


if os.environ.get("RRA_TRACE"):
    try:
        sys.addaudithook(_Watch(os.environ["RRA_TRACE"]))
    except _FAULTS:
        pass  # a launcher that cannot be watched runs all the same
_give_way()
