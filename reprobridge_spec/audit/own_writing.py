"""Whether a run wrote an output that is alike to a file that was there, and was seen not to open that file."""

from collections.abc import Callable

from reprobridge_spec.audit.run import Run
from reprobridge_spec.audit.subject import Subject
from reprobridge_spec.model.ancestry import Ancestry, Making
from reprobridge_spec.model.run_record import OutputFile
from reprobridge_spec.rules import bundled_inputs

_HANDING_ON = frozenset(
    ("cat", "tee", "dd", "cp", "mv", "sh", "bash", "dash", "zsh", "sed", "awk", "gawk", "mawk", "head", "tail", "jq")
)
"""Programs that write what comes through a pipe, of which nobody sees what stood at its other end."""
_UNTOLD = ("tmp/", "home/")


def wrote_itself(subject: Subject, run: Run, path: str, is_alike: Callable[[str], bool]) -> bool:
    """Whether `run` wrote its output at `path` without having read a file that is alike.

    Only what watched every process from outside can tell, and only where isolation kept other places out of reach.

    Args:
        subject: the evidence.
        run: one of its runs.
        path: of an output, as the record has it.
        is_alike: whether the file at a path of the artifact is alike to the output.
    """
    said = run.said
    output = next((one for one in said.outputs if one.path == path), None)
    if output is None or output.ancestry is None or said.tracing is None or said.tracing.by != "strace":
        return False
    if said.isolation.kind == "none" or not _is_written(output.ancestry):
        return False
    return not any(_may_be_alike(subject, run, output, read, is_alike) for read in output.ancestry.reads)


def _is_written(ancestry: Ancestry) -> bool:
    is_new = ancestry.making is Making.WRITTEN and not ancestry.existed and not ancestry.more_reads
    return is_new and ancestry.writer is not None and ancestry.writer not in _HANDING_ON


def _may_be_alike(subject: Subject, run: Run, output: OutputFile, read: str, is_alike: Callable[[str], bool]) -> bool:
    place, _, path = read.partition("/")
    match place:
        case "work":
            return path in subject.files.entries and is_alike(path)
        case "inputs":
            return _in_inputs(subject, output, is_alike)
        case "output":
            earlier = next((one for one in run.said.outputs if one.path == path), None)
            is_own = earlier is not None and earlier.ancestry is not None and _is_written(earlier.ancestry)
            return path == output.path or not is_own
        case _:
            return read.startswith(_UNTOLD)


def _in_inputs(subject: Subject, output: OutputFile, is_alike: Callable[[str], bool]) -> bool:
    inputs = subject.context.manifest.inputs.values()
    if any(output.sha256 in {body.sha256, *(file.sha256 for file in body.files.values())} for body in inputs):
        return True
    roots = (root for _, root in bundled_inputs.of(subject.context))
    return any(is_alike(path) for root in roots for path in bundled_inputs.files_at(subject.context, root))
