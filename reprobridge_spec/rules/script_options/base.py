"""What a script takes: options and positional arguments, as far as its text says so."""

import ast
from enum import StrEnum

from reprobridge_spec.frozen import dataclass

_LONGEST_HELP = 400
MANY = 1 << 30
"""As many values as there are."""


class Number(StrEnum):
    """What the values of an argument are turned into."""

    INT = "int"
    FLOAT = "float"


@dataclass(frozen=True, slots=True, kw_only=True)
class Argument:
    """An option, or a positional argument.

    Attributes:
        names: of an option, all of its spellings; of a positional argument its one name.
        least: the fewest values that it takes.
        most: the most values.
        choices: the values that it may have; None where any.
        number: what its values are turned into, where that is a number.
        required: whether an option must be given.
        default: what it is where it is not given, as it would be typed; None where nothing says it.
        help: what the script says about it; empty where nothing.
        line: where it is declared; 0 where that cannot be told.
    """

    names: tuple[str, ...]
    least: int = 1
    most: int = 1
    choices: tuple[str, ...] | None = None
    number: Number | None = None
    required: bool = False
    default: str | None = None
    help: str = ""
    line: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Interface:
    """What a script takes.

    Attributes:
        positionals: in order; None where they cannot be told.
        abbreviated: whether the beginning of a long option stands for it.
    """

    options: tuple[Argument, ...]
    positionals: tuple[Argument, ...] | None
    abbreviated: bool = True


class UnreadableError(Exception):
    """What the script takes cannot be told from its text alone."""


def constant(node: ast.expr | None) -> object:
    """The value of a literal; None where it is none, or not there.

    Raises:
        UnreadableError: it is no literal.
    """
    if node is None:
        return None
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError) as error:
        raise UnreadableError from error


def keywords(call: ast.Call) -> dict[str, ast.expr]:
    """The named arguments of a call.

    Raises:
        UnreadableError: some come out of a mapping.
    """
    if any(keyword.arg is None for keyword in call.keywords):
        raise UnreadableError
    return {keyword.arg: keyword.value for keyword in call.keywords if keyword.arg is not None}


def literal(node: ast.expr | None) -> str | None:
    """A literal as the text that would be typed for it; None where it is none, or `None`."""
    try:
        value = constant(node)
    except UnreadableError:
        return None
    if isinstance(value, (list, tuple)):
        return " ".join(map(str, value))
    return str(value) if isinstance(value, (str, int, float)) else None


def help_of(node: ast.expr | None) -> str:
    """The text that is shown with an argument, on one line."""
    return " ".join((literal(node) or "").split())[:_LONGEST_HELP]


def dotted(node: ast.expr) -> str:
    """A name such as `self.parser` as it is written; empty where it is none."""
    steps: list[str] = []
    while isinstance(node, ast.Attribute):
        steps.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name):
        return ""
    return ".".join([node.id, *reversed(steps)])


def number_of(node: ast.expr | None) -> Number | None:
    """What `type=int` and `type=float` say."""
    name = dotted(node) if node is not None else ""
    return Number(name) if name in set(Number) else None


def choices_of(node: ast.expr | None) -> tuple[str, ...] | None:
    """What `choices=[...]` says; None where it is no list of literals."""
    try:
        value = constant(node)
    except UnreadableError:
        return None
    if isinstance(value, (list, tuple, set, dict)):
        return tuple(sorted(map(str, value))) if isinstance(value, set) else tuple(map(str, value))
    return None
