"""Augmented random search for a linear policy, in its first form: no normalised states, all directions kept."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What decides a search besides its random numbers."""

    directions: int
    """Directions that are tried for one update, each in both senses."""
    step_size: float
    noise: float
    """How far from the present policy the tries lie, in units of the drawn direction."""
    budget: int
    """Steps of the simulation that all tries together may take."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What a search found."""

    policy: NDArray[np.float64]
    updates: int
    steps: int
    """Steps that the tries behind these updates took, never more than the budget."""


def search(
    play: Callable[[NDArray[np.float64]], NDArray[np.int64]],
    size: int,
    settings: Settings,
    rng: np.random.Generator,
) -> Found:
    """Search a policy of `size` weights, beginning with zeros.

    `play` gives the reward of one episode for each row of policies, which is also the number of steps that it took.
    The search ends before the update whose tries would exceed the budget, and where no try differs from another in
    its reward, since nothing can be learned from these.
    """
    policy, updates, steps = np.zeros(size), 0, 0
    while True:
        deltas = rng.standard_normal((settings.directions, size))
        tries = np.concatenate([policy + settings.noise * deltas, policy - settings.noise * deltas])
        got = play(tries)
        if steps + int(got.sum()) > settings.budget or got.min() == got.max():
            return Found(policy=policy, updates=updates, steps=steps)
        policy = policy + update(deltas, got, settings.step_size)
        updates, steps = updates + 1, steps + int(got.sum())


def update(deltas: NDArray[np.float64], got: NDArray[np.int64], step_size: float) -> NDArray[np.float64]:
    """Give what to add to the policy after tries along `deltas` (directions, size).

    `got` holds the rewards of the tries along all directions, then those against them. Directions are weighted by the
    difference of both, over the standard deviation (n) of all rewards: the mean of delta * (r+ - r-) / sd.
    """
    along, against = np.split(got.astype(np.float64), 2)
    change: NDArray[np.float64] = step_size * (along - against) @ deltas / (len(deltas) * got.std())
    return change
