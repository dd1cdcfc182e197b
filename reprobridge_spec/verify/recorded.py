"""What an artifact's own records say of its scored runs; only checks over fewer runs are held against it."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from reprobridge_spec.frozen import dataclass
from reprobridge_spec.launch.read_again import with_present_scores
from reprobridge_spec.model.experiment import Experiment
from reprobridge_spec.model.resolved import runs_of
from reprobridge_spec.model.run_record import Mode, Outcome, RunPredicate, RunRecord
from reprobridge_spec.plan.digests import Plans
from reprobridge_spec.schemas.kinds import RUNS_FOLDER


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """A score in the artifact's evidence.

    Attributes:
        seed: its run's seed; None where the experiment counts runs.
        index: position of the run among those of its experiment.
        value: decimal text.
    """

    seed: int | None
    index: int
    value: str


def recorded_scores(
    root: Path, experiments: Mapping[str, Experiment], plans: Plans, records: Iterable[RunRecord]
) -> dict[str, list[Recorded]]:
    """The scores of each task that fresh records give, one a run; for the arguments see `fresh_records`."""
    found: dict[str, list[Recorded]] = {}
    for record in fresh_records(root, experiments, plans, records):
        predicate = record.predicate
        for name, score in predicate.scores.items():
            if score.value is not None:
                one = Recorded(seed=predicate.seed, index=predicate.index, value=score.value)
                found.setdefault(f"{predicate.experiment}/{name}", []).append(one)
    return found


def fresh_records(
    root: Path, experiments: Mapping[str, Experiment], plans: Plans, records: Iterable[RunRecord]
) -> list[RunRecord]:
    """The measured scored runs of the present plans with their present scores, the newest where there are several.

    Args:
        root: the artifact.
        experiments: with defaults and metrics filled in.
        plans: the artifact's present plans.
        records: its run records.
    """
    found: dict[tuple[str, int], RunRecord] = {}
    for record in sorted(records, key=lambda record: record.predicate.attempts[-1].ended):
        predicate = record.predicate
        experiment = experiments.get(predicate.experiment)
        if experiment is None or not _counts(predicate, experiment, plans):
            continue
        tasks = {name: task for name, task in (experiment.tasks or {}).items() if task.blocked is None}
        digests = {name: plans.task(f"{predicate.experiment}/{name}") for name in tasks}
        present = with_present_scores(record, root / RUNS_FOLDER / predicate.run, tasks, digests)
        if present is not None:
            found[predicate.experiment, predicate.index] = present
    return [found[key] for key in sorted(found)]


def _counts(predicate: RunPredicate, experiment: Experiment, plans: Plans) -> bool:
    own = dict(enumerate(runs_of(experiment)))
    is_own = predicate.index in own and own[predicate.index] == predicate.seed
    measured = predicate.mode is Mode.SCORED and predicate.outcome is Outcome.MEASURED
    return measured and is_own and predicate.plan.method == plans.method(predicate.experiment)
