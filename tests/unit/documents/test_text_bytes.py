"""What of a file is text."""

import struct
import zlib

import pytest

from reprobridge_spec.documents.text_bytes import as_text, encoding_of

TEXT = 'first = 1\nname = "über"\n'


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be"])
def test_a_text_is_one_in_whatever_encoding(encoding: str) -> None:
    assert as_text(TEXT.encode(encoding)) == TEXT.encode()


@pytest.mark.parametrize("data", [b"caf\xe9\n", b"\xef\xbb\xbfa\n", b"", b"\x1b[31mred\x1b[0m\n"])
def test_what_has_no_nul_byte_stays_as_it_is(data: bytes) -> None:
    assert as_text(data) == data


GAPS = {
    "one in a log": b"start\0\nT=1\n",
    "a list": b"code/a.py\0code/b.py\0",
    "far behind": b"x" * 9000 + b"\0y",
    "far behind, in what is no UTF-8": b"\xe9" * 9000 + b"\0y",
}


@pytest.mark.parametrize("data", GAPS.values(), ids=GAPS)
def test_a_space_stands_for_each_nul_byte_of_a_text(data: bytes) -> None:
    assert as_text(data) == data.replace(b"\0", b" ")


NO_TEXT = {
    "numbers": struct.pack("<200i", *range(200)),
    "fractions": struct.pack("<50d", *(1 / number for number in range(1, 51))),
    "zeros": bytes(200),
    "a picture": b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
    "what is compressed": zlib.compress(bytes(range(256)) * 4) + b"\0",
    "text and more zeros": b"text" + bytes(9),
    "what is no UTF-8": b"caf\xe9\0 and more of it\n",
    "one byte": b"\0",
    "a program": b"\x7fELF\x02\x01\x01\0\0\0 libc.so.6 printf main",
}


@pytest.mark.parametrize("data", NO_TEXT.values(), ids=NO_TEXT)
def test_what_is_no_text_is_none(data: bytes) -> None:
    assert as_text(data) is None


def test_the_beginning_of_a_text_tells_its_encoding() -> None:
    assert [encoding_of((TEXT * 900).encode(name)[:4096]) for name in ("utf-16-be", "utf-32", "utf-8")] == [
        "utf-16-be",
        "utf-32",
        None,
    ]
