"""Train one agent by augmented random search, with one seed, evaluate it and write `scores.json`."""

from __future__ import annotations

import argparse
import json
import os
import sys
from functools import partial
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "code"))

from ars_cartpole.cartpole import Integrator, first_states, rewards
from ars_cartpole.search import Settings, search


def main() -> None:
    """Run what the command line and the `RRA_...` variables say."""
    options = _options()
    output, seed = Path(_variable("RRA_OUTPUT_DIR")), int(_variable("RRA_SEED"))
    settings = Settings(
        directions=options.directions,
        step_size=options.step_size,
        noise=options.noise,
        budget=options.training_steps,
    )
    # the evaluation has random numbers of its own, whatever the training drew
    training, evaluation = (np.random.default_rng(child) for child in np.random.SeedSequence(seed).spawn(2))
    play = partial(rewards, integrator=options.integrator)
    found = search(
        lambda policies: play(policies, first_states(len(policies), training)),
        4,
        settings,
        training,
    )
    print(f"seed {seed}: {found.updates} updates in {found.steps} steps, policy {found.policy.round(3)}", flush=True)
    got = play(found.policy, first_states(options.episodes, evaluation))
    scores = {
        "mean_reward": float(got.mean()),
        "std_reward": float(got.std()),
        "shortest": int(got.min()),
        "episodes": len(got),
        "evaluation_steps": int(got.sum()),
        "training_steps": found.steps,
        "updates": found.updates,
        "policy": found.policy.tolist(),
    }
    (output / "scores.json").write_text(json.dumps(scores, indent=2) + "\n", encoding="utf-8")
    print(f"mean reward {got.mean():.3f}, sd {got.std():.3f} over {len(got)} episodes, the shortest {got.min()}")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--training-steps", type=int, default=50_000)
    parser.add_argument("--episodes", type=int, default=300)
    parser.add_argument("--directions", type=int, default=8)
    parser.add_argument("--step-size", type=float, default=0.05)
    parser.add_argument("--noise", type=float, default=0.1)
    parser.add_argument("--integrator", type=Integrator, choices=list(Integrator), default=Integrator.EXPLICIT)
    return parser.parse_args()


def _variable(name: str) -> str:
    try:
        return os.environ[name]
    except KeyError:
        sys.exit(f"{name} is not set; start this launcher with `rrspec run`, or set it by hand")


if __name__ == "__main__":
    main()
