"""Reads the directory of a ZIP file and believes nothing: what two readers could take differently is refused.

One reading must be possible, and only one: the directory ends where the file ends, the entries fill the file from
its first byte without gaps or overlaps, and the header before each entry says what the directory says.
"""

import stat

from reprobridge_spec.archive import zip_format as fmt
from reprobridge_spec.archive.refusal import damaged, refusal, refuse_above
from reprobridge_spec.archive.zip_end import ReadAt, find_directory
from reprobridge_spec.archive.zip_header import Header, check_header, read_extra
from reprobridge_spec.frozen import dataclass

_FREE = 256 << 20
_DESCRIPTORS = frozenset({12, 16, 20, 24})
_NAME_END = 46
_OF_EXTRAS = "bytes of extra fields"


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What a reader takes at most.

    Attributes:
        entries: files and folders.
        total: bytes of all files together, unpacked.
        ratio: how many times larger than the package they are; the first 256 MiB are free.
        names: bytes of all names, and of what stands beside them in a directory.
    """

    entries: int = 100_000
    total: int = 64 << 30
    ratio: int = 200
    names: int = 32 << 20

    def unpacked(self, length: int) -> int:
        """The bytes that may come of a package of `length` bytes."""
        return min(self.total, _FREE + self.ratio * length)


@dataclass(slots=True, kw_only=True)
class ZipEntry:
    """One entry, checked.

    Attributes:
        name: its path; a folder's without the slash at its end.
        begin: where its bytes begin.
        packed: how many they are.
        size: how many they are unpacked.
        comment: what the directory says of it for people.
        extras: what its extra fields hold besides numbers.
        unusual: why it is looked at only and not unpacked, as the rest of a sentence; empty where it may be.
    """

    name: str
    folder: bool
    link: bool
    executable: bool
    method: int
    begin: int
    packed: int
    size: int
    crc: int
    comment: bytes = b""
    extras: tuple[bytes, ...] = ()
    unusual: str = ""


def read_directory(read_at: ReadAt, length: int, file: str, limits: Limits) -> list[ZipEntry]:
    """The entries of a ZIP file of `length` bytes, in the order in which they lie in it.

    Names are paths as `artifact_path.fault_in` allows them, each once; whether two of them clash is not asked here.

    Args:
        read_at: reads the file.
        length: bytes of the file.
        file: its name, for messages.
        limits: what is taken at most.

    Raises:
        ArtifactError: it is no ZIP file, is damaged, or is made to deceive; every such entry is named.
    """
    begin, size, count = find_directory(read_at, length, file)
    refuse_above(count, limits.entries, "entries", file)
    refuse_above(size, limits.names, "bytes of names", file)
    headers = _headers(read_at(begin, size), count, file)
    names: set[str] = set()
    for header in headers:
        check_header(header, names)
    headers.sort(key=lambda header: header.offset)
    if begin and not headers:
        raise damaged(file, "bytes that belong to no entry stand before its directory")
    edges = [0, *(header.offset for header in headers[1:]), begin]
    entries = [_entry(read_at, header, *edges[number : number + 2]) for number, header in enumerate(headers)]
    _refuse_faulty(headers, file)
    refuse_above(sum(map(len, (field for entry in entries for field in entry.extras))), limits.names, _OF_EXTRAS, file)
    refuse_above(sum(entry.size for entry in entries), limits.unpacked(length), "bytes when it is unpacked", file)
    return entries


def _headers(data: bytes, count: int, file: str) -> list[Header]:
    headers: list[Header] = []
    position = 0
    for _ in range(count):
        if not data.startswith(fmt.CENTRAL_MARK, position) or len(data) - position < fmt.CENTRAL.size:
            raise damaged(file, f"its directory ends after {len(headers)} of {count} entries")
        fields = fmt.CENTRAL.unpack_from(data, position)
        flags, method, crc, packed, size = fields[3], fields[4], *fields[7:10]
        name_length, extra_length, comment_length, disk, _, attributes, offset = fields[10:]
        name_end = position + _NAME_END + name_length
        extra = data[name_end : name_end + extra_length]
        header = Header(data[position + _NAME_END : name_end], flags, method, crc, packed, size, attributes, offset)
        position = name_end + extra_length + comment_length
        header.comment = data[position - comment_length : position]
        if position > len(data):
            raise damaged(file, f"its directory ends after {len(headers)} of {count} entries")
        if disk:
            header.faults.append("lies in another part of the archive")
        read_extra(header, extra)
        headers.append(header)
    if position != len(data):
        raise damaged(file, "its directory is longer than its entries")
    return headers


def _entry(read_at: ReadAt, header: Header, position: int, end: int) -> ZipEntry:
    begin = _check_local(read_at, header)
    gap = end - begin - header.packed
    if header.offset < position or gap < 0:
        header.faults.append("shares bytes with another entry or the directory")
    elif header.offset > position or (gap and not (header.flags & fmt.DESCRIPTOR and gap in _DESCRIPTORS)):
        header.faults.append("has bytes beside it that belong to no entry")
    return ZipEntry(
        name=header.name.removesuffix("/"),
        folder=header.name.endswith("/"),
        link=stat.S_IFMT(header.attributes >> 16) == stat.S_IFLNK,
        executable=bool(header.attributes >> 16 & stat.S_IXUSR),
        method=header.method,
        begin=begin,
        packed=header.packed,
        size=header.size,
        crc=header.crc,
        comment=header.comment,
        extras=tuple(dict.fromkeys(header.extras)),
        unusual=" and ".join(header.unusual),
    )


def _check_local(read_at: ReadAt, header: Header) -> int:
    """Where the bytes of the entry begin, by the header before them."""
    guess = fmt.LOCAL.size + len(header.raw) + 64
    data = read_at(header.offset, guess)
    if len(data) < fmt.LOCAL.size or not data.startswith(fmt.LOCAL_MARK):
        header.faults.append("has no header where the directory says")
        return header.offset
    _, _, flags, method, _, _, crc, packed, size, name_length, extra_length = fmt.LOCAL.unpack_from(data)
    name_end: int = fmt.LOCAL.size + name_length
    begin: int = name_end + extra_length
    if begin > len(data):
        data = read_at(header.offset, begin)
    if data[fmt.LOCAL.size : name_end] != header.raw:
        header.faults.append("has another name in the header before it")
    if method != header.method or (flags ^ header.flags) & (fmt.ENCRYPTED | fmt.DESCRIPTOR | fmt.UTF8):
        header.faults.append("is kept in another way by the header before it")
    _check_local_sizes(header, data[name_end:begin], crc, packed, size)
    return header.offset + begin


def _check_local_sizes(header: Header, extra: bytes, crc: int, packed: int, size: int) -> None:
    try:
        wide = iter(fmt.wide_fields(extra))
        header.extras += fmt.unusual_fields(extra)
    except ValueError as error:
        header.faults.append(str(error))
        return
    size = next(wide, size) if size == fmt.FULL32 else size
    packed = next(wide, packed) if packed == fmt.FULL32 else packed
    said = (crc, packed, size)
    # a writer that could not go back leaves zeros here and the numbers behind the bytes
    if said != (header.crc, header.packed, header.size) and not (header.flags & fmt.DESCRIPTOR and not any(said)):
        header.faults.append("has another size or checksum in the header before it")


def _refuse_faulty(headers: list[Header], file: str) -> None:
    faults: dict[str, str] = {}
    for header in headers:
        if header.faults:
            faults.setdefault(header.name, " and ".join((*header.faults, *header.unusual)))
    if faults:
        raise refusal(file, faults)
