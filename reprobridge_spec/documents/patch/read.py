"""Bytes of a patch file to what it changes: unified diffs, plain or as git writes them."""

from reprobridge_spec import artifact_path
from reprobridge_spec.documents.patch import names
from reprobridge_spec.documents.patch.binary import read_binary
from reprobridge_spec.documents.patch.form import FilePatch, Hunk, PatchError
from reprobridge_spec.documents.patch.header import GitHeader
from reprobridge_spec.documents.patch.hunks import read_hunk
from reprobridge_spec.documents.patch.lines import Lines
from reprobridge_spec.lazy_pattern import lazy_pattern

MAX_BYTES = 16 << 20
"""The largest patch file that is read."""

MAX_FILES = 20_000
"""The most files that one patch changes."""

_OPAQUE = lazy_pattern(rb"Binary files .{1,4096} differ\r?")
_COMMIT = lazy_pattern(rb"From [0-9a-f]{40,64} ")
_EPOCH = lazy_pattern(rb"\t(?:1970-01-01|1969-12-31)[ T]")
_MAKE_AGAIN = "Make the patch again with `git diff --binary`."


def read(data: bytes) -> tuple[FilePatch, ...]:
    """What a patch file changes, in its order; text before and between the changes is passed over.

    Raises:
        PatchError: it is no unified diff, is cut off, or names a path that lies outside the release.
    """
    lines = Lines(data)
    found: list[FilePatch] = []
    commit = 0
    while (text := lines.peek()) is not None:
        if text.startswith(b"diff --git "):
            found.append(_git(lines, commit))
        elif text.startswith(b"--- ") and (lines.peek(1) or b"").startswith(b"+++ "):
            found.append(_plain(lines, commit))
        elif text.startswith(b"@@ -"):
            raise PatchError("a hunk belongs to no file", _MAKE_AGAIN, lines.number)
        else:
            commit += bool(_COMMIT.match(lines.next()))
        if len(found) > MAX_FILES:
            raise PatchError(f"it changes more than {MAX_FILES} files", "Part it into several entries.", lines.number)
    return tuple(found)


def _git(lines: Lines, commit: int) -> FilePatch:
    at = lines.number
    header = GitHeader.read(lines)
    hunks: tuple[Hunk, ...] = ()
    binary = back = None
    text = lines.peek() or b""
    is_opaque = bool(_OPAQUE.fullmatch(text))
    if text.startswith(b"GIT binary patch"):
        lines.next()
        binary, back = read_binary(lines)
    elif is_opaque:
        lines.next()
    elif text.startswith(b"--- ") and (lines.peek(1) or b"").startswith(b"+++ "):
        header.take_names(_name(lines, b"--- "), _name(lines, b"+++ "))
        hunks = _hunks(lines)
    old, new = header.paths()
    if old is None and new is None:
        raise PatchError("it cannot be told which file is changed", _MAKE_AGAIN, at)
    return _checked(
        FilePatch(
            line=at,
            commit=commit,
            old=old,
            new=new,
            keeps_old=header.is_copy,
            hunks=hunks,
            binary=binary,
            binary_back=back,
            is_opaque=is_opaque,
            is_link=header.is_link,
            executable=header.executable,
        )
    )


def _plain(lines: Lines, commit: int) -> FilePatch:
    at = lines.number
    old_is_epoch, new_is_epoch = (bool(_EPOCH.search(lines.peek(step) or b"")) for step in (0, 1))
    old, new = names.without_prefix(_name(lines, b"--- "), _name(lines, b"+++ "))
    hunks = _hunks(lines)
    first = hunks[0] if len(hunks) == 1 else None
    # programs that know no /dev/null date the side that is not there to the beginning of time
    is_made = first is not None and old_is_epoch and not first.old
    is_gone = first is not None and new_is_epoch and not first.new
    return _checked(
        FilePatch(
            line=at,
            commit=commit,
            old=None if old == names.NOWHERE or is_made else old,
            new=None if new == names.NOWHERE or is_gone else new,
            hunks=hunks,
        )
    )


def _name(lines: Lines, marker: bytes) -> str:
    number, text = lines.number, lines.next()
    try:
        return names.name_of(text.removeprefix(marker))
    except ValueError as error:
        raise PatchError(str(error), _MAKE_AGAIN, number) from error


def _hunks(lines: Lines) -> tuple[Hunk, ...]:
    found: list[Hunk] = []
    while (lines.peek() or b"").startswith(b"@@ -"):
        found.append(read_hunk(lines, len(found) + 1))
    return tuple(found)


def _checked(patch: FilePatch) -> FilePatch:
    for path in patch.paths:
        if fault := artifact_path.fault_in(path):
            raise PatchError(
                f"the path {path!r} {fault}",
                "Write paths from the root of the release, with `a/` and `b/` before them.",
                patch.line,
            )
    return patch
