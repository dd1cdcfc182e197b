"""What a tool has to do that makes locks."""

import datetime as dt
import re
from abc import ABC, abstractmethod
from collections.abc import Iterable
from pathlib import Path
from typing import ClassVar

from packaging.utils import canonicalize_name

from reprobridge_spec.documents.lock_file import Pin
from reprobridge_spec.documents.requirements_file import Asked
from reprobridge_spec.errors import ArtifactError
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.model.environment import LockTool

_WORD = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


class UnsatisfiableError(ArtifactError):
    """No set of released packages meets what is asked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LockRequest:
    """What is to be locked.

    Attributes:
        folder: a folder of its own that holds the requirements, and the versions of the old lock where there is one.
        requirements: their path in `folder`, as the artifact has it.
        lock: path of the lock in `folder`, as the artifact has it.
        asked: what is in the requirements.
        python: the environment's Python, a version or a bound.
        platform: the platform that the lock is for.
        locked: what the old lock pins; its versions also stand in `lock`, its digests are to be believed nowhere.
        beside: further platforms that share the file, where the tool can lock for several at once.
        upgrade: whether the newest versions are taken rather than those of the old lock.
        upgrade_packages: names of packages whose newest versions are taken, in normal form.
        as_of: the day, at whose end in UTC the index is taken as it was; None for now.
        private: whether the extra indexes and folders are asked that this machine is configured with.
    """

    folder: Path
    requirements: str
    lock: str
    asked: tuple[Asked, ...]
    python: str
    platform: str
    upgrade: bool = False
    upgrade_packages: tuple[str, ...] = ()
    as_of: dt.date | None = None
    private: bool = False
    beside: tuple[str, ...] = ()
    locked: tuple[Pin, ...] = ()

    @property
    def platforms(self) -> tuple[str, ...]:
        """All platforms that the lock is for."""
        return tuple(sorted({self.platform, *self.beside}))

    @property
    def day(self) -> str:
        """`as_of`, as it is written; empty for now."""
        return self.as_of.isoformat() if self.as_of else ""

    @property
    def moment(self) -> str | None:
        """The first moment that is too late for `as_of`, as tools take it; None for now."""
        if self.as_of is None:
            return None
        return f"{self.as_of + dt.timedelta(days=1)}T00:00:00Z"

    def lines_of(self, text: str) -> list[int]:
        """The lines of the requirements that `text` names."""
        words = {canonicalize_name(word) for word in _WORD.findall(text)}
        return [asked.line for asked in self.asked if asked.name in words]

    def place_of(self, text: str) -> str:
        """The first requirement that `text` names, as `file:line`; the file where it names none."""
        lines = self.lines_of(text)
        return f"{self.requirements}:{lines[0]}" if lines else self.requirements

    def too_early(self, names: Iterable[str], why: str) -> UnsatisfiableError:
        """The error for a day on which there was no release yet of what is asked for, with what a tool said of it."""
        said = ", ".join(sorted(set(names)))
        return UnsatisfiableError(
            f"at the end of {self.day} there was no release of {said} that meets what is asked for: {why}",
            hint="Lock as of a later day, or ask for a version that was there. The day is `--as-of`, or else the one "
            "that the old lock was made for; `--upgrade` takes what is there now.",
            place=self.place_of(said),
        )

    def unsatisfiable(self, why: str) -> UnsatisfiableError:
        """The error for requirements that have no solution, with every line that `why` names."""
        lines = self.lines_of(why)
        where = f"lines {', '.join(map(str, lines))} of " if len(lines) > 1 else ""
        return UnsatisfiableError(
            f"the requirements ({where}{self.requirements}) cannot all hold: {why}",
            hint="Loosen one of them. Source distributions are not taken, since building them executes them.",
            place=self.place_of(why),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Resolved:
    """What a tool came to.

    Attributes:
        text: the lock as the tool wrote it.
        python: the minor version of Python that it was resolved for.
        notices: what the index said that a person should know, such as a release that was yanked; a sentence each.
        wheels: the digests of wheels, where `text` has those of other files too; None where it has no others.
    """

    text: str
    python: str
    notices: tuple[str, ...] = ()
    wheels: frozenset[str] | None = None


class LockMaker(ABC):
    """A tool that turns requirements into a lock with versions and digests.

    It takes wheels only, executes nothing of the artifact, and is given requirements that name packages of an index
    and nothing else.
    """

    tool: ClassVar[LockTool]
    locks_for_several: ClassVar[bool] = False
    """Whether one lock can serve several platforms."""

    @abstractmethod
    def version(self) -> str:
        """The tool's version.

        Raises:
            NotDoneError: the tool is not there.
        """

    @abstractmethod
    def python_for(self, request: LockRequest) -> str:
        """The minor version of Python that `resolve` would resolve for, found without asking an index.

        Raises:
            ArtifactError: the environment's `python` is neither a version nor a bound.
            NotDoneError: no such Python is there.
        """

    @abstractmethod
    def resolve(self, request: LockRequest) -> Resolved:
        """The lock for `request`.

        Raises:
            UnsatisfiableError: no released packages meet what is asked for.
            NotDoneError: the tool, its index or a Python is not there.
        """
