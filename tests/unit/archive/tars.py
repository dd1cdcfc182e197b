"""Tar archives made by hand, honest and otherwise."""

from dataclasses import dataclass

DATA = b"some bytes, some bytes, some bytes"
END = bytes(1024)


@dataclass
class T:
    """One member; what is not given is as it should be."""

    name: str | bytes
    data: bytes = DATA
    letter: bytes = b"0"
    mode: int = 0o644
    target: bytes = b""
    size: int | None = None
    size_field: bytes | None = None
    magic: bytes = b"ustar\x0000"
    prefix: bytes = b""
    checksum: int | None = None
    after_name: bytes = b""

    def bytes(self) -> bytes:
        name = self.name.encode() if isinstance(self.name, str) else self.name
        size = len(self.data) if self.size is None else self.size
        field = self.size_field or b"%011o\0" % size
        head = (
            (name + (b"\0" + self.after_name if self.after_name else b"")).ljust(100, b"\0")
            + b"%07o\0" % self.mode + b"0000000\0" * 2 + field + b"00000000000\0" + b" " * 8 + self.letter
            + self.target.ljust(100, b"\0") + self.magic + bytes(64) + b"0000000\0" * 2
            + self.prefix.ljust(155, b"\0") + bytes(12)
        )  # fmt: skip
        assert len(head) == 512
        checksum = sum(head) if self.checksum is None else self.checksum
        head = head[:148] + b"%06o\0 " % checksum + head[156:]
        return head + self.data + bytes(-len(self.data) % 512)


def tar(*members: T, end: bytes = END) -> bytes:
    return b"".join(member.bytes() for member in members) + end


def record(key: str, value: str | bytes) -> bytes:
    """One record of a pax header."""
    body = b" " + key.encode() + b"=" + (value.encode() if isinstance(value, str) else value) + b"\n"
    length = len(body)
    while length != len(body) + len(str(length)):
        length = len(body) + len(str(length))
    return str(length).encode() + body


def pax(*records: bytes, letter: bytes = b"x") -> T:
    return T("PaxHeaders/x", b"".join(records), letter)
