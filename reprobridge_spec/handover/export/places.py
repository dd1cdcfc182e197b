"""Where in an artifact something is said: `file:line`, for those who look it up."""

from collections.abc import Iterable

from reprobridge_spec.handover.export.base import Source
from reprobridge_spec.location import Path
from reprobridge_spec.rules.places import of_experiment, of_task
from reprobridge_spec.rules.started import named_paths
from reprobridge_spec.schemas.kinds import MANIFEST_FILE

_MOST = 6


def in_manifest(source: Source, path: Path) -> str:
    """The place of a value in the manifest, as code."""
    mark = source.context.manifest_tree.mark(path)
    return f"`{MANIFEST_FILE}:{mark.line}`" if mark else f"`{MANIFEST_FILE}`"


def of_command(source: Source, experiment: str) -> str:
    """Where the command of an experiment stands."""
    return in_manifest(source, of_experiment(source.context.manifest, experiment, "command"))


def of_measure(source: Source, task: str) -> str:
    """Where it is said from what the score of a task is read."""
    return in_manifest(source, of_task(source.context.manifest, task, "measure"))


def of_decision(source: Source, decision: str) -> str:
    """Where a decision stands."""
    loaded = source.context.decisions
    if loaded is None or loaded.tree is None:
        return ""
    mark = loaded.tree.mark(("decisions", decision))
    return f"`{loaded.file}:{mark.line}`" if mark else f"`{loaded.file}`"


def programs(source: Source, experiment: str) -> list[str]:
    """The files that the command of an experiment names, as code."""
    command = tuple(source.context.experiments[experiment].command or ())
    entries = source.files.entries
    return [f"`{path}`" for path in dict.fromkeys(named_paths(command)) if path in entries]


def listed(places: Iterable[str]) -> str:
    """Each place once, the first few of many."""
    different = [place for place in dict.fromkeys(places) if place]
    more = f" and {len(different) - _MOST} more" if len(different) > _MOST else ""
    return ", ".join(different[:_MOST]) + more
