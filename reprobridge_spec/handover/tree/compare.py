"""Which files differ between two trees, and how."""

from collections.abc import Iterable

from reprobridge_spec.documents.files import Entry, Kind
from reprobridge_spec.errors import NotDoneError
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.handover.tree.similar import moved_and_edited
from reprobridge_spec.handover.tree.tree import Tree
from reprobridge_spec.model.difference import FileWay


@dataclass(frozen=True, slots=True, kw_only=True)
class Differing:
    """A file that is not the same on both sides.

    Attributes:
        before: its path on the first side; None where it is new.
        after: its path on the second side; None where it is gone.
        old: what stands at `before`.
        new: what stands at `after`.
        way: how it differs.
        is_edited: whether a file that is renamed has other bytes, too.
    """

    before: str | None
    after: str | None
    old: Entry | None
    new: Entry | None
    way: FileWay
    is_edited: bool = False

    @property
    def path(self) -> str:
        """Its path now, or before where it is gone."""
        return self.after or self.before or ""

    @property
    def has_same_bytes(self) -> bool:
        """Whether it has the same bytes on both sides."""
        return self.way is FileWay.MODE or (self.way is FileWay.RENAMED and not self.is_edited)

    @property
    def is_of_files(self) -> bool:
        """Whether what stands there is a plain file on each side that it stands on."""
        return all(entry is None or entry.kind is Kind.FILE for entry in (self.old, self.new))

    @property
    def run_bit_changes(self) -> bool:
        """Whether the file can be executed on one side only."""
        return bool(self.old and self.new and self.old.executable != self.new.executable)


def compare(old: Tree, new: Tree) -> list[Differing]:
    """What differs, in the order of paths. A file that has moved is renamed: with its bytes, or a text of most lines.

    Raises:
        NotDoneError: a file cannot be read.
    """
    gone = [path for path in old.entries if path not in new.entries]
    come = [path for path in new.entries if path not in old.entries]
    moved = _moved(old, new, gone, come)
    edited = moved_and_edited(old, new, [path for path in gone if path not in set(moved.values())], come, moved)
    found = [_renamed(old, new, before, after, is_edited=False) for after, before in moved.items()]
    found += [_renamed(old, new, before, after, is_edited=True) for after, before in edited.items()]
    moved |= edited
    found += [_gone(path, old.entries[path]) for path in gone if path not in set(moved.values())]
    found += [_come(path, new.entries[path]) for path in come if path not in moved]
    for path in old.entries.keys() & new.entries.keys():
        way = _way(old, new, path)
        if way is not None:
            one, other = old.entries[path], new.entries[path]
            found.append(Differing(before=path, after=path, old=one, new=other, way=way))
    return sorted(found, key=lambda differing: differing.path)


def _way(old: Tree, new: Tree, path: str) -> FileWay | None:
    one, other = old.entries[path], new.entries[path]
    if one.kind is not other.kind or one.size != other.size or one.target != other.target:
        return FileWay.CHANGED
    if one.kind is Kind.FILE and _digest(old, path) != _digest(new, path):
        return FileWay.CHANGED
    return FileWay.MODE if one.executable != other.executable else None


def _moved(old: Tree, new: Tree, gone: Iterable[str], come: Iterable[str]) -> dict[str, str]:
    """New paths of files that have the bytes of one that is gone, with its path; empty files are all alike."""
    sizes: dict[int, list[str]] = {}
    for path in gone:
        entry = old.entries[path]
        if entry.kind is Kind.FILE and entry.size:
            sizes.setdefault(entry.size, []).append(path)
    moved: dict[str, str] = {}
    for path in come:
        entry = new.entries[path]
        alike = sizes.get(entry.size, []) if entry.kind is Kind.FILE else []
        same = [other for other in alike if _digest(old, other) == _digest(new, path)]
        if same:
            moved[path] = next((other for other in same if _name(other) == _name(path)), same[0])
            alike.remove(moved[path])
    return moved


def _name(path: str) -> str:
    return path.rpartition("/")[2]


def _renamed(old: Tree, new: Tree, before: str, after: str, *, is_edited: bool) -> Differing:
    one, other = old.entries[before], new.entries[after]
    return Differing(before=before, after=after, old=one, new=other, way=FileWay.RENAMED, is_edited=is_edited)


def _gone(path: str, entry: Entry) -> Differing:
    return Differing(before=path, after=None, old=entry, new=None, way=FileWay.REMOVED)


def _come(path: str, entry: Entry) -> Differing:
    return Differing(before=None, after=path, old=None, new=entry, way=FileWay.ADDED)


def _digest(tree: Tree, path: str) -> str:
    try:
        return tree.sha256(path)
    except OSError as error:
        raise NotDoneError(
            f"it cannot be read: {error.strerror or error}", hint="Make it readable.", place=path
        ) from error
