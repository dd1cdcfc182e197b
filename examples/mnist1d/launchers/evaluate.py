"""Evaluate a bundled checkpoint of the CNN on MNIST-1D with shuffled points. Nothing is trained and nothing drawn.

`RRA_SEED` is the seed that the checkpoint was trained with.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import torch
from variables import variable, write_scores

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "code"))

from mnist1d_models.checkpoint import load
from mnist1d_models.data import make_data
from mnist1d_models.models import Model, build
from mnist1d_models.training import count_correct


def main() -> None:
    """Run what the command line and the `RRA_...` variables say."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--series", type=int, default=1000, help="how many of the test series")
    options = parser.parse_args()
    torch.use_deterministic_algorithms(mode=True)
    model = build(Model.CNN)
    seed = int(variable("RRA_SEED"))
    load(model, Path(variable("RRA_INPUT_CNN_SHUFFLED")) / f"seed-{seed}")
    data = make_data(shuffled=True)
    labels = data.test_labels[: options.series]
    correct = count_correct(model, data.test[: options.series], labels)
    write_scores(
        {
            "accuracy": 100 * correct / len(labels),
            "correct": correct,
            "total": len(labels),
            "trained_with_seed": seed,
            "data_sha256": data.digest(),
            "torch": torch.__version__,
        }
    )
    print(f"checkpoint of seed {seed}: {correct} of {len(labels)} correct")


if __name__ == "__main__":
    main()
