"""The chain of evidence of one task: code, lock, runs, outputs, extracted values, compared value."""

from reprobridge_spec import digest as digests
from reprobridge_spec.audit.run import Run
from reprobridge_spec.render.amounts import duration, number
from reprobridge_spec.report.markup import Html, join, tag
from reprobridge_spec.report.sections import digest, table
from reprobridge_spec.report.sources import Sources
from reprobridge_spec.rules.context import Context, once
from reprobridge_spec.rules.measured_outputs import file_of

_MOST = 20
_HEAD = ("Run", "Plan", "Lock", "Output", "Extracted value", "Ended", "Wall time", "Evidence")


def chain(sources: Sources, full_id: str) -> Html:
    """Every link from the code to the value that is compared, each with its digest."""
    experiment, _, _ = full_id.partition("/")
    runs = [run for _, run in sorted(sources.subject.counted.get(experiment, {}).items())]
    if not runs:
        return tag("p", "No run of the present plan counts for this task, so there is no chain.", class_="none")
    judgement = sources.judgement(full_id)
    links = [
        ("Code as runs see it", _code(sources)),
        ("Lock", _distinct(dict.fromkeys(run.said.environment.lock_sha256 for run in runs))),
        ("Plan", _distinct(dict.fromkeys(run.said.plan.method for run in runs))),
        ("Runs", tag("span", number(len(runs), "record"))),
        ("Outputs", tag("span", number(len({_output(sources, run, full_id)[1] for run in runs}), "digest"))),
        ("Extracted values", tag("span", number(sum(1 for run in runs if _value(run, full_id)), "value"))),
        ("Compared value", tag("strong", (judgement.measured if judgement else None) or "none")),
    ]
    steps = [tag("li", tag("span", name, class_="name"), value) for name, value in links]
    return join(
        [
            tag("ol", *steps, class_="chain", aria_label="From the code to the compared value"),
            table(f"Runs behind {full_id}", _HEAD, [_row(sources, run, full_id) for run in runs[:_MOST]], "runs"),
            tag("p", f"and {number(len(runs) - _MOST, 'more run')}", class_="note") if len(runs) > _MOST else None,
            tag("p", _read_again(sources, full_id), class_="note"),
        ]
    )


def _row(sources: Sources, run: Run, full_id: str) -> tuple[Html | str, ...]:
    said = run.said
    name, sha256 = _output(sources, run, full_id)
    return (
        tag("code", said.run),
        digest(said.plan.method),
        digest(said.environment.lock_sha256),
        join([tag("code", name), " ", digest(sha256) if sha256 else "not listed"]),
        tag("code", _value(run, full_id) or "none"),
        said.attempts[-1].ended,
        duration(said.used.wall_seconds),
        run.evidence.value,
    )


def _output(sources: Sources, run: Run, full_id: str) -> tuple[str, str]:
    """The file that the score is read from, and its digest."""
    file = file_of(sources.context.tasks[full_id])
    if file is None:
        return "log", run.said.log.sha256
    return file, next((output.sha256 for output in run.said.outputs if output.path == file), "")


def _value(run: Run, full_id: str) -> str | None:
    score = run.said.scores.get(full_id.partition("/")[2])
    return score.value if score else None


def _distinct(values: dict[str, None]) -> Html:
    several = [digest(value) for value in list(values)[:2]]
    return join([join(several, " "), f" and {len(values) - 2} more" if len(values) > 2 else None])  # noqa: PLR2004 (two are shown)


def _code(sources: Sources) -> Html:
    value = _digest_of_code(sources.context)
    count = number(len(sources.context.working_copy), "file")
    return join([digest(value) if value else "cannot be read", tag("span", count)], " ")


@once
def _digest_of_code(context: Context) -> str:
    """The digest over the files of the working copy with theirs; empty where one cannot be read."""
    try:
        return digests.of_value({path: context.files.sha256(path) for path in sorted(context.working_copy)})
    except (OSError, ValueError):
        return ""


def _read_again(sources: Sources, full_id: str) -> str:
    if sources.audited[full_id].judgement is not None:
        return "Every value was extracted again from the kept outputs when this report was made."
    return "Not every value could be extracted again from kept outputs; what is shown stands in the records."
