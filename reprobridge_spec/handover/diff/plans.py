"""Which experiments have another plan, what decided that, and which tasks are judged otherwise."""

from collections.abc import Iterator, Mapping
from typing import Any

from reprobridge_spec.frozen import dataclass
from reprobridge_spec.handover.diff.areas import areas
from reprobridge_spec.handover.diff.shown import as_unicode, value_text
from reprobridge_spec.handover.diff.side import Side
from reprobridge_spec.model.difference import (
    Area,
    Cause,
    JudgementChange,
    PlanPart,
    SeedsChange,
    StaleExperiment,
)
from reprobridge_spec.model.experiment import Experiment
from reprobridge_spec.model.resolved import ChainError, ordered
from reprobridge_spec.plan.digests import judges
from reprobridge_spec.rules.context import Context

_SHOWN = 3
_PARTS = {Area.CODE: PlanPart.CODE, Area.LAUNCHERS: PlanPart.LAUNCHERS}


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanChanges:
    """What differs between the plans of two artifacts; `not_told` says what could not be compared."""

    compared: int = 0
    stale: tuple[StaleExperiment, ...] = ()
    smoke: tuple[str, ...] = ()
    seeds: tuple[SeedsChange, ...] = ()
    judged: tuple[JudgementChange, ...] = ()
    not_told: tuple[str, ...] = ()


def plan_changes(first: Side, second: Side) -> PlanChanges:
    """The experiments and tasks of both artifacts whose plans or judgements differ."""
    for side in (first, second):
        if reason := _untold(side):
            return PlanChanges(not_told=(f"plans, so which runs are stale: {reason}",))
    if first.context is None or second.context is None:
        return PlanChanges()
    return _Comparison(first, second, first.context, second.context).all()


def _untold(side: Side) -> str | None:
    if side.context is None or not side.is_whole:
        return f"the manifest of {side.place} has not the right form"
    chain = ordered(side.context.experiments)
    return f"in {side.place}, experiments wait for one another" if isinstance(chain, ChainError) else None


class _Comparison:
    def __init__(self, first: Side, second: Side, old: Context, new: Context) -> None:
        self._area = areas(first, second)
        self._old = old
        self._new = new

    def all(self) -> PlanChanges:
        stale: list[StaleExperiment] = []
        smoke: list[str] = []
        seeds: list[SeedsChange] = []
        not_told: list[str] = []
        both = [name for name in self._old.experiments if name in self._new.experiments]
        for name in both:
            try:
                if self._old.plans.method(name) != self._new.plans.method(name):
                    stale.append(self._stale(name))
                    continue
                if self._old.plans.campaign(name) != self._new.plans.campaign(name):
                    seeds.append(self._seeds(name))
                if self._old.plans.smoke(name) != self._new.plans.smoke(name):
                    smoke.append(name)
            except (KeyError, OSError) as error:
                not_told.append(f"the plan of {name}: {_reason(error)}")
        judged = tuple(self._judged())
        return PlanChanges(
            compared=len(both) - len(not_told),
            stale=tuple(stale),
            smoke=tuple(smoke),
            seeds=tuple(seeds),
            judged=judged,
            not_told=tuple(not_told),
        )

    def _stale(self, name: str) -> StaleExperiment:
        return StaleExperiment(
            experiment=name,
            causes=list(self._causes(name)),
            runs=_runs_of(self._old, name),
            renewed=_runs_of(self._new, name),
        )

    def _causes(self, name: str) -> Iterator[Cause]:
        old, new = self._old.plans.plan(name), self._new.plans.plan(name)
        yield from self._files(old["files"], new["files"])
        if old["command"] != new["command"]:
            yield Cause(part=PlanPart.COMMAND, what=f"{value_text(old['command'])} -> {value_text(new['command'])}")
        if old["environment"] != new["environment"]:
            names = ", ".join(_differing(old["environment"] or {}, new["environment"] or {}))
            environment = self._new.experiments[name].environment
            yield Cause(part=PlanPart.ENVIRONMENT, what=f"{environment or 'none'}: {names}")
        if old["inputs"] != new["inputs"]:
            yield from self._inputs(name)

    def _files(self, old: Mapping[str, str], new: Mapping[str, str]) -> Iterator[Cause]:
        by_part: dict[PlanPart, list[str]] = {}
        for path in sorted(_differing(old, new)):
            by_part.setdefault(_PARTS.get(self._area(path), PlanPart.ENVIRONMENT_FILES), []).append(as_unicode(path))
        for part, paths in by_part.items():
            more = f" and {len(paths) - _SHOWN} more" if len(paths) > _SHOWN else ""
            yield Cause(part=part, what=f"{', '.join(paths[:_SHOWN])}{more}")

    def _inputs(self, name: str) -> Iterator[Cause]:
        old, new = (_inputs(context, name) for context in (self._old, self._new))
        for reference in _differing(old, new):
            source, slash, _ = reference.partition("/")
            part = PlanPart.PLAN_BEFORE if slash else PlanPart.INPUTS
            yield Cause(part=part, what=source if slash and reference in old and reference in new else reference)
        if list(old) != list(new) and old.keys() == new.keys():
            yield Cause(part=PlanPart.INPUTS, what="their order")

    def _seeds(self, name: str) -> SeedsChange:
        return SeedsChange(
            experiment=name,
            before=_seeds(self._old.experiments[name]),
            after=_seeds(self._new.experiments[name]),
        )

    def _judged(self) -> Iterator[JudgementChange]:
        for name in (name for name in self._old.tasks if name in self._new.tasks):
            fields = _differing(judges(self._old.tasks[name]), judges(self._new.tasks[name]))
            if fields:
                yield JudgementChange(task=name, fields=fields)


def _inputs(context: Context, name: str) -> dict[str, Any]:
    """The inputs of an experiment, each with what the plan says of it."""
    found = {}
    for item in context.plans.plan(name)["inputs"]:
        first = next(iter(item))
        found[first] = item
    return found


def _differing(old: Mapping[str, Any], new: Mapping[str, Any]) -> list[str]:
    return [key for key in dict.fromkeys((*old, *new)) if key not in old or key not in new or old[key] != new[key]]


def _runs_of(context: Context, name: str) -> int:
    method = context.plans.method(name)
    predicates = (record.predicate for record in context.records.values())
    return sum(one.experiment == name and one.plan.method == method and not one.alternative for one in predicates)


def _seeds(experiment: Experiment) -> str:
    return value_text(experiment.seeds) if experiment.seeds is not None else f"{experiment.runs or 1} runs"


def _reason(error: KeyError | OSError) -> str:
    if isinstance(error, KeyError):
        return f"it names {error.args[0] if error.args else 'something'}, which is not there"
    return f"{error.filename or ''} cannot be read: {error.strerror or error}".strip()
