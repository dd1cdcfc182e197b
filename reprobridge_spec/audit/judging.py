"""Each task's statistic and verdict, computed anew from the scores that the kept outputs give."""

from collections.abc import Sequence

from reprobridge_spec.audit.run import Run
from reprobridge_spec.audit.sign import Sign
from reprobridge_spec.audit.subject import Subject
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.model.audit import Bearing
from reprobridge_spec.model.audit_reason import Reason
from reprobridge_spec.model.references import Observation
from reprobridge_spec.model.resolved import runs_of
from reprobridge_spec.model.verdict import Judgement, Verdict
from reprobridge_spec.rules.published_texts import TELLING_DIGITS, PublishedNumbers, significant_digits, texts_of
from reprobridge_spec.stats import exact
from reprobridge_spec.stats.judge import judge

Values = dict[tuple[str, str], str]
"""Scores by the path of a record and the full id of a task."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """What the scores come to.

    Attributes:
        judgements: by full id, of tasks with all their scores.
        signs: what the scores show.
    """

    judgements: dict[str, Judgement]
    signs: list[Sign]


def judge_all(subject: Subject, values: Values, published_at: Sequence[str]) -> Judged:
    """The judgement of each task that has all its scores.

    Args:
        subject: the evidence.
        values: scores by record and task.
        published_at: files that launchers can read and that hold published values.
    """
    judged = Judged(judgements={}, signs=[])
    for full_id in subject.all_open_tasks:
        experiment = full_id.partition("/")[0]
        counted = [run for _, run in sorted(subject.counted.get(experiment, {}).items())]
        scores = [value for run in counted if (value := values.get((run.path, full_id))) is not None]
        if not scores or len(scores) != len(runs_of(subject.context.experiments[experiment])):
            continue
        judgement = judgement_of(subject, full_id, scores)
        judged.judgements[full_id] = judgement
        if judgement.verdict is Verdict.FAILED:
            judged.signs.append(_impossible(full_id, judgement, counted))
        judged.signs.extend(_several(subject, full_id, values, judgement))
        judged.signs.extend(_published(subject, full_id, scores, counted, published_at))
    return judged


def references_of(subject: Subject, full_id: str) -> Sequence[Observation]:
    """The observations of a task."""
    loaded = subject.context.references.model if subject.context.references else None
    return loaded.references.get(full_id, []) if loaded else []


def judgement_of(subject: Subject, full_id: str, scores: Sequence[str]) -> Judgement:
    """How these scores of a task compare."""
    experiment = subject.context.experiments[full_id.partition("/")[0]]
    return judge(
        task=subject.context.tasks[full_id],
        values=scores,
        references=references_of(subject, full_id),
        deterministic=experiment.deterministic is True,
        runs=len(runs_of(experiment)),
    )


def _impossible(full_id: str, judgement: Judgement, counted: list[Run]) -> Sign:
    return Sign(
        reason=Reason.SCORE_IMPOSSIBLE,
        bearing=Bearing.CONTRADICTS,
        message=f"task `{full_id}`: {' '.join(judgement.notes) or 'its scores are none'}".rstrip("."),
        file=counted[0].path,
        runs=tuple(counted),
        tasks=(full_id,),
    )


def _several(subject: Subject, full_id: str, values: Values, judgement: Judgement) -> list[Sign]:
    """Whether another choice among the runs of a seed gives another answer."""
    experiment = full_id.partition("/")[0]
    choices: list[dict[str, Run]] = []
    for place, counted in sorted(subject.counted[experiment].items()):
        rivals = [run for run in subject.candidates[experiment][place] if run.strength == counted.strength]
        choices.append({value: run for run in rivals if (value := values.get((run.path, full_id))) is not None})
    several = [runs for runs in choices if len({exact.number(value) for value in runs}) > 1]
    if not several:
        return []
    ends = [judgement_of(subject, full_id, [pick(runs, key=exact.number) for runs in choices]) for pick in (min, max)]
    answers = {(end.verdict, end.direction) for end in [judgement, *ends]}
    decides = len(answers) > 1
    runs = tuple(run for found in several for run in found.values())
    shown = " to ".join(str(end.measured) for end in ends)
    return [
        Sign(
            reason=Reason.SEVERAL_RUNS,
            bearing=Bearing.LEAVES_OPEN if decides else Bearing.REMARK,
            message=f"task `{full_id}` has {len(runs)} runs for {len(several)} of its places, which give {shown}, and "
            + ("the answer depends on which of them count" if decides else "the answer is the same with all of them"),
            file=runs[0].path,
            runs=runs,
            tasks=(full_id,),
            recorded=judgement.measured,
            found=shown,
        )
    ]


def _published(
    subject: Subject, full_id: str, scores: Sequence[str], counted: list[Run], published_at: Sequence[str]
) -> list[Sign]:
    """Whether every score is the published value, which launchers can read."""
    task = subject.context.tasks[full_id]
    texts = texts_of(task.published)
    if len(texts) != 1 or significant_digits(texts[0]) < TELLING_DIGITS:
        return []
    if any(exact.number(score) != exact.number(texts[0]) for score in scores):
        return []
    met = PublishedNumbers({full_id: task})
    for path in published_at:
        text = subject.context.text(path)
        if text is not None and any(met.met(text.encode())):
            return [
                Sign(
                    reason=Reason.PUBLISHED_AT_HAND,
                    bearing=Bearing.LEAVES_OPEN,
                    message=f"every score of task `{full_id}` is the published value, {texts[0]}, which `{path}` holds",
                    file=path,
                    runs=tuple(counted),
                    tasks=(full_id,),
                    recorded=scores[0],
                    found=texts[0],
                )
            ]
    return []
