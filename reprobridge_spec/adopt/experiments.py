"""Commands as experiments of a draft: what is started, with which seeds, and where its score may stand."""

import re
from collections.abc import Iterable, Iterator

from reprobridge_spec.adopt.commands import TO_FILL_IN, Command
from reprobridge_spec.adopt.facts import Place
from reprobridge_spec.adopt.ids import LONGEST, id_of, unique_ids
from reprobridge_spec.adopt.programs import Program, Programs
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.rules.script_options.base import Argument

MOST = 12
"""Experiments of a draft; what else could be started is told beside it."""
_SEED = "{seed}"
_NOTEBOOK = ("jupyter", "nbconvert", "--to", "notebook", "--execute", "--inplace")
_PATH = re.compile(
    r"(?![a-z]+://|-)(?:[\w.~-]{0,80}/[\w./~-]{0,200}"
    r"|[\w.-]{1,80}\.(?:txt|csv|tsv|json|jsonl|npz?|pkl|pt|pth|ckpt|h5|zip|parquet|mat|arff|data))"
)
_OUTPUT = re.compile(r"out|save|log|result|dump|export|-o(?:\s|$)", re.IGNORECASE)
_NOT_NAMES = frozenset({"python", "python3", "bash", "sh", "torchrun", "accelerate", "launch", "run", "m", "todo"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Planned:
    """An experiment of a draft.

    Attributes:
        id: its id.
        command: what is started, as somebody wrote it.
        program: the Python file that does the work; the script of the command where none is known.
        words: the same, with the run's seed where the program takes one.
        seeded: where the program says that it takes a seed; None where it takes none.
        smoke: what makes a run short; empty where nothing is known that does.
        short: where the program says that it takes that; None where it is not known.
        keep: files that the program leaves behind, as globs.
        card: where the program says that it needs a card; None where nothing says so.
        pattern: how its score stands in the log; empty where nothing is known.
        printed: where the program prints it.
        missing: paths in the command that the release does not have.
    """

    id: str
    command: Command
    program: str
    words: tuple[str, ...]
    seeded: Place | None
    smoke: tuple[str, ...]
    short: Place | None
    keep: tuple[str, ...]
    card: Place | None
    pattern: str
    printed: Place | None
    missing: tuple[str, ...]


def planned(commands: Iterable[Command], programs: Programs) -> list[Planned]:
    """The first commands as experiments, each with an id of its own.

    Args:
        commands: what is started, the best described first.
        programs: what the programs say of themselves.
    """
    found: list[Planned] = []
    for command in commands:
        if len(found) == MOST:
            break
        taken = {one.id for one in found}
        missing = tuple(_missing(command, programs.layout.steps))
        program = programs.at(command.script)
        work = programs.with_imported(program or programs.started_by(command.script))
        found.append(_planned(command, program, work, missing, _id(command, taken)))
    return found


def commands_without_text(programs: Programs) -> Iterator[Command]:
    """What can be started where no text says how: each program with what it asks for left open, then notebooks."""
    for program in programs.entries:
        words = ["python", program.path.rpartition("/")[2]]
        for argument in program.required:
            words += [argument.names[-1], TO_FILL_IN] if argument.names[0].startswith("-") else [TO_FILL_IN]
        folder = program.path.rpartition("/")[0]
        yield Command(words=tuple(words), script=program.path, folder=folder, place=Place(program.path))
    for path in programs.layout.notebooks:
        folder, _, name = path.rpartition("/")
        yield Command(words=(*_NOTEBOOK, name), script=path, folder=folder, place=Place(path))


def _planned(
    command: Command, program: Program | None, work: list[Program], missing: tuple[str, ...], name: str
) -> Planned:
    """An experiment of a command.

    Args:
        command: what is started.
        program: the program that it starts, whose options it can be given; None where a shell script starts it.
        work: the program that does the work, and what that imports.
        missing: paths in the command that the release does not have.
        name: its id.
    """
    seed = program.seeds.option if program else None
    short = program.shortening if program else None
    declared = program.declared if program else command.script
    written = [one.path for file in work for one in file.written if one.how != "figure"]
    cards = [Place(file.path, file.accelerator.lines[0]) for file in work if file.accelerator.lines]
    scores = [(file.path, file.scores[-1]) for file in work if file.scores]
    return Planned(
        id=name,
        command=command,
        program=work[0].path if work else command.script,
        words=_seeded(command.words, seed) if seed else command.words,
        seeded=Place(declared, _line(program, seed)) if seed else None,
        smoke=_given(short.names[-1], "1") if short else (),
        short=Place(declared, short.line) if short else None,
        keep=tuple(dict.fromkeys(filter(None, [*map(_glob, written), *command.outputs])))[:8],
        card=cards[0] if any(file.accelerator.needed for file in work) else None,
        pattern=scores[0][1].pattern if scores else "",
        printed=Place(scores[0][0], scores[0][1].line) if scores else None,
        missing=missing,
    )


def _missing(command: Command, steps: frozenset[str]) -> Iterator[str]:
    """Paths that a command reads, most likely, and that neither files nor folders of the release have."""
    before = ""
    for word in command.words[2:]:
        value = word.rpartition("=")[2] if word.startswith("-") else word
        if _PATH.fullmatch(value) and not _OUTPUT.search(f"{before} {word}" if value == word else word):
            plain = value.removeprefix("./").rstrip("/")
            below = f"{command.folder}/{plain}".lstrip("/")
            if plain and plain not in steps and below not in steps:
                yield value
        before = word if word.startswith("-") else ""


def _line(program: Program | None, option: str) -> int:
    options: tuple[Argument, ...] = program.interface.options if program and program.interface else ()
    return next((one.line for one in options if option in one.names), 0)


def _seeded(words: tuple[str, ...], option: str) -> tuple[str, ...]:
    """The command with the run's seed in place of the one that is written there."""
    for place, word in enumerate(words):
        if word == option and place + 1 < len(words):
            return (*words[: place + 1], _SEED, *words[place + 2 :])
        if word.startswith(f"{option}="):
            return (*words[:place], f"{option}={_SEED}", *words[place + 1 :])
    return (*words, *_given(option, _SEED))


def _given(option: str, value: str) -> tuple[str, ...]:
    """How a value is given: behind an option, or as a setting of a configuration."""
    return (option, value) if option.startswith("-") else (f"{option}={value}",)


def _glob(path: str) -> str:
    """The path of a file that is written, with a star for what a run decides; empty where nothing else is left."""
    plain = re.sub(r"\{[^{}]*\}", "*", path).removeprefix("./")
    while plain.startswith("*/"):
        plain = plain[2:]  # a glob matches from the right, in any folder
    return plain if plain.strip("*") else ""


def _id(command: Command, taken: set[str]) -> str:
    """An id that tells the command from the others: its name, or its script and what it says besides."""
    stem = command.script.rpartition("/")[2].partition(".")[0]
    folders = command.script.split("/")[-2::-1]
    words = [command.name] if command.name else [stem, *_tellings(command.words), *folders]
    parts = [part for word in words if (part := id_of(word)) and part not in _NOT_NAMES]
    name = ""
    for part in parts or ["main"]:
        longer = f"{name}-{part}" if name else part
        if len(longer) > LONGEST:
            break
        name = longer
        if name not in taken:
            return name
    return unique_ids([name], "main", taken=taken)[0]


def _tellings(words: tuple[str, ...]) -> list[str]:
    """What follows options in a command, without numbers and paths: most likely names of data sets and methods."""
    values = [word.rpartition("=")[2] for word in words[2:] if not word.startswith("-") or "=" in word]
    return [value for value in values if re.fullmatch(r"[A-Za-z][\w.-]{0,30}", value) and value != TO_FILL_IN]
