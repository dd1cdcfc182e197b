"""What came of alternatives, put into the artifact's decisions: only where it says something new."""

from collections.abc import Mapping
from pathlib import Path

from reprobridge_spec.documents.alternatives import with_measured
from reprobridge_spec.errors import ArtifactError
from reprobridge_spec.model.guide import Decision, MeasuredAlternative
from reprobridge_spec.replacement import replacing_file
from reprobridge_spec.schemas.kinds import DECISIONS
from reprobridge_spec.schemas.load import load

_BOM = "\ufeff"


def write(file: Path, decision: str, figures: Mapping[str, MeasuredAlternative]) -> list[str]:
    """Put `figures` below the alternatives of a decision; those for whom something changed.

    Figures of the same plan that rest on more runs stay, and so do those of tasks that were not measured now.

    Raises:
        ArtifactError: the document is not what it was when the runs began, or cannot be edited in place.
        OSError: it cannot be read or written.
    """
    data = file.read_bytes()
    there = load(DECISIONS, data, file.name).model
    said = there.decisions.get(decision) if there is not None else None
    if said is None or not figures.keys() <= said.alternatives.keys():
        raise _refused(file, f"decision {decision} with these alternatives is not there any more")
    wanted = {name: _merged(said, name, figure) for name, figure in figures.items()}
    changed = {name: figure for name, figure in wanted.items() if figure != said.alternatives[name].measured}
    if not changed:
        return []
    text = data.decode("utf-8")
    bom = _BOM if text.startswith(_BOM) else ""
    try:
        written = (bom + with_measured(text.removeprefix(_BOM), decision, changed)).encode()
    except ValueError as error:
        raise _refused(file, str(error)) from error
    now = load(DECISIONS, written, file.name).model
    if now is None or any(now.decisions[decision].alternatives[name].measured != changed[name] for name in changed):
        raise _refused(file, "its form allows no edit in place")
    with replacing_file(file) as sink:
        sink.write(written)
    return list(changed)


def _merged(decision: Decision, name: str, figure: MeasuredAlternative) -> MeasuredAlternative:
    before = decision.alternatives[name].measured
    if before is None or before.plan != figure.plan:
        return figure
    fuller = {
        task: score
        for task, score in before.scores.items()
        if task not in figure.scores or score.runs > figure.scores[task].runs
    }
    # in the order of the document, new ones behind
    scores = {task: fuller.get(task) or figure.scores[task] for task in {**before.scores, **figure.scores}}
    return MeasuredAlternative(plan=figure.plan, scores=scores)


def _refused(file: Path, reason: str) -> ArtifactError:
    return ArtifactError(
        f"the figures could not be written: {reason}",
        hint="Mend the document; `rrspec run --decision ID --resume` then writes them and runs nothing again.",
        place=str(file),
    )
