"""The files of an artifact with changes that are not written yet."""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from reprobridge_spec import digest
from reprobridge_spec.documents.files import HEAD, ArtifactFiles, Entry, Kind
from reprobridge_spec.documents.text_bytes import encoding_of
from reprobridge_spec.errors import NotDoneError
from reprobridge_spec.findings import Finding, Fix, MakeExecutable, Replace
from reprobridge_spec.frozen import dataclass

MAX_BYTES = 64 << 20
"""Larger files are no texts that somebody wrote."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What becomes of one file.

    Attributes:
        before: its bytes as they were read.
        after: its new bytes.
        executable: whether it becomes one that can be executed.
    """

    before: bytes
    after: bytes
    executable: bool = False


class Draft:
    """The files of an artifact as they would be with all repairs so far; nothing is written."""

    def __init__(self, files: ArtifactFiles) -> None:
        self._files = files
        self._changes: dict[str, Change] = {}
        self._seen: dict[str, str] = {}
        self._entries = files.entries

    @property
    def changes(self) -> Mapping[str, Change]:
        """What becomes of each file that is changed."""
        return self._changes

    @property
    def entries(self) -> dict[str, Entry]:
        """Every path below the root; see `ArtifactFiles`."""
        return self._entries

    @property
    def ignored(self) -> tuple[str, ...]:
        """Paths that are no part of the artifact; see `ArtifactFiles`."""
        return self._files.ignored

    def read(self, path: str, limit: int) -> bytes:
        """At most `limit` bytes of a file; see `ArtifactFiles`."""
        change = self._changes.get(path)
        if change is None:
            data = self._files.read(path, limit)
            if path not in self._seen:
                self._seen[path] = digest.of_bytes(data)
            return data
        if len(change.after) > limit:
            raise ValueError(f"{path} is longer than {limit} bytes")
        return change.after

    def pieces(self, path: str) -> Iterator[bytes]:
        """The bytes of a file, piece by piece; see `ArtifactFiles`."""
        change = self._changes.get(path)
        yield from self._files.pieces(path) if change is None else (change.after,)

    def head(self, path: str) -> bytes:
        """The first `HEAD` bytes of a file; see `ArtifactFiles`."""
        change = self._changes.get(path)
        return self._files.head(path) if change is None else change.after[:HEAD]

    def sha256(self, path: str) -> str:
        """SHA-256 of a file; see `ArtifactFiles`."""
        change = self._changes.get(path)
        return self._files.sha256(path) if change is None else digest.of_bytes(change.after)

    def repair(self, findings: Sequence[Finding]) -> list[Finding]:
        """Make the repairs of `findings`, and give those whose repair was made.

        A repair is made whole or not at all. Where two would change the same bytes, the first is made; the other
        is for the next look at the artifact. Files that are no plain files, or are in UTF-16 or UTF-32, are left alone.

        Raises:
            NotDoneError: a file is no longer what was looked at.
        """
        texts: dict[str, bytes] = {}
        spans: dict[str, _Spans] = {}
        executable: set[str] = set()
        made = []
        for finding in findings:
            if finding.fix is not None and self._can_make(finding.fix, texts, spans):
                made.append(finding)
                for edit in finding.fix.edits:
                    if isinstance(edit, Replace):
                        spans.setdefault(edit.file, _Spans()).add(edit)
                    else:
                        executable.add(edit.file)
        for file in sorted(spans.keys() | executable):
            before = self._changes.get(file)
            text = texts[file]
            self._changes[file] = Change(
                before=before.before if before else text,
                after=spans[file].applied(text) if file in spans else text,
                executable=file in executable or (before is not None and before.executable),
            )
        if made:
            self._entries = {**self._files.entries, **{path: self._entry(path) for path in self._changes}}
        return made

    def _entry(self, path: str) -> Entry:
        entry, change = self._files.entries[path], self._changes[path]
        return replace(entry, size=len(change.after), executable=entry.executable or change.executable)

    def _can_make(self, fix: Fix, texts: dict[str, bytes], spans: Mapping[str, "_Spans"]) -> bool:
        own: dict[str, _Spans] = {}
        for edit in fix.edits:
            text = self._text(edit.file, texts)
            if text is None:
                return False
            if isinstance(edit, MakeExecutable):
                continue
            others = (spans.get(edit.file), own.setdefault(edit.file, _Spans()))
            if not 0 <= edit.start <= edit.end <= len(text) or encoding_of(text) is not None:
                return False
            if any(other.meets(edit) for other in others if other):
                return False
            own[edit.file].add(edit)
        return bool(fix.edits)

    def _text(self, file: str, texts: dict[str, bytes]) -> bytes | None:
        if file not in texts:
            entry = self._files.entries.get(file)
            if entry is None or entry.kind is not Kind.FILE:
                return None
            try:
                texts[file] = self.read(file, MAX_BYTES)
            except (OSError, ValueError):
                return None
            if file not in self._changes and digest.of_bytes(texts[file]) != self._seen[file]:
                raise changed_meanwhile(file)
        return texts[file]


def changed_meanwhile(file: str) -> NotDoneError:
    """The refusal to write over what nobody has looked at."""
    return NotDoneError(
        "the file changed while the artifact was looked at; nothing was written", hint="Try again.", place=file
    )


class _Spans:
    """Edits of one file that leave one another alone, in their order."""

    def __init__(self) -> None:
        self._edits: list[Replace] = []
        self._starts: list[int] = []

    def meets(self, edit: Replace) -> bool:
        """Whether `edit` touches a byte, or a place between bytes, that another one changes."""
        at = bisect_left(self._starts, edit.start)
        after = self._edits[at : at + 1]
        before = self._edits[at - 1 : at] if at else []
        return any(edit.end > other.start or edit.start == other.start for other in after) or any(
            other.end > edit.start for other in before
        )

    def add(self, edit: Replace) -> None:
        at = bisect_left(self._starts, edit.start)
        self._edits.insert(at, edit)
        self._starts.insert(at, edit.start)

    def applied(self, text: bytes) -> bytes:
        pieces, end = [], 0
        for edit in self._edits:
            pieces += [text[end : edit.start], edit.new]
            end = edit.end
        return b"".join([*pieces, text[end:]])
