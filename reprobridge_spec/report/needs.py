"""What it takes to try an artifact: commands, time, cards, memory, disk, network."""

import shlex
from decimal import Decimal

from reprobridge_spec.audit.subject import Subject
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.model.resolved import runs_of
from reprobridge_spec.model.run_record import Mode, RunPredicate
from reprobridge_spec.model.scalars import seconds
from reprobridge_spec.render.amounts import duration, number
from reprobridge_spec.render.needs import cards, disk, memory, network, open_experiments
from reprobridge_spec.report.sources import Sources


@dataclass(frozen=True, slots=True)
class Command:
    """A command to type, and what it does."""

    line: str
    what: str


def commands(sources: Sources) -> list[Command]:
    """The first three to type: in the artifact's folder, or beside the package."""
    place = shlex.quote(_package(sources)) if sources.package else "."
    if sources.package:
        second = Command(f"rrspec audit {place}", "Tell from the records whether the scores come of new executions.")
    else:
        second = Command("rrspec run --smoke", "Short runs that show that the machinery works; nothing is a score.")
    return [
        Command(f"rrspec doctor {place}", "Tell what this machine can run, how long it takes, and what is missing."),
        second,
        Command(f"rrspec verify {place}", "Measure every score again, in a clean shell."),
    ]


def _package(sources: Sources) -> str:
    """The package's name; of an anonymous artifact the usual one, as a name that somebody gave may tell theirs."""
    name = sources.package
    if sources.is_anonymous or not name.isprintable():
        return f"{sources.manifest.id}-{sources.manifest.version}.rra.zip"
    return name if not name.startswith("-") else f"./{name}"


def facts(subject: Subject) -> list[tuple[str, str]]:
    """What it takes, each with its name."""
    return [
        ("First try", _smoke(subject)),
        ("All scored runs", _scored(subject)),
        ("GPU", cards(subject.context)),
        ("Memory, disk", f"{memory(subject.context)}, {disk(subject.context)}"),
        ("Network", network(subject.context)),
    ]


def _smoke(subject: Subject) -> str:
    limits = [seconds(body.smoke.time) for body in open_experiments(subject.context).values() if body.smoke]
    if not limits:
        return "no smoke run is declared"
    runs = [run.said for run in subject.runs if run.said.mode is Mode.SMOKE]
    took = f"; took {duration(_sum(runs))} when recorded" if runs else "; none is recorded"
    return f"{number(len(limits), 'smoke run')}, at most {duration(sum(limits))}{took}"


def _scored(subject: Subject) -> str:
    count, declared, unsaid = 0, Decimal(0), 0
    for body in open_experiments(subject.context).values():
        runs = len(runs_of(body))
        count += runs
        time = body.resources.time if body.resources else None
        if time is None or time.expected is None:
            unsaid += runs
        else:
            declared += runs * Decimal(str(seconds(time.expected)))
    if not count:
        return "none can be run"
    recorded = [run.said for run in subject.counted_runs()]
    parts = [number(count, "run")]
    if declared:
        parts.append(f"about {duration(declared)} one after another as declared")
    if unsaid:
        parts.append(f"time not declared for {number(unsaid, 'run')}")
    if recorded:
        parts.append(f"{duration(_sum(recorded))} in {number(len(recorded), 'record')}")
    return "; ".join(parts)


def _sum(records: list[RunPredicate]) -> Decimal:
    return sum((record.used.wall_seconds for record in records), Decimal(0))
