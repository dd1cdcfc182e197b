"""What the directory of a ZIP file says of one entry, and what is wrong with it by itself."""

import stat
from dataclasses import dataclass, field

from reprobridge_spec import artifact_path
from reprobridge_spec.archive import zip_format as fmt
from reprobridge_spec.archive.zip_format import Method

_FLAGS = fmt.DESCRIPTOR | fmt.UTF8 | 0x0006  # two bits say how hard the compressor tried
_SPECIAL_BITS = stat.S_ISUID | stat.S_ISGID | stat.S_ISVTX


@dataclass(slots=True)
class Header:
    """One entry as the directory describes it.

    Attributes:
        raw: its name as it is written.
        name: its name as it is read; a folder's ends with a slash.
        comment: what stands behind it in the directory for people.
        second_names: names that its extra fields give it.
        extras: what its extra fields hold besides numbers, here and in the header before it.
        faults: what is wrong with it, each as the rest of a sentence.
        unusual: what no package has that is to be unpacked, and is looked at all the same, in the same form.
    """

    raw: bytes
    flags: int
    method: int
    crc: int
    packed: int
    size: int
    attributes: int
    offset: int
    name: str = ""
    comment: bytes = b""
    second_names: list[bytes] = field(default_factory=list)
    extras: list[bytes] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    unusual: list[str] = field(default_factory=list)


def read_extra(header: Header, extra: bytes) -> None:
    """Take over what the extra fields say."""
    try:
        wide = iter(fmt.wide_fields(extra))
        header.size = next(wide) if header.size == fmt.FULL32 else header.size
        header.packed = next(wide) if header.packed == fmt.FULL32 else header.packed
        header.offset = next(wide) if header.offset == fmt.FULL32 else header.offset
        header.second_names = fmt.second_names(extra)
        header.extras += fmt.unusual_fields(extra)
    except StopIteration:
        header.faults.append("has a size that stands nowhere")
    except ValueError as error:
        header.faults.append(str(error))


def check_header(header: Header, names: set[str]) -> None:
    """Read the name and note what is wrong.

    Args:
        header: the entry.
        names: those of the entries before it; gets this one's.
    """
    _check_name(header)
    path = header.name.removesuffix("/")
    if path in names:
        header.faults.append("stands twice")
    names.add(path)
    if header.flags & fmt.ENCRYPTED:
        header.faults.append("is encrypted")
    elif header.flags & ~_FLAGS:
        header.faults.append("has flags that are not read")
    if header.method not in {Method.STORED, Method.DEFLATED}:
        header.faults.append(f"is compressed by method {header.method}, which is not read")
    if header.method == Method.STORED and header.packed != header.size:
        header.faults.append("is stored, and its two sizes differ")
    _check_mode(header)


def _check_name(header: Header) -> None:
    try:
        header.name = header.raw.decode()
    except UnicodeDecodeError:
        if header.flags & fmt.UTF8:
            header.name = header.raw.decode("utf-8", "backslashreplace")
            header.faults.append("has a name that is not UTF-8")
            return
        header.name = _old_name(header)
        header.unusual.append("has a name that is not UTF-8")
    else:
        if any(name != header.raw for name in header.second_names):
            header.faults.append("has two names")
    if fault := artifact_path.fault_in(header.name.removesuffix("/")):
        header.faults.append(fault)


def _old_name(header: Header) -> str:
    """The name of an entry by a writer that keeps its system's encoding, and may give the name again in UTF-8."""
    for name in header.second_names:
        try:
            return name.decode()
        except UnicodeDecodeError:
            continue
    return header.raw.decode(fmt.OLD_NAMES)


def _check_mode(header: Header) -> None:
    folder = header.name.endswith("/")
    mode = header.attributes >> 16
    kind = stat.S_IFMT(mode)
    if kind == stat.S_IFLNK:
        (header.faults if folder else header.unusual).append("is a link")
    elif kind not in {0, stat.S_IFDIR if folder else stat.S_IFREG}:
        header.faults.append("is a special file, or a file with the name of a folder or the other way round")
    elif mode & _SPECIAL_BITS and not folder:
        header.faults.append("asks for the rights of another user when it is executed")
    if folder and header.size:
        header.faults.append("is a folder with content")
