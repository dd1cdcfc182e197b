"""Arrays of NumPy that hold texts: what their cells say, four bytes a character."""

from collections.abc import Mapping

from reprobridge_spec.documents.parts.base import Form, NotThisFormError, Part
from reprobridge_spec.documents.parts.wide import SEPARATOR, wide_texts, with_wide_texts
from reprobridge_spec.lazy_pattern import lazy_pattern

_SIGN = b"\x93NUMPY"
_TEXTS = lazy_pattern(rb"['\"][<>=]U\d")
_ALL_TEXT = lazy_pattern(rb"['\"]descr['\"]: ?['\"]([<>])U(\d{1,6})['\"]")
_MOST_OF_HEADER = 65_546
_HEAD, _CELLS = "(header)", "(cells)"


def holds_texts(data: bytes) -> bool:
    """Whether a file is an array whose cells, or fields of them, are texts."""
    return data.startswith(_SIGN) and _TEXTS.search(data[: data.find(b"\n", 0, _MOST_OF_HEADER) + 1]) is not None


def _split(data: bytes) -> tuple[bytes, bytes]:
    end = data.find(b"\n", 0, _MOST_OF_HEADER) + 1
    return data[:end], data[end:]


def _parts(data: bytes) -> list[Part]:
    head, cells = _split(data)
    return [
        Part(name=_HEAD, data=head[len(_SIGN) + 4 :], stays="it describes an array"),
        Part(name=_CELLS, data=_shown(head, cells).encode(), is_fixed=True),
    ]


def _shown(head: bytes, cells: bytes) -> str:
    coding, size = _cell(head)
    if not size:
        return wide_texts(cells)
    return SEPARATOR.join(_text(cells[at : at + size], coding) for at in range(0, len(cells), size))


def _cell(head: bytes) -> tuple[str, int]:
    """The encoding of a cell and its bytes; no bytes where cells hold more than a text."""
    match = _ALL_TEXT.search(head)
    return ("utf-32-le" if match[1] == b"<" else "utf-32-be", 4 * int(match[2])) if match else ("", 0)


def _text(cell: bytes, coding: str) -> str:
    return cell.decode(coding, "replace").rstrip("\0").replace(SEPARATOR, "?")


def _rebuilt(data: bytes, new: Mapping[str, bytes], _renamed: Mapping[str, str]) -> bytes:
    head, cells = _split(data)
    return head + (_written(head, cells, new[_CELLS].decode()) if _CELLS in new else cells)


def _written(head: bytes, cells: bytes, texts: str) -> bytes:
    coding, size = _cell(head)
    if not size:
        return with_wide_texts(cells, texts)
    changed, said = bytearray(cells), texts.split(SEPARATOR)
    if len(said) != len(range(0, len(cells), size)):
        raise NotThisFormError("it has another number of cells")
    for at, text in zip(range(0, len(cells), size), said, strict=True):
        if text != _text(cells[at : at + size], coding):
            changed[at : at + size] = text.encode(coding)[:size].ljust(size, b"\0")
    return bytes(changed)


NUMPY = Form(name="a NumPy array", parts=_parts, rebuilt=_rebuilt)
