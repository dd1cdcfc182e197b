"""Whether outputs are a run's own: not a shipped file in another form, not an input, not another run's."""

import re
from collections.abc import Iterator
from functools import partial

from reprobridge_spec.audit.by_rule import of_copy
from reprobridge_spec.audit.own_writing import wrote_itself
from reprobridge_spec.audit.run import Run
from reprobridge_spec.audit.sign import Sign
from reprobridge_spec.audit.subject import Subject
from reprobridge_spec.documents.files import Kind
from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.model.audit import Bearing
from reprobridge_spec.model.audit_reason import Reason
from reprobridge_spec.rules.measured_outputs import file_of

_LIMIT = 1 << 20
_MOST_OTHERS = 16 << 20
"""Bytes of files that are looked at though their names are not those of results."""
_FEWEST_BYTES = 200
"""Shorter outputs are alike where their few numbers are."""
_FEWEST_NUMBERS = 3
_DIGITS = 4
"""Significant digits from which on a number tells something."""
_NUMBER = lazy_pattern(rb"[0-9]{1,40}+(?:\.[0-9]{1,40}+)?+")
_TEXTS = (".json", ".jsonl", ".csv", ".tsv", ".txt", ".yaml", ".yml", ".tex", ".md", ".npy", ".xml", ".html", ".log")


def signs(subject: Subject, values: dict[tuple[str, str], str]) -> Iterator[Sign]:
    """Each output that counts and is no run's own.

    Args:
        subject: the evidence.
        values: scores by record and task.
    """
    yield from _of_inputs(subject)
    yield from _in_another_form(subject)
    yield from _alike(subject, values)


def _of_inputs(subject: Subject) -> Iterator[Sign]:
    """Outputs for others that are, byte for byte, an input or a file of the artifact."""
    known = {
        sha256: f"the input `{name}`"
        for name, body in subject.context.manifest.inputs.items()
        for sha256 in [body.sha256, *(file.sha256 for file in body.files.values())]
        if sha256
    }
    sizes = {
        output.size
        for run in subject.counted_runs()
        for output in run.said.outputs
        if _is_declared(subject, run, output.path)
    }
    for path, entry in subject.files.entries.items():
        if entry.kind is Kind.FILE and entry.size in sizes and entry.size and not path.startswith("evidence/"):
            known.setdefault(subject.files.sha256(path), f"the file `{path}`")
    for run in subject.counted_runs():
        for index, output in enumerate(run.said.outputs):
            if output.size and output.sha256 in known and _is_declared(subject, run, output.path):
                yield Sign(
                    reason=Reason.OUTPUT_IS_INPUT,
                    bearing=Bearing.CONTRADICTS,
                    message=f"run `{run.said.run}` left `{output.path}` for others, and it is {known[output.sha256]}, "
                    "byte for byte",
                    file=run.path,
                    runs=(run,),
                    path=("predicate", "outputs", index),
                    recorded=output.sha256,
                )


def _is_declared(subject: Subject, run: Run, path: str) -> bool:
    declared = (subject.context.experiments[run.said.experiment].outputs or {}).values()
    return any(path == one or path.startswith(f"{one}/") for one in declared)


def _in_another_form(subject: Subject) -> Iterator[Sign]:
    """Measured outputs with exactly the telling numbers of a file of the code."""
    shipped = _shipped(subject)
    if not shipped:
        return
    for run in [*subject.counted_runs(), *subject.reference_runs]:
        measured = {
            file
            for task in subject.open_tasks.get(run.said.experiment, ())
            if (file := file_of(subject.context.tasks[task]))
        }
        for output in run.said.outputs:
            path = f"{run.folder}/outputs/{output.path}"
            numbers = _numbers(subject, path) if output.path in measured else frozenset()
            twin = shipped.get(numbers)
            if twin is None or subject.files.sha256(twin) == output.sha256:
                continue  # output-copied says the latter
            yield Sign(
                reason=Reason.SHIPPED_NUMBERS,
                bearing=of_copy(
                    run,
                    is_readable=twin in subject.context.working_copy,
                    is_own=wrote_itself(subject, run, output.path, partial(_holds, subject, numbers)),
                ),
                message=f"`{path}` holds the {len(numbers)} numbers of `{twin}`, in another form",
                file=path,
                runs=(run,),
                found=twin,
            )


def _holds(subject: Subject, numbers: frozenset[bytes], path: str) -> bool:
    return _numbers(subject, path) == numbers


def _shipped(subject: Subject) -> dict[frozenset[bytes], str]:
    """Texts of the code and of the working copy that hold telling numbers, by these."""
    codebase = subject.context.manifest.codebase
    folder = f"{codebase.path if codebase else 'code'}/"
    found: dict[frozenset[bytes], str] = {}
    left = _MOST_OTHERS
    for path, entry in subject.files.entries.items():
        is_there = path.startswith(folder) or path in subject.context.working_copy
        if not is_there or entry.kind is not Kind.FILE or not 0 < entry.size < _LIMIT:
            continue
        if not path.endswith(_TEXTS):
            # a result may have any name, and a release may have very many files
            left -= entry.size
            if left < 0 or b"\0" in subject.files.head(path):
                continue
        if numbers := _numbers(subject, path):
            found.setdefault(numbers, path)
    return found


def _numbers(subject: Subject, path: str) -> frozenset[bytes]:
    """Significant digits of the telling numbers of a file; none where they are few. Percent and fraction are alike."""
    entry = subject.files.entries.get(path)
    if entry is None or entry.kind is not Kind.FILE or not 0 < entry.size < _LIMIT:
        return frozenset()
    data = subject.files.read(path, _LIMIT)
    digits = (re.sub(rb"^0+|0+$", b"", found[0].replace(b".", b"")) for found in _NUMBER.finditer(data))
    telling = frozenset(number for number in digits if len(number) >= _DIGITS)
    return telling if len(telling) >= _FEWEST_NUMBERS else frozenset()


def _alike(subject: Subject, values: dict[tuple[str, str], str]) -> Iterator[Sign]:
    """Outputs that runs of different seeds, or of different experiments, have in common."""
    first: dict[str, Run] = {}
    told: set[tuple[str, str]] = set()
    for run in [*subject.counted_runs(), *subject.reference_runs]:
        body = subject.context.experiments[run.said.experiment]
        if body.deterministic or _is_at_end(subject, run, values):
            continue
        for output in run.said.outputs:
            if output.size < _FEWEST_BYTES or not _matters(subject, run, output.path):
                continue
            other = first.setdefault(output.sha256, run)
            pair = (other.path, run.path)
            if other is run or pair in told or not _should_differ(other, run):
                continue
            told.add(pair)
            yield Sign(
                reason=Reason.OUTPUTS_ALIKE,
                bearing=Bearing.LEAVES_OPEN,
                message=f"runs `{other.said.run}` and `{run.said.run}` left the same bytes as `{output.path}`: a seed "
                "that changes nothing, or one run that stands for two",
                file=run.path,
                runs=(other, run),
                path=("predicate", "outputs"),
                recorded=output.sha256,
            )


def _should_differ(one: Run, other: Run) -> bool:
    """Runs of one experiment with two seeds; and runs of two methods, of which one might pass for the other."""
    if one.said.experiment == other.said.experiment:
        return one.said.seed != other.said.seed
    return one.said.plan.method != other.said.plan.method and one.said.inputs != other.said.inputs


def _matters(subject: Subject, run: Run, path: str) -> bool:
    tasks = subject.open_tasks.get(run.said.experiment, ())
    return _is_declared(subject, run, path) or any(file_of(subject.context.tasks[task]) == path for task in tasks)


def _is_at_end(subject: Subject, run: Run, values: dict[tuple[str, str], str]) -> bool:
    """Whether a score of the run is an end of its range, where runs agree by themselves."""
    for task in subject.open_tasks.get(run.said.experiment, ()):
        ends = subject.context.tasks[task].range or ()
        value = values.get((run.path, task))
        if value is not None and any(float(value) == float(end) for end in ends):
            return True
    return False
