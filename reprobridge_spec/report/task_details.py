"""What a row of the task table opens to: how it is run, what decided, what the evidence is, what the log says."""

import shlex
from collections.abc import Iterator

from reprobridge_spec.audit.run import Run
from reprobridge_spec.model.resolved import inputs_of, reference_text, runs_of
from reprobridge_spec.model.run_record import Outcome
from reprobridge_spec.model.task import PublishedRange, PublishedValue
from reprobridge_spec.model.verdict import Interval, Judgement, Verdict
from reprobridge_spec.render.amounts import MINUS, TIMES, listed
from reprobridge_spec.render.table import short
from reprobridge_spec.report.chain import chain
from reprobridge_spec.report.log_tail import log_tail
from reprobridge_spec.report.markup import Html, join, prose, tag
from reprobridge_spec.report.numbers import reference_values
from reprobridge_spec.report.sections import facts
from reprobridge_spec.report.sources import Sources
from reprobridge_spec.report.words import DECIDED, audit_answer, verdict_answer
from reprobridge_spec.stats import exact
from reprobridge_spec.stats.published import published_text

_COMMAND = 2_000


def details(sources: Sources, full_id: str) -> Html:
    """All that is known of one task."""
    return tag(
        "div",
        tag("div", _how(sources, full_id), _numbers(sources, full_id), class_="columns"),
        _notes(sources, full_id),
        tag("h4", "Evidence chain"),
        chain(sources, full_id),
        _log(sources, full_id),
        class_="detail",
    )


def _how(sources: Sources, full_id: str) -> Html:
    task = sources.context.tasks[full_id]
    experiment = sources.context.experiments[full_id.partition("/")[0]]
    command = shlex.join(experiment.command or [])
    seeds = [seed for seed in runs_of(experiment) if seed is not None]
    measure = task.measure
    return tag(
        "div",
        tag("h4", "How it is measured"),
        facts(
            [
                ("Command", tag("code", command[:_COMMAND], class_="command") if command else "not declared"),
                ("Environment", experiment.environment),
                ("Inputs", listed(map(reference_text, inputs_of(experiment)))),
                ("Seeds", listed(map(str, seeds), 12) if seeds else f"none; {len(runs_of(experiment))} runs"),
                ("Data set", task.dataset),
                ("Statistic", _statistic(sources, full_id)),
                (
                    "Read from",
                    _measure(measure.model_dump(mode="json", by_alias=True, exclude_defaults=True))
                    if measure
                    else None,
                ),
                ("Protocol", task.at.protocol if task.at else None),
            ]
        ),
    )


def _measure(said: dict[str, object]) -> str:
    return ", ".join(f"{key} {value}" for key, value in said.items() if not isinstance(value, dict))


def _statistic(sources: Sources, full_id: str) -> str | None:
    statistic = sources.context.tasks[full_id].statistic
    if statistic is None:
        return None
    over = f" over {statistic.over}" if statistic.over else ""
    return f"{statistic.estimator.value}{over}" + (f", n = {statistic.n}" if statistic.n else "")


def _numbers(sources: Sources, full_id: str) -> Html:
    judgement = sources.judgement(full_id)
    audited = sources.audited[full_id]
    verified = sources.verified.get(full_id)
    pairs: list[tuple[str, str | None]] = [("Published", _published(sources, full_id))]
    pairs += _judged(judgement) if judgement else [("Measured", "no value")]
    references = reference_values(sources, full_id)
    pairs.append(("References", ", ".join(exact.rounded(value, 8) for value in references) or "none"))
    if verified is not None:
        value = verified.judgement.measured or "no value"
        words = verdict_answer(verified.judgement.verdict).badge
        pairs.append(
            ("In the verification", join([short(value) if verified.judgement.measured else value, " ", words]))
        )
    pairs.append(("Audit", join([audit_answer(audited.verdict).badge, f" {audited.evidence.value} evidence"])))
    pairs.append(
        (
            "Procedure",
            "evaluation only: the training is not established" if audited.procedure == "evaluation" else "full",
        )
    )
    return tag("div", tag("h4", "What decided"), facts(pairs))


def _published(sources: Sources, full_id: str) -> str:
    said = sources.context.tasks[full_id].published
    if said is None:
        return "not declared"
    told = published_text(said)
    if isinstance(said, PublishedValue | PublishedRange):
        told += f", {said.precision.value}"
        told += f", ± {said.spread.value} ({said.spread.kind.value})" if said.spread else ""
    else:
        told += ", printed"
    return told


def _judged(judgement: Judgement) -> Iterator[tuple[str, str | None]]:
    yield "Measured", judgement.measured or "no value"
    yield "Interval", _interval(judgement.interval)
    if judgement.shown and judgement.shown != judgement.interval:
        yield "Within the metric's range", _interval(judgement.shown)
    yield "Decided by", DECIDED[judgement.decided_by] if judgement.decided_by else None
    if judgement.position is not None:
        yield "Position", f"{judgement.position:.3f} (-1 lower end, 0 middle, 1 upper end)".replace("-", MINUS)
    if judgement.resolution is not None:
        yield "Resolution", f"{judgement.resolution * 100:.2f}% of the middle"
    yield "Verdict", _widths(judgement)
    yield "Published value in the interval", _yes(judgement.published_in_interval)
    yield "Score in the interval", _yes(judgement.score_in_interval)
    yield "The benchmark's plain rule", _yes(judgement.plain_rule)
    yield "Range of the references", None if judgement.stable is None else "stable" if judgement.stable else "variable"


def _widths(judgement: Judgement) -> Html:
    each: list[tuple[str, Verdict | None]] = [
        (f"0.5{TIMES}", judgement.at_half_width),
        (f"1{TIMES}", judgement.verdict),
        (f"2{TIMES}", judgement.at_double_width),
    ]
    shown = [tag("span", tag("b", width), " ", verdict_answer(verdict).badge) for width, verdict in each if verdict]
    return tag("span", *shown, class_="widths")


def _interval(interval: Interval | None) -> str | None:
    return f"[{interval.low}, {interval.high}]" if interval else None


def _yes(value: bool | None) -> str | None:  # noqa: FBT001 (an answer)
    return None if value is None else "yes" if value else "no"


def _notes(sources: Sources, full_id: str) -> Html | None:
    judgement = sources.judgement(full_id)
    row = next(row for row in sources.status.tasks if row.task == full_id)
    audited = sources.audited[full_id]
    verified = sources.verified.get(full_id)
    said = [row.reason] if row.reason else []
    said += judgement.notes if judgement else []
    said += [f"Audit: {sentence}" for sentence in audited.missing]
    said += [f"In the verification: {verified.reason}"] if verified and verified.reason else []
    return tag("ul", *(tag("li", prose(one)) for one in dict.fromkeys(said)), class_="notes") if said else None


def _log(sources: Sources, full_id: str) -> Html | None:
    run = _telling_run(sources, full_id)
    if run is None:
        return None
    lines, note = log_tail(sources.context.files, f"{run.folder}/log")
    return tag(
        "div",
        tag("h4", "Log of ", tag("code", run.said.run)),
        tag("pre", lines, tabindex="0", class_="log", aria_label=f"Log of {run.said.run}", role="region")
        if lines
        else None,
        tag("p", note[:1].upper() + note[1:], ".", class_="note"),
    )


def _telling_run(sources: Sources, full_id: str) -> Run | None:
    """The run whose log says most: one that failed, else the last that counts, else any of this experiment."""
    experiment = full_id.partition("/")[0]
    fresh = [run for runs in sources.subject.candidates.get(experiment, {}).values() for run in runs]
    failed = [run for run in fresh if run.said.outcome is Outcome.FAILED]
    counted = [run for _, run in sorted(sources.subject.counted.get(experiment, {}).items())]
    row = next(row for row in sources.status.tasks if row.task == full_id)
    chosen = (failed if row.judgement is None else []) or counted or fresh
    return chosen[-1] if chosen else None
