"""The last lines of a run's log, without what a terminal would act on and without secrets."""

from collections import deque

from reprobridge_spec.documents.files import ArtifactFiles, Kind
from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.render.amounts import number, size
from reprobridge_spec.rules.secret_mask import mask_for

_LARGEST = 64 << 20
_KEPT = 1 << 18
_LINES = 12
_LONGEST = 300
_CONTROL = lazy_pattern(r"\x1b\[[0-9;?]{0,40}[ -/]{0,4}[@-~]")
"""What colours a terminal and moves its cursor."""


def log_tail(files: ArtifactFiles, path: str) -> tuple[str, str]:
    """The last lines of a log, and a note on how much of it they are; no lines where it cannot be read."""
    entry = files.entries.get(path)
    if entry is None or entry.kind is not Kind.FILE:
        return "", "the log is not in the artifact"
    if not entry.size:
        return "", "the launcher printed nothing"
    if entry.size > _LARGEST:
        return "", f"the log is too large to be read here: {size(entry.size)}"
    try:
        data = _end(files, path)
    except (OSError, ValueError) as error:
        return "", f"the log cannot be read: {error}"
    raw = data.decode("utf-8", "replace").split("\n")
    if len(data) < entry.size and len(raw) > 1:
        raw = raw[1:]  # its beginning is not here
    lines = [shown for line in raw if (shown := _visible(line)).strip()]
    text = mask_for(path, data)("\n".join(lines[-_LINES:]))
    kept = [_cut(line) for line in text.split("\n")]
    is_whole = len(kept) == len(lines) and len(data) == entry.size
    return "\n".join(kept), f"{'' if is_whole else 'the last '}{number(len(kept), 'line')} of {size(entry.size)}"


def _cut(line: str) -> str:
    return line if len(line) <= _LONGEST else f"{line[:_LONGEST]} … ({len(line):,} characters)"


def _end(files: ArtifactFiles, path: str) -> bytes:
    pieces: deque[bytes] = deque()
    length = 0
    for piece in files.pieces(path):
        pieces.append(piece)
        length += len(piece)
        while length - len(pieces[0]) >= _KEPT:
            length -= len(pieces.popleft())
    return b"".join(pieces)[-_KEPT:]


def _visible(line: str) -> str:
    """What a terminal shows of a line that was written over itself, without colours."""
    parts = [part for part in _CONTROL.sub("", line).split("\r") if part]
    return parts[-1] if parts else ""
