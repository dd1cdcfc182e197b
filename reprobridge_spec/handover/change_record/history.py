"""Which changes touched each file, and each line of it, on the way from the release."""

from collections.abc import Iterable, Sequence

from reprobridge_spec.documents.files import Kind
from reprobridge_spec.documents.patch.form import FilePatch
from reprobridge_spec.documents.patch.write import is_text
from reprobridge_spec.handover.change_record.origins import Origins, after_change, of_release
from reprobridge_spec.handover.tree.tree import Tree

_MOST_BYTES = 4 << 20


class History:
    """Files by their present paths."""

    def __init__(self) -> None:
        self._touched: dict[str, tuple[str, ...]] = {}
        self._lines: dict[str, Origins] = {}
        self._gone: dict[str, str] = {}
        self._order: list[str] = []

    def take(self, change: str, before: Tree, after: Tree, patches: Sequence[FilePatch]) -> None:
        """Take in what a change did.

        Args:
            change: its id.
            before: the files before it.
            after: the files after it.
            patches: what it says of each file.
        """
        self._order.append(change)
        touched: dict[str, tuple[str, ...]] = {}
        lines: dict[str, Origins] = {}
        for patch in patches:
            if patch.new is None:
                continue
            earlier = self._touched.get(patch.old or "", ())
            touched[patch.new] = (*(one for one in earlier if one != change), change)
            found = _after(change, before, after, patch, self._lines.get(patch.old or ""))
            if found is not None:
                lines[patch.new] = found
        for patch in patches:
            for path in patch.paths:
                self._lines.pop(path, None)
            if patch.old is not None and patch.old != patch.new and not patch.keeps_old:
                self._gone[patch.old] = change
                self._touched.pop(patch.old, None)
        self._touched |= touched
        self._lines |= lines

    def changes_of(self, path: str | None, before: str | None) -> list[str]:
        """The changes that touched a file: by its present path, else by the one that it had."""
        if path is not None and path in self._touched:
            return list(self._touched[path])
        return [self._gone[before]] if before is not None and before in self._gone else []

    def in_order(self, changes: Iterable[str]) -> list[str]:
        """Changes in the order in which they were made, each once."""
        return sorted(set(changes), key=self._order.index)

    def lines_of(self, path: str) -> Origins | None:
        """Where the lines of a file come from; None where it is no text, or a large one."""
        return self._lines.get(path)


def _after(change: str, before: Tree, after: Tree, patch: FilePatch, known: Origins | None) -> Origins | None:
    old, new = _text(before, patch.old), _text(after, patch.new)
    if old is None or new is None:
        return None
    start = Origins((), {}) if patch.old is None else known or of_release(old, patch.old)
    return after_change(start, change, old, new)


def _text(tree: Tree, path: str | None) -> bytes | None:
    entry = tree.entries.get(path) if path is not None else None
    if path is None:
        return b""
    if entry is None or entry.kind is not Kind.FILE or entry.size > _MOST_BYTES:
        return None
    try:
        data = tree.read(path, _MOST_BYTES)
    except (OSError, ValueError):
        return None
    return data if is_text(data) else None
