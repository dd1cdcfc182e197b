"""In which files the code folder is not the release with its patches."""

from collections.abc import Iterator

from reprobridge_spec import digest
from reprobridge_spec.documents.files import ArtifactFiles, Entry, Kind
from reprobridge_spec.documents.patch.apply import AsItLies, PatchedFiles
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.rules.base import Unchecked

_SHOWN_BYTES = 4 << 20
"""Larger files differ, and it is not said where."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """A file that is not what it should be.

    Attributes:
        path: its path in the artifact.
        line: the first line that differs, from one; None where it has none, or is large.
    """

    path: str
    message: str
    advice: str
    line: int | None = None


def differences(
    files: ArtifactFiles, folder: str, release: ArtifactFiles, expected: PatchedFiles
) -> Iterator[Difference]:
    """What differs between `folder` and the patched release, in the order of paths.

    Raises:
        Unchecked: a file of either side cannot be read.
    """
    start = f"{folder}/"
    there = {path.removeprefix(start): entry for path, entry in files.entries.items() if path.startswith(start)}
    for path in sorted(there.keys() | expected.now.keys()):
        full = f"{start}{path}"
        entry, wanted = there.get(path), expected.now.get(path)
        try:
            found = _difference(files, full, entry, release, wanted)
        except (OSError, ValueError) as error:
            raise Unchecked(f"{full} cannot be compared with the release: {error}") from error
        if found is not None:
            yield found


def _difference(
    files: ArtifactFiles, path: str, entry: Entry | None, release: ArtifactFiles, wanted: AsItLies | bytes | None
) -> Difference | None:
    if wanted is None:
        return Difference(
            path=path,
            message=f"`{path}` is neither in the release nor made by a patch",
            advice="Add an entry whose patch makes it, or move it out of the code folder.",
        )
    is_link = isinstance(wanted, AsItLies) and wanted.entry.kind is not Kind.FILE
    if entry is None:
        what = "a link of the release" if is_link else "a file of the release with its patches"
        return Difference(
            path=path,
            message=f"`{path}`, {what}, is missing, and no patch takes it away",
            advice="Put it back, or add an entry whose patch takes it away.",
        )
    if is_link or entry.kind is not Kind.FILE:
        return Difference(
            path=path,
            message=f"`{path}` is a link or a special file, here or in the release",
            advice="Put a file in its place, by an entry with a patch.",
        )
    if _is_same(files, path, entry, release, wanted):
        return None
    line = _first_line(files, path, entry, release, wanted)
    where = f" from line {line} on" if line else ""
    return Difference(
        path=path,
        message=f"`{path}` is not the release's with its patches: it differs{where}",
        advice="Add an entry with the difference as its patch, or undo it.",
        line=line,
    )


def _is_same(files: ArtifactFiles, path: str, entry: Entry, release: ArtifactFiles, wanted: AsItLies | bytes) -> bool:
    if entry.size != _size(wanted):
        return False
    present = digest.of_bytes(wanted) if isinstance(wanted, bytes) else release.sha256(wanted.path)
    return files.sha256(path) == present


def _first_line(
    files: ArtifactFiles, path: str, entry: Entry, release: ArtifactFiles, wanted: AsItLies | bytes
) -> int | None:
    if max(entry.size, _size(wanted)) > _SHOWN_BYTES:
        return None
    present = files.read(path, _SHOWN_BYTES)
    other = wanted if isinstance(wanted, bytes) else release.read(wanted.path, _SHOWN_BYTES)
    if b"\0" in present or b"\0" in other:
        return None
    pairs = zip(present.split(b"\n"), other.split(b"\n"), strict=False)
    same = next((number for number, (one, two) in enumerate(pairs) if one != two), None)
    return (same if same is not None else min(present.count(b"\n"), other.count(b"\n"))) + 1


def _size(wanted: AsItLies | bytes) -> int:
    return len(wanted) if isinstance(wanted, bytes) else wanted.entry.size
