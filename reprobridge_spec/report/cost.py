"""Where runs were made, what kept them apart, and what they cost, as far as records tell."""

from collections import Counter
from decimal import Decimal

from reprobridge_spec.model.isolation import Isolation
from reprobridge_spec.model.run_record import RunPredicate
from reprobridge_spec.render.amounts import DASH, duration, listed, number, size
from reprobridge_spec.render.machine import machine, wall_seconds
from reprobridge_spec.report.markup import Html, tag
from reprobridge_spec.report.sections import section, table
from reprobridge_spec.report.sources import Sources
from reprobridge_spec.report.words import Answer, Tone

_HOUR = Decimal(3600)
_KILOWATT_HOUR = Decimal(3_600_000)


def hardware(sources: Sources) -> Html:
    """The section on machines and isolation."""
    made = sources.verification
    machines = Counter(machine(record.hardware) for record in sources.records)
    apart = Counter(_isolation(record.isolation) for record in sources.records)
    rows = [(name, number(count, "run"), "the artifact's records") for name, count in machines.items()]
    # of a verification beside an anonymous artifact, nothing that the artifact itself does not say
    may_tell = made is not None and made.hardware is not None and (sources.is_own or not sources.is_anonymous)
    if made is not None and made.hardware is not None and may_tell:
        rows.append((machine(made.hardware), number(len(made.runs), "run"), "the verification"))
    isolation = [(name, number(count, "run"), "the artifact's records") for name, count in apart.items()]
    if made is not None and made.isolation is not None:
        isolation.append((_isolation(made.isolation), number(len(made.runs), "run"), "the verification"))
    return section(
        "hardware",
        "Hardware and isolation",
        table("Machines", ("Machine", "Runs", "In"), rows) if rows else tag("p", "No run is recorded.", class_="none"),
        tag("h3", "Isolation in force"),
        table("Isolation", ("What kept runs apart", "Runs", "In"), isolation) if isolation else None,
        _unisolated(sources),
        note="As the runs wrote it down; nobody else has seen the machines of self-made evidence.",
    )


def _isolation(isolation: Isolation) -> str:
    network = "the network could be reached" if isolation.network else "no network"
    files = "everything else read-only" if isolation.read_only else "launchers could read and write what the caller can"
    tool = f" ({isolation.tool})" if isolation.tool else ""
    limits = f", limits on {', '.join(isolation.limits)}" if isolation.limits else ""
    hosts = ""
    if isolation.hosts:
        filtered = "other hosts kept out" if isolation.hosts_filtered else "other hosts not kept out"
        hosts = f", for {listed(isolation.hosts)}, {filtered}"
    return f"{isolation.kind}{tool}: {network}{hosts}, {files}{limits}"


def _unisolated(sources: Sources) -> Html | None:
    count = sum(1 for record in sources.records if not record.isolation.read_only)
    if not count:
        return None
    said = f"{number(count, 'run')} of {len(sources.records)} without isolation: shipped files could be read there"
    return tag("p", Answer(said, Tone.OPEN).badge)


def cost(sources: Sources) -> Html:
    """The section on time and money."""
    groups: dict[tuple[str, str], list[RunPredicate]] = {}
    for record in sources.records:
        groups.setdefault((record.experiment, record.mode.value), []).append(record)
    rows = [(experiment, mode, *_sums(records)) for (experiment, mode), records in groups.items()]
    if len(rows) > 1:
        rows.append(("all", "", *_sums(list(sources.records))))
    paid = [f"{name}: {body.cost}" for name, body in sources.manifest.inputs.items() if body.cost]
    head = ("Experiment", "Mode", "Runs", "Wall time", "CPU time", "GPU-hours", "GPU energy", "Peak memory")
    return section(
        "cost",
        "Cost",
        table("Cost", head, rows) if rows else tag("p", "No run is recorded.", class_="none"),
        tag("p", f"Money, as declared for one scored campaign: {listed(paid)}." if paid else "No service is paid for."),
        note="Summed over all records, those behind references too. GPU-hours are wall time times the cards that a "
        "record lists, energy is that of whole cards where it was sampled.",
    )


def _sums(records: list[RunPredicate]) -> tuple[str, ...]:
    wall = sum((wall_seconds(record) for record in records), Decimal(0))
    cards = sum((wall_seconds(record) * len(record.hardware.gpus) for record in records), Decimal(0))
    cpus = [record.used.cpu_seconds for record in records if record.used.cpu_seconds is not None]
    peaks = [record.used.peak_memory_bytes for record in records if record.used.peak_memory_bytes is not None]
    cpu = duration(sum(cpus, Decimal(0))) if cpus else DASH
    peak = size(max(peaks)) if peaks else DASH
    return (f"{len(records):,}", duration(wall), cpu, gpu_hours(cards), _energy(records), peak)


def _energy(records: list[RunPredicate]) -> str:
    """Energy of whole cards, where it was counted."""
    counted = [use.energy_joules for record in records for use in record.used.gpus if use.energy_joules is not None]
    return f"{sum(counted, Decimal(0)) / _KILOWATT_HOUR:.3f} kWh" if counted else DASH


def gpu_hours(seconds: Decimal) -> str:
    """Seconds on cards in hours; no card gives none."""
    return f"{seconds / _HOUR:.2f}" if seconds else "0"
