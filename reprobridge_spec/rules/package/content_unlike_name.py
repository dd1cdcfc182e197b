"""A file is not what its name says.

## What it finds
Archives, compressed files, checkpoints, arrays, pictures and PDFs whose first bytes are those of something else: a web
page, a message of a server, nothing at all. ZIP files, `.npz`, `.whl` and `.parquet` that are cut off at their end.
`.bin` is the name of anything: such a file may be empty unless it is called a model. Files above 64 MiB, pointers of
Git LFS (RRP003), and what lies in folders of tests are not looked at; nothing is unpacked.

## Why
A file host over its quota answers with a web page, which a script keeps under the name of the data. A copy that broke
leaves the beginning. Either has a size and a digest, and fails where nobody looks for it.

## Example
```text
code/pretrained/model.pth      <!DOCTYPE html><html><head><title>Quota exceeded
```

## What to do
Get the file again, and compare it with a digest from where it was published.

## Standard
SPEC.md, section "Artifact layout".
"""

from collections.abc import Callable, Iterator

from reprobridge_spec.documents.files import Entry, Kind
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules import bundled_inputs
from reprobridge_spec.rules.base import Fault, Rule, Unchecked
from reprobridge_spec.rules.context import Context

_LIMIT = 64 << 20
_HEAD = 512
_TESTS = frozenset({"test", "tests", "testing", "fixtures", "testdata"})
_POINTER = b"version https://git-lfs"
_TAR_MARK = 257
_ZIP_END, _ZIP_TAIL = b"PK\x05\x06", 22 + (1 << 16)


def _zip(data: bytes) -> str | None:
    if not data.startswith((b"PK\x03\x04", _ZIP_END)):
        return "no ZIP file"
    return None if data.rfind(_ZIP_END, max(0, len(data) - _ZIP_TAIL)) >= 0 else "a ZIP file that is cut off"


def _parquet(data: bytes) -> str | None:
    if not data.startswith(b"PAR1"):
        return "no Parquet file"
    return None if data.endswith(b"PAR1") else "a Parquet file that is cut off"


def _tar(data: bytes) -> str | None:
    head = data[:_HEAD]
    if data[_TAR_MARK : _TAR_MARK + 5] == b"ustar" or (len(head) == _HEAD and not any(head)):
        return None
    # archives from before 1988 have no mark; their header holds a checksum in octal digits
    total = sum(head) - sum(head[148:156]) + 8 * 32
    digits = head[148:156].strip(b"\0 ")
    is_old = digits.isdigit() and not digits.strip(b"01234567") and int(digits, 8) == total
    return None if is_old else "no TAR archive"


def _safetensors(data: bytes) -> str | None:
    header = int.from_bytes(data[:8], "little")
    return None if data[8:9] == b"{" and header <= len(data) - 8 else "no safetensors file, or one that is cut off"


def _begins(what: str, *marks: bytes) -> Callable[[bytes], str | None]:
    return lambda data: None if data.startswith(marks) else f"no {what}"


def _page(data: bytes) -> str | None:
    head = data[:_HEAD].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    return "a web page" if head.startswith((b"<!doctype html", b"<html", b"<head")) else None


_LOOKS: dict[str, Callable[[bytes], str | None]] = {
    **dict.fromkeys((".zip", ".npz", ".whl"), _zip),
    **dict.fromkeys((".gz", ".tgz"), _begins("gzip file", b"\x1f\x8b")),
    **dict.fromkeys((".bz2", ".tbz2"), _begins("bzip2 file", b"BZh")),
    **dict.fromkeys((".xz", ".txz"), _begins("xz file", b"\xfd7zXZ\0")),
    ".zst": _begins("Zstandard file", b"\x28\xb5\x2f\xfd", *(bytes([0x50 + n, 0x2A, 0x4D, 0x18]) for n in range(16))),
    ".7z": _begins("7z archive", b"7z\xbc\xaf\x27\x1c"),
    ".rar": _begins("RAR archive", b"Rar!\x1a\x07"),
    ".tar": _tar,
    ".npy": _begins("NumPy array", b"\x93NUMPY"),
    ".parquet": _parquet,
    ".safetensors": _safetensors,
    **dict.fromkeys((".h5", ".hdf5"), _begins("HDF5 file", b"\x89HDF\r\n\x1a\n")),
    ".pdf": lambda data: None if b"%PDF-" in data[:1024] else "no PDF",
    ".png": _begins("PNG picture", b"\x89PNG\r\n\x1a\n"),
    **dict.fromkeys((".jpg", ".jpeg"), _begins("JPEG picture", b"\xff\xd8\xff", b"\x89PNG", b"RIFF")),
    **dict.fromkeys((".pt", ".pth", ".ckpt", ".bin", ".pkl", ".pickle", ".onnx", ".mat", ".tflite", ".joblib"), _page),
}
"""What is wrong with the bytes of a file, by the end of its name; a picture in another format than its name's opens."""


def check(context: Context) -> Iterator[Fault]:
    """Each file whose bytes are not those of its name."""
    bundled = [root for _, root in bundled_inputs.of(context)]
    for path, entry in context.files.entries.items():
        look = _look_for(path, entry)
        if look is None:
            continue
        if entry.size == 0:
            # RRP007 says so of what the manifest names
            if path not in bundled and not _may_be_empty(path):
                yield _fault(path, entry, "empty")
            continue
        data = _bytes(context, path, entry)
        if data.startswith(_POINTER):
            continue
        if fault := _page(data) or look(data):
            yield _fault(path, entry, fault)


def _look_for(path: str, entry: Entry) -> Callable[[bytes], str | None] | None:
    """How to look at a file; None for those that are passed over."""
    *folders, name = path.lower().split("/")
    if entry.kind is not Kind.FILE or entry.size > _LIMIT or not _TESTS.isdisjoint(folders):
        return None
    _, dot, suffix = name.rpartition(".")
    return _LOOKS.get(dot + suffix)


def _may_be_empty(path: str) -> bool:
    """Whether so named a file is right with no byte in it: `.bin` names anything, unless it says that it is a model."""
    name = path.lower().rpartition("/")[2]
    return name.endswith(".bin") and "model" not in name


def _bytes(context: Context, path: str, entry: Entry) -> bytes:
    try:
        return context.files.read(path, entry.size)
    except (OSError, ValueError) as error:
        raise Unchecked(f"{path} cannot be read: {error}") from error


def _fault(path: str, entry: Entry, what: str) -> Fault:
    return Fault(
        message=f"`{path}`, {entry.size:,} bytes, is {what}",
        advice="Get it again, and compare it with a digest from where it was published.",
        file=path,
    )


RULE = Rule(code="RRP008", name="content-unlike-name", level=Level.DRAFT, check=check)
