"""`rrspec run --decision`: a decision's alternatives beside what was decided."""

from pathlib import Path

from reprobridge_spec.cli.output import Output
from reprobridge_spec.errors import ExitCode, RrspecError, UsageError
from reprobridge_spec.launch.campaign import Watch
from reprobridge_spec.launch.decision import AskedDecision, Compared, run_decision
from reprobridge_spec.launch.place.base import Place
from reprobridge_spec.launch.prepare import Surroundings
from reprobridge_spec.launch.record import tool
from reprobridge_spec.launch.reference import parse_seeds
from reprobridge_spec.model.sensitivity import SensitivityReport
from reprobridge_spec.render import sensitivity as render
from reprobridge_spec.rules.context import Context
from reprobridge_spec.schemas.kinds import SPEC_VERSION


def asked_decision(
    decision: str | None, seeds: str | None, *, resume: bool, budget: float | None, others: bool
) -> AskedDecision | None:
    """What is asked for; None where no decision is.

    Args:
        decision: its id.
        seeds: seeds as the caller writes them.
        resume: whether alternatives that were measured already are skipped.
        budget: seconds for all runs.
        others: whether something is asked for that does not go with a decision.

    Raises:
        UsageError: it does not go together.
    """
    if decision is None:
        if seeds is not None:
            raise UsageError("--seeds goes with --decision", hint="A scored run takes the seeds of the manifest.")
        return None
    if others:
        raise UsageError(
            "--decision goes with neither names of experiments nor --smoke or --reference",
            hint="The decision's own `tasks` say what is run.",
        )
    return AskedDecision(decision=decision, seeds=parse_seeds(seeds) if seeds else None, resume=resume, budget=budget)


def compare(
    output: Output,
    root: Path,
    context: Context,
    asked: AskedDecision,
    around: Surroundings,
    *,
    place: Place,
    watch: Watch,
) -> ExitCode:
    """Run, show and write down what each alternative changes."""
    found = run_decision(root, context, asked, around, place=place, watch=watch)
    written: list[str] = []
    refused: RrspecError | None = None
    try:
        written = found.written(root, context, asked.decision)
    except RrspecError as error:
        # the figures are shown whatever became of the document
        refused = error
    _show(output, context, asked, found, written)
    if written and context.decisions:
        output.progress(f"written: {context.decisions.file}, alternatives {', '.join(written)}")
    if found.not_done:
        output.progress(f"`rrspec run --decision {asked.decision} --resume` makes what is left.")
    if refused is not None:
        raise refused
    if found.failed:
        return ExitCode.FINDINGS
    return ExitCode.NOT_DONE if found.not_done else ExitCode.HOLDS


def _show(output: Output, context: Context, asked: AskedDecision, found: Compared, written: list[str]) -> None:
    manifest = context.manifest
    report = SensitivityReport(
        rra=SPEC_VERSION,
        artifact=f"{manifest.id} {manifest.version}",
        decision=asked.decision,
        seeds=list(asked.seeds or []),
        rows=found.rows,
        runs=found.runs,
        written=written,
        tool=tool(),
    )
    if output.is_json:
        output.json(report.model_dump(mode="json", by_alias=True, exclude_defaults=True))
    else:
        output.lines(render.text(report, output.out))
