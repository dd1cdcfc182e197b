"""What a tool has to do that makes locks."""

import datetime as dt
import re
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

from packaging.utils import canonicalize_name

from reprobridge_spec.documents import lock_file
from reprobridge_spec.documents.lock_file import LockFile, Pin
from reprobridge_spec.documents.requirements_file import Asked
from reprobridge_spec.environments.lock.built_wheel import BuiltWheel, Needs
from reprobridge_spec.environments.lock.written import without_comments
from reprobridge_spec.errors import ArtifactError, NotDoneError
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.model.environment import LockTool

_WORD = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


class UnsatisfiableError(ArtifactError):
    """No set of released packages meets what is asked for.

    Attributes:
        no_wheels: names of packages that have releases which would do, were there wheels of them.
    """

    no_wheels: tuple[str, ...] = ()


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
        allowed: names of packages that the person lets be built, in normal form.
        builds: names of those that are taken as source distributions.
        needs: what is known of what these need; one of which nothing is known is taken to need nothing.
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
    allowed: tuple[str, ...] = ()
    builds: tuple[str, ...] = ()
    needs: tuple[Needs, ...] = ()

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
        words = self.named_in(text, {asked.name for asked in self.asked})
        return [asked.line for asked in self.asked if asked.name in words]

    def named_in(self, text: str, names: Iterable[str]) -> list[str]:
        """Those of `names` that stand in `text`."""
        words = {canonicalize_name(word) for word in _WORD.findall(text)}
        return [name for name in names if name in words]

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

    def unsatisfiable(self, why: str, no_wheels: Collection[str] = ()) -> UnsatisfiableError:
        """The error for requirements that have no solution, with every line that `why` names.

        Args:
            why: what a tool said.
            no_wheels: packages that have releases which would do, were there wheels of them.
        """
        names = dict.fromkeys([*self.allowed, *no_wheels]) if no_wheels else ()
        builds = " ".join(f"--allow-build {name}" for name in names)
        lines = self.lines_of(why)
        where = f"lines {', '.join(map(str, lines))} of " if len(lines) > 1 else ""
        error = UnsatisfiableError(
            f"the requirements ({where}{self.requirements}) cannot all hold: {why}",
            hint="Loosen one of them. Source distributions are not taken, since building them executes them"
            + (f"; `rrspec lock {builds}` builds what has no wheel, in the sandbox." if builds else "."),
            place=self.place_of(why),
        )
        error.no_wheels = tuple(no_wheels)
        return error


@dataclass(frozen=True, slots=True, kw_only=True)
class Resolved:
    """What a tool came to.

    Attributes:
        text: the lock as the tool wrote it.
        python: the minor version of Python that it was resolved for.
        notices: what the index said that a person should know, such as a release that was yanked; a sentence each.
        wheels: the digests of wheels, where `text` has those of other files too; None where it has no others.
        built: what was built of it.
    """

    text: str
    python: str
    notices: tuple[str, ...] = ()
    wheels: frozenset[str] | None = None
    built: tuple[BuiltWheel, ...] = ()

    @property
    def offered(self) -> LockFile:
        """What was resolved, with the digests of all files that the index told."""
        return lock_file.read(without_comments(self.text))

    def of_wheels(self, tool: LockTool) -> LockFile:
        """What was resolved, with the digests of wheels alone, be they of an index or built.

        Raises:
            NotDoneError: nothing tells a digest of a wheel of a package.
        """
        offered = self.offered
        if self.wheels is None:
            return offered
        by_key = {(one.pin.name, one.pin.version): one.pin for one in self.built}
        pins = tuple(self._of_wheels(pin, by_key.get((pin.name, pin.version)), tool) for pin in offered.pins)
        unhashed = {pin.line for pin in offered.pins if (pin.name, pin.version) in by_key}
        faults = tuple(fault for fault in offered.faults if fault.line not in unhashed)
        return replace(offered, pins=pins, faults=faults)

    def _of_wheels(self, pin: Pin, built: Pin | None, tool: LockTool) -> Pin:
        if built is not None:
            return replace(pin, hashes=built.hashes, origin=built.origin)
        hashes = tuple(one for one in pin.hashes if self.wheels and one in self.wheels)
        if not hashes:
            raise NotDoneError(
                f"{tool.value} tells no digest of a wheel of {pin.name} {pin.version}",
                hint="Nothing was written. Look at the index, or try `--resolver pip-tools`.",
            )
        return replace(pin, hashes=hashes)


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
