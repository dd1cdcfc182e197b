"""Two artifacts beside each other."""

from reprobridge_spec import __version__
from reprobridge_spec.handover.diff.entries import entry_changes
from reprobridge_spec.handover.diff.evidence import runs_change
from reprobridge_spec.handover.diff.files import file_changes
from reprobridge_spec.handover.diff.packages import lock_changes
from reprobridge_spec.handover.diff.plans import plan_changes
from reprobridge_spec.handover.diff.side import Side
from reprobridge_spec.model.difference import ArtifactDifference
from reprobridge_spec.model.run_record import Tool
from reprobridge_spec.schemas.kinds import SPEC_VERSION


def diff(first: Side, second: Side, *, shows: bool = False) -> ArtifactDifference:
    """What differs between two artifacts, and which runs that makes stale.

    Documents that have not the right form are compared as far as they can be read, and files always.

    Args:
        first: the first artifact.
        second: the second artifact.
        shows: whether the change of each text is wanted line by line.

    Raises:
        NotDoneError: a file cannot be read.
    """
    files = file_changes(first, second, shows=shows)
    locks, plans = lock_changes(first, second), plan_changes(first, second)
    unread = [f"the manifest of {side.place}: it cannot be read" for side in (first, second) if side.tree is None]
    return ArtifactDifference(
        rra=SPEC_VERSION,
        first=first.said,
        second=second.said,
        same=not files,
        files=files,
        entries=list(entry_changes(first, second)),
        packages=list(locks.packages),
        runs=runs_change(first, second, files),
        compared=plans.compared,
        stale=list(plans.stale),
        smoke=list(plans.smoke),
        seeds=list(plans.seeds),
        judged=list(plans.judged),
        unlike_lists=[*first.unlike_list, *second.unlike_list],
        not_told=[*unread, *locks.not_told, *plans.not_told],
        tool=Tool(name="rrspec", version=__version__),
    )
