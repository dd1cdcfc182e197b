"""`rrspec changes`."""

from pathlib import Path

import click

from reprobridge_spec.archive.release import open_release
from reprobridge_spec.cli.change_making import make_command
from reprobridge_spec.cli.gate import gate
from reprobridge_spec.cli.options import artifact_option, format_option, isolation_option, offline_option, on_option
from reprobridge_spec.cli.output import Output
from reprobridge_spec.cli.runs import placed, surroundings
from reprobridge_spec.errors import ExitCode, UsageError
from reprobridge_spec.launch.bisect.bisect import Bisected, bisect, codebase_of, run_of
from reprobridge_spec.launch.campaign import InterruptedCampaignError, Watch
from reprobridge_spec.launch.record import tool
from reprobridge_spec.launch.sandbox.choice import IsolationChoice, choose
from reprobridge_spec.launch.way import Means
from reprobridge_spec.model.bisection import Bisection
from reprobridge_spec.model.isolation import Isolation
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.render import bisection as render
from reprobridge_spec.render.text import printable
from reprobridge_spec.rules.context import Context
from reprobridge_spec.schemas.kinds import SPEC_VERSION
from reprobridge_spec.stats import exact
from reprobridge_spec.validation.load import find_root


@click.group("changes")
def command() -> None:
    """Make the change record, whose patches turn the authors' release into the code, and look into it."""


command.add_command(make_command)


@command.command("bisect")
@click.argument("task", metavar="EXPERIMENT/TASK")
@artifact_option
@click.option("--release", type=click.Path(path_type=Path), help="The pinned release: a clone, or the archive.")
@click.option("--seed", type=click.IntRange(min=0), help="Seed of each run; the experiment's first if not given.")
@click.option("--again", is_flag=True, help="Run states again that an earlier bisection has run.")
@on_option
@isolation_option
@offline_option
@format_option("text", "json")
@click.pass_obj
def bisect_command(
    output: Output,
    task: str,
    artifact: Path,
    release: Path | None,
    seed: int | None,
    again: bool,
    on: str,
    isolation: str,
    offline: bool,
) -> int:
    """Find the change that moved the score of a task.

    The release and what the patches make of it, in the order of the change record, run in the present environment,
    as few of these states as tell where the score moves by more than half the width of the task's interval. The
    artifact stays as it is: each state is laid out in a copy. This executes the release's and the artifact's code;
    what keeps it apart from this machine is said. Scores are kept, so that a second call runs nothing again.
    """
    root = find_root(artifact)
    checked = gate(output, root, Level.SPECIFIED)
    if checked.context is None:
        return checked.code
    context = checked.context
    upstream = codebase_of(context).upstream
    run_of(context, task, seed)
    if release is None or upstream is None:
        raise UsageError(
            "the authors' release is not at hand",
            hint="Give it with `--release PATH`: a clone, or the archive that the manifest pins.",
        )
    chosen = choose(IsolationChoice(isolation))
    output.progress(chosen.said)
    around = surroundings(output, chosen.sandbox, offline=offline)
    try:
        with open_release(release, upstream) as files, placed(output, on) as place:
            found = bisect(
                root,
                context,
                files,
                task,
                Means(around=around, place=place, watch=Watch()),
                seed=seed,
                again=again,
                tell=lambda line: output.progress(f"  {printable(line)}"),
            )
    except InterruptedCampaignError as error:
        hint = "States that were measured are kept; the same call goes on."
        raise InterruptedCampaignError(error.results, hint=hint) from error
    _show(output, context, task, found, chosen.sandbox.isolation)
    return ExitCode.HOLDS


def _show(output: Output, context: Context, task: str, found: Bisected, isolation: Isolation) -> None:
    manifest = context.manifest
    document = Bisection(
        rra=SPEC_VERSION,
        artifact=f"{manifest.id} {manifest.version}",
        task=task,
        seed=found.seed,
        threshold=exact.as_text(found.threshold),
        decided_by=found.decided_by,
        states=found.states,
        moves=found.moves,
        recorded=found.recorded,
        isolation=isolation,
        tool=tool(),
    )
    if output.is_json:
        output.json(document.model_dump(mode="json", by_alias=True, exclude_defaults=True))
    else:
        output.lines(render.text(document, output.out))
