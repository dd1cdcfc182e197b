"""The ML code completeness checklist: where its five items are in the artifact, and a README draft with them."""

import shlex
from collections.abc import Iterator, Mapping
from typing import ClassVar

from reprobridge_spec.handover.export import result_rows as rows
from reprobridge_spec.handover.export.base import Exporter, Source
from reprobridge_spec.handover.export.completeness_items import evaluators, items, models, trainers
from reprobridge_spec.handover.export.outcomes import Outcome, outcomes
from reprobridge_spec.render.amounts import DASH, number
from reprobridge_spec.render.page import Block, Commands, Heading, Items, Paragraph, Table
from reprobridge_spec.render.page_markdown import markdown
from reprobridge_spec.rules.runnable import is_task_blocked

_MISSING = "missing"


class CodeCompleteness(Exporter):
    """A page: the five items, then the README's sections on them, with the commands that this artifact has."""

    name: ClassVar[str] = "code-completeness"
    what: ClassVar[str] = "ML code completeness: where its five items are, and a README draft with results and commands"
    file_name: ClassVar[str] = "code-completeness.md"
    mark: ClassVar[bytes] = b"# ML code completeness of "

    def files(self, source: Source) -> Mapping[str, bytes]:
        """The page; see `Exporter`."""
        return {self.file_name: markdown(list(_page(source))).encode()}

    def gaps(self, source: Source) -> tuple[str, ...]:
        """The items that are not there; see `Exporter`."""
        return tuple(f"{item.name} ({item.remark})" for item in items(source) if not item.place)


def _page(source: Source) -> Iterator[Block]:
    found = items(source)
    there = sum(1 for item in found if item.place)
    yield Heading(1, f"ML code completeness of {source.stem}")
    yield Paragraph(
        f"{there} of the five items are there. Places are files of the artifact, with the line where it is one line."
    )
    yield Table(("item", "where", "remark"), tuple((item.name, item.place or _MISSING, item.remark) for item in found))
    yield Heading(1, source.manifest.title)
    if source.manifest.paper:
        yield Paragraph(f"Code for the paper “{source.manifest.paper.title}”.")
    yield from _sections(source)


def _sections(source: Source) -> Iterator[Block]:
    yield Heading(2, "Requirements")
    yield Commands(
        (
            "rrspec doctor .     # what this machine lacks",
            "rrspec fetch       # data and checkpoints, each compared with its digest",
        )
    )
    trained, evaluated = trainers(source), evaluators(source)
    yield Heading(2, "Training" if trained != evaluated else "Training and evaluation")
    yield from _commands(source, trained)
    if trained != evaluated:
        yield Heading(2, "Evaluation")
        yield from _commands(source, evaluated)
    yield Heading(2, "Pre-trained models")
    given = models(source)
    yield Paragraph(f"{given.place or _MISSING}: {given.remark}.")
    yield Heading(2, "Results")
    yield from _results(source, outcomes(source))


def _commands(source: Source, names: list[str]) -> Iterator[Block]:
    told = [(name, source.context.experiments[name].command) for name in names]
    lines = [
        line for name, command in told if command for line in (f"rrspec run {name}", f"# calls: {shlex.join(command)}")
    ]
    yield Commands(tuple(lines)) if lines else Paragraph("No command is declared.")


def _results(source: Source, found: Mapping[str, Outcome]) -> Iterator[Block]:
    if not source.context.tasks:
        yield Paragraph("No task is declared.")
        return
    yield Paragraph(f"{rows.coverage(source, found)} `rrspec verify .` measures all of them again.")
    yield Table(
        ("cell", "data set", "published", "measured again", "over", "command"),
        tuple(_result(source, task, found.get(task)) for task in source.context.tasks),
    )
    left_out = [
        f"{number(left.cells, 'own cell')} of {table.label or table.path or name}: {left.reason}"
        for name, table in source.manifest.tables.items()
        for left in table.left_out
    ]
    if left_out:
        yield Paragraph("Cells of the paper without a task:")
        yield Items(tuple(left_out))


def _result(source: Source, task: str, outcome: Outcome | None) -> tuple[str, ...]:
    body = source.context.tasks[task]
    value = rows.measured(outcome)
    return (
        rows.cell(source, task),
        body.dataset or "not said",
        rows.published(body),
        f"{value} ({rows.answer(outcome)})",
        rows.runs_said(source, task),
        DASH if is_task_blocked(source.context, task) else f"`rrspec run {task}`",
    )
