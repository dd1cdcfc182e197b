"""Scores that a run did not make: their file was brought there whole from what the artifact ships."""

from collections.abc import Iterable, Mapping

from reprobridge_spec.model.ancestry import Ancestry, Making

_SHIPPED = ("work/", "environment/")
_BROUGHT = {Making.COPIED, Making.MOVED, Making.LINKED}


def brought(ancestry: Mapping[str, Ancestry], measured: Iterable[str]) -> str:
    """Why a score of the run counts for nothing: which file was seen to be brought; empty where none was.

    Args:
        ancestry: where each output comes from.
        measured: the files, or folders, that scores are read from.
    """
    wanted = tuple(measured)
    for path, found in ancestry.items():
        is_measured = any(path == file or path.startswith(f"{file}/") for file in wanted)
        if is_measured and found.making in _BROUGHT and (found.source or "").startswith(_SHIPPED):
            return (
                f"the launcher did not make {path}, it was {found.making} from {found.source}; "
                "let it write what it measures: a score that the artifact ships never counts"
            )
    return ""
