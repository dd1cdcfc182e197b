"""Paths inside an artifact: relative, with `/`, never out of the artifact.

One place says what a path may look like, for manifests, for packages and for `new`.
"""

import errno
import re
import unicodedata
from pathlib import Path, PurePosixPath

from reprobridge_spec.lazy_pattern import lazy_pattern

_RESERVED = lazy_pattern(r"(?:^|/)((?:con|prn|aux|nul|com[1-9]|lpt[1-9])(?:\.[^/]*)?)(?=/|$)", re.IGNORECASE)
_PLAIN = lazy_pattern(r"(?:[A-Za-z0-9_.-]*[A-Za-z0-9_-]/)*[A-Za-z0-9_.-]*[A-Za-z0-9_-]")
"""Paths of the usual kind, of which there are very many, and of which only reserved names are to be told."""
_WINDOWS_FORBIDDEN = frozenset('<>:"|?*')
MAX_BYTES = 1024
"""The longest path that is taken, in UTF-8 bytes."""


def fault_in(text: str) -> str | None:
    """Why `text` is no path inside an artifact, as the rest of a sentence; None where it is one."""
    if _PLAIN.fullmatch(text) and len(text) <= MAX_BYTES:
        return None
    if not text:
        return "is empty"
    if len(text.encode("utf-8", "surrogatepass")) > MAX_BYTES:
        return f"is longer than {MAX_BYTES} bytes"
    if not text.isprintable():
        categories = {unicodedata.category(character) for character in text}
        if "Cs" in categories:
            return "is no UTF-8"
        if "Cc" in categories:
            return "holds a control character"
    if "\\" in text:
        return "holds a backslash; folders are separated by `/`"
    if text.startswith("/") or (len(text) > 1 and text[1] == ":"):
        return "is absolute"
    return _fault_in_parts(text.split("/"))


def _fault_in_parts(parts: list[str]) -> str | None:
    for part in parts:
        if part == "..":
            return "climbs out of the artifact"
        if part in {"", "."}:
            return "has an empty step or `.` in it"
    return None


def portability_fault_in(text: str) -> str | None:
    """Why `text` cannot be a file on every common system; None where it can. `fault_in(text)` is None."""
    if unicodedata.normalize("NFC", text) != text:
        return "is not in Unicode form NFC"
    if reserved := _RESERVED.search(text):
        return f"has a step that Windows reserves, {reserved[1]!r}"
    if _PLAIN.fullmatch(text):
        return None
    for part in text.split("/"):
        if part[-1] in " .":
            return f"has a step that ends with a space or a dot, {part!r}"
        if _WINDOWS_FORBIDDEN & set(part):
            return f"has a character that Windows refuses, in {part!r}"
    return None


def folded(text: str) -> str:
    """The form under which two paths are one file on systems that fold case or Unicode forms."""
    if text.isascii():
        return text.lower()
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).casefold())


def below(root: Path, text: str) -> Path:
    """The file that `text` names below `root`.

    Raises:
        ValueError: `text` is no path inside an artifact, or a link on the way leads out of `root`.
    """
    if fault := fault_in(text):
        raise ValueError(f"{text!r} {fault}")
    path = root.joinpath(PurePosixPath(text))
    try:
        inside = _resolved(path).is_relative_to(root.resolve())
    except (RuntimeError, OSError) as error:  # before Python 3.13 a link in a circle is a RuntimeError
        raise ValueError(f"{text!r} leads nowhere: {error}") from error
    if not inside:
        raise ValueError(f"{text!r} leads out of the artifact through a link")
    return path


def _resolved(path: Path) -> Path:
    """Where `path` leads, be something there or not; an error for a link in a circle, on every Python."""
    try:
        return path.resolve(strict=True)
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise
        return path.resolve()
