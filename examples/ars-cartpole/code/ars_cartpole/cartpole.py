"""A pole on a cart, balanced by pushes to the left or the right, for many episodes at once.

A state is (position of the cart, its speed, angle of the pole from upright, its angular speed), in metres, radians
and seconds. Every step gives a reward of 1, the one that ends the episode too.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, assert_never

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

GRAVITY = 9.8
CART_MASS = 1.0
POLE_MASS = 0.1
HALF_LENGTH = 0.5
"""Half the length of the pole, a thin uniform rod."""
FORCE = 10.0
STEP = 0.02
WIDEST = 2.4
STEEPEST = np.radians(12)
LONGEST = 500
"""Steps after which an episode ends though the pole still stands."""
START = 0.05
"""Each of the four numbers of a first state is uniform on [-START, START)."""

TOTAL_MASS = CART_MASS + POLE_MASS


class Integrator(StrEnum):
    """How a step of time is taken."""

    EXPLICIT = "explicit"
    """Positions move with the speeds from before the step."""
    SEMI_IMPLICIT = "semi-implicit"
    """Positions move with the speeds from behind it."""


def first_states(count: int, rng: np.random.Generator) -> NDArray[np.float64]:
    """Draw `count` first states, shape (count, 4)."""
    return rng.uniform(-START, START, size=(count, 4))


def accelerations(
    states: NDArray[np.float64],
    forces: NDArray[np.float64],
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Give the acceleration of each cart and the angular acceleration of each pole, without friction."""
    angle, turning = states[:, 2], states[:, 3]
    sine, cosine = np.sin(angle), np.cos(angle)
    pushed = (forces + POLE_MASS * HALF_LENGTH * turning**2 * sine) / TOTAL_MASS
    of_pole = (GRAVITY * sine - cosine * pushed) / (HALF_LENGTH * (4 / 3 - POLE_MASS * cosine**2 / TOTAL_MASS))
    return pushed - POLE_MASS * HALF_LENGTH * of_pole * cosine / TOTAL_MASS, of_pole


def advance(
    states: NDArray[np.float64],
    forces: NDArray[np.float64],
    *,
    integrator: Integrator = Integrator.EXPLICIT,
    step: float = STEP,
) -> NDArray[np.float64]:
    """Give the states (rows, 4) one step later, each under its force (rows)."""
    speeds = states[:, [1, 3]]
    faster = speeds + step * np.stack(accelerations(states, forces), axis=1)
    match integrator:
        case Integrator.EXPLICIT:
            moving = speeds
        case Integrator.SEMI_IMPLICIT:
            moving = faster
        case _:
            assert_never(integrator)
    places = states[:, [0, 2]] + step * moving
    return np.stack([places[:, 0], faster[:, 0], places[:, 1], faster[:, 1]], axis=1)


def rewards(
    policies: NDArray[np.float64],
    starts: NDArray[np.float64],
    *,
    integrator: Integrator = Integrator.EXPLICIT,
    longest: int = LONGEST,
) -> NDArray[np.int64]:
    """Play one episode for each first state of `starts` (rows, 4), and give its reward.

    `policies` is (rows, 4), or (4,) for one policy in all episodes. The push is to the right where the product of
    policy and state is above 0, else to the left. An episode ends where the cart is farther than `WIDEST` from the
    middle or the pole leans more than `STEEPEST`, or after `longest` steps.
    """
    policies = np.broadcast_to(policies, starts.shape)
    total = np.zeros(len(starts), dtype=np.int64)
    standing = np.arange(len(starts))
    states = starts
    for _ in range(longest):
        pushes = np.where((policies[standing] * states).sum(axis=1) > 0, FORCE, -FORCE)
        states = advance(states, pushes, integrator=integrator)
        total[standing] += 1
        kept = (np.abs(states[:, 0]) <= WIDEST) & (np.abs(states[:, 2]) <= STEEPEST)
        standing, states = standing[kept], states[kept]
        if not len(standing):
            break
    return total
