"""Whether the hardware and the isolation that a record names can have been."""

from collections.abc import Iterator

from packaging.specifiers import InvalidSpecifier, SpecifierSet

from reprobridge_spec.audit.run import Run
from reprobridge_spec.audit.sign import Sign
from reprobridge_spec.audit.subject import Subject
from reprobridge_spec.location import Path
from reprobridge_spec.model.audit import Bearing
from reprobridge_spec.model.audit_reason import Reason
from reprobridge_spec.model.experiment import Experiment
from reprobridge_spec.model.hardware import Hardware
from reprobridge_spec.model.inputs import InputKind
from reprobridge_spec.model.resolved import inputs_of, reference_text
from reprobridge_spec.model.scalars import size_in_bytes
from reprobridge_spec.stats.observations import counted

_Fault = tuple[Path, str, str | None, str | None]
"""Place below the predicate, the rest of a sentence, and the two values."""
_MANY_SAMPLES = 10
_USABLE = 0.85
"""What is left of a card's nominal memory, in the units and after the reserve of its maker."""


def signs(subject: Subject) -> Iterator[Sign]:
    """What of the hardware and the isolation of runs cannot have been, and what was left open."""
    open_runs: dict[str, list[Run]] = {}
    idle: dict[str, list[Run]] = {}
    for run in [*subject.counted_runs(), *subject.reference_runs]:
        body = subject.context.experiments[run.said.experiment]
        for place, message, recorded, found in _hardware(subject, run, body):
            yield _sign(run, Reason.HARDWARE_IMPOSSIBLE, place, message, recorded, found)
        for place, message, recorded, found in _isolation(subject, run, body):
            yield _sign(run, Reason.ISOLATION_IMPOSSIBLE, place, message, recorded, found)
        if _idle(run):
            idle.setdefault(run.said.experiment, []).append(run)
        if run.said.isolation.network and not _services(subject, body):
            open_runs.setdefault(run.said.experiment, []).append(run)
    for name, runs in open_runs.items():
        yield Sign(
            reason=Reason.NETWORK_OPEN,
            bearing=Bearing.REMARK,
            message=f"nothing kept {counted(len(runs))} of experiment `{name}` from the network",
            file=runs[0].path,
            runs=tuple(runs),
            path=("predicate", "isolation", "network"),
        )
    for name, runs in idle.items():
        yield Sign(
            reason=Reason.CARD_IDLE,
            bearing=Bearing.REMARK,
            message=f"{counted(len(runs))} of experiment `{name}` computed nothing on a GPU while that was watched",
            file=runs[0].path,
            runs=tuple(runs),
            path=("predicate", "used", "gpus"),
        )


def _sign(run: Run, reason: Reason, place: Path, message: str, recorded: str | None, found: str | None) -> Sign:
    return Sign(
        reason=reason,
        bearing=Bearing.CONTRADICTS,
        message=f"run `{run.said.run}` {message}",
        file=run.path,
        runs=(run,),
        path=("predicate", *place),
        recorded=recorded,
        found=found,
    )


def _hardware(subject: Subject, run: Run, body: Experiment) -> Iterator[_Fault]:
    hardware, peak = run.said.hardware, run.said.used.peak_memory_bytes
    if peak is not None and peak > hardware.memory_bytes > 0:
        yield (
            ("used", "peak_memory_bytes"),
            "used more memory than its machine has",
            str(peak),
            str(hardware.memory_bytes),
        )
    yield from _cards(hardware)
    yield from _use(run, hardware)
    wanted = body.resources.gpus if body.resources else None
    environment = subject.context.manifest.environments.get(body.environment or "")
    place: Path = ("hardware", "gpus")
    if wanted is None and hardware.gpus:
        yield (
            place,
            "names a GPU, and its experiment declares none, so that it saw none",
            hardware.gpus[0].model,
            "none",
        )
    if wanted is not None and len(hardware.gpus) < wanted.count:
        yield place, "has fewer GPUs than its experiment needs", str(len(hardware.gpus)), str(wanted.count)
    least = size_in_bytes(wanted.memory) * _USABLE if wanted is not None and wanted.memory else 0
    for index, card in enumerate(hardware.gpus):
        if card.memory_bytes < least and wanted is not None:
            what = "names a GPU with less memory than its experiment needs"
            yield (*place, index, "memory_bytes"), what, str(card.memory_bytes), wanted.memory
        bound = environment.cuda.driver if environment is not None and environment.cuda is not None else None
        if bound and not _meets(bound, card.driver):
            what = "names a driver that its environment cannot work with"
            yield (*place, index, "driver"), what, card.driver, bound
        able = wanted.capability if wanted is not None else None
        if able and card.capability and not _meets(able, card.capability):
            what = "names a GPU of another compute capability than its experiment needs"
            yield (*place, index, "capability"), what, card.capability, able


def _cards(hardware: Hardware) -> Iterator[_Fault]:
    seen: set[str] = set()
    for index, card in enumerate(hardware.gpus):
        if card.uuid_digest in seen:
            yield ("hardware", "gpus", index, "uuid_digest"), "names one GPU twice", card.uuid_digest, None
        seen.add(card.uuid_digest)
        if card.memory_bytes == 0:
            yield ("hardware", "gpus", index, "memory_bytes"), "names a GPU without memory", "0", None


def _use(run: Run, hardware: Hardware) -> Iterator[_Fault]:
    cards = {card.uuid_digest: card for card in hardware.gpus}
    for index, use in enumerate(run.said.used.gpus):
        place: Path = ("used", "gpus", index)
        card = cards.get(use.uuid_digest)
        if card is None:
            yield (*place, "uuid_digest"), "tells what it made of a GPU that it did not have", use.uuid_digest, None
        elif (use.peak_memory_bytes or 0) > card.memory_bytes:
            what = "used more memory of a GPU than that has"
            yield (*place, "peak_memory_bytes"), what, str(use.peak_memory_bytes), str(card.memory_bytes)


def _idle(run: Run) -> bool:
    """Whether nothing computed on any of its cards, as often as these were looked at."""
    used = run.said.used.gpus
    return bool(used) and all(use.peak_utilisation == 0 and use.samples >= _MANY_SAMPLES for use in used)


def _meets(bound: str, driver: str) -> bool:
    try:
        return SpecifierSet(bound).contains(driver, prereleases=True)
    except InvalidSpecifier:
        return True


def _services(subject: Subject, body: Experiment) -> list[str]:
    inputs = subject.context.manifest.inputs
    names = [text for text in map(reference_text, inputs_of(body)) if text in inputs]
    return [name for name in names if inputs[name].kind is InputKind.SERVICE]


def _isolation(subject: Subject, run: Run, body: Experiment) -> Iterator[_Fault]:
    said = run.said.isolation
    if said.kind == "none" and said.read_only:
        yield ("isolation", "read_only"), "had no isolation, which keeps nothing read-only", "true", "false"
    if said.kind == "none" and not said.network:
        yield ("isolation", "network"), "had no isolation, which keeps nobody from the network", "false", "true"
    services = _services(subject, body)
    if services and not said.network:
        what = f"had no network, and was measured with the service `{services[0]}`"
        yield ("isolation", "network"), what, "false", "true"
