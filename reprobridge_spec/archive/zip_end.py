"""Finds the directory of a ZIP file from the records at its end; there must be one way to find it."""

from collections.abc import Callable

from reprobridge_spec.archive import zip_format as fmt
from reprobridge_spec.archive.refusal import damaged

ReadAt = Callable[[int, int], bytes]
"""Bytes of the file, by offset and length; fewer only at its end."""

_COMMENT = 1 << 16
_FULL = (fmt.FULL16, fmt.FULL16, fmt.FULL32, fmt.FULL32)


def find_directory(read_at: ReadAt, length: int, file: str) -> tuple[int, int, int]:
    """Where the directory of a file of `length` bytes begins, its bytes, and its number of entries.

    Raises:
        ArtifactError: it is no ZIP file, or parts of it are missing, or other bytes stand before or after it.
    """
    tail_begin, tail = _tail(read_at, length)
    at = tail.rfind(fmt.END_MARK)
    if at < 0 or len(tail) - at < fmt.END.size:
        raise damaged(file, "it is no ZIP file, or its end is missing")
    _, disk, first_disk, here, count, size, offset, comment = fmt.END.unpack_from(tail, at)
    if at + fmt.END.size + comment != len(tail):
        raise damaged(file, "bytes follow its end")
    end = tail_begin + at
    wide = _find_wide(read_at, end, file)
    if wide is not None:
        narrow = (here, count, size, offset)
        if any(low not in {high, full} for low, high, full in zip(narrow, wide, _FULL, strict=True)):
            raise damaged(file, "its two end records contradict each other")
        here, count, size, offset = wide
        end -= fmt.LOCATOR64.size + fmt.END64.size
    if disk or first_disk or here != count:
        raise damaged(file, "it is one part of several")
    if offset + size != end:
        raise damaged(file, "its directory is not where its end says; bytes are missing, or stand before it")
    return offset, size, count


def has_end(read_at: ReadAt, length: int) -> bool:
    """Whether a file ends as ZIP files do, whatever it begins with."""
    return fmt.END_MARK in _tail(read_at, length)[1]


def comment_of(read_at: ReadAt, length: int) -> bytes:
    """The comment of a ZIP file whose directory was found."""
    _, tail = _tail(read_at, length)
    return tail[tail.rfind(fmt.END_MARK) + fmt.END.size :]


def _tail(read_at: ReadAt, length: int) -> tuple[int, bytes]:
    begin = max(0, length - _COMMENT - fmt.END.size)
    return begin, read_at(begin, length - begin)


def _find_wide(read_at: ReadAt, end: int, file: str) -> tuple[int, int, int, int] | None:
    """Entries here, entries, bytes and offset of the directory by 64-bit records; None without them."""
    locator = read_at(max(0, end - fmt.LOCATOR64.size), min(end, fmt.LOCATOR64.size))
    if not locator.startswith(fmt.LOCATOR64_MARK) or len(locator) < fmt.LOCATOR64.size:
        return None
    _, _, at, disks = fmt.LOCATOR64.unpack(locator)
    record = read_at(at, fmt.END64.size) if at < end else b""
    if at + fmt.END64.size + fmt.LOCATOR64.size != end or not record.startswith(fmt.END64_MARK):
        raise damaged(file, "its 64-bit end record is not where it should be")
    _, rest, _, _, disk, first_disk, here, count, size, offset = fmt.END64.unpack(record)
    if disk or first_disk or disks > 1 or rest != fmt.END64.size - 12:
        raise damaged(file, "its 64-bit end record is of a kind that is not read")
    return here, count, size, offset
