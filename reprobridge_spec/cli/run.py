"""`rrspec run`."""

from pathlib import Path

import click

from reprobridge_spec.cli.deciding import asked_decision, compare
from reprobridge_spec.cli.gate import gate
from reprobridge_spec.cli.options import (
    artifact_option,
    budget_option,
    format_option,
    isolation_option,
    offline_option,
    on_option,
    sign_option,
)
from reprobridge_spec.cli.output import Output
from reprobridge_spec.cli.runs import Lines, exit_code, placed, surroundings, tell_network
from reprobridge_spec.errors import ExitCode
from reprobridge_spec.launch.local import Wanted, run_local
from reprobridge_spec.launch.record import tool
from reprobridge_spec.launch.reference import parse_seeds
from reprobridge_spec.launch.sandbox.choice import IsolationChoice, choose
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.model.results import Results
from reprobridge_spec.model.verification import EvidenceClass
from reprobridge_spec.render.table import table
from reprobridge_spec.schemas.kinds import SPEC_VERSION
from reprobridge_spec.validation.load import find_root


@click.command("run")
@click.argument("experiments", nargs=-1, metavar="[EXPERIMENT[/TASK]]...")
@artifact_option
@click.option("--smoke", is_flag=True, help="Short runs that prove the machinery; nothing in them is a score.")
@click.option(
    "--resume",
    is_flag=True,
    help="Go on with what was under way, or skip what was measured already with the present method.",
)
@click.option(
    "--reference", metavar="SEEDS", help="Run over other seeds (`10-19`) and keep the result as one more reference."
)
@click.option("--decision", metavar="ID", help="Run a decision's alternatives, and tell what each changes.")
@click.option("--seeds", metavar="SEEDS", help="With --decision: over these seeds of the experiments alone (`0-2`).")
@budget_option
@on_option
@sign_option
@isolation_option
@offline_option
@format_option("text", "json")
@click.pass_obj
def command(
    output: Output,
    experiments: tuple[str, ...],
    artifact: Path,
    smoke: bool,
    resume: bool,
    reference: str | None,
    decision: str | None,
    seeds: str | None,
    budget: float | None,
    on: str,
    key: Path | None,
    isolation: str,
    offline: bool,
) -> int:
    """Run experiments, measure their scores, keep a record of every run.

    Without names all experiments run that are not blocked. Environments are built from their locks into a
    cache. This executes the artifact's code; what keeps it apart from this machine is said and recorded.
    """
    root = find_root(artifact)
    others = bool(experiments or smoke or reference is not None)
    asked = asked_decision(decision, seeds, resume=resume, budget=budget, others=others)
    wanted = Wanted(
        names=experiments,
        smoke=smoke,
        resume=resume,
        reference=parse_seeds(reference) if reference is not None else None,
        budget=budget,
    )
    checked = gate(output, root, Level.DRAFT if smoke else Level.SPECIFIED)
    if checked.context is None:
        return checked.code
    chosen = choose(IsolationChoice(isolation))
    output.progress(chosen.said)
    tell_network(output, checked.context)
    watch = Lines(output, root).watch
    around = surroundings(output, chosen.sandbox, offline=offline, key=key)
    with placed(output, on) as place:
        if asked is not None:
            return compare(output, root, checked.context, asked, around, place=place, watch=watch)
        done = run_local(root, checked.context, wanted, around, place=place, watch=watch)
    if done.left:
        output.progress(f"{done.left} runs wait for another time; `rrspec run --resume` makes them.")
    if output.is_json:
        manifest = checked.context.manifest
        results = Results(
            rra=SPEC_VERSION,
            artifact=f"{manifest.id} {manifest.version}",
            evidence=EvidenceClass.SELF,
            runs=done.runs,
            tasks=done.rows,
            tool=tool(),
        )
        output.json(results.model_dump(mode="json", by_alias=True, exclude_defaults=True))
    elif done.rows:
        output.lines(table(done.rows, output.out))
    code = exit_code(done.rows)
    if done.failed or code is ExitCode.FINDINGS:
        return ExitCode.FINDINGS
    return ExitCode.NOT_DONE if done.not_done else code
