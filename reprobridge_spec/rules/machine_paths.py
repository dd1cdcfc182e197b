"""Absolute paths in a text, and which of them lead into somebody's machine."""

import re
from collections.abc import Iterable, Iterator

from reprobridge_spec.frozen import dataclass
from reprobridge_spec.lazy_pattern import lazy_pattern

_STEP = rb"[A-Za-z0-9_.@%+~${}-]{1,100}+"
_ABSOLUTE = lazy_pattern(rb"/" + _STEP + rb"(?:/" + _STEP + rb"){1,30}+/?")
_GOES_ON_FROM = frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.)]}~$/@%#*?>-\\")
"""What stands before a slash that is not the first of a path."""
_FILE = b"file://"
_BEFORE_ONE = (b":-", b":=", b" -I", b" -L")
"""What stands before a path all the same: defaults of a shell, folders of a compiler."""
_OF_THE_READER = lazy_pattern(r"/[^/]+/[${%]")
"""A folder of whoever runs it: not there for a run, and nobody's in particular."""
_DRIVE_SIGN = lazy_pattern(rb":(?:\\|/(?!/))")
_DRIVE = lazy_pattern(
    rb"(?<![A-Za-z0-9_%\\/$@])[A-Za-z]:(?P<sep>\\\\|/(?!/)|\\)"
    rb"[A-Za-z0-9_][\w .-]{1,100}+(?:(?P=sep)[\w.-]{1,100}+)++"
    rb"|(?<=[\"'])[A-Z]:(?:\\\\|/)[A-Za-z]\w{2,100}+(?=[\"'])"
)
_OF_SOMEBODY = lazy_pattern(
    r"/(?:home[0-9]*|Users|scratch[0-9]*|mnt|media|nfs[0-9a-z_-]*|gpfs[0-9a-z_-]*|lustre[0-9a-z_-]*|raid[0-9]*"
    r"|ssd[0-9]*|hdd[0-9]*|nas[0-9a-z_-]*|disk[0-9a-z_-]*|export|cluster|ceph[0-9a-z_-]*|vol[0-9]+"
    r"|data[0-9]+|p/project|private/home|public/home|fsx|cephfs|beegfs|netscratch|localscratch|remote-home[0-9]*"
    r"|Volumes|afs|HDD[0-9]*|SSD[0-9]*)/"
)
_OF_SOME_MACHINES = lazy_pattern(
    r"/(?:root|data|Data|DATA|localdata|datasets?|storage[0-9]*|projects?|work[0-9]*|workspaces?|shared?[0-9]*|checkpoint|content/drive|kaggle)/"
)
_MADE_UP = lazy_pattern(
    r"/(?:path|your|my|some|absolute|full|example|foo|xxx+)(?:[/_-]|$)|\.\.\.|path_to"
    r"|/(?:home|Users)[0-9]*/(?:user(?:name)?|you|me|your[a-z_-]*|name|xxx+)(?:/|$)"
    r"|/home/(?:ubuntu|runner|docker|jovyan|agent|app|app-?user|node|vscode|coder|sandbox|nonroot|gitpod|container"
    r"|ec2-user)(?:/|$)",
    re.IGNORECASE,
)
"""Paths that stand for a path of the reader's, and those of images that anybody can have."""


@dataclass(frozen=True, slots=True)
class AbsolutePath:
    """A path in a text.

    Attributes:
        start: its first byte.
        certain: whether no machine but somebody's has it; else it is one that many machines have, or are given.
    """

    text: str
    start: int
    certain: bool


def absolute_paths(data: bytes) -> Iterator[tuple[int, str]]:
    """Place and text of each absolute path of at least two steps that is no part of another path or of an address."""
    for match in _ABSOLUTE.finditer(data):
        start = match.start()
        if not start or data[start - 1] not in _GOES_ON_FROM or data.endswith((_FILE, *_BEFORE_ONE), 0, start):
            text = match[0].decode().rstrip(".")
            yield start, text if "{" in text else text.rstrip("}")


def machine_paths(data: bytes, found: Iterable[tuple[int, str]] | None = None) -> Iterator[AbsolutePath]:
    """The paths of one machine in a text, in order; example paths, and what follows the name of a host, are none.

    Args:
        data: the text.
        found: its absolute paths, where they are known already.
    """
    posix = _posix(data, absolute_paths(data) if found is None else found)
    yield from sorted([*posix, *_windows(data)], key=lambda path: path.start)


def _posix(data: bytes, found: Iterable[tuple[int, str]]) -> Iterator[AbsolutePath]:
    for start, text in found:
        is_one = _OF_SOMEBODY.match(text) is not None
        if (is_one or _OF_SOME_MACHINES.match(text)) and not _MADE_UP.search(text) and not _is_index(data, start):
            yield AbsolutePath(text, start, certain=is_one and _OF_THE_READER.match(text) is None)


def _is_index(data: bytes, start: int) -> bool:
    """Whether it is a place inside a file, as of HDF5."""
    return data[max(0, start - 2) : start] in {b'["', b"['"}


def _windows(data: bytes) -> Iterator[AbsolutePath]:
    if not _DRIVE_SIGN.search(data):
        return  # nearly every file
    for match in _DRIVE.finditer(data):
        before = data[max(0, match.start() - 2) : match.start()].lower()
        if match["sep"] == b"\\" and before[:1] != b"r" and before[1:] in {b'"', b"'"}:
            continue  # an escape such as \n in a text of Python
        text = match[0].decode("utf-8", "replace").replace("\\\\", "\\")
        if not _MADE_UP.search(text.replace("\\", "/")):
            yield AbsolutePath(text, match.start(), certain=True)
