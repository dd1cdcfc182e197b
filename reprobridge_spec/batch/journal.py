"""What was found about many artifacts, one line each in a file that only grows, so that a later call goes on there.

A line is written whole and at once. What a killed process left of one is passed over.
"""

import fcntl
import json
import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from reprobridge_spec import __version__
from reprobridge_spec.batch.outcome import Checked, Failure, FailureKind, Outcome
from reprobridge_spec.batch.plain import from_plain, to_plain
from reprobridge_spec.batch.state import state_of
from reprobridge_spec.errors import NotDoneError, UsageError

_KIND = "rrspec-results"
_HEAD = f'{{"kind": "{_KIND}", '.encode()
"""What each line begins with."""


class Journal:
    """A file of results in JSON lines, read at its opening and added to; use it in a `with` block.

    Results are taken from it for an artifact in the same place, named in the same way and in the same state, that was
    checked by the same version with the same settings. An artifact that could not be checked is checked again, save
    where there was none.
    """

    def __init__(self, path: Path, settings: Mapping[str, str]) -> None:
        """Open the file at `path`, or make it.

        Args:
            path: the file.
            settings: everything besides the artifact and the version that decides what is found.

        Raises:
            UsageError: a file stands there that holds no results, or another process adds to it.
            NotDoneError: it cannot be read or written.
        """
        self._path = path
        self._settings = dict(settings)
        self._lines: dict[str, bytes] = {}
        try:
            self._descriptor = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o644)
        except OSError as error:
            raise self._unwritable(error) from error
        try:
            self._lock()
            self._read()
        except BaseException:
            os.close(self._descriptor)
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        os.close(self._descriptor)

    def state(self, path: Path) -> str:
        """The state of the artifact at `path`, to be asked for before it is checked; empty where it cannot be told."""
        try:
            return state_of(path)
        except OSError:
            return ""

    def known(self, path: Path, state: str) -> Outcome | None:
        """What was found about the artifact at `path` in this state; None where that has to be looked at."""
        line = self._lines.get(self._key(path, state)) if state else None
        if line is None:
            return None
        with suppress(ValueError, TypeError, KeyError):
            entry = json.loads(line)
            if "failure" not in entry:
                return from_plain(Checked, entry["checked"])
            failure = from_plain(Failure, entry["failure"])
            return failure if failure.kind is FailureKind.NO_ARTIFACT else None
        return None

    def add(self, path: Path, state: str, outcome: Outcome) -> None:
        """Keep what was found about the artifact at `path`, which was in this state before.

        Raises:
            NotDoneError: it cannot be written.
        """
        what = "failure" if isinstance(outcome, Failure) else "checked"
        entry = {"kind": _KIND, **self._identity(path, state), what: to_plain(outcome)}
        data = json.dumps(entry).encode() + b"\n"
        try:
            if os.write(self._descriptor, data) != len(data):
                raise NotDoneError("the disk is full", hint="Make room.", place=str(self._path))
            os.fsync(self._descriptor)
        except OSError as error:
            raise self._unwritable(error) from error

    def _identity(self, path: Path, state: str) -> dict[str, Any]:
        return {
            "rrspec": __version__,
            "path": str(path.resolve()),
            # what was found says it: places are shown as the caller sees them
            "name": str(path),
            "state": state,
            "settings": self._settings,
        }

    def _key(self, path: Path, state: str) -> str:
        return json.dumps(self._identity(path, state), sort_keys=True)

    def _lock(self) -> None:
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise UsageError(
                "another process adds to it", hint="Wait for it, or name another file.", place=str(self._path)
            ) from error
        except OSError:
            return  # a network disk that knows no locks

    def _read(self) -> None:
        begun = False
        with open(self._descriptor, "rb", closefd=False) as file:
            line = b"\n"
            for line in file:
                entry = _entry(line)
                if not begun and not _is_ours(line):
                    raise UsageError(
                        "a file stands there that holds no results of rrspec, and it is not added to",
                        hint="Name a new file, or the results of an earlier call.",
                        place=str(self._path),
                    )
                begun = True
                if entry is not None:
                    identity = {name: entry.get(name) for name in ("rrspec", "path", "name", "state", "settings")}
                    self._lines[json.dumps(identity, sort_keys=True)] = line
        if not line.endswith(b"\n"):
            os.write(self._descriptor, b"\n")

    def _unwritable(self, error: OSError) -> NotDoneError:
        return NotDoneError(
            f"the results cannot be written: {error.strerror or error}",
            hint="Name a file where you may write.",
            place=str(self._path),
        )


def _is_ours(line: bytes) -> bool:
    # the first line may be torn too
    return line.startswith(_HEAD) or _HEAD.startswith(line.rstrip(b"\n"))


def _entry(line: bytes) -> dict[str, Any] | None:
    try:
        entry = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return entry if isinstance(entry, dict) and entry.get("kind") == _KIND else None
