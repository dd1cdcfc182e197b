# ruff: noqa: D103 - the name of a test is its sentence
"""What the code rests on, each identity against the slow and obvious way.

Run with `python -m pytest tests` in `code/`.
"""

from __future__ import annotations

import math

import numpy as np
import pytest
from ars_cartpole.cartpole import (
    FORCE,
    GRAVITY,
    HALF_LENGTH,
    LONGEST,
    POLE_MASS,
    TOTAL_MASS,
    Integrator,
    accelerations,
    advance,
    first_states,
    rewards,
)
from ars_cartpole.search import Found, Settings, search, update

SETTINGS = Settings(directions=8, step_size=0.05, noise=0.1, budget=2000)


def plain_reward(policy: list[float], start: list[float]) -> int:
    """One episode with Python's own numbers, one line an equation."""
    x, v, a, w = start
    for played in range(1, LONGEST + 1):
        force = FORCE if sum(p * s for p, s in zip(policy, (x, v, a, w), strict=True)) > 0 else -FORCE
        pushed = (force + 0.05 * w * w * math.sin(a)) / 1.1
        pole = (9.8 * math.sin(a) - math.cos(a) * pushed) / (0.5 * (4 / 3 - 0.1 * math.cos(a) ** 2 / 1.1))
        cart = pushed - 0.05 * pole * math.cos(a) / 1.1
        x, v, a, w = x + 0.02 * v, v + 0.02 * cart, a + 0.02 * w, w + 0.02 * pole
        if abs(x) > 2.4 or abs(a) > math.pi / 15:
            return played
    return LONGEST


def energy(states: np.ndarray) -> np.ndarray:
    speed, angle, turning = states[:, 1], states[:, 2], states[:, 3]
    lever = POLE_MASS * HALF_LENGTH
    moving = TOTAL_MASS * speed**2 / 2 + lever * speed * turning * np.cos(angle)
    return moving + (4 / 3) * lever * HALF_LENGTH * turning**2 / 2 + lever * GRAVITY * np.cos(angle)


def found(seed: int, budget: int) -> Found:
    rng = np.random.default_rng(seed)
    settings = Settings(directions=8, step_size=0.05, noise=0.1, budget=budget)
    return search(lambda policies: rewards(policies, first_states(len(policies), rng)), 4, settings, rng)


def test_episodes_at_once_are_episodes_one_by_one() -> None:
    rng = np.random.default_rng(1)
    policies = rng.standard_normal((200, 4)) * [0.1, 0.3, 1, 1]
    starts = first_states(200, rng)
    got = rewards(policies, starts).tolist()
    assert got == [
        plain_reward(policy, start) for policy, start in zip(policies.tolist(), starts.tolist(), strict=True)
    ]
    assert min(got) < 20
    assert max(got) == LONGEST


def test_accelerations_solve_the_equations_of_lagrange() -> None:
    rng = np.random.default_rng(2)
    states, forces = rng.standard_normal((50, 4)), rng.choice([-FORCE, FORCE], 50)
    cart, pole = accelerations(states, forces)
    lever = POLE_MASS * HALF_LENGTH
    sine, cosine = np.sin(states[:, 2]), np.cos(states[:, 2])
    np.testing.assert_allclose(
        TOTAL_MASS * cart + lever * cosine * pole, forces + lever * states[:, 3] ** 2 * sine, rtol=1e-10, atol=1e-10
    )
    np.testing.assert_allclose(
        lever * cosine * cart + (4 / 3) * lever * HALF_LENGTH * pole, lever * GRAVITY * sine, rtol=1e-10, atol=1e-10
    )


@pytest.mark.parametrize("integrator", list(Integrator))
def test_without_pushes_the_energy_is_kept_as_steps_become_short(integrator: Integrator) -> None:
    drifts = []
    for step in (1e-3, 1e-4):
        states = np.array([[0.0, 0.3, 0.5, -0.2]])
        before = energy(states)
        for _ in range(round(0.5 / step)):
            states = advance(states, np.zeros(1), integrator=integrator, step=step)
        drifts.append(abs(energy(states) - before).item())
    assert drifts[1] < drifts[0] / 8
    assert drifts[1] < 1e-3


def test_a_mirrored_state_under_the_mirrored_push_stays_the_mirror() -> None:
    states = first_states(30, np.random.default_rng(3))
    pushes = np.full(30, FORCE)
    np.testing.assert_array_equal(advance(-states, -pushes), -advance(states, pushes))


def test_an_update_is_the_mean_over_directions() -> None:
    rng = np.random.default_rng(4)
    deltas, got = rng.standard_normal((8, 4)), rng.integers(8, 500, 16)
    expected = np.zeros(4)
    for index in range(8):
        expected += (got[index] - got[8 + index]) * deltas[index] / 8
    np.testing.assert_allclose(update(deltas, got, 0.05), 0.05 * expected / np.std(got), rtol=1e-12)


def test_a_search_never_takes_more_steps_than_its_budget() -> None:
    for budget in (0, 100, 2000, 10_000):
        assert found(5, budget).steps <= budget
    assert found(5, 0).policy.tolist() == [0, 0, 0, 0]
    assert found(5, 10_000).updates > found(5, 2000).updates > 0


def test_a_search_ends_where_nothing_can_be_learned() -> None:
    ended = search(lambda policies: np.full(len(policies), 7), 4, SETTINGS, np.random.default_rng(6))
    assert (ended.updates, ended.steps) == (0, 0)


def test_the_same_seed_finds_the_same_policy() -> None:
    assert found(7, 10_000).policy.tolist() == found(7, 10_000).policy.tolist() != found(8, 10_000).policy.tolist()
