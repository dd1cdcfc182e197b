"""Results in the words of the Hugging Face hub, which asks for names that no manifest holds: the caller says them."""

import re
from collections.abc import Iterable
from decimal import Decimal

from reprobridge_spec.errors import ArtifactError, UsageError
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.handover.export.base import Source
from reprobridge_spec.handover.export.outcomes import Outcome, outcomes
from reprobridge_spec.model.inputs import HuggingFaceSource
from reprobridge_spec.model.resolved import folds_seeds, inputs_of, reference_text
from reprobridge_spec.model.verdict import Judgement
from reprobridge_spec.render.table import verdict
from reprobridge_spec.rules.nearest import one_of
from reprobridge_spec.schemas.kinds import MANIFEST_FILE
from reprobridge_spec.stats import exact

_DIGITS = 12
_BENCHMARK = re.compile(r"(?P<dataset>[A-Za-z0-9][\w.-]*(?:/[\w.-]+)?)(?::(?P<task>[\w.-]+))?", re.ASCII)


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """The measured value of one task, and what the hub calls what it is measured on.

    Attributes:
        task: full id.
        dataset: id of the data set on the hub.
        revision: its commit, where the artifact pins that very data set.
        task_id: name of the task in that data set; empty where the caller said none.
        outcome: what came of the task.
        judgement: how its value compares.
    """

    task: str
    dataset: str
    revision: str
    task_id: str
    outcome: Outcome
    judgement: Judgement

    @property
    def value(self) -> int | Decimal:
        """The measured value, to twelve digits."""
        value = Decimal(exact.rounded(exact.number(self.judgement.measured or "0"), _DIGITS))
        return int(value) if value == value.to_integral_value() else value


def results(source: Source, form: str, others: Iterable[str] = ()) -> list[Result]:
    """The tasks with a measured value for which the caller says what the hub calls their data set.

    Args:
        source: the artifact, and what the caller says.
        form: how a data set is said, for the caller's eyes.
        others: what the caller may say besides.

    Raises:
        UsageError: the caller says something of what is not there, or nothing of any task.
        ArtifactError: no task has a measured value.
    """
    found = outcomes(source)
    measured = {
        task: one
        for task, one in found.items()
        if one.judgement and one.judgement.measured is not None and not one.is_contradicted
    }
    if not measured:
        raise ArtifactError(
            "no task has a measured value that nothing contradicts",
            hint="`rrspec run` or `rrspec verify` makes results.",
            place=MANIFEST_FILE,
        )
    _refuse_unknown(source, others)
    named = [one for task, outcome in measured.items() if (one := _result(source, task, outcome, form))]
    if not named:
        raise UsageError(
            "the hub's name of no task's data set is said, and it is not made up",
            hint=f"Say it for a task, or for all tasks of an experiment: `--say {next(iter(measured))}={form}`.",
        )
    return named


def unnamed(source: Source, named: Iterable[Result]) -> tuple[str, ...]:
    """Tasks that are not among `named`, and why, one sentence each."""
    there = {one.task for one in named}
    return tuple(
        f"task {task}: {outcome.reason or 'nothing says what the hub calls its data set'}"
        for task, outcome in outcomes(source).items()
        if task not in there
    )


def how(source: Source, result: Result) -> str:
    """How a value was made and how it compares, in one line."""
    task = source.context.tasks[result.task]
    statistic, runs = task.statistic, len(result.outcome.runs)
    parts = []
    if statistic is not None and folds_seeds(statistic) and runs > 1:
        parts.append(f"{statistic.estimator} of {runs} runs")
    elif statistic is not None and statistic.over:
        parts.append(f"{statistic.estimator} over {statistic.over}")
    if result.judgement.published is not None:
        parts.append(f"published {result.judgement.published}")
    parts += [verdict(result.judgement), f"{result.outcome.evidence} evidence"]
    return f"measured again: {', '.join(parts)}"


def _refuse_unknown(source: Source, others: Iterable[str]) -> None:
    known = [*source.context.experiments, *source.context.tasks, *others]
    for key in source.said:
        if key not in known:
            raise UsageError(f"something is said of {key!r}, which is not there", hint=one_of(key, known))


def _result(source: Source, task: str, outcome: Outcome, form: str) -> Result | None:
    experiment = task.partition("/")[0]
    said = source.said.get(task, source.said.get(experiment))
    if said is None or outcome.judgement is None:
        return None
    match = _BENCHMARK.fullmatch(said)
    if match is None:
        raise UsageError(f"{said!r} is no data set of the hub", hint=f"Write it as {form}.")
    return Result(
        task=task,
        dataset=match["dataset"],
        revision=_revision(source, experiment, match["dataset"]),
        task_id=match["task"] or "",
        outcome=outcome,
        judgement=outcome.judgement,
    )


def _revision(source: Source, experiment: str, dataset: str) -> str:
    for name in map(reference_text, inputs_of(source.context.experiments[experiment])):
        body = source.manifest.inputs.get(name)
        if body and isinstance(body.source, HuggingFaceSource) and body.source.huggingface.repo == dataset:
            return body.source.huggingface.revision
    return ""
