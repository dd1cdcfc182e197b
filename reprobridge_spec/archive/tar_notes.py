"""What a tar archive says of whoever packed it, beside its members: owners, comments, a name."""

from reprobridge_spec.archive.tar_header import TarHeader
from reprobridge_spec.rules.handed_over_names import COMMENT, EXTRAS, NAME, OWNERS

_MOST = 1 << 20
"""Bytes of each kind that are kept; what is more comes of nobody's tool."""
_OF_OWNERS = frozenset({"uname", "gname"})
_UNSAID = frozenset({"path", "linkpath", "size", "mtime", "atime", "ctime", "uid", "gid", "hdrcharset", "charset"})
_FLAGS, _EXTRA, _NAME, _COMMENT = 3, 4, 8, 16
_BEGIN = 10


class TarNotes:
    """Collects what headers and records say, each text once."""

    def __init__(self) -> None:
        self._texts: dict[str, dict[bytes, None]] = {OWNERS: {}, COMMENT: {}, NAME: {}, EXTRAS: {}}
        self._sizes = dict.fromkeys(self._texts, 0)

    def take_header(self, header: TarHeader) -> None:
        """Take over who owns a member."""
        for owner in header.owners:
            self._add(OWNERS, owner)

    def take_record(self, key: str, value: bytes) -> None:
        """Take over a further record before a member."""
        if key not in _UNSAID:
            self._add(OWNERS if key in _OF_OWNERS else COMMENT, value)

    def take_gzip(self, head: bytes) -> None:
        """Take over the extra field, the name and the comment in the header of a file that is compressed by gzip."""
        flags, position = head[_FLAGS], _BEGIN
        if flags & _EXTRA:
            length = int.from_bytes(head[position : position + 2], "little")
            self._add(EXTRAS, head[position + 2 : position + 2 + length])
            position += 2 + length
        for flag, what in ((_NAME, NAME), (_COMMENT, COMMENT)):
            if flags & flag:
                text, _, _ = head[position:].partition(b"\0")
                self._add(what, text)
                position += len(text) + 1

    def texts(self) -> dict[str, bytes]:
        """What was said, by the names of `handed_over_names`, one text a line."""
        return {what: b"\n".join(texts) for what, texts in self._texts.items()}

    def _add(self, what: str, text: bytes) -> None:
        if text and text not in self._texts[what] and self._sizes[what] + len(text) < _MOST:
            self._texts[what][text] = None
            self._sizes[what] += len(text)
