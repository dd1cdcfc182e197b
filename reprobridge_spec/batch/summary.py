"""Many outcomes in a few numbers."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from reprobridge_spec.batch.outcome import Checked, Failure, FailureKind, Result
from reprobridge_spec.findings import Severity

_MOST_FREQUENT = 5


@dataclass(slots=True, kw_only=True)
class Summary:
    """Counts what came of artifacts; each falls into one of the four groups.

    Attributes:
        total: artifacts that were to be checked.
        valid: without an error, and every rule of their level could look.
        with_errors: with at least one error.
        open: without an error, and rules of their level could not look.
        failed: without a report, by the reason.
        again: of all these, those taken from a journal.
        rules: artifacts in which a rule found something, by code and name.
    """

    total: int
    valid: int = 0
    with_errors: int = 0
    open: int = 0
    failed: Counter[FailureKind] = field(default_factory=Counter)
    again: int = 0
    rules: Counter[tuple[str, str]] = field(default_factory=Counter)

    def add(self, result: Result) -> None:
        """Count one more."""
        self.again += result.again
        match result.outcome:
            case Failure(kind=kind):
                self.failed[kind] += 1
            case Checked(shown=shown):
                report = shown.report
                if report.worst() is Severity.ERROR:
                    self.with_errors += 1
                elif report.not_checked:
                    self.open += 1
                else:
                    self.valid += 1
                self.rules.update({(finding.rule, finding.name) for finding in report.findings})

    @property
    def done(self) -> int:
        """Artifacts that were looked at."""
        return self.valid + self.with_errors + self.open + self.failed.total()

    def most_frequent(self) -> list[tuple[str, str, int]]:
        """Code, name and number of artifacts of the rules that found something in most of them."""
        ranked = sorted(self.rules.items(), key=lambda item: (-item[1], item[0]))
        return [(code, name, count) for (code, name), count in ranked[:_MOST_FREQUENT]]


def lines(summary: Summary, seconds: float) -> Iterator[str]:
    """The summary for people, after `seconds` of work."""
    groups = [
        (summary.valid, "valid"),
        (summary.with_errors, "with errors"),
        (summary.open, "not told, as rules could not look"),
        (summary.failed.total(), "could not be checked"),
        (summary.total - summary.done, "not reached"),
    ]
    parts = [f"{count} {what}" for count, what in groups if count or what == "valid"]
    yield f"{summary.total} artifact{'s' if summary.total != 1 else ''}: {', '.join(parts)}"
    if summary.failed:
        yield f"could not be checked: {', '.join(f'{count} {kind}' for kind, count in summary.failed.most_common())}"
    for code, name, count in summary.most_frequent():
        yield f"  {code} {name}: in {count}"
    checked = summary.done - summary.again
    rate = f", {checked / seconds:.1f} a second" if seconds > 0 and checked else ""
    reused = f", {summary.again} taken from earlier results" if summary.again else ""
    yield f"{seconds:.1f} s{rate}{reused}"


def as_json(summary: Summary, seconds: float) -> dict[str, object]:
    """The summary for programs, after `seconds` of work."""
    return {
        "artifacts": summary.total,
        "valid": summary.valid,
        "with_errors": summary.with_errors,
        "open": summary.open,
        "failed": {kind.value: count for kind, count in sorted(summary.failed.items())},
        "not_reached": summary.total - summary.done,
        "from_earlier_results": summary.again,
        "rules": [{"rule": code, "name": name, "artifacts": count} for code, name, count in summary.most_frequent()],
        "seconds": round(seconds, 3),
    }
