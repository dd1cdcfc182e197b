"""Members of ZIP files that lie in an artifact: office documents, wheels, saved arrays and models.

For packages of artifacts, which strangers hand over to be unpacked, there is `archive`. Here nothing gets to a disk.
"""

import struct
import zlib
from collections.abc import Iterator, Mapping

from reprobridge_spec.documents.parts.base import MOST_BYTES, MOST_PARTS, Form, NotThisFormError, Part, inflated
from reprobridge_spec.frozen import dataclass

_END = struct.Struct("<4s4H2IH")
_CENTRAL = struct.Struct("<4s6H3I5H2I")
_LOCAL = struct.Struct("<4s5H3I2H")
_UTF8, _ENCRYPTED = 1 << 11, 1
_STORED, _DEFLATED = 0, 8
_BIG = 0xFFFFFFFF


@dataclass(frozen=True, slots=True, kw_only=True)
class _Member:
    """One entry of the list at the end, with the bytes of its content as they lie there."""

    fields: tuple[int, ...]
    name: str
    raw: bytes
    comment: bytes


def _members(data: bytes) -> tuple[list[_Member], bytes]:
    """The members in order, and the comment of the file."""
    at = data.rfind(b"PK\5\6", max(0, len(data) - 66_000))
    if at < 0 or at + _END.size > len(data):
        raise NotThisFormError("it has no list of members")
    _, disk, _, _, count, size, start, length = _END.unpack_from(data, at)
    if disk or start == _BIG or count > MOST_PARTS or start + size > at:
        raise NotThisFormError("its list of members is of a kind that is not read")
    try:
        found = list(_listed(data, start, count))
    except (struct.error, UnicodeDecodeError) as error:
        raise NotThisFormError(str(error)) from error
    return found, data[at + _END.size : at + _END.size + length]


def _listed(data: bytes, start: int, count: int) -> Iterator[_Member]:
    for _ in range(count):
        fields = _CENTRAL.unpack_from(data, start)
        name_size, extra_size, comment_size, place = *fields[10:13], fields[16]
        flags, packed = fields[3], fields[8]
        if fields[0] != b"PK\1\2" or flags & _ENCRYPTED or _BIG in (packed, fields[9], place):
            raise NotThisFormError("a member is of a kind that is not read")
        raw_name = data[start + _CENTRAL.size : start + _CENTRAL.size + name_size]
        local = _LOCAL.unpack_from(data, place)
        begin = place + _LOCAL.size + local[9] + local[10]
        after = start + _CENTRAL.size + name_size + extra_size
        yield _Member(
            fields=fields[1:],
            name=raw_name.decode("utf-8" if flags & _UTF8 else "cp437"),
            raw=data[begin : begin + packed],
            comment=data[after : after + comment_size],
        )
        start = after + comment_size


def _content(member: _Member, most: int) -> bytes:
    method, size = member.fields[3], member.fields[8]
    if size > most:
        raise NotThisFormError("it unpacks to more than is looked at")
    if method == _STORED:
        return member.raw
    if method != _DEFLATED:
        raise NotThisFormError("a member is compressed in a way that is not read")
    return inflated(member.raw, -15, size + 1)


def _parts(data: bytes) -> list[Part]:
    members, comment = _members(data)
    found: list[Part] = []
    room = MOST_BYTES
    for member in members:
        if member.name.endswith("/"):
            found.append(Part(name=member.name, data=b"", is_member=True))
            continue
        content = _content(member, room)
        room -= len(content)
        found.append(Part(name=member.name, data=content, is_member=True))
    return [*found, *([Part(name="(comment)", data=comment)] if comment else [])]


def _rebuilt(data: bytes, new: Mapping[str, bytes], renamed: Mapping[str, str]) -> bytes:
    members, comment = _members(data)
    body, central = bytearray(), bytearray()
    for member in members:
        fields = list(member.fields)
        raw = member.raw
        if member.name in new:
            raw = new[member.name]
            # stored, since not all programs compress to the same bytes
            fields[3], fields[6], fields[7], fields[8] = _STORED, zlib.crc32(raw), len(raw), len(raw)
        name = renamed.get(member.name, member.name).encode()
        flags = (fields[2] & ~(1 << 3)) | _UTF8
        place = len(body)
        body += _LOCAL.pack(b"PK\3\4", fields[1], flags, fields[3], fields[4], fields[5], *fields[6:9], len(name), 0)
        body += name + raw
        central += _CENTRAL.pack(
            b"PK\1\2",
            fields[0],
            fields[1],
            flags,
            *fields[3:9],
            len(name),
            0,
            len(member.comment),
            0,
            *fields[13:15],
            place,
        )
        central += name + member.comment
    note = new.get("(comment)", comment)
    end = _END.pack(b"PK\5\6", 0, 0, len(members), len(members), len(central), len(body), len(note))
    return bytes(body + central + end + note)


ZIP = Form(name="a ZIP file", parts=_parts, rebuilt=_rebuilt)
