"""The results as JUnit XML, which build servers show."""

from collections.abc import Sequence
from itertools import groupby
from xml.sax.saxutils import escape, quoteattr

from reprobridge_spec.conformance.results import CaseResult, Status


def text(results: Sequence[CaseResult]) -> str:
    """One suite a component; what is skipped, not supported or known to fail is skipped there, with its reason."""
    suites = [_suite(name, list(rows)) for name, rows in groupby(results, lambda result: result.found.component)]
    return '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n' + "".join(suites) + "</testsuites>\n"


def _suite(name: str, results: Sequence[CaseResult]) -> str:
    failures = sum(result.status is Status.FAILED for result in results)
    skipped = sum(result.status not in {Status.FAILED, Status.PASSED} for result in results)
    seconds = sum(result.seconds for result in results)
    head = (
        f'  <testsuite name={quoteattr(name)} tests="{len(results)}" failures="{failures}" errors="0"'
        f' skipped="{skipped}" time="{seconds:.3f}">\n'
    )
    return head + "".join(map(_case, results)) + "  </testsuite>\n"


def _case(result: CaseResult) -> str:
    attributes = f"classname={quoteattr(result.found.component)} name={quoteattr(result.found.id)}"
    head = f'    <testcase {attributes} time="{result.seconds:.3f}"'
    if result.status is Status.PASSED:
        return f"{head}/>\n"
    if result.status is Status.FAILED:
        first = _clean(result.faults[0])
        body = escape(_clean("\n".join(result.faults)))
        return f"{head}>\n      <failure message={quoteattr(first)}>{body}</failure>\n    </testcase>\n"
    reason = _clean(result.reason or "; ".join(result.faults))
    message = quoteattr(f"{result.status.value}: {reason}")
    return f"{head}>\n      <skipped message={message}/>\n    </testcase>\n"


def _clean(words: str) -> str:
    """`words` without what XML 1.0 cannot hold."""
    return "".join(letter if letter.isprintable() or letter in "\n\t" else "\ufffd" for letter in words)
