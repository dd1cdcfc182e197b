"""What runs took, as their records say: machine, time and memory of each experiment, and all of it together."""

from collections.abc import Sequence
from decimal import Decimal
from statistics import median

from reprobridge_spec.frozen import dataclass
from reprobridge_spec.handover.export.base import Source
from reprobridge_spec.handover.export.outcomes import records_behind
from reprobridge_spec.model.resolved import runs_of
from reprobridge_spec.model.run_record import Mode, Outcome, RunPredicate
from reprobridge_spec.model.scalars import seconds
from reprobridge_spec.render.amounts import DASH, duration, listed, number, size
from reprobridge_spec.render.machine import machine, wall_seconds
from reprobridge_spec.render.needs import open_experiments
from reprobridge_spec.render.page import Table

_HOUR = Decimal(3600)
_SAME = Decimal("0.1")
"""Times that differ by less than this part are told as one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spent:
    """What the runs of one experiment took.

    Attributes:
        experiment: its id.
        runs: number of scored runs that were measured.
        one: time of one of them.
        memory: largest peak among them.
        all_seconds: time of all its records, smoke runs, references and failures too.
        gpu_seconds: the same times the cards that each run had.
    """

    experiment: str
    runs: int
    one: str
    memory: str
    all_seconds: Decimal
    gpu_seconds: Decimal


def spent(source: Source) -> list[Spent]:
    """What there are records of, one row an experiment."""
    by_name: dict[str, list[RunPredicate]] = {}
    for record in source.records.values():
        by_name.setdefault(record.predicate.experiment, []).append(record.predicate)
    return [_spent(name, by_name[name]) for name in source.context.experiments if name in by_name]


def machines(source: Source) -> list[str]:
    """The machines of all records, each once."""
    return list(dict.fromkeys(machine(record.predicate.hardware) for record in source.records.values()))


def total(rows: Sequence[Spent]) -> str:
    """All of it in one sentence."""
    wall = sum((row.all_seconds for row in rows), Decimal(0))
    cards = sum((row.gpu_seconds for row in rows), Decimal(0))
    gpu = f", {cards / _HOUR:.1f} GPU-hours" if cards else ", no GPU"
    return f"All recorded runs together, smoke runs, references and failures too: {duration(wall)} of run time{gpu}."


def table(rows: Sequence[Spent]) -> Table:
    """The rows for people."""
    return Table(
        ("experiment", "scored runs", "time of one", "peak memory", "all its runs"),
        tuple((f"`{row.experiment}`", str(row.runs), row.one, row.memory, duration(row.all_seconds)) for row in rows),
    )


def declared(source: Source) -> list[str]:
    """What the manifest says of the time of runs, one sentence for all experiments with the same."""
    names: dict[str, list[str]] = {}
    for name, body in open_experiments(source.context).items():
        time = body.resources.time if body.resources else None
        if time is not None and time.expected is not None:
            names.setdefault(duration(seconds(time.expected)), []).append(f"`{name}`")
    return [f"a run of {listed(of)} takes {time}" for time, of in names.items()]


def unmeasured(source: Source) -> list[str]:
    """Experiments that can be run and of which no measured scored run is recorded."""
    measured = {row.experiment for row in spent(source) if row.runs}
    return [name for name in open_experiments(source.context) if name not in measured]


def _spent(name: str, runs: Sequence[RunPredicate]) -> Spent:
    scored = [run for run in runs if run.mode is Mode.SCORED and run.outcome is Outcome.MEASURED]
    peaks = [run.used.peak_memory_bytes for run in scored if run.used.peak_memory_bytes is not None]
    return Spent(
        experiment=name,
        runs=len(scored),
        one=_range([wall_seconds(run) for run in scored]),
        memory=size(max(peaks)) if peaks else DASH,
        all_seconds=sum((wall_seconds(run) for run in runs), Decimal(0)),
        gpu_seconds=sum((wall_seconds(run) * len(run.hardware.gpus) for run in runs), Decimal(0)),
    )


def _range(times: Sequence[Decimal]) -> str:
    if not times:
        return DASH
    low, high = min(times), max(times)
    if high - low <= _SAME * high:
        return duration(median(times))
    return f"{duration(low)} to {duration(high)}, median {duration(median(times))}"


def time_of(source: Source, runs: Sequence[str]) -> str:
    """How long these runs take one after another: as recorded, else as declared."""
    records = records_behind(source, runs)
    told = []
    if records:
        took = sum((wall_seconds(record) for record in records), Decimal(0))
        told.append(f"{duration(took)} for {number(len(records), 'run')}, one after another, as recorded")
    recorded = {record.experiment for record in records}
    declared_too, unsaid = Decimal(0), []
    for name, body in open_experiments(source.context).items():
        time = body.resources.time if body.resources else None
        if name in recorded:
            continue
        if time is None or time.expected is None:
            unsaid.append(f"`{name}`")
        else:
            declared_too += len(runs_of(body)) * Decimal(str(seconds(time.expected)))
    if declared_too:
        told.append(f"{duration(declared_too)} {'more ' if records else ''}as declared")
    if unsaid:
        told.append(f"not said of {listed(unsaid)}")
    return "; ".join(told) or "nothing can be run"
