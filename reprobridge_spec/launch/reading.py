"""What an ended launcher means: its scores, or why there are none."""

import errno
from collections.abc import Mapping, Sequence
from dataclasses import field
from pathlib import Path
from types import MappingProxyType

from reprobridge_spec import artifact_path
from reprobridge_spec.documents.files import FolderFiles
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.launch import contract, exit_code, limited
from reprobridge_spec.launch.ancestry.brought import brought
from reprobridge_spec.launch.log_tail import tail
from reprobridge_spec.launch.measure.base import Measured, NotDone, NotMeasured
from reprobridge_spec.launch.measure.extract import extract
from reprobridge_spec.launch.measure.program import Program
from reprobridge_spec.model.ancestry import Ancestry
from reprobridge_spec.model.experiment import Experiment
from reprobridge_spec.model.fault import Fault
from reprobridge_spec.model.measure import CommandMeasure
from reprobridge_spec.model.run_record import Mode, Outcome, Score
from reprobridge_spec.process import Ended, Ending


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What came of a run.

    Attributes:
        outcome: measured, failed, or could not be done.
        reason: why nothing was measured; empty where something was.
        fault: whose fault that is.
        scores: by task; empty in a smoke run, whose numbers are no scores.
    """

    outcome: Outcome
    reason: str = ""
    fault: Fault | None = None
    scores: Mapping[str, Score] = field(default_factory=dict)


def read(
    experiment: Experiment,
    mode: Mode,
    folder: Path,
    ended: Ended,
    outside: Sequence[str],
    *,
    keys_in: Sequence[str] = (),
    ancestry: Mapping[str, Ancestry] = MappingProxyType({}),
    program: Program | None = None,
) -> Reading:
    """Read the scores of a run whose launcher has ended.

    Args:
        experiment: with its tasks' metrics filled in.
        mode: what the run was for.
        folder: holds `output` and `log`.
        ended: how the launcher ended.
        outside: what it wrote outside its folders.
        keys_in: outputs that held a key which it was handed.
        ancestry: where each of its outputs comes from.
        program: runs a program of the artifact beside the outputs; None where nothing is executed.
    """
    bad = _ended_badly(experiment, mode, folder, ended)
    if limited.is_of_machine(experiment, mode, ended):
        return Reading(outcome=Outcome.NOT_DONE, reason=bad, fault=Fault.ENVIRONMENT)
    for fault in (
        bad,
        _outside(outside),
        _keys(keys_in),
        _unnameable(folder / "output"),
        _missing(experiment, folder / "output"),
    ):
        if fault:
            return Reading(outcome=Outcome.FAILED, reason=fault, fault=Fault.ARTIFACT)
    if shipped := brought(ancestry, measured_files(experiment)):
        return Reading(outcome=Outcome.FAILED, reason=shipped, fault=Fault.ARTIFACT)
    scores, reasons = _scores(experiment, folder, program)
    kept = {} if mode is Mode.SMOKE else scores
    if reasons:
        failed = any(outcome is Outcome.FAILED for outcome, _ in reasons)
        return Reading(
            outcome=Outcome.FAILED if failed else Outcome.NOT_DONE,
            reason="; ".join(text for _, text in reasons),
            fault=Fault.ARTIFACT if failed else Fault.EVALUATOR,
            scores=kept,
        )
    return Reading(outcome=Outcome.MEASURED, scores=kept)


def measured_files(experiment: Experiment) -> set[str]:
    """The files and folders of outputs that scores are read from."""
    measures = [task.measure for task in (experiment.tasks or {}).values() if task.measure]
    return {measure.file for measure in measures if not isinstance(measure, CommandMeasure)}


def _scores(
    experiment: Experiment, folder: Path, program: Program | None
) -> tuple[dict[str, Score], list[tuple[Outcome, str]]]:
    """The score of each task, and why there is none where there is none."""
    scores: dict[str, Score] = {}
    reasons: list[tuple[Outcome, str]] = []
    for name, task in (experiment.tasks or {}).items():
        if task.blocked or task.measure is None:
            continue
        match extract(task.measure, folder / "output", folder / "log", unit=task.unit, program=program):
            case Measured(value=value, how=how):
                scores[name] = Score(value=value, how=how)
            case NotMeasured(reason=reason, advice=advice):
                scores[name] = Score(how="not measured", error=f"{reason} {advice}".strip())
                reasons.append((Outcome.FAILED, f"task {name}: {reason} {advice}".strip()))
            case NotDone(reason=reason):
                scores[name] = Score(how="not done", error=reason)
                reasons.append((Outcome.NOT_DONE, f"task {name}: {reason}"))
    return scores, reasons


def _ended_badly(experiment: Experiment, mode: Mode, folder: Path, ended: Ended) -> str:
    match ended.ending:
        case Ending.TIME_LIMIT:
            limit = contract.time_limit(experiment, mode)
            field = "smoke.time" if mode is Mode.SMOKE and experiment.smoke else "resources.time.limit"
            return (
                f"the launcher was still running at its limit of {limit}; its whole process group was ended. "
                f"Raise `{field}` if it needs longer."
            )
        case Ending.MEMORY_LIMIT | Ending.PROCESS_LIMIT | Ending.DISK_LIMIT:
            return limited.reason(experiment, mode, ended)
        case Ending.LOG_LIMIT:
            return "the launcher printed more than 256 MiB; its whole process group was ended. Let it print less."
        case Ending.EXIT | Ending.SIGNAL | Ending.INTERRUPTED if ended.exit_code != 0:
            said = tail(folder / "log")
            read_only = (
                "; it may write only to RRA_OUTPUT_DIR, HOME and TMPDIR" if "Read-only file system" in said else ""
            )
            return f"the launcher {exit_code.said(ended.exit_code)}{read_only}" + (f": {said}" if said else "")
    return ""


def _outside(outside: Sequence[str]) -> str:
    if not outside:
        return ""
    shown = ", ".join(outside[:3]) + (f" and {len(outside) - 3} more" if len(outside) > 3 else "")  # noqa: PLR2004
    return (
        f"the launcher, or one that ran beside it, wrote outside its folders: {shown}; "
        "it may write only to RRA_OUTPUT_DIR, HOME and TMPDIR"
    )


def _keys(outputs: Sequence[str]) -> str:
    if not outputs:
        return ""
    listed = ", ".join(map(repr, outputs[:3])) + (f" and {len(outputs) - 3} more" if len(outputs) > 3 else "")  # noqa: PLR2004
    return f"the launcher wrote the key that it was handed into its outputs, which were not kept: {listed}"


def _unnameable(output: Path) -> str:
    try:
        paths = list(FolderFiles(output).entries)
    except OSError as error:
        if error.errno != errno.ENAMETOOLONG:
            raise
        return "the launcher left a file whose path is too long to be recorded"
    for path in paths:
        if fault := artifact_path.fault_in(path):
            return f"the launcher left a file that no record can name: {path!r} {fault}"
    return ""


def _missing(experiment: Experiment, output: Path) -> str:
    for path in (experiment.outputs or {}).values():
        try:
            if not artifact_path.below(output, path).exists():
                return (
                    f"the launcher did not leave its declared output {path}; "
                    "let it write that into RRA_OUTPUT_DIR, or correct `outputs`"
                )
        except ValueError:
            return f"the declared output {path} leads out of RRA_OUTPUT_DIR through a link; leave the file itself"
    return ""
