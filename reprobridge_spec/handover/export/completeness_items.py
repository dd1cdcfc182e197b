"""The five items of the ML code completeness checklist, and where each is in an artifact."""

from reprobridge_spec.frozen import dataclass
from reprobridge_spec.handover.export import result_rows as rows
from reprobridge_spec.handover.export.assets import origin
from reprobridge_spec.handover.export.base import Source
from reprobridge_spec.handover.export.places import in_manifest, listed, of_command, of_measure, programs
from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.model.inputs import InputKind, Role
from reprobridge_spec.model.resolved import inputs_of, reference_text
from reprobridge_spec.render.amounts import number
from reprobridge_spec.render.needs import open_experiments

_READMES = ("README.md", "readme.md", "Readme.md")
_TABLE = lazy_pattern(r"^\s*\|?[ :]*-{2,}[-| :]*\|[-| :]*$")
_DIGIT = lazy_pattern(r"\d")
_COMMAND = lazy_pattern(r"^\s*(?:\$ )?(?:rrspec|python3?|bash|sh|make|torchrun|accelerate|\./)\b")


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One item of the checklist.

    Attributes:
        name: as the checklist has it, in our words.
        place: where it is; empty where it is not there.
        remark: what a reader must know of it, or what is missing.
    """

    name: str
    place: str
    remark: str


def items(source: Source) -> list[Item]:
    """The five items."""
    return [
        _dependencies(source),
        _training(source),
        _evaluation(source),
        models(source),
        _readme(source),
    ]


def _dependencies(source: Source) -> Item:
    entries = source.files.entries
    named = {
        name: [path for path in (body.requirements, *body.locks.values()) if path in entries]
        for name, body in source.manifest.environments.items()
    }
    there = [f"`{path}`" for paths in named.values() for path in paths]
    lacking = [
        name for name, paths in named.items() if not set(source.manifest.environments[name].locks.values()) & set(paths)
    ]
    remark = f"no lock for environment {', '.join(lacking)}" if lacking else "exact versions with hashes"
    return Item(
        name="Specification of dependencies",
        place=listed([*there, *(in_manifest(source, ("environments", name)) for name in named)]) if there else "",
        remark=remark if named else "no environment is declared",
    )


def _training(source: Source) -> Item:
    names = trainers(source)
    stand_ins = [name for name, body in source.manifest.inputs.items() if body.role is Role.RESULT]
    remark = ""
    if not names:
        remark = "no experiment can be run"
    elif stand_ins:
        remark = f"`{'`, `'.join(stand_ins)}` stands in for training that the paper did, which is not in the artifact"
    elif names == list(open_experiments(source.context)):
        remark = "training, where there is any, and evaluation are one command"
    return Item(
        name="Training code",
        place=_commands_of(source, names) if not stand_ins or names != evaluators(source) else "",
        remark=remark or "these experiments make what others evaluate",
    )


def trainers(source: Source) -> list[str]:
    """Experiments whose outputs others take; where there is none, those that are run, as each does it all."""
    open_ = open_experiments(source.context)
    taken = {
        text.partition("/")[0]
        for body in open_.values()
        for text in map(reference_text, inputs_of(body))
        if "/" in text
    }
    return [name for name in open_ if name in taken] or list(open_)


def evaluators(source: Source) -> list[str]:
    """Experiments whose scores are measured."""
    return [name for name, body in open_experiments(source.context).items() if body.tasks]


def _evaluation(source: Source) -> Item:
    names = evaluators(source)
    measured = [task for task, body in rows.open_tasks(source.context).items() if body.measure is not None]
    place = _commands_of(source, names)
    return Item(
        name="Evaluation code",
        place=listed([place, *(of_measure(source, task) for task in measured[:1])]) if place and measured else "",
        remark=f"the score of {number(len(measured), 'task')} is read as the manifest says"
        if measured
        else "no task says from where its score is read",
    )


def _commands_of(source: Source, names: list[str]) -> str:
    with_command = [name for name in names if source.context.experiments[name].command]
    files = [file for name in with_command for file in programs(source, name)]
    return listed([*files, *(of_command(source, name) for name in with_command)])


def models(source: Source) -> Item:
    """Checkpoints that are given, and those that runs kept."""
    given = [name for name, body in source.manifest.inputs.items() if body.kind is InputKind.CHECKPOINT]
    kept = _kept_outputs(source)
    places = [*(in_manifest(source, ("inputs", name)) for name in given), *(f"`{path}`" for path in kept)]
    said = [f"`{name}` from {origin(source.manifest.inputs[name])}" for name in given]
    said += ["outputs of runs in the evidence"] if kept else []
    return Item(
        name="Pre-trained models",
        place=listed(places),
        remark="; ".join(said) or "no input is a checkpoint, and no run that trains keeps what it made",
    )


def _kept_outputs(source: Source) -> list[str]:
    """Outputs that later experiments take and that lie beside the records of scored runs."""
    declared = {
        name: list((body.outputs or {}).values()) for name, body in source.context.experiments.items() if body.outputs
    }
    found = []
    for path, record in source.records.items():
        said = record.predicate
        wanted = declared.get(said.experiment, [])
        for file in said.outputs:
            is_wanted = any(file.path == one or file.path.startswith(f"{one.rstrip('/')}/") for one in wanted)
            if file.kept and is_wanted and said.mode == "scored":
                found.append(f"{path.rpartition('/')[0]}/outputs/{file.path}")
    return found


def _readme(source: Source) -> Item:
    guide = source.manifest.guide.text if source.manifest.guide else ""
    best = ("", "neither a README nor a guide is there")
    for path in (*_READMES, guide):
        text = source.context.text(path) if path in source.files.entries else None
        if text is None:
            continue
        table, command = _lines(text)
        if table and command:
            return Item(
                name="README with results and the commands that make them",
                place=f"`{path}:{table}` and `{path}:{command}`",
                remark="the first table with numbers, and the first command",
            )
        lacking = " and no ".join(
            what for what, line in (("table of results", table), ("command", command)) if not line
        )
        best = ("", f"`{path}` has no {lacking}; the sections below can go there")
    return Item(name="README with results and the commands that make them", place=best[0], remark=best[1])


def _lines(text: str) -> tuple[int, int]:
    """Lines, from one, of the first table with a number in it and of the first command; 0 where there is none."""
    lines = text.splitlines()
    table = next(
        (
            number
            for number, line in enumerate(lines, 1)
            if _TABLE.match(line) and number < len(lines) and _DIGIT.search(lines[number])
        ),
        0,
    )
    command = next((number for number, line in enumerate(lines, 1) if _COMMAND.match(line)), 0)
    return table, command
