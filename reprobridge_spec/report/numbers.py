"""The numbers of one task as a bar needs them: exact, and None where there are none."""

from fractions import Fraction

from reprobridge_spec.audit.judging import references_of
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.model.resolved import folds_seeds, runs_of
from reprobridge_spec.model.task import PublishedRange
from reprobridge_spec.model.verdict import Interval, Judgement
from reprobridge_spec.report.sources import Sources
from reprobridge_spec.stats import exact
from reprobridge_spec.stats.observations import usable
from reprobridge_spec.stats.published import published_number


@dataclass(frozen=True, slots=True, kw_only=True)
class Numbers:
    """What stands on one scale.

    Attributes:
        interval: the compatibility interval, clipped to the metric's range.
        references: values of the references.
        published: the published value, or the middle of the published range.
        ends: both ends of a published range.
        measured: the value from the records.
        verified: the value from the verification.
    """

    interval: tuple[Fraction, Fraction] | None = None
    references: tuple[Fraction, ...] = ()
    published: Fraction | None = None
    ends: tuple[Fraction, Fraction] | None = None
    measured: Fraction | None = None
    verified: Fraction | None = None


def numbers_of(sources: Sources, full_id: str) -> Numbers:
    """The numbers of a task."""
    judgement = sources.judgement(full_id)
    verified = sources.verified.get(full_id)
    again = verified.judgement if verified else None
    published, ends = _published(sources, full_id)
    interval = next((shown for one in (judgement, again) if (shown := _interval(one)) is not None), None)
    return Numbers(
        interval=interval,
        references=reference_values(sources, full_id),
        published=published,
        ends=ends,
        measured=_number(judgement.measured if judgement else None),
        verified=_number(again.measured if again else None),
    )


def reference_values(sources: Sources, full_id: str) -> tuple[Fraction, ...]:
    """The values of the observations that are references of a task."""
    experiment = sources.context.experiments[full_id.partition("/")[0]]
    statistic = sources.context.tasks[full_id].statistic
    runs = len(runs_of(experiment)) if statistic is not None and folds_seeds(statistic) else 1
    return usable(references_of(sources.subject, full_id), runs).values


def _published(sources: Sources, full_id: str) -> tuple[Fraction | None, tuple[Fraction, Fraction] | None]:
    said = sources.context.tasks[full_id].published
    if said is None:
        return None, None
    try:
        value = published_number(said).value
        ends = (exact.number(said.low), exact.number(said.high)) if isinstance(said, PublishedRange) else None
    except ValueError:
        return None, None
    return value, ends


def _interval(judgement: Judgement | None) -> tuple[Fraction, Fraction] | None:
    shown: Interval | None = (judgement.shown or judgement.interval) if judgement else None
    return (exact.number(shown.low), exact.number(shown.high)) if shown else None


def _number(text: str | None) -> Fraction | None:
    return None if text is None else exact.number(text)
