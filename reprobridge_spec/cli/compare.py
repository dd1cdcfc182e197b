"""`rrspec compare`."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import click

from reprobridge_spec.cli.gate import gate
from reprobridge_spec.cli.options import artifact_option, format_option
from reprobridge_spec.cli.output import Output
from reprobridge_spec.errors import ExitCode, NoArtifactError, UsageError
from reprobridge_spec.launch.record import tool
from reprobridge_spec.model.comparison import Comparison, Difference, IntervalCard, Sameness, TableReplay
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.model.task import Task
from reprobridge_spec.model.verdict import Verdict
from reprobridge_spec.render import card, difference, replay
from reprobridge_spec.rules.context import Context
from reprobridge_spec.schemas.kinds import SPEC_VERSION
from reprobridge_spec.stats.difference import Side, differ
from reprobridge_spec.validation.load import find_root
from reprobridge_spec.verify.cards import cards_of, rows_of
from reprobridge_spec.verify.replay import replayed
from reprobridge_spec.verify.results import results_in, rows_in


@click.command("compare")
@click.argument("words", nargs=-1, metavar="[TASK [VALUE]... | A B]")
@artifact_option
@click.option("--tables", is_flag=True, help="The paper's tables, with the new value in each cell.")
@format_option("text", "json")
@click.pass_obj
def command(output: Output, words: tuple[str, ...], artifact: Path, tables: bool) -> int:
    """Show what intervals hold, and how two sets of results differ; nothing is executed.

    TASK alone shows its interval with the recorded scores in it; with VALUEs, those: one is the measured value, as many
    as the statistic has are scores of runs. (Before a negative one, write `--`.) Without a TASK, all tasks.

    A and B are verifications, folders of records, or artifacts: the values of each task, and whether they agree.
    With --tables, one of them may be given; without it, the recorded scores stand in the cells.
    """
    pair = _pair(words, tables=tables)
    root = _root(artifact, optional=len(pair) == 2)  # noqa: PLR2004 (A and B)
    checked = gate(output, root, Level.DRAFT) if root else None
    if checked is not None and checked.context is None:
        return checked.code
    if root is None or checked is None or checked.context is None:
        comparison = _comparison(differences=_differences(pair, {}))
    else:
        comparison = _compared(root, checked.context, words, pair, tables=tables)
    if output.is_json:
        output.json(comparison.model_dump(mode="json", by_alias=True, exclude_defaults=True))
    else:
        output.lines(card.text(comparison.cards, output.out))
        if comparison.differences:
            output.lines(difference.text(comparison.differences, output.out))
        output.lines(replay.text(comparison.tables, output.out))
    return _exit_code(comparison, is_judged=len(words) > 1 and not pair)


def _pair(words: tuple[str, ...], *, tables: bool) -> tuple[Path, ...]:
    paths = tuple(Path(word) for word in words)
    if all(path.exists() for path in paths) and len(paths) in ({0, 1} if tables else {2}):
        return paths
    if tables:
        raise UsageError("--tables takes one verification, one folder of records, or none")
    return ()


def _root(artifact: Path, *, optional: bool) -> Path | None:
    try:
        return find_root(artifact)
    except NoArtifactError:
        if optional:
            return None
        raise


def _compared(
    root: Path, context: Context, words: tuple[str, ...], pair: tuple[Path, ...], *, tables: bool
) -> Comparison:
    artifact = f"{context.manifest.id} {context.manifest.version}"
    if tables:
        rows = rows_in(pair[0], context) if pair else rows_of(root, context)
        return _comparison(artifact=artifact, tables=replayed(context.manifest, context.tasks, rows))
    if pair:
        return _comparison(artifact=artifact, differences=_differences(pair, context.tasks))
    return _comparison(artifact=artifact, cards=cards_of(root, context, words[:1], words[1:]))


def _differences(pair: tuple[Path, ...], tasks: Mapping[str, Task]) -> list[Difference]:
    first, second = (results_in(path, tasks) for path in pair)
    known = {**second.tasks, **first.tasks, **tasks}
    return [
        differ(task, known.get(task, Task()), first.sides.get(task, Side()), second.sides.get(task, Side()))
        for task in dict.fromkeys([*first.sides, *second.sides])
    ]


def _comparison(
    *,
    artifact: str | None = None,
    cards: Sequence[IntervalCard] = (),
    differences: Sequence[Difference] = (),
    tables: Sequence[TableReplay] = (),
) -> Comparison:
    return Comparison(
        rra=SPEC_VERSION,
        artifact=artifact,
        cards=list(cards),
        differences=list(differences),
        tables=list(tables),
        tool=tool(),
    )


def _exit_code(comparison: Comparison, *, is_judged: bool) -> ExitCode:
    found = {row.sameness for row in comparison.differences}
    verdicts = [one.judgement for one in comparison.cards if one.judgement is not None] if is_judged else []
    good = {Verdict.COMPATIBLE, Verdict.BLOCKED}
    if Sameness.DIFFERENT in found or any(one.verdict not in good and not one.as_expected for one in verdicts):
        return ExitCode.FINDINGS
    return ExitCode.NOT_DONE if Sameness.CANNOT_BE_TOLD in found else ExitCode.HOLDS
