"""Lists of digests in the form of `sha256sum`: for each path the SHA-256 of its bytes."""

import re
from functools import lru_cache

from reprobridge_spec import artifact_path
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.lazy_pattern import lazy_pattern

_GNU = lazy_pattern(r"(\\?)([0-9a-fA-F]{64}) [ *](.+)", re.DOTALL)
_BSD = lazy_pattern(r"(\\?)SHA256 \((.+)\) = ([0-9a-fA-F]{64})", re.DOTALL)
_BEGINNING = lazy_pattern(
    rb"(?:\xef\xbb\xbf)?(?:[ \t]{0,40}(?:#[^\n]{0,2000})?\r?\n){0,200}+\\?"
    rb"(?:[0-9a-fA-F]{64} [ *][^\n]|SHA256 \([^\n]{1,4096}\) = [0-9a-fA-F]{64})"
)
_ESCAPES = {r"\\": "\\", r"\n": "\n", r"\r": "\r"}
_ESCAPE = lazy_pattern(r"\\[\\nr]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """One file of the list.

    Attributes:
        path: relative, folders separated by `/`.
        sha256: in small hex digits.
        line: counted from one.
    """

    path: str
    sha256: str
    line: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ListFault:
    """One line that names no file inside the input, as a sentence with a place.

    Attributes:
        line: counted from one.
        message: one sentence on what is wrong.
        advice: one sentence on what to do.
    """

    line: int
    message: str
    advice: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DigestList:
    """What a list of digests names.

    Attributes:
        files: in the order of the list, each path once.
        faults: lines that cannot be taken, in the order of the list.
    """

    files: tuple[Listed, ...]
    faults: tuple[ListFault, ...]

    @property
    def by_path(self) -> dict[str, str]:
        """SHA-256 of each path."""
        return {listed.path: listed.sha256 for listed in self.files}


@lru_cache(maxsize=4)  # several rules read the same list
def read(data: bytes) -> DigestList:
    """What the bytes of a `sha256sum` list name; comments and empty lines are passed over.

    Both forms of the program are read, with and without its mark for binary mode and with its escapes.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        return DigestList(files=(), faults=(_fault(line, "the list is not UTF-8", "Save it as UTF-8."),))
    files: dict[str, Listed] = {}
    faults: list[ListFault] = []
    for number, raw in enumerate(text.split("\n"), start=1):
        if not raw.strip() or raw.startswith("#"):
            continue
        match _read_line(number, raw, files):
            case ListFault() as fault:
                faults.append(fault)
            case listed:
                files[listed.path] = listed
    faults += _overlaps(files)
    if not files and not faults:
        faults.append(_fault(1, "the list names no file", "Make it with `sha256sum FILE ... > LIST`."))
    return DigestList(files=tuple(files.values()), faults=tuple(sorted(faults, key=lambda fault: fault.line)))


def is_one(data: bytes) -> bool:
    """Whether the first line with something in it is that of a list of SHA-256 digests."""
    return _BEGINNING.match(data) is not None


def _read_line(number: int, raw: str, before: dict[str, Listed]) -> Listed | ListFault:
    if raw.endswith("\r"):
        return _fault(
            number,
            "the line ends with a carriage return, which `sha256sum` takes for a part of the name",
            "Save the list with LF line ends, and mark it `-text` in .gitattributes.",
        )
    if match := _GNU.fullmatch(raw):
        escaped, sha256, name = match.groups()
    elif match := _BSD.fullmatch(raw):
        escaped, name, sha256 = match.groups()
    else:
        return _fault(
            number,
            "the line is no SHA-256 digest with a path",
            "Make the list with `sha256sum`: 64 hex digits, two spaces, a path.",
        )
    path = _ESCAPE.sub(lambda found: _ESCAPES[found.group()], name) if escaped else name
    path = path.removeprefix("./")
    if reason := artifact_path.fault_in(path):
        return _fault(number, f"{path!r} {reason}", "Make the list in the input's own folder.")
    if path in before:
        return _fault(number, f"{path!r} stands here and in line {before[path].line}", "Keep one of the two.")
    return Listed(path=path, sha256=sha256.lower(), line=number)


def _overlaps(files: dict[str, Listed]) -> list[ListFault]:
    """Files that stand where another path of the list needs a folder."""
    faults: list[ListFault] = []
    for path, listed in files.items():
        steps = path.split("/")
        folders = ("/".join(steps[:count]) for count in range(1, len(steps)))
        if blocked := next((folder for folder in folders if folder in files), None):
            faults.append(
                _fault(
                    listed.line,
                    f"{path!r} lies below {blocked!r}, which line {files[blocked].line} lists as a file",
                    "Make the list anew with `sha256sum`.",
                )
            )
    return faults


def _fault(line: int, message: str, advice: str) -> ListFault:
    return ListFault(line=line, message=message, advice=advice)
