"""No verification of the present content holds.

## What it finds
An artifact without a verification in `evidence/verifications/` whose content digest is the present one and which
holds. One that contradicts itself does not count: it says `holds: true`, and a task is neither compatible, blocked
nor as expected, or its rows are not the manifest's tasks, one each. The message says which of these it is.

## Why
`preserved` promises that somebody without the author's machine gets the scores. Only a verification from a clean
shell shows that, and only for the content that it was made with.

## Example
```text
evidence/verifications/2026-11-29.json       made before the guide was finished
```

## What to do
Run `rrspec pack`, then `rrspec verify` on the package, and put its `verification.json` into
`evidence/verifications/`. Evidence is no part of the content digest, so adding it changes nothing.

## Standard
SPEC.md, section "Conformance levels".
"""

from collections.abc import Iterator

from reprobridge_spec.model.manifest import Level
from reprobridge_spec.model.verdict import Verdict
from reprobridge_spec.model.verification import Verification
from reprobridge_spec.rules.base import Fault, Rule, Unchecked
from reprobridge_spec.rules.context import Context
from reprobridge_spec.schemas.kinds import VERIFICATIONS_FOLDER

_HOLDING = frozenset([Verdict.COMPATIBLE, Verdict.BLOCKED])


def check(context: Context) -> Iterator[Fault]:
    """The verification that is still to be made."""
    reason = _reason(context)
    if reason is not None:
        yield Fault(
            message=reason,
            advice=f"Run `rrspec pack` and `rrspec verify`, and keep its verification.json in {VERIFICATIONS_FOLDER}/.",
            path=("level",),
        )


def _reason(context: Context) -> str | None:
    if not context.verifications:
        return "the artifact has no verification"
    try:
        content = context.content_digest()
    except (OSError, ValueError) as error:
        raise Unchecked(f"the content digest cannot be computed: {error}") from error
    present = {path: body for path, body in context.verifications.items() if body.package.content_digest == content}
    if not present:
        return f"the content changed after {_newest(context.verifications)} was made, and no other verification fits"
    holding = {path: body for path, body in present.items() if body.holds}
    if not holding:
        return f"{_newest(present)} does not hold, and no other verification of this content does"
    contradictions = {path: _contradiction(context, body) for path, body in holding.items()}
    if None in contradictions.values():
        return None
    newest = _newest(holding)
    return f"{newest} contradicts itself: it says that it holds, and {contradictions[newest]}"


def _contradiction(context: Context, body: Verification) -> str | None:
    """Why the verification cannot hold, as the rest of a sentence; None where it can."""
    rows = [row.task for row in body.tasks]
    if lacking := [task for task in context.tasks if task not in rows]:
        return f"it has no row for task `{lacking[0]}`{_and_more(lacking)}"
    if foreign := [task for task in rows if task not in context.tasks]:
        return f"its row `{foreign[0]}`{_and_more(foreign)} is no task of the manifest"
    if len(rows) > len(context.tasks):
        twice = next(task for task in rows if rows.count(task) > 1)
        return f"it has {rows.count(twice)} rows for task `{twice}`"
    for row in body.tasks:
        if row.judgement.verdict not in _HOLDING and not row.judgement.as_expected:
            return f"task `{row.task}` is {row.judgement.verdict}"
    return None


def _and_more(tasks: list[str]) -> str:
    return f" (and {len(tasks) - 1} more)" if tasks[1:] else ""


def _newest(verifications: dict[str, Verification]) -> str:
    return max(verifications, key=lambda path: (verifications[path].ended, path))


RULE = Rule(code="RRV005", name="verification-missing", level=Level.PRESERVED, check=check)
