"""A recorded accuracy is not that of the predictions beside it.

## What it finds
A scored run with one task whose metric is an accuracy and one kept CSV file with a column of labels and one of
predictions: an accuracy over all its rows that differs from the recorded score by more than rounding. Where the
score is the mean over batches, or leaves out a last batch that is not full, the message says so, and it is an error;
else it is a warning, since the file may be of other data.

## Why
The last batch is smaller than the others: a mean of batch means gives its rows too much weight, and a loader that
drops it tests on fewer rows, both of them depending on the batch size.

## Example
```text
predictions.csv      25 rows, 20 right: 0.8
log                  batch size 8: test acc 0.625, the mean of 7/8, 6/8, 7/8 and 0/1
```

## What to do
Count right answers and rows over the whole test set, and divide once; give the loader `drop_last=False`.

## Standard
SPEC.md, section "Measuring".
"""

import csv
import io
import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import accumulate

from reprobridge_spec.documents.files import Kind
from reprobridge_spec.findings import Severity
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.model.run_record import Mode, Outcome, RunPredicate
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.stats import exact

_LIMIT = 16 << 20
_FEWEST = 10
"""With fewer rows, much is alike by chance."""
_ACCURACY = lazy_pattern(
    r"(?:test |top.?1 |classification |overall )?(?:accuracy|acc\.?)(?: \(top.?1\))?", re.IGNORECASE
)
_LABELS = frozenset(["label", "labels", "target", "targets", "y", "ytrue", "true", "truelabel", "gold", "goldlabel",
                     "truth", "groundtruth", "actual"])  # fmt: skip
_PREDICTIONS = frozenset(["pred", "preds", "prediction", "predictions", "predicted", "ypred", "predlabel",
                          "predictedlabel"])  # fmt: skip
_BATCHES = (*(2**power for power in range(1, 17)), 10, 20, 25, 50, 100, 200, 250, 500, 1000)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Counted:
    path: str
    right: tuple[bool, ...]

    @property
    def accuracy(self) -> Fraction:
        return Fraction(sum(self.right), len(self.right))


def check(context: Context) -> Iterator[Fault]:
    """Each run whose predictions say something else."""
    for place, record in context.records.items():
        run = record.predicate
        if run.mode is Mode.SCORED and run.outcome is Outcome.MEASURED:
            yield from _run(context, place.rpartition("/")[0], run)


def _run(context: Context, folder: str, run: RunPredicate) -> Iterator[Fault]:
    tasks = [name for name in run.scores if _is_accuracy(context, f"{run.experiment}/{name}")]
    value = run.scores[tasks[0]].value if len(tasks) == 1 else None
    if value is None:
        return
    files = [
        found
        for output in run.outputs
        if output.kept and (found := _counted(context, f"{folder}/outputs/{output.path}"))
    ]
    if len(files) != 1:
        return
    scale = 100 if context.tasks[f"{run.experiment}/{tasks[0]}"].unit == "percent" else 1
    try:
        score, rounding = exact.number(value) / scale, exact.last_unit(value) / scale / 2
    except ValueError:
        return
    found = files[0]
    if abs(score - found.accuracy) > rounding:
        yield _fault(run, tasks[0], value, found, _guess(found.right, score, rounding), scale)


def _is_accuracy(context: Context, full_id: str) -> bool:
    task = context.tasks.get(full_id)
    return task is not None and task.name is not None and _ACCURACY.fullmatch(task.name.strip()) is not None


def _counted(context: Context, path: str) -> _Counted | None:
    """The rows of a file of predictions; None where it is none."""
    entry = context.files.entries.get(path)
    if entry is None or entry.kind is not Kind.FILE or not path.endswith((".csv", ".tsv")):
        return None
    text = context.text(path, _LIMIT)
    try:
        rows = list(csv.reader(io.StringIO(text or ""), delimiter="\t" if path.endswith(".tsv") else ","))
    except csv.Error:
        return None
    head = [re.sub(r"[^a-z]", "", cell.lower()[:100]) for cell in rows[0]] if rows else []
    labels = [index for index, cell in enumerate(head) if cell in _LABELS]
    predictions = [index for index, cell in enumerate(head) if cell in _PREDICTIONS]
    body = [row for row in rows[1:] if row]
    if len(labels) != 1 or len(predictions) != 1 or len(body) < _FEWEST or any(len(row) != len(head) for row in body):
        return None
    return _Counted(path=path, right=tuple(row[labels[0]].strip() == row[predictions[0]].strip() for row in body))


def _guess(right: tuple[bool, ...], score: Fraction, rounding: Fraction) -> str | None:
    """How the score came from these rows, as the rest of a sentence."""
    number, sums = len(right), [0, *accumulate(right)]
    for size in _BATCHES:
        full = number - number % size
        if not 0 < full < number:
            continue
        if abs(Fraction(sums[full], full) - score) <= rounding:
            return f"which leaves out the last batch of {number - full}, with batches of {size}"
        means = Fraction(sums[full], size) + Fraction(sums[number] - sums[full], number - full)
        if abs(means / (full // size + 1) - score) <= rounding:
            return f"which is the mean over batches of {size}, the last of {number - full}"
    return None


def _fault(run: RunPredicate, task: str, value: str, found: _Counted, guess: str | None, scale: int) -> Fault:
    accuracy = exact.as_text(found.accuracy * scale)
    return Fault(
        message=f"run `{run.run}` has {value} for task `{run.experiment}/{task}`"
        + (f", {guess}" if guess else "")
        + f"; the {len(found.right)} rows of `{found.path}` give {accuracy}",
        advice="Count right answers and rows over the whole test set, and divide once."
        if guess
        else "Look whether these are the predictions that the score is of.",
        file=found.path,
        severity=None if guess else Severity.WARNING,
    )


RULE = Rule(code="RRV019", name="score-against-predictions", level=Level.EXECUTED, check=check)
