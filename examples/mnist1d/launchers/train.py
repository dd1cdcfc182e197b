"""Train one model on MNIST-1D with one seed, and write the accuracy at the last and at the best step."""

from __future__ import annotations

import argparse
import random
import sys
from pathlib import Path

import numpy as np
import torch
from variables import variable, write_scores

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "code"))

from mnist1d_models.checkpoint import save
from mnist1d_models.data import make_data
from mnist1d_models.models import Model, build
from mnist1d_models.training import Evaluation, Settings, train


def main() -> None:
    """Run what the command line and the `RRA_...` variables say."""
    options = _options()
    seed = int(variable("RRA_SEED"))
    device = torch.device(options.device)
    data = make_data(shuffled=options.shuffled).to(device)
    _seed(seed)
    model = build(options.model, hidden=options.hidden).to(device)
    parameters = sum(weights.numel() for weights in model.parameters())
    total = len(data.test_labels)
    print(f"{options.model}: {parameters} parameters, seed {seed}, {options.steps} steps on {device}", flush=True)

    def told(evaluation: Evaluation) -> None:
        if evaluation.step % 1000 == 0:
            print(f"step {evaluation.step}: {evaluation.correct} of {total} correct", flush=True)

    evaluations = train(model, data, Settings(steps=options.steps, learning_rate=options.learning_rate), told)
    last, best = evaluations[-1], max(evaluations, key=lambda one: one.correct)
    write_scores(
        {
            "last": 100 * last.correct / total,
            "best": 100 * best.correct / total,
            "best_step": best.step,
            "readme": 100 * (best if options.readme == "best" else last).correct / total,
            "correct": [one.correct for one in evaluations],
            "train_correct": last.train_correct,
            "total": total,
            "model": options.model,
            "parameters": parameters,
            "steps": last.step,
            "data_sha256": data.digest(),
            "torch": torch.__version__,
        }
    )
    if options.checkpoint:
        save(model, Path(variable("RRA_OUTPUT_DIR")) / "model.npz")
    print(f"last step {last.correct}, best step {best.correct} ({best.step}) of {total} correct")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", type=Model, choices=list(Model), required=True)
    parser.add_argument("--steps", type=int, default=6000)
    parser.add_argument("--hidden", type=int, default=100, help="width of the MLP")
    parser.add_argument("--learning-rate", type=float, default=0.01)
    parser.add_argument("--shuffled", action="store_true", help="the points of all series in another order")
    parser.add_argument("--readme", default="best", choices=["best", "last"], help="the step for the README's table")
    parser.add_argument("--device", default="cpu", choices=["cpu", "cuda"])
    parser.add_argument("--checkpoint", action="store_true", help="keep the weights as model.npz")
    return parser.parse_args()


def _seed(seed: int) -> None:
    random.seed(seed)
    np.random.seed(seed)  # noqa: NPY002 - whatever a library draws from the global generator
    torch.manual_seed(seed)
    torch.cuda.manual_seed_all(seed)
    torch.use_deterministic_algorithms(mode=True)


if __name__ == "__main__":
    main()
