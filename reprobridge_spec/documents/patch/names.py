"""How patch files write paths: quoted or not, with or without a first step such as `a/` and `b/`."""

import re

from reprobridge_spec.lazy_pattern import lazy_pattern

NOWHERE = "/dev/null"

_ESCAPES = {"a": 7, "b": 8, "t": 9, "n": 10, "v": 11, "f": 12, "r": 13, '"': 34, "\\": 92}
_ESCAPED = lazy_pattern(rb"\\(?:([0-7]{3})|(.))", re.DOTALL)
_QUOTED = lazy_pattern(rb'"((?:[^"\\]|\\.)*+)"', re.DOTALL)
_PREFIXES = frozenset("abciow")
"""First steps that git puts before paths: old and new, index, commit, object, work tree."""


def name_of(text: bytes) -> str:
    """The path of a `---`, `+++`, `rename` or `copy` line, without what stands behind a tab.

    Raises:
        ValueError: it is quoted wrongly, or no UTF-8.
    """
    text = text.rstrip(b"\r")
    quoted = _QUOTED.match(text)
    if text.startswith(b'"') and quoted is None:
        raise ValueError("a quoted path does not end")
    return _decoded(_unescaped(quoted[1]) if quoted else text.partition(b"\t")[0])


def names_of_header(text: bytes) -> tuple[str, str] | None:
    """Both paths behind `diff --git`; None where it cannot be told where the first one ends.

    Raises:
        ValueError: one is quoted wrongly, or no UTF-8.
    """
    text = text.rstrip(b"\r")
    if quoted := _QUOTED.match(text):
        return _decoded(_unescaped(quoted[1])), name_of(text[quoted.end() :].lstrip(b" "))
    if text.endswith(b'"') and b' "' in text:
        plain, _, quoted_rest = text.partition(b' "')
        return _decoded(plain), name_of(b'"' + quoted_rest)
    # without quotes both are the same path, so that the space between them stands in the middle
    middle = len(text) // 2
    if len(text) % 2 and text[middle : middle + 1] == b" ":
        first, second = _decoded(text[:middle]), _decoded(text[middle + 1 :])
        if first == second or _rest(first) == _rest(second):
            return first, second
    return None


def without_prefix(old: str, new: str) -> tuple[str, str]:
    """Both paths of a change without the step that a program put before them, where it did."""
    if NOWHERE in (old, new):
        path = new if old == NOWHERE else old
        first, slash, rest = path.partition("/")
        bare = rest if slash and first in _PREFIXES else path
        return (NOWHERE, bare) if old == NOWHERE else (bare, NOWHERE)
    if old == new:
        return old, new
    (first, one, _), (second, other, _) = old.partition("/"), new.partition("/")
    both_marked = bool(one and other) and first in _PREFIXES and second in _PREFIXES and first != second
    if both_marked or (one and other and _rest(old) == _rest(new)):
        return _rest(old), _rest(new)
    return old, new


def _rest(path: str) -> str:
    return path.partition("/")[2]


def _unescaped(text: bytes) -> bytes:
    def one(match: re.Match[bytes]) -> bytes:
        value = int(match[1], 8) if match[1] else _ESCAPES.get(match[2].decode("latin-1"), -1)
        if not 0 <= value < 256:  # noqa: PLR2004 (a byte)
            raise ValueError(f"a quoted path has the escape {match[0].decode('latin-1')!r}, which there is not")
        return bytes([value])

    return _ESCAPED.sub(one, text)


def _decoded(text: bytes) -> str:
    try:
        return text.decode("utf-8")
    except UnicodeDecodeError as error:
        raise ValueError("a path is not UTF-8") from error
