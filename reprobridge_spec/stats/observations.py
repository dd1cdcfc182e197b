"""Which observations of a task are references: those over as many runs as its statistic."""

from collections.abc import Sequence
from fractions import Fraction

from reprobridge_spec.frozen import dataclass
from reprobridge_spec.model.references import Observation
from reprobridge_spec.stats import exact


@dataclass(frozen=True, slots=True, kw_only=True)
class Usable:
    """The references of a task.

    Attributes:
        values: their values.
        observations: what they are, in the same order.
        notes: one sentence for each observation that is none, with the reason.
    """

    values: tuple[Fraction, ...]
    observations: tuple[Observation, ...]
    notes: tuple[str, ...]


def usable(observations: Sequence[Observation], runs: int) -> Usable:
    """The references among `observations`, for a statistic over `runs` runs."""
    references: list[Observation] = []
    notes: list[str] = []
    for observation in observations:
        if fault := _fault_in(observation, runs):
            notes.append(f"The observation {observation.value} is no reference: {fault}.")
        else:
            references.append(observation)
    values = tuple(exact.number(observation.value) for observation in references)
    return Usable(values=values, observations=tuple(references), notes=tuple(notes))


def _fault_in(observation: Observation, runs: int) -> str | None:
    number = number_of_runs(observation)
    if number is None:
        return "it does not say over how many runs it is"
    if number != runs:
        return f"it is over {counted(number)}, the statistic over {runs}"
    try:
        exact.number(observation.value)
    except ValueError as error:
        return str(error)
    return None


def number_of_runs(observation: Observation) -> int | None:
    """How many runs an observation is over: its seeds, its `n`, or its records; None where it does not say."""
    if observation.seeds is not None:
        return len(observation.seeds)
    return observation.n or len(observation.runs) or None


def counted(number: int, noun: str = "run") -> str:
    """`1 run`, `3 runs`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
