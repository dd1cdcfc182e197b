"""What was made, for people: a short tree, and what to type next."""

import shlex
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from reprobridge_spec.scaffold.update import Step, Way

_WIDTH = 14
_SHOWN = 6
_SAID: Mapping[Way, str] = {
    Way.ADDED: "new in the template",
    Way.REPLACED: "as the template has it now; you had not changed it",
    Way.MERGED: "your changes and the template's",
    Way.BESIDE: "the template's; yours stays, since both changed the same lines. Compare, then remove it",
    Way.REMOVED: "no longer in the template; you had not changed it",
}


def next_commands(folder: Path) -> list[str]:
    """What to type after `rrspec new`."""
    # a folder that begins with a hyphen would be an option
    place = shlex.quote(f"./{folder}" if str(folder).startswith("-") else str(folder))
    return [f"cd {place}", "rrspec validate", "rrspec lock && rrspec run --smoke"]


def tree(files: Sequence[str]) -> Iterator[str]:
    """The files of a new artifact, a line for each folder; those that begin with a dot are named together."""
    folders: dict[str, list[str]] = {}
    for path in files:
        top, _, rest = path.partition("/")
        folders.setdefault(f"{top}/" if rest else "", []).append(rest or top)
    seen = {top: names for top, names in folders.items() if not top.startswith(".")}
    alone = [name for name in seen.pop("", []) if not name.startswith(".")]
    for top, names in seen.items():
        shown = ", ".join(names[:_SHOWN]) + (", …" if len(names) > _SHOWN else "")
        yield f"  {top:<{_WIDTH}}{shown}"
    for name in sorted(alone, key=lambda name: name != "rra.yaml"):
        yield f"  {name}"
    hidden = sorted({path.partition("/")[0] for path in files if path.startswith(".")})
    if hidden:
        yield f"  and {', '.join(hidden)}"


def told(step: Step) -> str:
    """One line on one file of an update."""
    return f"{step.target}: {step.way.value}: {_SAID[step.way]}"
