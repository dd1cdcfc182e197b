"""The results of a run over the suite: counted by component and level, and what they allow an implementation to say."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from enum import StrEnum
from typing import Any

from reprobridge_spec.conformance.cases import STEPS, Found
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.model.manifest import Level


class Status(StrEnum):
    """What came of a case."""

    PASSED = "pass"
    FAILED = "fail"
    SKIPPED = "skipped"
    NOT_SUPPORTED = "not-supported"
    KNOWN = "known"
    """On the list of known failures, and it failed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseResult:
    """One case that was run.

    Attributes:
        faults: what differs from what the case says.
        reason: why it was not run, or is not supported.
    """

    found: Found
    status: Status
    faults: tuple[str, ...] = ()
    reason: str = ""
    seconds: float = 0.0

    def known(self, skipped: frozenset[str]) -> "CaseResult":
        """This result, held against the ids that are known to fail: one of those that passes has failed."""
        if self.found.id not in skipped:
            return self
        if self.status is Status.FAILED:
            return replace(self, status=Status.KNOWN)
        if self.status is Status.PASSED:
            return replace(self, status=Status.FAILED, faults=("it is on the list of known failures, and it passes",))
        return self


def counts(results: Iterable[CaseResult]) -> dict[str, int]:
    """How many results there are of each status."""
    counted = Counter(result.status for result in results)
    return {status.value: counted[status] for status in Status}


def conforms(results: Sequence[CaseResult], wanted: frozenset[str]) -> dict[str, bool | None]:
    """Whether each level can be claimed; None where that cannot be told, because not all cases were run.

    Args:
        results: what was run.
        wanted: ids of all cases of the version.
    """
    complete = bool(wanted) and wanted <= {result.found.id for result in results}
    said: dict[str, bool | None] = {}
    so_far: list[CaseResult] = []
    for level in Level:
        so_far += [result for result in results if result.found.level == level.value]
        statuses = {result.status for result in so_far}
        if statuses & {Status.FAILED, Status.KNOWN, Status.NOT_SUPPORTED}:
            said[level.value] = False
        else:
            said[level.value] = None if Status.SKIPPED in statuses or not complete else True
    return said


def claim(levels: dict[str, bool | None], version: str) -> str:
    """What may be said of the implementation, in one sentence without its stop."""
    held = [level for level, holds in levels.items() if holds]
    if held:
        return f"conforms to RRA {version}, level {held[-1]}"
    if levels[Level.DRAFT.value] is None:
        return f"not told whether it conforms to RRA {version}: not all cases were run"
    return f"does not conform to RRA {version}"


def document(
    results: Sequence[CaseResult], *, version: str, wanted: frozenset[str], command: Sequence[str], positions: bool
) -> dict[str, Any]:
    """The results file, as JSON values."""
    levels = conforms(results, wanted)
    return {
        "rra": version,
        "command": list(command),
        "positions": positions,
        "claim": claim(levels, version),
        "conforms": levels,
        "counts": counts(results),
        "components": _grouped(results, lambda result: result.found.component),
        "levels": _grouped(results, lambda result: result.found.level, [*(level.value for level in Level), STEPS]),
        "cases": [_row(result) for result in results],
    }


def _grouped(results: Sequence[CaseResult], key: Any, order: Sequence[str] = ()) -> dict[str, dict[str, int]]:  # noqa: ANN401
    names = order or sorted({key(result) for result in results})
    return {name: counts(result for result in results if key(result) == name) for name in names}


def _row(result: CaseResult) -> dict[str, Any]:
    return {
        "id": result.found.id,
        "title": result.found.case.title,
        "component": result.found.component,
        "level": result.found.level,
        "status": result.status.value,
        "faults": list(result.faults),
        "reason": result.reason,
        "seconds": round(result.seconds, 3),
    }
