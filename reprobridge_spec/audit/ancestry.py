"""Whether the outputs that count were made by their runs, so far as something watched these."""

from collections.abc import Iterator
from dataclasses import replace

from reprobridge_spec.audit.moments import between
from reprobridge_spec.audit.run import Run
from reprobridge_spec.audit.sign import Sign
from reprobridge_spec.audit.subject import Subject
from reprobridge_spec.documents.files import Kind
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.model.ancestry import Ancestry, Making
from reprobridge_spec.model.audit import Bearing
from reprobridge_spec.model.audit_reason import Reason
from reprobridge_spec.model.inputs import InputKind
from reprobridge_spec.model.resolved import inputs_of, reference_text
from reprobridge_spec.model.run_record import OutputFile
from reprobridge_spec.rules.measured_outputs import file_of
from reprobridge_spec.rules.published_texts import PublishedNumbers

_BROUGHT = (Making.COPIED, Making.MOVED, Making.LINKED)
_UNCHANGED = (Making.KEPT, Making.TOUCHED)
_BEFORE = ("work", "inputs", "environment", "elsewhere")
"""Folders in which nothing that a run has made can lie."""
_DOWNLOADERS = frozenset(
    ("curl", "wget", "aria2c", "git", "git-lfs", "rclone", "gsutil", "aws", "hf", "huggingface-cli")
)
_LARGEST = 64 << 10
"""Bytes of a file that was read up to which a number in it is no coincidence."""
_SLACK = 2
"""Seconds by which two clocks of one machine may differ over an attempt: its moments are whole seconds."""


@dataclass(frozen=True, slots=True)
class _Output:
    run: Run
    index: int
    said: OutputFile
    ancestry: Ancestry

    def sign(self, reason: Reason, bearing: Bearing, what: str, recorded: str | None, field: str = "making") -> Sign:
        return Sign(
            reason=reason,
            bearing=bearing,
            message=f"the output `{self.said.path}` of run `{self.run.said.run}` {what}",
            file=self.run.path,
            runs=(self.run,),
            path=("predicate", "outputs", self.index, "ancestry", field),
            recorded=recorded,
        )


def signs(subject: Subject) -> Iterator[Sign]:
    """Each output that a score or another run rests on, and that its run did not make or cannot have made so."""
    for run in [*subject.counted_runs(), *subject.reference_runs]:
        for output in _outputs(subject, run):
            impossible = _impossible(output)
            if impossible is not None:
                yield impossible
            elif (found := _not_made(subject, output)) is not None:
                yield found


def published_read(subject: Subject) -> Iterator[Sign]:
    """Each output that counts whose writer had read a file of the working copy that holds a value of its tasks."""
    known: dict[tuple[str, str], str | None] = {}
    for run in subject.counted_runs():
        for output in _outputs(subject, run):
            for read in output.ancestry.reads:
                place = (run.said.experiment, read)
                if place not in known:
                    known[place] = _published_in(subject, *place)
                if task := known[place]:
                    what = (
                        f"was written by a program that had read `{read}`, which holds the published value of `{task}`"
                    )
                    yield replace(
                        output.sign(Reason.PUBLISHED_READ, Bearing.LEAVES_OPEN, what, None, "reads"), tasks=(task,)
                    )


def _published_in(subject: Subject, experiment: str, read: str) -> str | None:
    """The open task of an experiment whose published value stands in a file that was read; None where none does."""
    place, _, path = read.partition("/")
    entry = subject.files.entries.get(path)
    if place != "work" or entry is None or entry.kind is not Kind.FILE or entry.size > _LARGEST:
        return None
    tasks = {name: subject.context.tasks[name] for name in subject.open_tasks.get(experiment, ())}
    met = next(PublishedNumbers(tasks).met(subject.files.read(path, _LARGEST)), None)
    return met.task if met is not None else None


def _outputs(subject: Subject, run: Run) -> Iterator[_Output]:
    body = subject.context.experiments[run.said.experiment]
    measured = [file_of(subject.context.tasks[task]) for task in subject.open_tasks.get(run.said.experiment, ())]
    wanted = [path for path in (*measured, *(body.outputs or {}).values()) if path]
    for index, said in enumerate(run.said.outputs):
        if said.ancestry is not None and any(said.path == one or said.path.startswith(f"{one}/") for one in wanted):
            yield _Output(run, index, said, said.ancestry)


def _impossible(output: _Output) -> Sign | None:
    """What an ancestry says that can never be."""
    ancestry, run = output.ancestry, output.run.said
    by = run.tracing.by if run.tracing is not None else "none"
    watched = ancestry.writer is not None or ancestry.making in (*_BROUGHT, Making.WRITTEN)
    longest = max(between(attempt.started, attempt.ended) for attempt in run.attempts) + _SLACK
    if by == "none" and watched:
        what, recorded, field = "names who made it, and nobody watched the run", str(ancestry.making), "making"
    elif not ancestry.existed and ancestry.making in _UNCHANGED:
        what, recorded, field = "was left as it was, and was not there before", str(ancestry.making), "making"
    elif not ancestry.existed and ancestry.replaced:
        what, recorded, field = "took the place of a file that was not there", "true", "replaced"
    elif ancestry.making in _BROUGHT and ancestry.source is None:
        what, recorded, field = f"was {ancestry.making}, and from nowhere", str(ancestry.making), "making"
    elif ancestry.seconds is not None and not 0 <= ancestry.seconds <= longest:
        what, field = "was created when no attempt of its run was under way", "seconds"
        recorded = f"{ancestry.seconds} s"
    else:
        return None
    return output.sign(Reason.ANCESTRY_IMPOSSIBLE, Bearing.CONTRADICTS, what, recorded, field)


def _not_made(subject: Subject, output: _Output) -> Sign | None:
    ancestry, run = output.ancestry, output.run.said
    if ancestry.making in _UNCHANGED and len(run.attempts) == 1:
        how = "only its times were set" if ancestry.making is Making.TOUCHED else "nobody changed it"
        what = f"was there before the only attempt, and {how}"
        return output.sign(Reason.OUTPUT_NOT_NEW, Bearing.CONTRADICTS, what, str(ancestry.making))
    source = ancestry.source or ""
    if ancestry.making in _BROUGHT and source.partition("/")[0] in _BEFORE:
        by = f" by `{ancestry.writer}`" if ancestry.writer else ""
        what = f"was {ancestry.making}{by} from `{source}`, which was there before the run"
        return output.sign(Reason.OUTPUT_BROUGHT, Bearing.CONTRADICTS, what, source, "source")
    if ancestry.making is Making.WRITTEN and ancestry.writer in _DOWNLOADERS and _had_network(subject, output.run):
        what = f"was written by `{ancestry.writer}`, which brings files from elsewhere"
        return output.sign(Reason.OUTPUT_DOWNLOADED, Bearing.LEAVES_OPEN, what, ancestry.writer, "writer")
    if ancestry.making is Making.UNSEEN and run.tracing is not None and run.tracing.by == "strace":
        what = "was made by none of the run's processes, all of which were watched"
        return output.sign(Reason.OUTPUT_OF_NOBODY, Bearing.LEAVES_OPEN, what, str(ancestry.making))
    return None


def _had_network(subject: Subject, run: Run) -> bool:
    """Whether it had one that no service of its experiment accounts for."""
    inputs = subject.context.manifest.inputs
    names = map(reference_text, inputs_of(subject.context.experiments[run.said.experiment]))
    return run.said.isolation.network and not any(
        name in inputs and inputs[name].kind is InputKind.SERVICE for name in names
    )
