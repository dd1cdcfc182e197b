"""Lines of strace, as what processes did. What is of no interest for the files of a run is passed over early."""

import re
from collections.abc import Callable, Iterable, Iterator
from posixpath import basename, join, normpath

from reprobridge_spec.launch.ancestry.events import Began, Dated, Event, Linked, Moved, Opened, Poured, Split
from reprobridge_spec.launch.ancestry.inside import ELSEWHERE, Inside
from reprobridge_spec.lazy_pattern import lazy_pattern

_LINE = lazy_pattern(rb"(\d{1,10})\s++(\d{1,12}\.\d{6}) ([a-z_0-9]{2,20})\((.*)\)\s++= (.*)", re.DOTALL)
_RESULT = lazy_pattern(rb"\d{1,10}<([^>]*+)>")
_STRING = lazy_pattern(rb'"((?:[^"\\]|\\.)*+)"(\.\.\.)?+', re.DOTALL)
_PLACE = lazy_pattern(rb'(?:(?:AT_FDCWD|\d{1,10})<([^>]*+)>, )?"((?:[^"\\]|\\.)*+)"', re.DOTALL)
_HERE = lazy_pattern(rb"AT_FDCWD<([^>]*+)>")
_DESCRIPTOR = lazy_pattern(rb"\d{1,10}<([^>]*+)>")
_CHILD = lazy_pattern(rb"(\d{1,10})(?: /\* (\d{1,10}) in strace's PID NS \*/)?")
_FLAGS = lazy_pattern(rb"\bO_[A-Z_|O]{1,200}")
_ESCAPE = lazy_pattern(rb"\\(x[0-9a-f]{2}|[0-7]{1,3}|.)", re.DOTALL)
_LETTERS = {b"n": b"\n", b"t": b"\t", b"r": b"\r", b"v": b"\v", b"f": b"\f", b"a": b"\a", b"b": b"\b", b"e": b"\x1b"}
_SYSTEM = ("/usr/", "/lib", "/bin/", "/sbin/", "/etc/", "/proc/", "/sys/", "/dev/", "/newroot/", "/oldroot/")
_CODE = (".py", ".pyc", ".so")
_LONGEST_LINE = 1 << 17
_MOST_LINES = 20_000_000


def events(lines: Iterable[bytes], inside: Inside) -> Iterator[Event]:
    """What the lines of a trace tell of the files of a run, in any order.

    Args:
        lines: the trace; lines that cannot be read are passed over, as a killed run leaves one.
        inside: the run's folders.
    """
    reader = _Reader(inside)
    for number, line in enumerate(lines):
        if number >= _MOST_LINES:
            return
        if len(line) < _LONGEST_LINE and (match := _LINE.match(line)) is not None:
            process, at, call, arguments, result = match.groups()
            read = reader.calls.get(call)
            if read is not None:
                yield from read(int(process), float(at), arguments, result)


class _Reader:
    """Reads calls; knows in which folder each process stands."""

    def __init__(self, inside: Inside) -> None:
        self._inside = inside
        self._here: dict[int, str] = {}
        self.calls: dict[bytes, Callable[[int, float, bytes, bytes], Iterator[Event]]] = {
            **dict.fromkeys((b"execve", b"execveat"), self._began),
            **dict.fromkeys((b"clone", b"clone3", b"fork", b"vfork"), self._split),
            **dict.fromkeys((b"open", b"openat", b"openat2", b"creat"), self._opened),
            **dict.fromkeys((b"rename", b"renameat", b"renameat2"), self._moved),
            **dict.fromkeys((b"link", b"linkat"), self._linked),
            **dict.fromkeys((b"sendfile", b"copy_file_range"), self._poured),
            **dict.fromkeys((b"utime", b"utimes", b"futimesat", b"utimensat"), self._dated),
            b"chdir": self._went,
        }

    def _name(self, path: str) -> str:
        return self._inside.name_of(path) or ELSEWHERE

    def _began(self, process: int, at: float, said: bytes, _result: bytes) -> Iterator[Event]:
        start = said.find(b"[")
        strings = list(_STRING.finditer(said, max(start, 0), _end_of_list(said, start)))
        whole = start >= 0 and not any(match[2] for match in strings) and b", ...]" not in said[start:]
        words = tuple(_text(match[1]) for match in strings)
        program = next((_text(match[1]) for match in _STRING.finditer(said)), "")
        yield Began(process, at, basename(words[0] if words else program), words if whole else None)

    def _split(self, process: int, at: float, _said: bytes, result: bytes) -> Iterator[Event]:
        match = _CHILD.match(result)
        if match is not None:
            child = int(match[2] or match[1])
            if process in self._here:
                self._here.setdefault(child, self._here[process])
            yield Split(process, at, child)

    def _opened(self, process: int, at: float, said: bytes, result: bytes) -> Iterator[Event]:
        if (here := _HERE.match(said)) is not None:
            self._here[process] = _text(here[1])
        if (match := _RESULT.match(result)) is None:
            return
        path = _text(match[1]).removesuffix("(deleted)")
        # behind the name, in which anything may stand
        flags = _FLAGS.search(said, said.rfind(b'"') + 1)
        told = flags[0] if flags is not None else b"O_WRONLY"
        writes = b"O_WRONLY" in told or b"O_RDWR" in told
        name = self._name(path)
        if writes or not (path.startswith(_SYSTEM) or path.endswith(_CODE) or b"O_DIRECTORY" in told):
            yield Opened(process, at, name, writes, handed_on=b"O_CLOEXEC" not in told)

    def _pair(self, process: int, said: bytes) -> tuple[str, str] | None:
        places = list(_PLACE.finditer(said))
        if len(places) != 2:  # noqa: PLR2004 (from and to)
            return None
        old, new = (self._name(self._whole(process, match[1], match[2])) for match in places)
        return old, new

    def _whole(self, process: int, folder: bytes | None, path: bytes) -> str:
        here = _text(folder) if folder is not None else self._here.get(process, "/")
        return normpath(join(here, _text(path)))

    def _moved(self, process: int, at: float, said: bytes, _result: bytes) -> Iterator[Event]:
        if (pair := self._pair(process, said)) is not None:
            yield Moved(process, at, *pair)

    def _linked(self, process: int, at: float, said: bytes, _result: bytes) -> Iterator[Event]:
        if (pair := self._pair(process, said)) is not None:
            yield Linked(process, at, *pair)

    def _poured(self, process: int, at: float, said: bytes, _result: bytes) -> Iterator[Event]:
        found = [self._name(_text(match[1])) for match in _DESCRIPTOR.finditer(said)][:2]
        if len(found) == 2:  # noqa: PLR2004 (from and to)
            # sendfile names the target first, copy_file_range the source; only the latter has offsets behind each
            source, target = found if said.count(b", ") >= 5 else reversed(found)  # noqa: PLR2004
            yield Poured(process, at, source, target)

    def _dated(self, process: int, at: float, said: bytes, _result: bytes) -> Iterator[Event]:
        if (match := _PLACE.match(said)) is not None:
            yield Dated(process, at, self._name(self._whole(process, match[1], match[2])))
        elif (match := _DESCRIPTOR.match(said)) is not None:
            yield Dated(process, at, self._name(_text(match[1])))

    def _went(self, process: int, _at: float, said: bytes, _result: bytes) -> Iterator[Event]:
        if (match := _STRING.match(said)) is not None:
            self._here[process] = normpath(join(self._here.get(process, "/"), _text(match[1])))
        yield from ()


def _end_of_list(said: bytes, start: int) -> int:
    """Where the list of arguments ends: at the first bracket outside a text."""
    place = start
    while place >= 0:
        bracket, quote = said.find(b"]", place), said.find(b'"', place)
        if quote < 0 or bracket < quote:
            return bracket if bracket >= 0 else len(said)
        match = _STRING.match(said, quote)
        place = match.end() if match is not None else -1
    return len(said)


def _text(escaped: bytes) -> str:
    """A name as it is; what is no UTF-8 as `os.fsdecode` has it."""
    plain = _ESCAPE.sub(_unescaped, escaped) if b"\\" in escaped else escaped
    return plain.decode("utf-8", "surrogateescape")


def _unescaped(match: re.Match[bytes]) -> bytes:
    code = match[1]
    if code[:1] == b"x" and len(code) > 1:
        return bytes([int(code[1:], 16)])
    if code.isdigit():
        return bytes([int(code, 8) & 255])
    return _LETTERS.get(code, code)
