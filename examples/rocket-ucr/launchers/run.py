"""Train and test ROCKET once on one UCR data set, with one seed, and write `scores.json`."""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "code"))

from rocket_ucr.kernels import draw_kernels
from rocket_ucr.ridge import Normalize, fit_ridge
from rocket_ucr.transform import transform
from rocket_ucr.ts_file import read_ts

FILE_STEMS = {"ItalyPowerDemand": "italy", "GunPoint": "gunpoint", "ArrowHead": "arrowhead"}


def main() -> None:
    """Run what the command line and the `RRA_...` variables say."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--dataset", required=True, choices=FILE_STEMS)
    parser.add_argument("--kernels", type=int, default=10_000)
    parser.add_argument(
        "--normalize",
        type=Normalize,
        choices=list(Normalize),
        default=Normalize.L2,
    )
    options = parser.parse_args()
    inputs = Path(_variable("RRA_INPUT_UCR"))
    output = Path(_variable("RRA_OUTPUT_DIR"))
    seed = int(_variable("RRA_SEED"))

    train = read_ts(inputs / f"{FILE_STEMS[options.dataset]}-train")
    test = read_ts(inputs / f"{FILE_STEMS[options.dataset]}-test")
    print(
        f"{options.dataset}: {len(train.labels)} training and {len(test.labels)} test series "
        f"of {train.values.shape[1]} points; {options.kernels} kernels, seed {seed}",
        flush=True,
    )
    rng = np.random.default_rng(seed)
    kernels = draw_kernels(options.kernels, train.values.shape[1], rng)
    classifier = fit_ridge(
        transform(train.values, kernels),
        train.labels,
        normalize=options.normalize,
    )
    predicted = classifier.predict(transform(test.values, kernels))
    correct = int((predicted == test.labels).sum())
    scores = {
        "accuracy": correct / len(test.labels),
        "correct": correct,
        "total": len(test.labels),
        "penalty": classifier.penalty,
        "dataset": options.dataset,
        "kernels": options.kernels,
        "normalize": options.normalize,
    }
    (output / "scores.json").write_text(json.dumps(scores, indent=2) + "\n", encoding="utf-8")
    print(f"{correct} of {len(test.labels)} correct, penalty {classifier.penalty:.4g}")


def _variable(name: str) -> str:
    try:
        return os.environ[name]
    except KeyError:
        sys.exit(f"{name} is not set; start this launcher with `rrspec run`, or set it by hand")


if __name__ == "__main__":
    main()
