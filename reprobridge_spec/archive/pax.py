"""The further records that stand before a member of a tar archive: long names, large sizes."""

from collections.abc import Iterator

from reprobridge_spec.archive.tar_header import TarHeader, TarKind
from reprobridge_spec.archive.tar_notes import TarNotes

LIMIT = 1 << 20
"""Bytes of records that are taken before one member."""

_WIDEST = (8 << 30) - 1
"""The largest size that a header itself can hold as digits."""
_DIGITS = 7
_DECIDING = frozenset({"path", "linkpath", "size"})
_SPARSE = "GNU.sparse."


class Further:
    """What stands before a member and changes how its header reads.

    Attributes:
        any: whether something stands there for this member alone.
        records: how many records were read.
    """

    def __init__(self, notes: TarNotes) -> None:
        """Nothing yet; what changes nothing goes to `notes`."""
        self._notes = notes
        self._found: dict[str, bytes] = {}
        self.any = False
        self.records = 0

    def take(self, header: TarHeader, data: bytes) -> None:
        """Take over records.

        Raises:
            ValueError: they contradict one another, or are none; the text is the rest of a sentence that begins with
                "a header".
        """
        self.any = self.any or header.kind is not TarKind.PAX_GLOBAL
        if header.kind is TarKind.LONG_NAME:
            self._set("path", _ended(data))
        elif header.kind is TarKind.LONG_TARGET:
            self._set("linkpath", _ended(data))
        else:
            for key, value in _records(data):
                self.records += 1
                self._take_record(key, value, everywhere=header.kind is TarKind.PAX_GLOBAL)

    def apply(self, header: TarHeader) -> None:
        """Let the records stand for what the header says.

        Raises:
            ValueError: they and the header give two sizes.
        """
        header.name = self._found.get("path", header.name)
        header.target = self._found.get("linkpath", header.target)
        if (size := self._found.get("size")) is not None:
            number = _whole(size)
            if number <= _WIDEST and header.size != number:
                raise ValueError("gives another size than the records before it")
            header.size = number

    def _take_record(self, key: str, value: bytes, *, everywhere: bool) -> None:
        if key.startswith(_SPARSE):
            raise ValueError("stands before a file with holes, which is not read")
        self._notes.take_record(key, value)
        if key in _DECIDING:
            if everywhere:
                raise ValueError(f"gives one {key} to all members")
            self._set(key, value)

    def _set(self, key: str, value: bytes) -> None:
        if self._found.setdefault(key, value) != value:
            raise ValueError(f"gives a second {key} to the same member")


def _ended(data: bytes) -> bytes:
    text, end, rest = data.partition(b"\0")
    if not end or rest.strip(b"\0"):
        raise ValueError("holds a long name with bytes behind its end")
    return text


def _records(data: bytes) -> Iterator[tuple[str, bytes]]:
    position = 0
    while position < len(data):
        digits, space, _ = data[position : position + _DIGITS + 1].partition(b" ")
        length = _whole(digits) if space else 0
        record = data[position + len(digits) + 1 : position + length]
        if length <= len(digits) or position + length > len(data) or not record.endswith(b"\n"):
            raise ValueError("holds records that do not fit their lengths")
        key, equals, value = record[:-1].partition(b"=")
        if not equals or not key:
            raise ValueError("holds a record without a key")
        yield key.decode("utf-8", "replace"), value
        position += length


def _whole(text: bytes) -> int:
    if not text.isdigit() or len(text) > 2 * _DIGITS:
        raise ValueError("holds a number that is none")
    return int(text)
