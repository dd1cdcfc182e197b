"""How long runs are going to take: what the manifest expects, else what the artifact's records took."""

from collections.abc import Iterable, Mapping, Sequence
from statistics import median

from reprobridge_spec.frozen import dataclass
from reprobridge_spec.launch import contract
from reprobridge_spec.launch.site import Planned
from reprobridge_spec.model.experiment import Experiment
from reprobridge_spec.model.run_record import Mode, Outcome, RunRecord
from reprobridge_spec.model.scalars import seconds


@dataclass(frozen=True, slots=True)
class Cost:
    """Seconds of one run.

    Attributes:
        seconds: how many.
        known: whether somebody says so; else they are those of the time limit, the most that it can take.
    """

    seconds: float
    known: bool


class Costs:
    """Tells what runs cost.

    Args:
        experiments: with defaults filled in.
        records: runs of the artifact, whatever machine they were made on.
    """

    def __init__(self, experiments: Mapping[str, Experiment], records: Iterable[RunRecord]) -> None:
        self._experiments = experiments
        self._took: dict[tuple[str, Mode], list[float]] = {}
        for record in records:
            predicate = record.predicate
            if predicate.outcome is Outcome.MEASURED:
                took = self._took.setdefault((predicate.experiment, predicate.mode), [])
                took.append(float(predicate.used.wall_seconds))

    def of_run(self, name: str, mode: Mode) -> Cost:
        """What one run of an experiment costs."""
        experiment = self._experiments[name]
        time = experiment.resources.time if experiment.resources else None
        if mode is Mode.SCORED and time is not None and time.expected is not None:
            return Cost(seconds(time.expected), known=True)
        if took := self._took.get((name, mode)):
            return Cost(median(took), known=True)
        return Cost(contract.time_limit_seconds(experiment, mode), known=False)

    def of(self, planned: Iterable[Planned]) -> float:
        """What runs cost one after the other."""
        return sum(self.of_run(item.experiment, item.mode).seconds for item in planned)


def cheapest_first(costs: Mapping[str, float], tasks: Mapping[str, int]) -> list[str]:
    """Names of experiments so that the most tasks come out, whenever somebody stops."""
    return sorted(costs, key=lambda name: costs[name] / max(1, tasks[name]))


def fitting(order: Sequence[str], costs: Mapping[str, float], left: float) -> list[str]:
    """The first experiments of an order that fit together in `left` seconds; one at least."""
    chosen: list[str] = []
    spent = 0.0
    for name in order:
        spent += costs[name]
        if chosen and spent > left:
            break
        chosen.append(name)
    return chosen
