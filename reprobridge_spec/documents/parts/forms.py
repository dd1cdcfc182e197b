"""Which form a file has, by its bytes, however it is named."""

from reprobridge_spec.documents.parts.base import Form
from reprobridge_spec.documents.parts.jpeg import JPEG
from reprobridge_spec.documents.parts.numpy_array import NUMPY, holds_texts
from reprobridge_spec.documents.parts.packed import BZIP2, GZIP, XZ
from reprobridge_spec.documents.parts.pdf import PDF
from reprobridge_spec.documents.parts.png import PNG
from reprobridge_spec.documents.parts.tar_file import TAR
from reprobridge_spec.documents.parts.zip_file import ZIP

_BY_SIGN = {
    b"\x89PNG\r\n\x1a\n": PNG,
    b"\xff\xd8\xff": JPEG,
    b"%PDF-": PDF,
    b"PK\3\4": ZIP,
    b"\x1f\x8b\x08": GZIP,
    b"BZh": BZIP2,
    b"\xfd7zXZ\0": XZ,
}
_TAR_AT, _TAR = 257, b"ustar"
_SAME_LENGTH = {
    b"\x80\x02": "a pickle",
    b"\x80\x03": "a pickle",
    b"\x80\x04": "a pickle",
    b"\x80\x05": "a pickle",
    b"\x93NUMPY": "a NumPy array",
    b"\x7fELF": "a program",
}
"""Files in which other bytes may stand for some, if they are as many: nothing is summed up and nothing is in order."""
_OTHERS = {
    b"\x89HDF\r\n\x1a\n": "an HDF5 file",
    b"SQLite format 3": "an SQLite database",
    b"PAR1": "a Parquet file",
    b"ARROW1": "an Arrow file",
    b"(\xb5/\xfd": "a zstd file",
    b"7z\xbc\xaf\x27\x1c": "a 7z archive",
    b"Rar!": "a RAR archive",
}


def form_of(data: bytes) -> Form | None:
    """The form of a file that holds parts; None for others."""
    for sign, form in _BY_SIGN.items():
        if data.startswith(sign):
            return form
    if holds_texts(data):
        return NUMPY
    return TAR if data[_TAR_AT : _TAR_AT + len(_TAR)] == _TAR else None


def is_known(data: bytes) -> bool:
    """Whether the beginning of a file tells that it is no text, whatever its bytes look like."""
    return form_of(data) is not None or takes_same_length(data) or data.startswith(tuple(_OTHERS))


def takes_same_length(data: bytes) -> bool:
    """Whether bytes may stand for others without harm, if they are as many."""
    return data.startswith(tuple(_SAME_LENGTH)) or (data[8:9] == b"{" and data[4:8] == bytes(4))


def called(data: bytes) -> str:
    """What a file that is no text is called, with an article."""
    for sign, name in {**_SAME_LENGTH, **_OTHERS}.items():
        if data.startswith(sign):
            return name
    return "a file that is no text"
