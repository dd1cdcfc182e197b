"""What one entry of the table of removals says."""

from enum import StrEnum

from reprobridge_spec.documents.python_tree.edits import Edit
from reprobridge_spec.frozen import dataclass


class Kind(StrEnum):
    """What a removal does to scores; the words are those of the change record."""

    EXECUTION = "execution"
    """The program stops; what is put in its place computes the same."""
    CORRECTNESS = "correctness"
    """The program stops or not, and the obvious repair can change a score."""


class Means(StrEnum):
    """How a removal is mended where that can be done without thinking."""

    NOT = "not"
    NAME = "name"
    """Another expression in place of the name; a call keeps its arguments."""
    KEYWORD = "keyword"
    """Another name for the keyword."""
    VALUE = "value"
    """Another value of the keyword."""
    ARGUMENT = "argument"
    """Another keyword and value."""
    DROP = "drop"
    """Without the keyword."""
    ITEM = "item"
    """`name(x)` becomes `x.item()`."""
    SQUEEZE = "squeeze"
    """Without the keyword, and `.squeeze("columns")` behind the call."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Removal:
    """What a release no longer has.

    Attributes:
        distribution: `numpy`; `python` for the language and its standard library.
        name: the full name: `numpy.NINF`; what a call gives ends in `()`: `pandas.DataFrame().append`.
        keyword: of a call of `name`, the argument that is no longer taken; None where the name itself is gone.
        place: where the argument may stand without its keyword, from 0; None where it is only told by keyword.
        is_missing: whether it is told where a call does *not* give the argument.
        unpacks: how many values the outcome of a call was unpacked into; None where that does not matter.
        values: the source texts of the values that are no longer taken; empty where no value is.
        removed: the first version without it.
        deprecated: the version that first warned; None where that is not known, or none did.
        back: the version that has the name again; None where none does.
        says: what happens.
        instead: what is written now.
        kind: what it does to scores.
        equivalent: whether `instead` computes the same.
        caution: what is to be known before it is mended; empty where nothing is.
        means: how it is mended mechanically; never where it is not equivalent.
        to: what is put there: a full name such as `-numpy.inf`, a keyword, or the source text of a value.
        group: entries of one group are told once for a file; empty where each place is told.
    """

    distribution: str
    name: str
    removed: str
    says: str
    instead: str
    keyword: str | None = None
    place: int | None = None
    is_missing: bool = False
    unpacks: int | None = None
    values: tuple[str, ...] = ()
    deprecated: str | None = None
    back: str | None = None
    kind: Kind = Kind.EXECUTION
    equivalent: bool = False
    caution: str = ""
    means: Means = Means.NOT
    to: str = ""
    group: str = ""

    @property
    def advice(self) -> str:
        """What is written now, and what is to be known before; empty where the table says neither."""
        return " ".join(filter(None, [f"Instead: {self.instead}." if self.instead else "", self.caution]))


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A place of a file that uses what was removed.

    Attributes:
        column: from 1, in characters.
        text: the source of the expression or the statement, on one line.
        edit: what mends it; None where that takes a person.
    """

    removal: Removal
    path: str
    line: int
    column: int
    text: str
    edit: Edit | None = None
