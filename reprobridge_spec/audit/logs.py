"""What logs say that records do not: the network, a trained model, another score."""

import re
from collections.abc import Iterator
from decimal import Decimal, InvalidOperation
from fractions import Fraction

from reprobridge_spec.audit.run import Run
from reprobridge_spec.audit.sign import Sign
from reprobridge_spec.audit.subject import Subject
from reprobridge_spec.documents.files import Kind
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.model.audit import Bearing
from reprobridge_spec.model.audit_reason import Reason
from reprobridge_spec.model.inputs import InputKind
from reprobridge_spec.model.resolved import inputs_of, reference_text
from reprobridge_spec.rules.measured_outputs import file_of
from reprobridge_spec.stats import exact

_LIMIT = 16 << 20
_LONGEST = 400
_NETWORK = lazy_pattern(
    r"\bhttps?://\S{1,200}.{0,80}\b(?:200 OK|100%|saved|done|complete[d]?)\b|\b(?:downloaded|fetched)\b.{0,80}\bhttps?://",
    re.IGNORECASE,
)
_TRAINED = lazy_pattern(
    r"\b(?:load(?:ed|ing)|restor(?:ed|ing)|us(?:ed|ing))\b.{0,40}\b(?:pre-?trained|released|official)\b.{0,40}"
    r"\b(?:weights|checkpoints?|models?)\b",
    re.IGNORECASE,
)
_DENIED = lazy_pattern(r"\b(?:not|no|without|never|fail\w*|error|cannot|could)\b", re.IGNORECASE)
_SIGNS = ("http", "load", "restor", "using", "used", "test", "final")
_VALUE = r"\W{0,6}(?P<value>[0-9]{1,20}(?:\.[0-9]{1,20})?)(?![\w.])"


@dataclass(frozen=True, slots=True)
class _Line:
    number: int
    text: str


def signs(subject: Subject, values: dict[tuple[str, str], str]) -> Iterator[Sign]:
    """What stands in the log of each run that counts.

    Args:
        subject: the evidence.
        values: scores by record and task.
    """
    for run in subject.counted_runs():
        lines = _lines(subject, run)
        if lines:
            yield from _network(subject, run, lines)
            yield from _trained(subject, run, lines)
            yield from _other_scores(subject, run, lines, values)


def _lines(subject: Subject, run: Run) -> list[_Line]:
    """The lines that hold a word of interest."""
    path = f"{run.folder}/log"
    entry = subject.files.entries.get(path)
    if entry is None or entry.kind is not Kind.FILE or not 0 < entry.size < _LIMIT:
        return []
    text = subject.files.read(path, _LIMIT).decode("utf-8", "replace")
    lowered = text.lower()
    if not any(word in lowered for word in _SIGNS):
        return []
    lines = ((number, line.rstrip("\r").rpartition("\r")[2]) for number, line in enumerate(text.split("\n"), 1))
    return [_Line(number, line) for number, line in lines if len(line) <= _LONGEST]


def _sign(run: Run, reason: Reason, message: str, line: _Line, found: str, tasks: tuple[str, ...] = ()) -> Sign:
    return Sign(
        reason=reason,
        bearing=Bearing.LEAVES_OPEN,
        message=f"the log of run `{run.said.run}` {message}",
        file=f"{run.folder}/log",
        runs=(run,),
        tasks=tasks,
        line=line.number,
        found=found,
    )


def _network(subject: Subject, run: Run, lines: list[_Line]) -> Iterator[Sign]:
    if any(kind is InputKind.SERVICE for kind in _kinds(subject, run)):
        return
    for line in lines:
        if _NETWORK.search(line.text) and not _DENIED.search(line.text):
            yield _sign(run, Reason.NETWORK_USED, "shows that it reached the network", line, line.text.strip()[:100])
            return


def _trained(subject: Subject, run: Run, lines: list[_Line]) -> Iterator[Sign]:
    if any(kind in {InputKind.CHECKPOINT, None} for kind in _kinds(subject, run)):
        return
    for line in lines:
        if _TRAINED.search(line.text) and not _DENIED.search(line.text):
            what = "shows that it loaded a trained model, and its experiment takes none"
            yield _sign(run, Reason.CHECKPOINT_FROM_NOWHERE, what, line, line.text.strip()[:100])
            return


def _kinds(subject: Subject, run: Run) -> list[InputKind | None]:
    """Kinds of a run's inputs; None for an output of another experiment."""
    inputs = subject.context.manifest.inputs
    references = map(reference_text, inputs_of(subject.context.experiments[run.said.experiment]))
    return [None if "/" in text else inputs[text].kind for text in references if "/" in text or text in inputs]


def _other_scores(subject: Subject, run: Run, lines: list[_Line], values: dict[tuple[str, str], str]) -> Iterator[Sign]:
    for full_id in subject.open_tasks.get(run.said.experiment, ()):
        task, value = subject.context.tasks[full_id], values.get((run.path, full_id))
        name = re.sub(r"\W+", " ", task.name or "").strip()
        if value is None or not name or file_of(task) is None:
            continue
        words = r"[\W_]{1,3}".join(map(re.escape, name.lower().removeprefix("test ").split()))
        pattern = re.compile(rf"\b(?:test|final)[\W_]{{1,3}}{words}{_VALUE}", re.IGNORECASE)
        said = [(line, match["value"]) for line in lines for match in pattern.finditer(line.text)]
        if said and not any(_agree(text, value) for _, text in said):
            line, text = said[-1]
            message = f"names {text} where its output gives {value} for task `{full_id}`"
            sign = _sign(run, Reason.LOG_SAYS_OTHER, message, line, text, tasks=(full_id,))
            yield sign


def _agree(printed: str, value: str) -> bool:
    """Whether the printed number is the score, cut or rounded, as a fraction or in percent."""
    try:
        score, unit, number = exact.number(value), exact.last_unit(printed), Fraction(Decimal(printed))
    except (ValueError, InvalidOperation):
        return True
    return any(abs(number - score * factor) < unit for factor in (1, 100, Fraction(1, 100)))
