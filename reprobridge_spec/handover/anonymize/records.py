"""What changes in records besides names and digests: sizes, partitions of clusters, and that they are sealed."""

from collections.abc import Callable, Iterator

from reprobridge_spec import digest
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.model.run_record import RunRecord
from reprobridge_spec.model.seal import SealedValue
from reprobridge_spec.model.verification import Verification
from reprobridge_spec.rules.identity.clusters import is_generic

_MARK = "sealed"


def commitment(salt: str, path: str, sha256: str) -> str:
    """What stands in an anonymous record for the named one: nobody can tell it without the salt."""
    return digest.of_value([salt, path, sha256])


@dataclass(frozen=True, slots=True, kw_only=True)
class Covered:
    """A record or a verification that is rewritten.

    Attributes:
        path: its path in the named artifact.
        before: its digest there.
        is_edited: whether anything in it gave somebody away, or is a digest that became another.
    """

    record: RunRecord | Verification
    path: str
    before: str
    is_edited: bool


def operations(covered: Covered, salt: str, size_of: Callable[[str], int | None]) -> list[SealedValue]:
    """What is set in it, the commitment last; nothing where it stays as it is.

    Args:
        covered: the document.
        salt: the one of the mapping.
        size_of: the size that a file of the named artifact, by its path there, has in the anonymous one.
    """
    record = covered.record
    found = list(_partitions(record))
    if isinstance(record, RunRecord):
        found += _sizes(record, covered.path, size_of)
    if found or covered.is_edited:
        mark = commitment(salt, covered.path, covered.before)
        found.append(SealedValue(pointer=_mark_of(record), value=mark))
    return found


def _mark_of(record: RunRecord | Verification) -> list[str]:
    return ["predicate", _MARK] if isinstance(record, RunRecord) else [_MARK]


def _partitions(record: RunRecord | Verification) -> Iterator[SealedValue]:
    """Partitions whose names tell which cluster it was."""
    for number, attempt in enumerate(record.predicate.attempts if isinstance(record, RunRecord) else ()):
        if attempt.job and attempt.job.partition and not is_generic(str(attempt.job.partition)):
            pointer = ["predicate", "attempts", str(number), "job", "partition"]
            yield SealedValue(pointer=pointer, value="anonymous")


def _sizes(record: RunRecord, path: str, size_of: Callable[[str], int | None]) -> list[SealedValue]:
    """The sizes of the log and of kept outputs, where the files have others now."""
    folder = path.rpartition("/")[0]
    found: list[SealedValue] = []
    said = record.predicate
    if (size := size_of(f"{folder}/log")) not in {None, said.log.size}:
        found.append(_size(["predicate", "log", "size"], size))
    for number, output in enumerate(said.outputs):
        size = size_of(f"{folder}/outputs/{output.path}") if output.kept else None
        if size not in {None, output.size}:
            found.append(_size(["predicate", "outputs", str(number), "size"], size))
    return found


def _size(pointer: list[str], size: int | None) -> SealedValue:
    return SealedValue(pointer=pointer, value=str(size), plain=True)
