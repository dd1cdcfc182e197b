"""How far an artifact is, and what to do next."""

import json
from collections.abc import Iterator
from pathlib import Path

from reprobridge_spec import __version__
from reprobridge_spec.audit.subject import Subject
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.model.resolved import runs_of
from reprobridge_spec.model.run_record import Tool
from reprobridge_spec.model.status import (
    ExperimentStatus,
    NextStep,
    SmokeStanding,
    Standing,
    Status,
    TaskStatus,
)
from reprobridge_spec.model.verdict import DecidedBy, Verdict
from reprobridge_spec.report.open_points import open_points
from reprobridge_spec.report.standing import experiment_rows, place_label, task_rows
from reprobridge_spec.rules.base import Unchecked
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.manifest import placeholder
from reprobridge_spec.rules.runnable import is_blocked
from reprobridge_spec.schemas.kinds import SPEC_VERSION

_STATE = Path(".rrspec/runs")
_STATE_FILE = "state.json"
_LARGEST_STATE = 1 << 16
_FEW = 3


def status(context: Context, root: Path | None = None) -> Status:
    """How far an artifact is, from its records alone.

    Args:
        context: its documents.
        root: its folder, where runs that were cut off lie; None for a package, which has none.
    """
    subject = Subject(context)
    experiments = experiment_rows(subject)
    tasks = task_rows(subject, experiments)
    unfinished = list(dict.fromkeys(_unfinished(root, subject, experiments))) if root is not None else []
    manifest = context.manifest
    return Status(
        rra=SPEC_VERSION,
        artifact=f"{manifest.id} {manifest.version}",
        level=manifest.level,
        own_cells=sum(table.own_cells or 0 for table in manifest.tables.values()),
        records=len(subject.runs),
        tasks=tasks,
        experiments=experiments,
        unfinished=unfinished,
        open=list(open_points(context)),
        next=_next(subject, tasks, experiments, unfinished),
        tool=Tool(name="rrspec", version=__version__),
    )


def _unfinished(root: Path, subject: Subject, experiments: list[ExperimentStatus]) -> Iterator[str]:
    """Runs of the present method that were cut off and have no record since; what cannot be read is none of them."""
    missing = {f"{row.experiment} {place}" for row in experiments for place in row.missing}
    folder = root / _STATE
    for run in sorted(folder.iterdir()) if folder.is_dir() else ():
        file = run / _STATE_FILE
        try:
            if file.stat().st_size > _LARGEST_STATE:
                continue
            state = json.loads(file.read_bytes())
        except (OSError, ValueError, RecursionError):
            continue
        if not isinstance(state, dict) or not isinstance(name := state.get("experiment"), str):
            continue
        label, method = _label(state), subject.method(name)
        if method is not None and state.get("method") == method and (state.get("mode") == "smoke" or label in missing):
            yield label


def _label(state: dict[str, object]) -> str:
    if state.get("mode") == "smoke":
        return f"{state['experiment']} smoke"
    seed, index = state.get("seed"), state.get("index")
    place = place_label(seed if isinstance(seed, int) else None, index if isinstance(index, int) else 0)
    return f"{state['experiment']} {place}"


def _next(
    subject: Subject, tasks: list[TaskStatus], experiments: list[ExperimentStatus], unfinished: list[str]
) -> list[NextStep]:
    open_ = [row for row in experiments if not is_blocked(subject.context.experiments[row.experiment])]
    if not open_:
        why = "no experiment is there that can be run: it says what an artifact lacks"
        return [NextStep(command="rrspec validate", why=why)]
    steps = [*_to_prepare(subject.context, open_), *_to_run(open_, tasks, unfinished)]
    return steps or list(_to_hand_over(subject, tasks))


def _to_prepare(context: Context, open_: list[ExperimentStatus]) -> Iterator[NextStep]:
    """What is missing before anything can be run: placeholders in the manifest, locks."""
    if any(placeholder.check(context)):
        why = "placeholders stand where something has to be written before a run: it says all that is missing"
        yield NextStep(command="rrspec validate --level specified", why=why)
    names = {context.experiments[row.experiment].environment for row in open_}
    lacking = [
        name
        for name, environment in context.manifest.environments.items()
        if name in names and any(path not in context.files.entries for path in environment.locks.values())
    ]
    if lacking:
        yield NextStep(command=f"rrspec lock {' '.join(lacking[:_FEW])}", why="exact packages, with digests")


def _to_run(open_: list[ExperimentStatus], tasks: list[TaskStatus], unfinished: list[str]) -> Iterator[NextStep]:
    smoke = [row.experiment for row in open_ if row.smoke is not SmokeStanding.PASSED]
    if smoke:
        why = f"no smoke run of the present plan has passed for {_listed(smoke)}"
        yield NextStep(command="rrspec run --smoke", why=why)
    lacking = [row for row in open_ if row.missing]
    if lacking:
        runs = sum(len(row.missing) for row in lacking)
        begun = sum(not label.endswith(" smoke") for label in unfinished)
        cut_off = f"; {begun} of them were cut off and go on" if begun else ""
        why = f"{runs} scored run{'s' if runs > 1 else ''} of {_listed([row.experiment for row in lacking])} "
        why += f"{'are' if runs > 1 else 'is'} missing{cut_off}"
        yield NextStep(command="rrspec run --resume", why=why)
    if not lacking and any(row.standing is Standing.FAILED for row in tasks):
        yield NextStep(command="rrspec run", why="a run was measured without a score for each of its tasks")


def _to_hand_over(subject: Subject, tasks: list[TaskStatus]) -> Iterator[NextStep]:
    context = subject.context
    few = [row for row in tasks if row.judgement and row.judgement.decided_by in _WITHOUT_REFERENCES]
    if few:
        names = list(dict.fromkeys(row.task.partition("/")[0] for row in few))
        seeds = _unused_seeds(subject, names[0])
        why = f"{_listed([row.task for row in few])} {'are' if len(few) > 1 else 'is'} held against the published "
        why += "value alone: two references or more give an interval"
        if seeds:
            yield NextStep(command=f"rrspec run {' '.join(names[:_FEW])} --reference {seeds}", why=why)
    if any(_disagrees(row) for row in tasks):
        yield NextStep(command="rrspec report", why="scores do not agree: it shows each beside its interval")
    if context.manifest.level in {Level.EXECUTED, Level.PRESERVED} and not _is_verified(context):
        yield NextStep(command="rrspec verify .", why="no verification of this content is in the evidence")
    yield NextStep(command="rrspec validate", why=f"it says whether all holds that `{context.manifest.level}` asks for")


_WITHOUT_REFERENCES = frozenset({DecidedBy.TOLERANCE, DecidedBy.DEFAULT_TOLERANCE})


def _disagrees(row: TaskStatus) -> bool:
    return row.judgement is not None and row.judgement.verdict is not Verdict.COMPATIBLE


def _unused_seeds(subject: Subject, experiment: str) -> str:
    """As many seeds as the experiment has, none of which any of its runs had; empty where it has none."""
    own = [seed for seed in runs_of(subject.context.experiments[experiment]) if seed is not None]
    if not own:
        return ""
    used = [run.said.seed for run in subject.runs if run.said.experiment == experiment and run.said.seed is not None]
    first = max([*own, *used]) + 1
    return str(first) if len(own) == 1 else f"{first}-{first + len(own) - 1}"


def _is_verified(context: Context) -> bool:
    if not context.verifications:
        return False
    try:
        content = context.content_digest()
    except (OSError, ValueError, Unchecked):
        return False
    return any(one.package.content_digest == content for one in context.verifications.values())


def _listed(names: list[str]) -> str:
    more = f" and {len(names) - _FEW} more" if len(names) > _FEW else ""
    return ", ".join(names[:_FEW]) + more
