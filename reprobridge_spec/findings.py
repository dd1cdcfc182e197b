"""What is wrong with an artifact: findings, and the report that collects them."""

from enum import StrEnum

from reprobridge_spec.frozen import dataclass
from reprobridge_spec.location import Mark, Path


class Severity(StrEnum):
    """How much a finding weighs; the order is the order of weight."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"

    @property
    def weight(self) -> int:
        """Larger is worse."""
        return {"error": 3, "warning": 2, "note": 1}[self.value]


@dataclass(frozen=True, slots=True, kw_only=True)
class Replace:
    """Bytes `start` to `end` (not included) of a file of the artifact give way to `new`."""

    file: str
    start: int
    end: int
    new: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class MakeExecutable:
    """A file of the artifact becomes one that can be executed."""

    file: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Fix:
    """A repair that changes nothing that the artifact says.

    Attributes:
        what: one sentence on what it does.
        edits: made all or not at all; positions are those of the file as it was checked.
    """

    what: str
    edits: tuple[Replace | MakeExecutable, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One fault at one place.

    Attributes:
        rule: the stable code, such as `RRE014`.
        name: the rule's name, such as `lock-drift`.
        message: one sentence on what is wrong; it names the thing.
        advice: one sentence on what to do.
        file: path inside the artifact, with `/`.
        mark: line and column, where the file is a text that was read.
        path: keys and indices inside the document, where the file is a document.
        fix: a repair that is safe without asking, where there is one.
    """

    rule: str
    name: str
    severity: Severity
    message: str
    advice: str
    file: str
    mark: Mark | None = None
    path: Path = ()
    fix: Fix | None = None


class Silencer(StrEnum):
    """What may take a finding out of the count; it stays in the report."""

    WAIVER = "waiver"
    COMMENT = "comment"
    BASELINE = "baseline"


@dataclass(frozen=True, slots=True, kw_only=True)
class Silenced:
    """A finding that does not count, by what, and the reason that was given."""

    finding: Finding
    by: Silencer
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NotChecked:
    """A rule that could not look, and why. It is never a pass.

    Attributes:
        partly: whether it looked at a part, and what it found there counts.
    """

    rule: str
    name: str
    reason: str
    partly: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesLeftOut:
    """What does not count because the caller, or a profile, says so.

    Attributes:
        words: as it was said: codes, beginnings of codes, names, weights, or what was looked for alone.
        rules: codes of the rules none of whose findings can count for it.
    """

    words: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()


NOTHING_LEFT_OUT = RulesLeftOut()


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """What of a package was compared with its own list of digests.

    Attributes:
        files: how many files.
        bytes: how many bytes they are together.
    """

    files: int
    bytes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What one validation of one artifact found.

    Attributes:
        artifact: the folder or file as the caller named it.
        level: the level that was checked.
        claimed: the level that the manifest claims; empty where the manifest could not be read.
        findings: faults that count for `level`, in the order of file, place and rule.
        upcoming: faults that only higher levels count; they change no exit code.
        not_checked: rules of `level` that could not look.
        checked: number of rules that looked.
        silenced: findings that were accepted, and so do not count.
        left_out: what was left out.
        profile: id of the venue's profile that was followed.
        compared: what was compared with the list of a package; None for a folder, and where there is no list to read.
    """

    artifact: str
    level: str
    claimed: str
    findings: tuple[Finding, ...]
    upcoming: tuple[Finding, ...] = ()
    not_checked: tuple[NotChecked, ...] = ()
    checked: int = 0
    silenced: tuple[Silenced, ...] = ()
    left_out: RulesLeftOut = NOTHING_LEFT_OUT
    profile: str = ""
    compared: Compared | None = None

    def worst(self) -> Severity | None:
        """The heaviest severity among `findings`; None where there are none."""
        return max((finding.severity for finding in self.findings), key=lambda s: s.weight, default=None)
