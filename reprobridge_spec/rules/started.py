"""The files that commands of an artifact start: launchers, and programs that read a score out of outputs."""

from collections.abc import Iterator

from reprobridge_spec.documents.files import Kind
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.location import Path
from reprobridge_spec.model.experiment import Experiment
from reprobridge_spec.model.measure import CommandMeasure
from reprobridge_spec.plan import working_copy
from reprobridge_spec.rules.context import Context, once
from reprobridge_spec.rules.places import of_experiment, of_task

_PYTHON = ("python", "pypy")
_MODULE_FLAG = "-m"


@dataclass(frozen=True, slots=True, kw_only=True)
class Started:
    """A command of an artifact, as a list of arguments.

    Attributes:
        label: what messages call it.
        place: where it stands in the manifest.
        experiment: the id of its experiment.
    """

    label: str
    place: Path
    experiment: str
    arguments: tuple[str, ...]
    is_measure: bool = False


@once
def commands_of(context: Context) -> tuple[Started, ...]:
    """The command of each experiment, then the commands that measure its tasks; each place once."""
    found: dict[Path, Started] = {}
    for name, body in context.experiments.items():
        for started in _of_experiment(context, name, body):
            found.setdefault(started.place, started)
    return tuple(found.values())


def _of_experiment(context: Context, name: str, body: Experiment) -> Iterator[Started]:
    if body.command:
        place = of_experiment(context.manifest, name, "command")
        label = f"the command of experiment `{name}`"
        yield Started(label=label, place=place, experiment=name, arguments=tuple(body.command))
    for task, said in (body.tasks or {}).items():
        if isinstance(said.measure, CommandMeasure):
            full_id = f"{name}/{task}"
            place = (*of_task(context.manifest, full_id, "measure"), "command")
            label = f"the command that measures task `{full_id}`"
            arguments = tuple(said.measure.command)
            yield Started(label=label, place=place, experiment=name, arguments=arguments, is_measure=True)


@once
def launchers(context: Context) -> frozenset[str]:
    """The files in `launchers/`, and every other file of the working copy that a command names or starts."""
    return frozenset(of_started(context)) | {
        path for path in context.files.entries if path.startswith(f"{working_copy.LAUNCHERS}/")
    }


@once
def of_started(context: Context) -> dict[str, set[str]]:
    """Files of the working copy that commands name or start, each with its experiments."""
    entries = context.files.entries
    present = {
        path for path in context.working_copy if entries[path].kind is Kind.FILE
    }  # links are looked into nowhere
    found: dict[str, set[str]] = {}
    for started in commands_of(context):
        for path in named_paths(started.arguments):
            if path in present and _can_be_started(path):
                found.setdefault(path, set()).add(started.experiment)
    return found


def named_paths(arguments: tuple[str, ...]) -> Iterator[str]:
    """Paths that the arguments of a command may stand for; a module stands for its file."""
    for index, argument in enumerate(arguments):
        for word in argument.split() or [argument]:  # a line for `sh -c` has several
            yield word.rpartition("=")[2].strip("\"';").removeprefix("./").rstrip("/")
        if argument == _MODULE_FLAG and index + 1 < len(arguments) and index > 0:
            inside = arguments[index + 1].replace(".", "/")
            yield from (f"{inside}.py", f"{inside}/__main__.py")


def _can_be_started(path: str) -> bool:
    """Whether a named file is a program rather than data or a configuration."""
    name = path.rpartition("/")[2]
    return "." not in name or name.endswith((".py", ".sh", ".bash", ".zsh", ".r", ".R", ".jl", ".pl", ".m", ".lua"))


def is_python(program: str) -> bool:
    """Whether the first argument of a command is a Python."""
    return program.rpartition("/")[2].startswith(_PYTHON)
