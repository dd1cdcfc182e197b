"""What is in an artifact before somebody commits to its plans: scores that come too early, and earlier commitments."""

from reprobridge_spec.documents.files import Kind
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.model.commitment import Commitment
from reprobridge_spec.model.run_record import Mode
from reprobridge_spec.rules.context import Context
from reprobridge_spec.schemas.kinds_beside import COMMITMENT
from reprobridge_spec.schemas.load import load
from reprobridge_spec.signing.commitment import FOLDER
from reprobridge_spec.validation.load import MAX_DOCUMENT_BYTES


@dataclass(frozen=True, slots=True)
class Before:
    """What was there before a commitment.

    Attributes:
        runs: how many runs have their scores, for which it comes too late.
        same: commitments to the same plans, by path, each with the moment that it says.
    """

    runs: int
    same: dict[str, str]


def before(context: Context, made: Commitment) -> Before:
    """What was there before `made`, which is not written yet."""
    runs = sum(record.predicate.mode is Mode.SCORED for record in context.records.values())
    paths = [path for path in context.files.entries if path.startswith(f"{FOLDER}/") and path.endswith(".json")]
    found = {path: earlier for path in paths if (earlier := _read(context, path)) is not None}
    return Before(runs, {path: earlier.made for path, earlier in found.items() if _plans(earlier) == _plans(made)})


def _read(context: Context, path: str) -> Commitment | None:
    entry = context.files.entries[path]
    if entry.kind is not Kind.FILE or entry.size > MAX_DOCUMENT_BYTES:
        return None
    return load(COMMITMENT, context.files.read(path, MAX_DOCUMENT_BYTES), path).model


def _plans(made: Commitment) -> tuple[str, dict[str, str], dict[str, str]]:
    return made.artifact, made.experiments, made.tasks
