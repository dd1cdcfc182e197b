"""What a rule is: a code, a name that says what is wrong, a level, and a pure function of the context."""

from collections.abc import Callable, Iterable

from reprobridge_spec.findings import Fix, Severity
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.location import Mark, Path
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.context import Context
from reprobridge_spec.schemas.kinds import MANIFEST_FILE


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """What a rule found; the engine adds the rule's code, and line and column from `path`.

    Attributes:
        message: one sentence on what is wrong; it names the thing.
        advice: one sentence on what to do.
        file: path inside the artifact.
        path: keys and indices inside that document, where it is one.
        mark: line and column, where the file is no document of the standard.
        severity: where it is not the rule's own.
        fix: a repair that is safe without asking: it is right whatever the author meant.
    """

    message: str
    advice: str
    file: str = MANIFEST_FILE
    path: Path = ()
    mark: Mark | None = None
    severity: Severity | None = None
    fix: Fix | None = None


class Unchecked(Exception):  # noqa: N818 (it is no error: the rule says that it could not look)
    """Raised by a rule that cannot look, with the reason; it is then listed as not checked, never as passed."""


Look = Callable[[str, bytes], Iterable[Fault]]
"""Looks at one text file: its path, and its text as UTF-8."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One rule; its module's docstring is its page. It has a `check`, a `looker`, or both.

    Attributes:
        code: stable, never used again.
        name: what is wrong, in words joined by hyphens.
        level: the lowest level that counts it.
        severity: what its faults weigh unless they say otherwise.
        check: yields the faults; same context, same faults, same order.
        looker: of a rule that looks at each text file by itself; None from it says that no file matters. Files are
            then read once for all such rules.
        signs: of such a rule, texts in small letters; it is shown only the files that hold one of them, in letters of
            any size. None means all files.
        everywhere: whether such a rule is shown more than the small texts: large ones, piece by piece, and what a
            package hands over beside its artifact.
        binary_signs: signs for files that are no text; such a rule is shown small ones of these, too, that hold one.
            Only they hold NUL bytes.
    """

    code: str
    name: str
    level: Level
    severity: Severity = Severity.ERROR
    check: Callable[[Context], Iterable[Fault]] | None = None
    looker: Callable[[Context], Look | None] | None = None
    signs: tuple[bytes, ...] | None = None
    everywhere: bool = False
    binary_signs: tuple[bytes, ...] = ()

    @property
    def module(self) -> str:
        """The module that holds it, and its page."""
        function = self.looker or self.check
        return function.__module__ if function else ""
