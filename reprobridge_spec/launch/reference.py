"""One more observation for the references: the statistic of runs over other seeds."""

from collections.abc import Mapping, Sequence

from reprobridge_spec.errors import ArtifactError, UsageError
from reprobridge_spec.model.experiment import Experiment
from reprobridge_spec.model.references import Observation, Origin, References
from reprobridge_spec.model.resolved import runs_of
from reprobridge_spec.model.run_record import Mode, RunRecord
from reprobridge_spec.stats import exact
from reprobridge_spec.stats.statistic import measured

_MOST_SEEDS = 10_000


def parse_seeds(text: str) -> list[int]:
    """Seeds as the caller writes them: `10-19`, `3,5,8`, or both.

    Raises:
        UsageError: it is neither, or names a seed twice.
    """
    seeds: list[int] = []
    for part in text.split(","):
        first, dash, last = part.strip().partition("-")
        if not first.isdecimal() or (dash and not last.isdecimal()) or len(first + last) > 30:  # noqa: PLR2004
            raise UsageError(f"{text!r} names no seeds", hint="Write `10-19`, or `3,5,8`.")
        if len(seeds) + int(last or first) - int(first) >= _MOST_SEEDS:
            raise UsageError(f"{text!r} names more than {_MOST_SEEDS:,} seeds")
        seeds += range(int(first), int(last or first) + 1)
    if len(set(seeds)) != len(seeds) or not seeds:
        raise UsageError(f"{text!r} names a seed twice, or none")
    return seeds


def check_seeds(name: str, experiment: Experiment, seeds: Sequence[int], references: References | None) -> None:
    """Whether runs over `seeds` can be one observation for the tasks of an experiment.

    Raises:
        UsageError: they overlap the experiment's own seeds or those of another observation, or are not as many.
    """
    own = set(experiment.seeds or [])
    if experiment.seeds is None:
        raise UsageError(f"experiment {name} counts `runs`, so no seeds can be given")
    if len(seeds) != len(runs_of(experiment)):
        raise UsageError(
            f"experiment {name} has {len(own)} seeds, and {len(seeds)} were given",
            hint="An observation has as many runs as the statistic.",
        )
    taken = {
        seed
        for full_id, observations in (references.references if references else {}).items()
        if full_id.partition("/")[0] == name
        for observation in observations
        for seed in observation.seeds or []
    }
    if overlap := sorted(set(seeds) & (own | taken)):
        raise UsageError(
            f"seed {overlap[0]} of experiment {name} is taken already",
            hint="A run that is itself among the references is always inside; take other seeds.",
        )


def observations_of(
    experiments: Mapping[str, Experiment], names: Sequence[str], records: Sequence[RunRecord]
) -> dict[str, Observation]:
    """The observation of each task of the experiments `names` that `records` give.

    Raises:
        ArtifactError: a run was not measured.
    """
    found: dict[str, Observation] = {}
    for name in names:
        runs = [
            record for record in records if record.predicate.experiment == name and record.predicate.mode is Mode.SCORED
        ]
        for task_name, task in (experiments[name].tasks or {}).items():
            full_id = f"{name}/{task_name}"
            if task.blocked or experiments[name].blocked or task.statistic is None:
                continue
            scores = [record.score_of(full_id) for record in runs]
            values = [score.value for score in scores if score and score.value is not None]
            if not values or len(values) != len(runs):
                raise ArtifactError(
                    f"task {full_id} was not measured in every run, so they are no observation",
                    hint="Mend the launcher and run again.",
                )
            found[full_id] = Observation(
                value=exact.as_text(measured([exact.number(value) for value in values], task.statistic)),
                by=Origin.AUTHOR,
                seeds=[record.predicate.seed for record in runs if record.predicate.seed is not None],
                runs=[record.predicate.run for record in runs],
            )
    return found
