"""An artifact that was unpacked, for people: what it is, what it needs, how long it takes, and what to type first."""

import shlex
from collections.abc import Iterator, Sequence

from reprobridge_spec.model.opened import Opened
from reprobridge_spec.render.style import Style
from reprobridge_spec.render.text import printable

_SHOWN = 8


def text(opened: Opened, style: Style) -> Iterator[str]:
    """The card, line by line."""
    yield style.paint("bold", f"{printable(opened.artifact)} ({opened.level})")
    yield f"  {printable(opened.title)}"
    rows = [("Tasks", _tasks(opened.tasks)), *opened.needs.items()]
    width = max(len(name) for name, _ in rows)
    for name, fact in rows:
        yield f"  {name.ljust(width)}  {printable(fact)}"
    if opened.forced:
        yield style.paint("red", f"  packed by force, in spite of {printable(opened.forced)}")
    if opened.other_top:
        said = f"its top folder is called {printable(opened.other_top)}, not as the manifest says"
        yield style.paint("yellow", f"  {said}")
    yield ""
    yield f"{opened.files} files, each as MANIFEST.sha256 lists it; artifact digest {opened.artifact_digest}"
    yield f"next: {style.paint('bold', f'cd {printable(shlex.quote(opened.folder))}')}"
    yield f"next: {style.paint('bold', 'rrspec doctor')}  (what this machine can run, and what is missing)"


def _tasks(tasks: Sequence[str]) -> str:
    more = f" and {len(tasks) - _SHOWN} more" if len(tasks) > _SHOWN else ""
    return f"{len(tasks)}: {', '.join(tasks[:_SHOWN])}{more}" if tasks else "none that can be run"
