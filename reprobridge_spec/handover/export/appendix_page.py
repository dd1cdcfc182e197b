"""What stands in an artifact appendix: the sections that ACM's and cTuning's committees ask for, kept short."""

from collections.abc import Iterator, Mapping

from reprobridge_spec.handover.export import result_rows as rows
from reprobridge_spec.handover.export.appendix_checklist import TODO, meta_information
from reprobridge_spec.handover.export.assets import access, origin
from reprobridge_spec.handover.export.base import Source
from reprobridge_spec.handover.export.outcomes import Outcome, outcomes
from reprobridge_spec.model.inputs import Input, InputKind
from reprobridge_spec.model.scalars import seconds
from reprobridge_spec.render.amounts import DASH, duration, listed, number
from reprobridge_spec.render.needs import cards, memory, network, open_experiments
from reprobridge_spec.render.page import Block, Commands, Heading, Items, Page, Paragraph, Table
from reprobridge_spec.render.page import Facts as Pairs
from reprobridge_spec.rules.runnable import is_task_blocked

_ROWS, _FEW, _INPUTS, _LONG = 24, 8, 12, 200


def page(source: Source) -> Page:
    """The appendix; what no manifest can know is marked as the authors' to fill in."""
    found = outcomes(source)
    return [
        Heading(1, "Artifact Appendix"),
        Heading(2, "Abstract"),
        *_abstract(source, found),
        Heading(2, "Artifact check-list (meta-information)"),
        Pairs(tuple(meta_information(source, found))),
        Heading(2, "Description"),
        Pairs(tuple(_description(source))),
        Heading(2, "Installation"),
        *_installation(source),
        Heading(2, "Experiment workflow"),
        *_workflow(source),
        Heading(2, "Evaluation and expected results"),
        *_expected(source, found),
        *_customisation(source),
        *_notes(source),
    ]


def _abstract(source: Source, found: Mapping[str, Outcome]) -> Iterator[Block]:
    manifest = source.manifest
    of_paper = f" for the paper “{manifest.paper.title}”" if manifest.paper else ""
    told = f"“{manifest.title}”{of_paper}: {listed(_parts(source))}. {rows.coverage(source, found)}"
    if found:
        told += " Each task is one cell: one command measures it again, and compares it with the interval below."
    yield Paragraph(told)


def _parts(source: Source) -> Iterator[str]:
    """What is there."""
    manifest, entries = source.manifest, source.files.entries
    folder = manifest.codebase.path.rstrip("/") if manifest.codebase else "code"
    locks = [path for body in manifest.environments.values() for path in body.locks.values() if path in entries]
    for what, is_there in (
        ("code", any(path.startswith(f"{folder}/") for path in entries)),
        ("launchers", any(path.startswith("launchers/") for path in entries)),
        ("an environment of exact packages", locks),
        ("a guide", manifest.guide and manifest.guide.text in entries),
    ):
        if is_there:
            yield what
    yield f"records of {number(len(source.records), 'run')}" if source.records else "no record of a run yet"


def _description(source: Source) -> Iterator[tuple[str, str]]:
    context, manifest = source.context, source.manifest
    package = f"{TODO}: the address of the archived package, one file, `{source.stem}.rra.zip`"
    yield "How to access", f"{package}. `rrspec open` unpacks it and compares every file with its list."
    yield (
        "Hardware dependencies",
        f"GPU: {cards(context)}; memory: {memory(context).removeprefix('memory ')}; network: {network(context)}.",
    )
    tools = "Python 3.11 or newer, `rrspec`, and bubblewrap, apptainer or podman, in which launchers run"
    locks = "; ".join(_locks(source))
    rest = f"All else is in the locks: {locks}" if locks else "No environment is declared"
    yield "Software dependencies", f"{tools}. {rest}."
    kinds = (("Data sets", InputKind.DATASET), ("Models", InputKind.CHECKPOINT), ("Services", InputKind.SERVICE))
    for name, kind in kinds:
        if told := [_input(one, body) for one, body in manifest.inputs.items() if body.kind is kind]:
            yield name, f"{listed(told, _INPUTS)}."


def _locks(source: Source) -> Iterator[str]:
    for name, body in source.manifest.environments.items():
        parts = [f"Python {body.python}"]
        if body.cuda:
            parts.append(f"CUDA {body.cuda.runtime}" + (f" (driver {body.cuda.driver})" if body.cuda.driver else ""))
        if body.system:
            parts.append(f"system packages {listed(body.system)}")
        locks = listed(f"`{path}`" for path in dict.fromkeys(body.locks.values()))
        yield f"`{name}`: {', '.join([*parts, locks or 'no lock'])}"


def _input(name: str, body: Input) -> str:
    needs = f" ({said})" if (said := access(body)) else ""
    cost = f", {body.cost}" if body.cost else ""
    return f"`{name}`: {origin(body)}{needs}{cost}"


def _installation(source: Source) -> Iterator[Block]:
    package = f"{source.stem}.rra.zip"
    yield Commands((f"rrspec open {package}", f"cd {source.stem}", "rrspec doctor .", "rrspec fetch"))
    yield Paragraph(
        "`doctor` says what this machine lacks, before anything is executed; environments are built from their locks "
        "at the first run."
    )


def _workflow(source: Source) -> Iterator[Block]:
    names = list(open_experiments(source.context))
    if not names:
        yield Paragraph("No experiment can be run.")
        return
    smoke = [seconds(body.smoke.time) for body in open_experiments(source.context).values() if body.smoke]
    limit = f", at most {duration(sum(smoke))}" if smoke else ""
    yield Paragraph(f"A first try{limit}, then one experiment, then everything in a clean shell:")
    yield Commands(("rrspec run --smoke", f"rrspec run {names[0]}", "rrspec verify ."))
    yield Paragraph("`rrspec verify . --budget 30min` checks a part, and calls it partial.")


def _expected(source: Source, found: Mapping[str, Outcome]) -> Iterator[Block]:
    tasks = source.context.tasks
    if not tasks:
        yield Paragraph("No task is declared.")
        return
    common, cells = rows.cells(source)
    yield Paragraph(
        "A task is compatible where both the published value and the new score lie in the interval, ends included. "
        + _meanings(source, found)
        + (f" All cells are in {common}." if common else "")
    )
    yield Table(
        ("task", "cell", "published", "score", "interval"),
        tuple(_row(source, task, cells[task], found.get(task)) for task in list(tasks)[:_ROWS]),
    )
    if len(tasks) > _ROWS:
        yield Paragraph(f"{len(tasks) - _ROWS} more: `rrspec compare`.")
    if others := list(_others(source, found)):
        yield Paragraph(f"Not compatible: {'; '.join(others)}.")


def _meanings(source: Source, found: Mapping[str, Outcome]) -> str:
    """What sets the intervals: said once where it is the same for all."""
    by_meaning: dict[str, list[str]] = {}
    for task in source.context.tasks:
        by_meaning.setdefault(rows.expected(source, task, found.get(task)).meaning, []).append(f"`{task}`")
    by_meaning.pop(DASH, None)
    told = [f"{meaning} ({listed(names, 3)})" for meaning, names in by_meaning.items()]
    return f"Intervals: {'; '.join(told if len(told) > 1 else by_meaning)}." if told else "No interval is known."


def _others(source: Source, found: Mapping[str, Outcome]) -> Iterator[str]:
    by_answer: dict[str, list[str]] = {}
    for task in source.context.tasks:
        by_answer.setdefault(rows.answer(found.get(task)), []).append(f"`{task}`")
    by_answer.pop("compatible", None)
    for answer, names in by_answer.items():
        yield f"{listed(names, 3)}: {answer}"


def _row(source: Source, task: str, cell: str, outcome: Outcome | None) -> tuple[str, ...]:
    published = rows.published(source.context.tasks[task])
    interval = rows.expected(source, task, outcome).interval
    return f"`{task}`", cell, published, rows.measured(outcome), interval


def _customisation(source: Source) -> Iterator[Block]:
    loaded = source.context.decisions
    decisions = loaded.model.decisions if loaded and loaded.model else {}
    if not decisions:
        return
    turned = {name: body for name, body in decisions.items() if body.alternatives}
    yield Heading(2, "Experiment customization")
    yield Paragraph(
        f"{number(len(decisions), 'decision')} on what the paper leaves open {'is' if len(decisions) == 1 else 'are'} "
        "recorded, each with its reason."
        + (" These can be turned, which runs them and says what changes:" if turned else "")
    )
    if turned:
        yield Commands(tuple(f"rrspec run --decision {name}" for name in list(turned)[:_FEW]))
        yield Items(tuple(f"`{name}`: {_short(body.gap)}" for name, body in list(turned.items())[:_FEW]))


def _short(text: str) -> str:
    """The first sentence of a text, or its beginning."""
    line = " ".join(text.split())
    first = line.partition(". ")[0].rstrip(".")
    return f"{first}." if len(first) <= _LONG else f"{first[:_LONG].rstrip()}…"


def _notes(source: Source) -> Iterator[Block]:
    told = [
        f"{number(left.cells, 'own cell')} of {table.label or table.path or name} without a task: {left.reason}."
        for name, table in source.manifest.tables.items()
        for left in table.left_out
    ]
    for task, body in source.context.tasks.items():
        blocked = body.blocked or source.context.experiments[task.partition("/")[0]].blocked
        if blocked is not None and is_task_blocked(source.context, task):
            told.append(f"`{task}` is blocked ({blocked.reason}): {blocked.detail}.")
    if told:
        yield Heading(2, "Notes")
        yield Items(tuple(told[:_FEW]))
