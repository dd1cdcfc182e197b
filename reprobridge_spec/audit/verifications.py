"""Whether verifications say what their own scores, the references and the records give."""

from collections.abc import Iterator

from reprobridge_spec.audit.judging import Values, judgement_of
from reprobridge_spec.audit.run import Run
from reprobridge_spec.audit.sign import Sign
from reprobridge_spec.audit.subject import Subject
from reprobridge_spec.launch.results import holds
from reprobridge_spec.location import Path
from reprobridge_spec.model.audit import Bearing
from reprobridge_spec.model.audit_reason import Reason
from reprobridge_spec.model.resolved import runs_of
from reprobridge_spec.model.verdict import Judgement, TaskResult, Verdict
from reprobridge_spec.model.verification import Verification
from reprobridge_spec.rules.base import Unchecked
from reprobridge_spec.rules.judged_again import difference
from reprobridge_spec.rules.verification_claims import contradiction
from reprobridge_spec.schemas.kinds import VERIFICATIONS_FOLDER

_UNJUDGED = frozenset({Verdict.BLOCKED, Verdict.COULD_NOT_BE_DONE, Verdict.FAILED, Verdict.PARTIAL})


def signs(subject: Subject, values: Values, judgements: dict[str, Judgement], content: str) -> Iterator[Sign]:
    """What verifications of the present content get wrong, and what those of whoever audits say otherwise.

    Args:
        subject: the evidence.
        values: scores by record and task.
        judgements: by full id.
        content: the content digest.
    """
    by_digest = {run.sha256: run for run in subject.runs}
    by_id = {run.said.run: run for run in subject.runs}
    for path, body in subject.context.verifications.items():
        if body.package.content_digest != content:
            continue
        yield from _records(path, body, by_id)
        rows = [
            sign
            for index, row in enumerate(body.tasks)
            if row.task in subject.context.tasks
            for sign in _row(subject, values, by_digest, (path, body, index), row)
        ]
        yield from rows or _whole(subject, path, body)
    for witness in subject.witnesses:
        yield from _unisolated(subject, witness)
        yield from _witness(witness, judgements)


def _sign(
    path: str, message: str, tasks: tuple[str, ...], where: Path, recorded: str | None, found: str | None
) -> Sign:
    return Sign(
        reason=Reason.VERIFICATION_DIFFERS,
        bearing=Bearing.CONTRADICTS,
        message=f"{path} {message}",
        file=path,
        tasks=tasks,
        path=where,
        recorded=recorded,
        found=found,
    )


def _whole(subject: Subject, path: str, body: Verification) -> Iterator[Sign]:
    """What one that holds says of itself otherwise than it can be, the first thing of it."""
    if body.holds is not holds(body.tasks):
        said, found = str(body.holds).lower(), str(not body.holds).lower()
        yield _sign(
            path, f"says `holds: {said}`, and its rows say otherwise", subject.all_open_tasks, ("holds",), said, found
        )
        return
    try:
        fault = contradiction(subject.context, body) if body.holds else None
    except Unchecked:
        return  # of a lock that cannot be read, missing-file tells
    if fault is not None:
        yield _sign(path, f"contradicts itself: {fault}", subject.all_open_tasks, (), None, None)


def _records(path: str, body: Verification, by_id: dict[str, Run]) -> Iterator[Sign]:
    for index, summary in enumerate(body.runs):
        run = by_id.get(summary.run)
        if run is not None and run.sha256 != summary.record_sha256:
            yield Sign(
                reason=Reason.RECORD_REPLACED,
                bearing=Bearing.CONTRADICTS,
                message=f"{path} saw another record of run `{summary.run}` than the one that is there",
                file=path,
                runs=(run,),
                path=("runs", index, "record_sha256"),
                recorded=summary.record_sha256,
                found=run.sha256,
            )


def _row(
    subject: Subject, values: Values, by_digest: dict[str, Run], place: tuple[str, Verification, int], row: TaskResult
) -> Iterator[Sign]:
    path, body, index = place
    where: Path = ("tasks", index, "judgement")
    said = row.judgement
    if said.verdict in _UNJUDGED or said.measured is None:
        return
    records = {summary.run: summary.record_sha256 for summary in body.runs}
    kept = [by_digest[sha256] for run in row.runs if (sha256 := records.get(run)) in by_digest and sha256 is not None]
    scores = [value for run in kept if (value := values.get((run.path, row.task))) is not None]
    if scores and len(scores) == len(runs_of(subject.context.experiments[row.task.partition("/")[0]])):
        found = judgement_of(subject, row.task, scores).measured
        if found != said.measured:
            message = f"says {said.measured} for task `{row.task}`, and the kept outputs of its runs give {found}"
            yield _sign(path, message, (row.task,), (*where, "measured"), said.measured, found)
            return
    if fault := difference(subject.context, row.task, said):
        yield _sign(path, f"is wrong about task `{row.task}`, which {fault}", (row.task,), where, None, None)


def _unisolated(subject: Subject, witness: Verification) -> Iterator[Sign]:
    digests = {run.record_sha256 for run in witness.runs}
    seen = tuple(run for run in subject.counted_runs() if run.sha256 in digests)
    if seen and witness.isolation is not None and witness.isolation.kind == "none":
        yield Sign(
            reason=Reason.WITNESS_UNISOLATED,
            bearing=Bearing.REMARK,
            message="whoever audits had no isolation: launchers could read and write all that their caller can",
            file=VERIFICATIONS_FOLDER,
            runs=seen,
            recorded="none",
        )


def _witness(witness: Verification, judgements: dict[str, Judgement]) -> Iterator[Sign]:
    for row in witness.tasks:
        own = judgements.get(row.task)
        agrees = row.judgement.verdict is Verdict.COMPATIBLE or row.judgement.as_expected
        if own is None or agrees or row.judgement.verdict in {Verdict.BLOCKED, Verdict.COULD_NOT_BE_DONE}:
            continue
        if own.verdict is Verdict.COMPATIBLE or own.as_expected:
            yield Sign(
                reason=Reason.WITNESS_DISAGREES,
                bearing=Bearing.CONTRADICTS,
                message=f"whoever audits came to {row.judgement.verdict} for task `{row.task}`, and the records to "
                f"{own.verdict}",
                file=VERIFICATIONS_FOLDER,
                tasks=(row.task,),
                recorded=own.verdict,
                found=row.judgement.verdict,
            )
