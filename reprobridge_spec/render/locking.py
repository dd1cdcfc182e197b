"""What came of a lock, for people."""

from typing import assert_never

from reprobridge_spec.model.locking import LockItem, LockOutcome


def text(item: LockItem, *, one_platform: bool) -> list[str]:
    """The lines about one lock; its platform is named where an environment has several."""
    subject = item.environment if one_platform else f"{item.environment} ({item.platform})"
    lines = [f"{subject}: {_said(item)}"]
    lines += [f"  note: {notice}" for notice in item.notices]
    lines += [f"  {item.do}"] if item.do else []
    return lines


def _said(item: LockItem) -> str:
    reasons = "; ".join(item.reasons)
    where = f" ({item.place})" if item.place else ""
    match item.outcome:
        case LockOutcome.WRITTEN | LockOutcome.UNCHANGED:
            as_of = f", as of {item.as_of}" if item.as_of else ""
            by = f"{item.tool.value} {item.tool_version}" if item.tool else ""
            return f"{item.path}: {item.packages} packages, {item.outcome.value} (by {by}{as_of})"
        case LockOutcome.LEFT:
            return f"left as it is: {reasons}"
        case LockOutcome.FRESH:
            return "fresh"
        case LockOutcome.STALE:
            return f"stale: {reasons}"
        case LockOutcome.INSTALLS:
            return f"installs: {item.packages} packages for Python {item.python}, in a new folder, offline"
        case LockOutcome.WRONG:
            return f"error: {reasons}{where}"
        case LockOutcome.NOT_DONE:
            return f"not done: {reasons.removeprefix('not done: ')}{where}"
        case _:
            assert_never(item.outcome)
