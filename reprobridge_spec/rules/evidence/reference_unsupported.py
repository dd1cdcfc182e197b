"""A reference is not what its runs, or its source, say.

## What it finds
An observation by the author or others that names no runs, runs that have no record, the same run twice, runs
without the task's score or of another plan, or other seeds than it says; a value that is not the task's statistic
over those scores; seeds or runs that are also another observation's or the experiment's own; an imported one
without a source. An observation over another number of runs than the statistic's is a warning: it counts as none.

## Why
The compatibility interval is computed from the references. One that nobody can trace, or that was computed from the
very runs it is to judge, makes every score compatible.

## Example
```yaml
references:
  italy/accuracy:
    - {value: "0.9697", by: author, seeds: [0, 1]}      # which runs? and 0 is a seed of the experiment itself
```

## What to do
Make the reference runs with seeds of their own, keep their records, and write the value that the message gives. Of
an imported one, write where it was taken from.

## Standard
SPEC.md, section "Comparing".
"""

from collections.abc import Iterator
from fractions import Fraction

from reprobridge_spec.findings import Severity
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.model.references import Observation, Origin
from reprobridge_spec.model.resolved import folds_seeds, runs_of
from reprobridge_spec.model.run_record import Mode, RunPredicate
from reprobridge_spec.rules import run_records
from reprobridge_spec.rules.base import Fault, Rule, Unchecked
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.observed_value import as_text, folded, is_written
from reprobridge_spec.rules.present_methods import PresentMethods

Sentence = tuple[str, str]
"""What is wrong, as the rest of a sentence about an observation, and what to do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Observed:
    task: str
    index: int
    observation: Observation
    runs: tuple[RunPredicate, ...]
    """Those that have a record."""


def check(context: Context) -> Iterator[Fault]:
    """What is wrong with each observation, in the order of the document."""
    loaded = context.references
    if loaded is None:
        return
    if loaded.model is None:
        raise Unchecked(f"{loaded.file} has not the right form")
    methods = PresentMethods(context)
    known = {run: record.predicate for run, record in run_records.by_run(context).items()}
    for task, observations in loaded.model.references.items():
        if task not in context.tasks:
            continue  # dangling-pointer says so
        taken = _Taken(context, task)
        for index, observation in enumerate(observations):
            runs = tuple(known[run] for run in observation.runs if run in known)
            observed = _Observed(task=task, index=index, observation=observation, runs=runs)
            for (message, advice), severity in _faults(context, observed, methods, taken):
                yield Fault(
                    message=f"reference {index + 1} of task `{task}` {message}",
                    advice=advice,
                    file=loaded.file,
                    path=("references", task, index),
                    severity=severity,
                )
    methods.raise_if_unknown()


class _Taken:
    """Seeds and runs that stand for something already, and for what."""

    def __init__(self, context: Context, task: str) -> None:
        own = context.experiments[task.partition("/")[0]].seeds or []
        self._seeds = dict.fromkeys(own, "the experiment itself")
        self._runs: dict[str, str] = {}

    def overlap(self, observed: _Observed) -> Iterator[Sentence]:
        """What `observed` shares with those before it; it is taken from then on."""
        name = f"reference {observed.index + 1}"
        shared = [seed for seed in observed.observation.seeds or [] if seed in self._seeds]
        if shared:
            yield (
                f"shares {_listed('seed', shared)} with {self._seeds[shared[0]]}",
                "Take seeds of its own for each reference; a run inside its own interval proves nothing.",
            )
        twice = [run for run in observed.observation.runs if run in self._runs]
        if twice:
            yield f"shares {_listed('run', twice)} with {self._runs[twice[0]]}", "Make runs of its own for each."
        self._seeds.update(dict.fromkeys(observed.observation.seeds or [], name))
        self._runs.update(dict.fromkeys(observed.observation.runs, name))


def _faults(
    context: Context, observed: _Observed, methods: PresentMethods, taken: _Taken
) -> Iterator[tuple[Sentence, Severity | None]]:
    errors = _imported(observed) if observed.observation.by is Origin.IMPORTED else _made(context, observed, methods)
    for sentence in errors:
        yield sentence, None
    for sentence in taken.overlap(observed):
        yield sentence, None
    for sentence in _number_of_runs(context, observed):
        yield sentence, Severity.WARNING


def _imported(observed: _Observed) -> Iterator[Sentence]:
    if observed.observation.source is None:
        yield "is imported, and does not say from where", "Write `source:`."


def _made(context: Context, observed: _Observed, methods: PresentMethods) -> Iterator[Sentence]:
    named = observed.observation.runs
    if not named:
        yield "names no runs", "Write `runs:` with the ids of the run records, or `by: imported` with a `source`."
        return
    if len(set(named)) < len(named):
        yield "names the same run twice", "Name each run once."
    present = {run.run for run in observed.runs}
    absent = [run for run in named if run not in present]
    if absent:
        yield f"names {_listed('run', absent)} without a record", "Add the records, or name the runs that are there."
    yield from _of_another_plan(observed, methods)
    yield from _other_seeds(observed)
    if not absent:
        yield from _value(context, observed)


def _of_another_plan(observed: _Observed, methods: PresentMethods) -> Iterator[Sentence]:
    experiment = observed.task.partition("/")[0]
    others = [run.run for run in observed.runs if run.experiment != experiment or run.mode is not Mode.SCORED]
    if others:
        yield f"names {_listed('run', others)}, no scored run of `{experiment}`", "Name scored runs of the experiment."
        return
    method = methods.of(experiment) if observed.runs else None
    stale = [run.run for run in observed.runs if method is not None and run.plan.method != method]
    if stale:
        yield f"rests on {_listed('run', stale)} of another plan", "Make the reference runs again; the plan changed."


def _other_seeds(observed: _Observed) -> Iterator[Sentence]:
    if len(observed.runs) < len(observed.observation.runs):
        return
    of_runs = sorted(run.seed for run in observed.runs if run.seed is not None)
    said = sorted(observed.observation.seeds or [])
    if of_runs != said:
        yield (
            f"says {_listed('seed', said)}, and its runs have {_listed('seed', of_runs)}",
            "Write the seeds of its runs.",
        )


def _value(context: Context, observed: _Observed) -> Iterator[Sentence]:
    task = context.tasks[observed.task]
    name = observed.task.partition("/")[2]
    texts = [score.value if (score := run.scores.get(name)) else None for run in observed.runs]
    without = [run.run for run, text in zip(observed.runs, texts, strict=True) if text is None]
    if without:
        yield f"rests on {_listed('run', without)} without a score of the task", "Name runs that measured it."
        return
    scores = [Fraction(text) for text in texts if text is not None]
    value = folded(scores, task.statistic) if task.statistic is not None else None
    if value is not None and not is_written(value, Fraction(observed.observation.value), scores):
        yield (
            f"says {observed.observation.value}, and its runs give {as_text(value)}",
            f'Write `value: "{as_text(value)}"`.',
        )


def _number_of_runs(context: Context, observed: _Observed) -> Iterator[Sentence]:
    statistic = context.tasks[observed.task].statistic
    experiment = context.experiments[observed.task.partition("/")[0]]
    if statistic is None or (experiment.seeds is None and experiment.runs is None):
        return
    wanted = len(runs_of(experiment)) if folds_seeds(statistic) else 1
    said = observed.observation
    number = len(said.runs) or len(said.seeds or []) or said.n
    # a single run held against a mean of several has a width of its own
    if number is not None and number != wanted and not (number == 1 and folds_seeds(statistic)):
        yield (
            f"rests on {number} runs, and the statistic on {wanted}, so it counts as none",
            f"Observe over {wanted} run{'s' if wanted > 1 else ''}.",
        )


def _listed(what: str, items: list[int] | list[str]) -> str:
    if not items:
        return f"no {what}s"
    return f"{what}{'s' if len(items) > 1 else ''} {', '.join(str(item) for item in items)}"


RULE = Rule(code="RRV004", name="reference-unsupported", level=Level.EXECUTED, check=check)
