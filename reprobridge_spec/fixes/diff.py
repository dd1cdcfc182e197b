"""Repairs as a unified diff that `git apply` takes."""

from collections.abc import Iterator
from dataclasses import replace

from reprobridge_spec.documents.patch.write import Content, quoted, text_patch
from reprobridge_spec.fixes.apply import Fixed
from reprobridge_spec.fixes.draft import Change
from reprobridge_spec.render.style import Style
from reprobridge_spec.render.text import printable
from reprobridge_spec.rules.secret_mask import masked

_COLORS = {"+": "green", "-": "red", "@": "blue"}


def diff(fixed: Fixed, folder: str = "") -> bytes:
    """The diff of all changes, exact to the byte.

    Args:
        fixed: what was worked out.
        folder: where the artifact lies, seen from the folder in which the diff is to be applied.
    """
    return b"".join(b"%b\n" % line for line in _lines(fixed, folder))


def without_secrets(fixed: Fixed) -> Fixed:
    """The same with the secrets of files hidden, to be shown; its diff does not apply where one stands in it."""
    return replace(
        fixed,
        changes={
            file: replace(change, before=masked(file, change.before), after=masked(file, change.after))
            for file, change in fixed.changes.items()
        },
    )


def shown(fixed: Fixed, style: Style, folder: str = "") -> Iterator[str]:
    """The lines of the diff for people: in colours, without characters that a terminal would act on.

    Where line ends change, `^M` stands for one of Windows, as git shows it; else both lines would look alike.
    """
    for file, change in sorted(fixed.changes.items()):
        ends_change = change.before.count(b"\r\n") != change.after.count(b"\r\n")
        for line in _file("/".join(part for part in (folder, file) if part), change):
            is_told = ends_change and line.startswith((b"-", b"+")) and line.endswith(b"\r")
            text = printable(line.removesuffix(b"\r").decode("utf-8", "replace").expandtabs())
            text += "^M" if is_told else ""
            color = "bold" if text.startswith(("diff ", "--- ", "+++ ")) else _COLORS.get(text[:1])
            yield style.paint(color, text) if color else text


def _lines(fixed: Fixed, folder: str) -> Iterator[bytes]:
    for file, change in sorted(fixed.changes.items()):
        yield from _file("/".join(part for part in (folder, file) if part), change)


def _file(path: str, change: Change) -> Iterator[bytes]:
    yield b"diff --git %b %b" % (quoted(f"a/{path}"), quoted(f"b/{path}"))
    if change.executable:
        yield from (b"old mode 100644", b"new mode 100755")
    yield from text_patch(Content(path=path, data=change.before), Content(path=path, data=change.after))
