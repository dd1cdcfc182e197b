"""Files in pip's requirement format as logical lines, and what is wrong with one of them.

Nothing here follows an include, expands a variable or asks an index.
"""

import codecs
import re
from collections.abc import Iterator
from enum import StrEnum

from packaging.requirements import InvalidRequirement, Requirement

from reprobridge_spec.frozen import dataclass
from reprobridge_spec.lazy_pattern import lazy_pattern


class FaultKind(StrEnum):
    """What is wrong with a line."""

    UNREADABLE = "unreadable"
    PLACE = "place"
    CREDENTIALS = "credentials"
    INCLUDE = "include"
    OPTION = "option"
    EDITABLE = "editable"
    LOCAL_URL = "local-url"
    LOCAL_PATH = "local-path"
    URL = "url"
    UNPINNED = "unpinned"
    UNHASHED = "unhashed"
    OTHER_HASH = "other-hash"
    DUPLICATE = "duplicate"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """One line that cannot stand as it is.

    Attributes:
        line: counted from one.
        message: one sentence on what is wrong; no user name or password is in it.
        advice: one sentence on what to do.
        subject: the package or the option that the line is about; empty where it is about neither.
        target: the path or address that the line names, without user name and password; empty where it names none.
    """

    kind: FaultKind
    line: int
    message: str
    advice: str
    subject: str = ""
    target: str = ""

    @property
    def names_index(self) -> bool:
        """Whether the line only says, by an `https` address, which index serves a package; nobody follows it."""
        return self.kind is FaultKind.PLACE and self.target.lower().startswith("https://")


@dataclass(frozen=True, slots=True)
class Line:
    """A logical line: continuation lines are joined, comments are gone.

    Attributes:
        number: its first line in the file, from one.
    """

    number: int
    text: str


class EncodingError(Exception):
    """Bytes that are no text.

    Attributes:
        fault: the same as a fault.
    """

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.message)
        self.fault = fault


_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_COMMENT = lazy_pattern(r"(?:^|(?<=\s))#.*$")
_USERINFO = lazy_pattern(r"(?<=://)(?!git@)[^/\s]+@")
"""What stands before the host; `git@` is the name that everybody has."""
_SCHEME = lazy_pattern(r"([A-Za-z][A-Za-z0-9+.-]+):")
_WHOLE_COMMIT = lazy_pattern(r"@[0-9a-f]{40}(?![0-9A-Za-z])")
_OPTION_BEHIND = lazy_pattern(
    r"[A-Za-z0-9][^\s/@:]{0,200}+(?:\s++(?!-)[^\s/@:]{1,200}+){0,10}+\s++(?P<option>--?[A-Za-z][A-Za-z-]{0,60})"
)
_TAKEN_BEHIND = frozenset(["--hash", "--config-settings", "--config-setting", "-C", "--global-option"])
_OF_CONDA = lazy_pattern(r"[\w.-]+=[^=\s]+(=[^=\s]+)?")
"""How `conda list --export` writes a package."""
_PLACE_OPTIONS = frozenset(["-i", "--index-url", "--extra-index-url", "-f", "--find-links", "--trusted-host"])
_INCLUDE_OPTIONS = frozenset(["-r", "--requirement", "-c", "--constraint"])
_EDITABLE_OPTIONS = frozenset(["-e", "--editable"])
_ARCHIVES = (".whl", ".zip", ".tar.gz", ".tgz", ".tar.bz2", ".tar.xz")


def decode(data: bytes) -> tuple[str, str]:
    """The text of a requirements file and its encoding: `utf-8`, `utf-8-sig` or `utf-16`, by its mark.

    Raises:
        EncodingError: it is neither.
    """
    encoding = next((name for mark, name in _MARKS if data.startswith(mark)), "utf-8")
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        raise EncodingError(_unreadable(data.count(b"\n", 0, error.start) + 1, "is not UTF-8")) from error
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        raise EncodingError(_unreadable(line, "holds NUL characters; it may be UTF-16 without its mark"))
    return text, encoding


def logical_lines(text: str) -> Iterator[Line]:
    """The lines of `text` with something in them, joined and stripped of comments as pip does it."""
    parts: list[str] = []
    first = 0
    for number, raw in enumerate(text.splitlines(), start=1):
        comment = raw.lstrip().startswith("#")
        first = first if parts else number
        parts.append(" " + raw if comment else raw.removesuffix("\\"))
        if raw.endswith("\\") and not comment:
            continue
        yield from _logical(first, parts)
        parts = []
    yield from _logical(first, parts)


def _logical(number: int, parts: list[str]) -> Iterator[Line]:
    text = _COMMENT.sub("", "".join(parts)).strip()
    if text:
        yield Line(number, text)


def comments(text: str) -> Iterator[Line]:
    """The comments of `text`, each with its own line."""
    for number, raw in enumerate(text.splitlines(), start=1):
        if match := _COMMENT.search(raw):
            yield Line(number, match.group().strip())


def without_credentials(text: str) -> str:
    """`text` with a user name and a password in an address taken out."""
    return _USERINFO.sub("***@", text)


def has_credentials(text: str) -> bool:
    """Whether an address in `text` holds a user name or a password."""
    return _USERINFO.search(text) is not None


def parse(line: Line) -> Requirement | Fault:
    """The requirement that stands in `line`, or why none does that an index could answer."""
    if line.text.startswith("-"):
        return option_fault(line)
    if has_credentials(line.text):
        return _fault(line, FaultKind.CREDENTIALS, "an address holds a user name or a password")
    if fault := _option_behind(line) or _place_fault(line):
        return fault
    try:
        requirement = Requirement(line.text)
    except InvalidRequirement as error:
        of_conda = _OF_CONDA.fullmatch(line.text)
        reason = "it is a line of conda's own list" if of_conda else str(error).splitlines()[0]
        return Fault(
            kind=FaultKind.UNREADABLE,
            line=line.number,
            message=f"`{line.text}` is no requirement: {reason}",
            advice=_OWN_LIST if of_conda else "Write `name`, `name==version` or `name>=version`.",
        )
    return _url_fault(line, requirement) if requirement.url else requirement


def option_fault(line: Line) -> Fault:
    """What is wrong with a line that is an option and not a requirement."""
    name = re.split(r"[\s=]", line.text, maxsplit=1)[0]
    if len(name) > 2 and not name.startswith("--"):  # noqa: PLR2004 (`-rother.txt`)
        name = name[:2]
    shown = without_credentials(line.text)
    if has_credentials(line.text):
        kind, reason = FaultKind.CREDENTIALS, "holds a user name or a password"
    elif name in _PLACE_OPTIONS:
        kind, reason = FaultKind.PLACE, "names a place, so it holds only where it was written"
    elif name in _INCLUDE_OPTIONS:
        kind, reason = FaultKind.INCLUDE, "takes in another file, which is not followed"
    elif name in _EDITABLE_OPTIONS:
        kind, reason = FaultKind.EDITABLE, "installs a source folder, which executes it"
    else:
        kind, reason = FaultKind.OPTION, "changes what pip does"
    return Fault(
        kind=kind,
        line=line.number,
        message=f"`{shown}` {reason}",
        advice=_ADVICE[kind],
        subject=name,
        target=shown[len(name) :].lstrip(" \t="),
    )


def _option_behind(line: Line) -> Fault | None:
    """The fault of a package with an option behind it, which pip takes in a line of its own alone."""
    match = _OPTION_BEHIND.match(line.text)
    if match is None or match["option"] in _TAKEN_BEHIND:
        return None
    return Fault(
        kind=FaultKind.OPTION,
        line=line.number,
        message=f"`{line.text}` has the option `{match['option']}` behind a package, where pip does not take it",
        advice="Write the option in a line of its own, or remove it.",
        subject=match["option"],
    )


def _place_fault(line: Line) -> Fault | None:
    text = line.text.split(";")[0].strip()
    if text.lower().startswith("file:"):
        return _fault(line, FaultKind.LOCAL_URL, f"`{text}` is a file of one machine", target=text)
    if "@" not in text.split("/")[0] and (match := _SCHEME.match(text)) and "/" in text:
        message = f"`{text}` is an address ({match[1]}), not a name{_loose(text)}"
        return _fault(line, FaultKind.URL, message, target=text)
    looks_local = text.startswith((".", "/", "~", "\\")) or re.match(r"[A-Za-z]:[\\/]", text)
    if looks_local or ("@" not in text and ("/" in text or text.lower().endswith(_ARCHIVES))):
        return _fault(line, FaultKind.LOCAL_PATH, f"`{text}` is a path, not a name", target=text)
    return None


def _url_fault(line: Line, requirement: Requirement) -> Fault:
    url = requirement.url or ""
    name = requirement.name
    if url.lower().startswith("file:"):
        kind, message = FaultKind.LOCAL_URL, f"{name} is taken from `{url}`, a file of one machine"
    elif not _SCHEME.match(url):
        kind, message = FaultKind.LOCAL_PATH, f"{name} is taken from the path `{url}`"
    else:
        kind, message = FaultKind.URL, f"{name} is taken from the address `{url}`{_loose(url)}"
    return _fault(line, kind, message, subject=name, target=url)


def _loose(url: str) -> str:
    """What to say of a repository without whole commit."""
    is_loose = url.startswith(("git+", "hg+", "svn+", "bzr+")) and not _WHOLE_COMMIT.search(url)
    return ", at no whole commit" if is_loose else ""


def _fault(line: Line, kind: FaultKind, message: str, subject: str = "", target: str = "") -> Fault:
    advice = _ADVICE[kind]
    return Fault(kind=kind, line=line.number, message=message, advice=advice, subject=subject, target=target)


def _unreadable(line: int, reason: str) -> Fault:
    return Fault(kind=FaultKind.UNREADABLE, line=line, message=f"the file {reason}", advice="Save it as UTF-8.")


_PIN = "Ask for the package by name, as `name==version`; `pip list --format=freeze` writes such lines."
_OWN_LIST = "Make the list with `pip list --format=freeze`, or say `tool: conda-lock` with an environment.yml."
_ADVICE = {
    FaultKind.PLACE: "Name the index in the guide, and remove the line: pip's own configuration sets it.",
    FaultKind.CREDENTIALS: "Remove it, and have the password changed: whoever reads the artifact has it now.",
    FaultKind.INCLUDE: "Write the lines of the other file into this one.",
    FaultKind.OPTION: "Remove the line.",
    FaultKind.EDITABLE: "Keep the source in `code/`, and ask for released packages by name.",
    FaultKind.LOCAL_URL: _PIN,
    FaultKind.LOCAL_PATH: _PIN,
    FaultKind.URL: _PIN,
}
