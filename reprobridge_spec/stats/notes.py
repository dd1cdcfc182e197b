"""What a reader of a verdict must know besides, one sentence each."""

from collections.abc import Sequence
from fractions import Fraction

from reprobridge_spec.model.references import Observation, Origin
from reprobridge_spec.model.resolved import folds_seeds
from reprobridge_spec.model.task import Metric, PublishedRange, PublishedValue, SpreadKind, Task
from reprobridge_spec.model.verdict import DecidedBy, Verdict
from reprobridge_spec.stats import exact
from reprobridge_spec.stats.faults import out_of_range
from reprobridge_spec.stats.interval import CompatibilityInterval, prediction_half_width
from reprobridge_spec.stats.observations import counted
from reprobridge_spec.stats.published import PublishedNumber

FEW = 5
"""Fewer references than these make an interval wide for their number alone."""
STABLE = Fraction(1, 10)
"""References whose range is at most this part of the published value are stable."""
SOURCES = 3
"""Sources of imported references that are named."""
SOURCE_LENGTH = 80
"""The longest text that a source is named with."""
WORTH_A_WARNING = Fraction(3, 100)
"""A resolution above it lets many wrong results pass."""


def on_imported(references: Sequence[Observation]) -> list[str]:
    """How many references nobody here can prove, and where they are said to come from."""
    imported = [observation for observation in references if observation.by is Origin.IMPORTED]
    if not imported:
        return []
    number = f"{len(imported)} of {counted(len(references), 'reference')}"
    sources = list(dict.fromkeys(_shortened(observation.source) for observation in imported if observation.source))
    more = f", and {len(sources) - SOURCES} more" if len(sources) > SOURCES else ""
    named = f" ({'; '.join(sources[:SOURCES])}{more})" if sources else ""
    verb = "is" if len(imported) == 1 else "are"
    return [f"{number} {verb} imported{named}: nothing in this artifact proves {'it' if verb == 'is' else 'them'}."]


def _shortened(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= SOURCE_LENGTH else f"{line[: SOURCE_LENGTH - 1].rstrip()}…"


def on_multiply(task: Task) -> list[str]:
    """That scores are multiplied by what is no change of unit such as from fraction to percent."""
    factor = task.measure.multiply if task.measure is not None else None
    if factor is None or exact.is_power_of_ten(factor):
        return []
    return [f"The scores are multiplied by {exact.plain(factor)} before they are compared."]


def is_stable(references: Sequence[Fraction], published: Fraction) -> bool:
    """Whether the references' range is at most 10% of |published|."""
    return max(references) - min(references) <= STABLE * abs(published)


def on_center(interval: CompatibilityInterval, task: Task) -> list[str]:
    """Where the interval comes from, where it is not from at least five references."""
    if interval.variance is not None:
        return _on_number(interval)
    if interval.decided_by is DecidedBy.DETERMINISTIC:
        return ["The experiment is deterministic: the interval is its only observation ± 1%."]
    if interval.decided_by is DecidedBy.TOLERANCE and task.tolerance is not None:
        reason = task.tolerance.reason
        return [f"There are no two references: the interval is the published value ± the tolerance ({reason})."]
    if interval.decided_by is DecidedBy.DEFAULT_TOLERANCE:
        return ["There are no two references and no tolerance is declared: the interval is published ± 1%."]
    return ["There are no two references: the absolute floor sets the width."]


def _on_number(interval: CompatibilityInterval) -> list[str]:
    n = interval.references
    if n >= FEW:
        return []
    if interval.decided_by is not DecidedBy.T:
        return [f"There are only {n} references."]
    factor = exact.rounded(prediction_half_width(Fraction(1), n), 4)
    return [f"There are only {n} references, so the half-width is {factor} times their standard deviation."]


def on_references(references: Sequence[Fraction], published: Fraction, *, deterministic: bool) -> list[str]:
    """What at least two references differ in."""
    if len(references) < 2:  # noqa: PLR2004 (one has nothing to differ from)
        return []
    low, high = exact.as_text(min(references)), exact.as_text(max(references))
    notes = []
    if deterministic and low != high:
        notes.append(f"The experiment is declared `deterministic`, and its references differ: {low} to {high}.")
    if not is_stable(references, published):
        notes.append(f"The references are variable: {low} to {high} is more than 10% of the published value.")
    return notes


def why_too_wide(interval: CompatibilityInterval, metric: Metric, widest: Fraction) -> str | None:
    """Why no score in this interval may be called compatible; None where one may."""
    if metric.range is not None:
        least, greatest = (Fraction(end) for end in metric.range)
        if interval.low <= least and interval.high >= greatest:
            return "The interval covers the metric's whole range: every score would be compatible."
    resolution = interval.resolution
    if interval.decided_by is DecidedBy.ABSOLUTE_FLOOR and metric.range is not None:
        # within a declared range the author's width in the metric's unit has a meaning of its own
        return None
    if resolution is None:
        # around 0 a part of the centre means nothing: a declared width stands, a measured one is too wide
        measured = interval.decided_by is DecidedBy.T
        return "The references differ by more than the absolute floor around 0." if measured else None
    if resolution > widest:
        shown, bound = percent(resolution), percent(widest)
        return f"An interval of ±{shown} of its centre is too wide to call a score compatible (bound: {bound})."
    return None


def on_width(interval: CompatibilityInterval, metric: Metric, widest: Fraction) -> list[str]:
    """Whether the interval tests little."""
    if reason := why_too_wide(interval, metric, widest):
        return [reason]
    resolution = interval.resolution
    if resolution is not None and resolution > WORTH_A_WARNING:
        return [f"The interval is wide, ±{percent(resolution)} of its centre: much that is wrong would pass."]
    return []


def on_published(published: PublishedNumber, interval: CompatibilityInterval, task: Task) -> list[str]:
    """What the published text leaves open."""
    notes = []
    if interval.holds(published.value, published.rounding) and not interval.holds(published.value):
        notes.append("The published value meets the interval only because it is rounded.")
    if isinstance(task.published, PublishedRange):
        notes.append(f"The published range stands as its midpoint, {exact.as_text(published.value)}.")
    if isinstance(task.published, PublishedValue | PublishedRange):
        spread = task.published.spread
        if spread is not None and spread.kind is SpreadKind.UNSTATED:
            notes.append(f"The paper does not say what its ±{spread.value} is.")
    return notes


def on_declarations(task: Task, runs: int, references: Sequence[Fraction], published: PublishedNumber) -> list[str]:
    """Where the task's own declarations do not go together."""
    notes = []
    statistic = task.statistic
    if statistic is not None and folds_seeds(statistic) and statistic.n not in {None, runs}:
        notes.append(f"The published statistic is over {statistic.n} values, this one over {counted(runs)}.")
    if out_of_range([published.value], task):
        notes.append("The published value lies outside the metric's range.")
    if out_of_range(references, task):
        notes.append("A reference lies outside the metric's range.")
    return notes


def on_expectation(task: Task, verdict: Verdict, *, as_expected: bool) -> list[str]:
    """Whether the guide expects something else than what came out."""
    if task.expected is None or as_expected:
        return []
    expected = task.expected.verdict.value
    return [f"The guide expects a value {expected} the published one; the verdict is {verdict.value}."]


def percent(part: Fraction) -> str:
    """`part` as percent with three significant digits."""
    return f"{exact.rounded(part * 100, 3)}%"
