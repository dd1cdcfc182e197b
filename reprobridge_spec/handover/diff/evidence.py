"""Run records that came, went or were altered."""

from collections.abc import Sequence

from reprobridge_spec.handover.diff.side import Side
from reprobridge_spec.model.difference import FileChange, RunsChange
from reprobridge_spec.schemas.kinds import RUNS_FOLDER


def runs_change(first: Side, second: Side, files: Sequence[FileChange]) -> RunsChange:
    """The runs that are not the same in both, by their folders.

    Args:
        first: the first artifact.
        second: the second artifact.
        files: the files that differ.
    """
    old, new = _runs(first), _runs(second)
    start = f"{RUNS_FOLDER}/"
    paths = [path for change in files for path in (change.path, change.before or "") if path.startswith(start)]
    touched = {path.removeprefix(start).partition("/")[0] for path in paths}
    return RunsChange(
        added=[run for run in new if run not in old],
        removed=[run for run in old if run not in new],
        altered=[run for run in new if run in old and run in touched],
    )


def _runs(side: Side) -> list[str]:
    start, end = f"{RUNS_FOLDER}/", "/run.json"
    return [
        path.removeprefix(start).removesuffix(end)
        for path in side.files.entries
        if path.startswith(start) and path.endswith(end) and path.count("/") == start.count("/") + 1
    ]
