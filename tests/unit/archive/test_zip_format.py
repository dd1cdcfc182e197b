import io
import struct
import zipfile

import pytest

from reprobridge_spec.archive.zip_format import CENTRAL, LOCAL, Method, Record, end_records, wide_fields

GIB = 1 << 30


def directory_of(record: Record) -> zipfile.ZipInfo:
    """What `zipfile` makes of the directory alone; it looks at entries only when they are opened."""
    central = record.central_header()
    data = central + end_records(entries=1, size=len(central), offset=0)
    (info,) = zipfile.ZipFile(io.BytesIO(data)).infolist()
    return info


def record(*, executable: bool = False, offset: int = 0, size: int = 3, packed: int = 3, wide: bool = False) -> Record:
    return Record(
        name=b"top/\xc3\xa9",
        method=Method.STORED,
        executable=executable,
        offset=offset,
        size=size,
        packed=packed,
        crc=7,
        wide=wide,
    )


def test_a_peer_reads_the_directory() -> None:
    info = directory_of(record())
    assert (info.filename, info.file_size, info.CRC, info.create_system) == ("top/é", 3, 7, 3)
    assert info.date_time == (1980, 1, 1, 0, 0, 0)


@pytest.mark.parametrize(("executable", "mode"), [(False, 0o100644), (True, 0o100755)])
def test_there_are_two_modes(executable: bool, mode: int) -> None:  # noqa: FBT001 (a table)
    assert directory_of(record(executable=executable)).external_attr == mode << 16


@pytest.mark.parametrize(
    ("size", "packed", "offset", "wide"),
    [
        (5 * GIB, 4 * GIB, 0, True),
        (3, 3, 9 * GIB, False),
        (5 * GIB, 5 * GIB, 9 * GIB, True),
        (4 * GIB - 1, 4 * GIB - 1, 4 * GIB - 1, True),
    ],
)
def test_a_peer_reads_numbers_above_four_gibibytes(size: int, packed: int, offset: int, *, wide: bool) -> None:
    written = record(size=size, packed=packed, offset=offset, wide=wide)
    extra = written.central_header()[CENTRAL.size + len(written.name) :]
    numbers = wide_fields(extra)
    assert numbers == [size, packed] * wide + [offset] * (offset >= 4 * GIB - 1)
    info = directory_of(record(size=size, packed=packed, wide=wide))
    assert (info.file_size, info.compress_size) == (size, packed)


def test_the_local_header_keeps_its_length_when_sizes_become_known() -> None:
    early, late = record(wide=True, packed=0), record(wide=True, packed=5 * GIB)
    assert len(early.local_header()) == len(late.local_header()) == LOCAL.size + 6 + 20


@pytest.mark.parametrize(
    ("entries", "size", "offset", "is_wide"),
    [(0, 0, 0, False), (65534, 9, 9, False), (65535, 9, 9, True), (1, 9, 4 * GIB - 1, True), (1, 4 * GIB, 9, True)],
)
def test_large_archives_end_with_the_wide_records(entries: int, size: int, offset: int, *, is_wide: bool) -> None:
    assert len(end_records(entries=entries, size=size, offset=offset)) == (98 if is_wide else 22)


def field(kind: int, data: bytes) -> bytes:
    return struct.pack("<2H", kind, len(data)) + data


def test_other_extra_fields_are_passed_over() -> None:
    assert wide_fields(field(0x5455, b"12345") + field(1, struct.pack("<2Q", 8, 9)) + field(0x7875, b"")) == [8, 9]


@pytest.mark.parametrize(
    ("extra", "message"),
    [
        (b"\x01", "middle"),
        (field(1, b"12345678") + b"\x00\x00\x00", "middle"),
        (struct.pack("<2H", 1, 9) + b"12345678", "longer"),
        (field(1, b"12345678") * 2, "two 64-bit"),
    ],
)
def test_extra_fields_that_do_not_fit_are_refused(extra: bytes, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        wide_fields(extra)
