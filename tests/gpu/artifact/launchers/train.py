"""Trains for one seed and leaves the accuracy on new points."""

import argparse
import json
import os
import sys
from pathlib import Path

import torch

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "code"))

from spirals import accuracy


def main() -> None:
    """Write `scores.json` into the output folder."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--steps", type=int, default=1000)
    arguments = parser.parse_args()
    torch.use_deterministic_algorithms(mode=True)
    score = {"accuracy": accuracy(int(os.environ["RRA_SEED"]), arguments.steps, arguments.device)}
    if arguments.device == "cuda":
        # what the test compares with what was leased
        score["cards"] = torch.cuda.device_count()
    Path(os.environ["RRA_OUTPUT_DIR"], "scores.json").write_text(json.dumps(score), encoding="utf-8")


main()
