"""The members of a tar archive as they come, each judged by its header before any of its bytes is taken."""

import stat

from reprobridge_spec import artifact_path
from reprobridge_spec.archive import links, names
from reprobridge_spec.archive.refusal import refusal
from reprobridge_spec.archive.tar_header import TarHeader, TarKind
from reprobridge_spec.documents.files import Entry, Kind

_ENOUGH = 1000
_SPECIAL_BITS = stat.S_ISUID | stat.S_ISGID
_WHAT = {
    TarKind.CHARACTER_DEVICE: "is a device",
    TarKind.BLOCK_DEVICE: "is a device",
    TarKind.PIPE: "is a pipe",
    TarKind.SPARSE: "is a file with holes, which is not read",
}


class TarMembers:
    """What is known of the members so far.

    Attributes:
        entries: files and links by path.
        folders: folders that are members themselves.
        unusual: members that are looked at and never unpacked, and why.
        same: the file of which a further name is one, by that name.
    """

    def __init__(self) -> None:
        self.entries: dict[str, Entry] = {}
        self.folders: list[str] = []
        self.unusual: dict[str, str] = {}
        self.same: dict[str, str] = {}
        self._faults: dict[str, str] = {}
        self._refused = 0

    @property
    def is_hopeless(self) -> bool:
        """Whether more members are at fault than anybody needs to know of."""
        return self._refused >= _ENOUGH

    def add(self, header: TarHeader) -> str | None:
        """Judge a member; its path where it is a file whose bytes are to be taken."""
        path, fault = path_of(header)
        if not path and not fault:
            return None  # the folder that the archive was made in
        fault = fault or self._fault(path, header)
        if fault:
            before = self._faults.setdefault(path, fault)
            self._refused += 1
            # a name may come back a hundred thousand times, and what is wrong is said once
            if fault not in before:
                self._faults[path] = f"{before} and {fault}"
            return None
        return path if header.kind is TarKind.FILE else None

    def refuse_faulty(self, file: str, most: int) -> None:
        """Refuse the archive `file` once all members are known, or where these lie in more than `most` folders.

        Raises:
            ArtifactError: there is something wrong with one; every such member is named.
        """
        names.refuse_many_folders(self.entries, most, file)
        faults = self._faults | links.faults(self.entries)
        if not faults:
            faults = names.clashes(self.entries, self.folders)
        if faults:
            raise refusal(file, faults)

    def _fault(self, path: str, header: TarHeader) -> str | None:
        """Why a member is not taken; it is noted where it is."""
        if header.kind is TarKind.FOLDER:
            self.folders.append(path)
            return None
        if path in self.entries:
            return "stands twice"
        if header.mode & _SPECIAL_BITS:
            return "asks for the rights of another user when it is executed"
        match header.kind:
            case TarKind.FILE:
                self.entries[path] = Entry(Kind.FILE, header.size, bool(header.mode & stat.S_IXUSR))
            case TarKind.LINK:
                target = header.target.decode("utf-8", "backslashreplace")
                self.entries[path] = Entry(Kind.LINK, 0, executable=False, target=target)
                self.unusual[path] = "is a link"
            case TarKind.HARD_LINK:
                return self._add_same(path, header)
            case _:
                return _WHAT.get(header.kind, f"is of a kind that is not read, {header.letter.decode('latin-1')!r}")
        return None

    def _add_same(self, path: str, header: TarHeader) -> str | None:
        first, fault = _decoded(header.target)
        first = self.same.get(first, first)
        entry = self.entries.get(first)
        if fault or entry is None or entry.kind is not Kind.FILE:
            return f"is a hard link to {first!r}, which is no file before it"
        self.entries[path] = entry
        self.unusual[path] = "is a hard link"
        self.same[path] = first
        return None


def path_of(header: TarHeader) -> tuple[str, str | None]:
    """A member's path, without `./` before it and a slash behind it, and what is wrong with it."""
    path, fault = _decoded(header.name)
    if fault:
        return path, fault
    if path.endswith("/"):
        if header.kind is not TarKind.FOLDER:
            return path, "is no folder, and has the name of one"
        path = path.removesuffix("/")
    if not path and header.kind is TarKind.FOLDER and header.name != b"/":
        return path, None
    return path, artifact_path.fault_in(path)


def _decoded(name: bytes) -> tuple[str, str | None]:
    try:
        path = name.decode()
    except UnicodeDecodeError:
        return name.decode("utf-8", "backslashreplace"), "has a name that is not UTF-8"
    while path.startswith("./"):
        path = path[2:]
    return ("" if path == "." else path), None
