"""Whether runs got and left what the plan declares: inputs by digests, outputs by the records of who left them."""

from collections.abc import Iterator

from reprobridge_spec import digest
from reprobridge_spec.audit.run import Run
from reprobridge_spec.audit.sign import Sign
from reprobridge_spec.audit.subject import Subject
from reprobridge_spec.model.audit import Bearing
from reprobridge_spec.model.audit_reason import Reason
from reprobridge_spec.model.experiment import OutputInput
from reprobridge_spec.model.inputs import Input, InputKind
from reprobridge_spec.model.resolved import inputs_of, reference_text, runs_of
from reprobridge_spec.model.run_record import Mode

_Made = dict[tuple[str, str, int | None], list[tuple[str, Run]]]
"""Digest and run of each output of earlier experiments, by full id and seed."""


def signs(subject: Subject) -> Iterator[Sign]:
    """Each input of a run that counts, and of one behind a reference, that is not the declared one."""
    made = _made(subject)
    for run in [*subject.counted_runs(), *subject.reference_runs]:
        yield from _not_left(subject, run)
        declared = {reference_text(item): item for item in inputs_of(subject.context.experiments[run.said.experiment])}
        for text in sorted(declared.keys() ^ run.said.inputs.keys()):
            what = "lacks" if text in declared else "names"
            yield _differs(run, text, f"{what} the input `{text}`", None, None)
        for text, recorded in run.said.inputs.items():
            if text not in declared:
                continue
            if "/" in text:
                yield from _output(subject, run, text, declared[text], made)
            elif (pin := _pin(subject, subject.context.manifest.inputs.get(text))) not in {None, recorded}:
                yield _differs(run, text, f"got another input `{text}` than is declared", recorded, pin)


def _not_left(subject: Subject, run: Run) -> Iterator[Sign]:
    for name, path in (subject.context.experiments[run.said.experiment].outputs or {}).items():
        if _digest(run, path) is None:
            yield Sign(
                reason=Reason.OUTPUT_NOT_LEFT,
                bearing=Bearing.CONTRADICTS,
                message=f"run `{run.said.run}` was measured, and left nothing as its output `{name}`, `{path}`",
                file=run.path,
                runs=(run,),
                path=("predicate", "outputs"),
            )


def _differs(run: Run, text: str, what: str, recorded: str | None, found: str | None) -> Sign:
    return Sign(
        reason=Reason.INPUT_DIFFERS,
        bearing=Bearing.CONTRADICTS,
        message=f"run `{run.said.run}` has the present plan, and {what}",
        file=run.path,
        runs=(run,),
        path=("predicate", "inputs", text) if text in run.said.inputs else ("predicate", "inputs"),
        recorded=recorded,
        found=found,
    )


def _pin(subject: Subject, body: Input | None) -> str | None:
    """The digest that a record has of an input; None where nothing pins its bytes."""
    if body is None or body.kind is InputKind.SERVICE:
        return None
    if body.files:
        return digest.of_value({name: file.sha256 for name, file in body.files.items()})
    if body.sha256 is not None or body.digests is None:
        return body.sha256
    try:
        return subject.files.sha256(body.digests)
    except OSError:
        return None


def _made(subject: Subject) -> _Made:
    """What every scored run of a present method left that others may take."""
    found: _Made = {}
    for run in subject.runs:
        said = run.said
        body = subject.context.experiments.get(said.experiment)
        if body is None or not body.outputs or said.mode is not Mode.SCORED or not run.is_measured:
            continue
        if said.plan.method != subject.method(said.experiment):
            continue
        for output, path in body.outputs.items():
            if left := _digest(run, path):
                found.setdefault((said.experiment, output, said.seed), []).append((left, run))
    return found


def _digest(run: Run, path: str) -> str | None:
    """The digest of an output, a file or a folder, as a record of a later run has it."""
    below = f"{path}/"
    files = {output.path: output.sha256 for output in run.said.outputs}
    if path in files:
        return files[path]
    inside = {name.removeprefix(below): sha256 for name, sha256 in files.items() if name.startswith(below)}
    return digest.of_value(inside) if inside else None


def _output(subject: Subject, run: Run, text: str, reference: str | OutputInput, made: _Made) -> Iterator[Sign]:
    if isinstance(reference, OutputInput) and reference.seeds != "first":
        return  # a folder of all runs, whose form is the runner's
    source, _, output = text.partition("/")
    seeds = runs_of(subject.context.experiments[source]) if source in subject.context.experiments else []
    is_each = isinstance(reference, str) and len(seeds) > 1
    behind = run.said.run in subject.behind_references
    wanted = [run.said.seed] if is_each or behind else seeds[:1]
    recorded = run.said.inputs[text]
    left = [item for seed in wanted for item in made.get((source, output, seed), [])]
    alike = [other for sha256, other in left if sha256 == recorded]
    if any(other.ended <= run.started for other in alike):
        return
    if alike:
        why, found = f"and run `{alike[0].said.run}`, which left it, ended only after that run began", None
    elif left:
        why, found = f"and run `{left[0][1].said.run}` left another", left[0][0]
    else:
        why, found = "and no record says that a run of the present plan left one", None
    yield Sign(
        reason=Reason.INPUT_OF_NO_RUN,
        bearing=Bearing.CONTRADICTS if left else Bearing.LEAVES_OPEN,
        message=f"run `{run.said.run}` took `{text}`, {why}",
        file=run.path,
        runs=(run,),
        path=("predicate", "inputs", text),
        recorded=recorded,
        found=found,
    )
