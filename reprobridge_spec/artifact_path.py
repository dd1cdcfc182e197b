"""Paths inside an artifact: relative, with `/`, never out of the artifact.

One place says what a path may look like, for manifests, for packages and for `new`.
"""

import unicodedata
from pathlib import Path, PurePosixPath

_RESERVED = frozenset(
    ["con", "prn", "aux", "nul", *(f"com{n}" for n in range(1, 10)), *(f"lpt{n}" for n in range(1, 10))]
)
_WINDOWS_FORBIDDEN = frozenset('<>:"|?*')
MAX_BYTES = 1024
"""The longest path that is taken, in UTF-8 bytes."""


def fault_in(text: str) -> str | None:
    """Why `text` is no path inside an artifact, as the rest of a sentence; None where it is one."""
    if not text:
        return "is empty"
    if len(text.encode("utf-8", "surrogatepass")) > MAX_BYTES:
        return f"is longer than {MAX_BYTES} bytes"
    if not text.isprintable() and any(unicodedata.category(character) in {"Cc", "Cs"} for character in text):
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
    for part in text.split("/"):
        if part.split(".")[0].lower() in _RESERVED:
            return f"has a step that Windows reserves, {part!r}"
        if part[-1] in " .":
            return f"has a step that ends with a space or a dot, {part!r}"
        if _WINDOWS_FORBIDDEN & set(part):
            return f"has a character that Windows refuses, in {part!r}"
    return None


def folded(text: str) -> str:
    """The form under which two paths are one file on systems that fold case or Unicode forms."""
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
        inside = path.resolve().is_relative_to(root.resolve())
    except (RuntimeError, OSError) as error:  # before Python 3.13 a link in a circle is a RuntimeError
        raise ValueError(f"{text!r} leads nowhere: {error}") from error
    if not inside:
        raise ValueError(f"{text!r} leads out of the artifact through a link")
    return path
