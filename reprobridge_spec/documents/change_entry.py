"""Entries of the change record written into its text; every other character of it stays."""

from collections.abc import Mapping

from reprobridge_spec.documents.in_place import with_value
from reprobridge_spec.documents.yaml_text import yaml_scalar
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.model.scalars import Plain

_NEW = 'rra: "1.0"\nchanges:\n'
_MARK = "entry-that-comes-here"
_PLAIN = lazy_pattern(r"[A-Za-z][A-Za-z0-9_./-]*")


@dataclass(frozen=True, slots=True)
class Value:
    """A text that an entry holds, and a comment beside it, which is left away where no line of its own ends with it."""

    text: str
    comment: str = ""


def with_change(text: str | None, change: str, values: Mapping[str, Value], *, is_first: bool) -> str:
    """The record `text` (a new one where it is None) with one more entry behind all others.

    Args:
        text: the record.
        change: id of the entry.
        values: what it says, by field.
        is_first: whether the record has no entry yet.

    Raises:
        ValueError: `text` is not laid out so that an entry can be put into it.
    """
    key = yaml_scalar(change)
    if text is None:
        return f"{_NEW}  {key}:\n{_lines(values, 4)}\n"
    unix = text.replace("\r\n", "\n")
    if is_first:
        marked = with_value(unix, ["changes"], Plain(_MARK))
        written = marked.replace(f"changes: {_MARK}", f"changes:\n  {key}:\n{_lines(values, 4)}", 1)
    else:
        marked = with_value(unix, ["changes", change], Plain(_MARK))
        line = next(line for line in marked.splitlines() if f"{change}: {_MARK}" in line)
        if line.strip() == f"{change}: {_MARK}":
            column = len(line) - len(line.lstrip())
            new = f"{key}:\n{_lines(values, column + 2)}"
        else:
            new = f"{key}: {{{', '.join(f'{key}: {yaml_scalar(value.text)}' for key, value in values.items())}}}"
        written = marked.replace(f"{change}: {_MARK}", new, 1)
    return _as_before(text, written)


def with_patch(text: str, change: str, path: str) -> str:
    """The record `text` in which the entry `change` names the patch at `path`.

    Raises:
        ValueError: `text` is not laid out so that it can be put into it.
    """
    value = Plain(path) if _PLAIN.fullmatch(path) else path
    return _as_before(text, with_value(text.replace("\r\n", "\n"), ["changes", change, "patch"], value))


def _lines(values: Mapping[str, Value], column: int) -> str:
    return "\n".join(
        f"{' ' * column}{key}: {yaml_scalar(value.text)}{f' # {value.comment}' if value.comment else ''}"
        for key, value in values.items()
    )


def _as_before(text: str, written: str) -> str:
    is_windows = "\r\n" in text and text.count("\r\n") == text.count("\n")
    return written.replace("\n", "\r\n") if is_windows else written
