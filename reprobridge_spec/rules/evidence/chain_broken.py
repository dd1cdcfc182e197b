"""The chain of a campaign's records does not hold together.

## What it finds
Records of one campaign of which none, or more than one, is the first; one whose `previous` is the digest of no record
of its campaign; and two that name the same one before them.

## Why
Each record holds the digest of the one before it. A record that was taken out, put in or edited afterwards breaks
the chain, so that nobody runs two hundred seeds and keeps the five that please.

## Example
```text
evidence/runs/eval-scored-s0-.../run.json      previous: null
evidence/runs/eval-scored-s2-.../run.json      previous: the digest of a record that is not there
```

## What to do
Put every record of the campaign back as it was, also those of runs that failed; or make the campaign again.

## Standard
SPEC.md, section "Evidence".
"""

from collections.abc import Iterator

from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Rule, Unchecked
from reprobridge_spec.rules.context import Context

_ADVICE = "Put every record of the campaign back as it was, or make the campaign again."


def check(context: Context) -> Iterator[Fault]:
    """Each place at which a chain is broken."""
    campaigns: dict[str, dict[str, str]] = {}
    for path, record in context.records.items():
        try:
            present = context.files.sha256(path)
        except OSError as error:
            raise Unchecked(f"{path} cannot be read: {error}") from error
        campaigns.setdefault(record.predicate.campaign, {})[path] = present
    for digests in campaigns.values():
        yield from _campaign(context, digests)


def _campaign(context: Context, digests: dict[str, str]) -> Iterator[Fault]:
    known = set(digests.values())
    first: dict[str | None, str] = {}
    for path in digests:
        record = context.records[path].predicate
        if record.previous is not None and record.previous not in known:
            yield _fault(path, f"run `{record.run}` names a record before it that is not there, or was edited")
        elif record.previous in first:
            what = "have the same record before them" if record.previous else "are both the first of their campaign"
            yield _fault(path, f"runs `{first[record.previous]}` and `{record.run}` {what}")
        first.setdefault(record.previous, record.run)
    if None not in first and all(context.records[path].predicate.previous in known for path in digests):
        path = next(iter(digests))
        yield _fault(path, f"no record of the campaign of run `{context.records[path].predicate.run}` is the first")


def _fault(path: str, message: str) -> Fault:
    return Fault(message=message, advice=_ADVICE, file=path, path=("predicate", "previous"))


RULE = Rule(code="RRV008", name="chain-broken", level=Level.EXECUTED, check=check)
