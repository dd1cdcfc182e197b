"""The logs of runs that were measured."""

from collections.abc import Iterator

from reprobridge_spec.documents.files import Kind
from reprobridge_spec.model.run_record import Outcome, RunPredicate
from reprobridge_spec.rules.base import Unchecked
from reprobridge_spec.rules.context import Context

LIMIT = 64 << 20


def measured_logs(context: Context) -> Iterator[tuple[str, RunPredicate, list[str]]]:
    """Path, record and lines of the log of each measured run; of a line that was written over, what was left.

    Raises:
        Unchecked: after the last one, where some could not be read.
    """
    unread: list[str] = []
    for place, record in context.records.items():
        path = f"{place.rpartition('/')[0]}/log"
        entry = context.files.entries.get(path)
        if record.predicate.outcome is not Outcome.MEASURED or entry is None or entry.kind is not Kind.FILE:
            continue  # record-altered asks for the log
        try:
            text = context.files.read(path, LIMIT).decode("utf-8", "replace")
        except (OSError, ValueError) as error:
            unread.append(f"{path} cannot be read: {error}")
            continue
        lines = (line.rstrip("\r").rpartition("\r")[2] for line in text.split("\n"))
        yield path, record.predicate, list(lines)
    if unread:
        raise Unchecked(unread[0])
