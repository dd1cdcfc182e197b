"""Learns from the first half of the points, and scores the second half."""

import argparse
import json
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "code"))

from points.data import read
from points.model import centroids, nearest


def main() -> None:
    """Write `scores.json` into the output folder."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--noise", type=float, default=0.8)
    parser.add_argument("--limit", type=int)
    chosen = parser.parse_args()
    rows = read(os.environ["RRA_INPUT_POINTS"])[: chosen.limit]
    half = len(rows) // 2
    means = centroids(rows[:half], int(os.environ["RRA_SEED"]), chosen.noise)
    right = sum(nearest((x, y), means) == label for x, y, label in rows[half:])
    scores = {"right": right / (len(rows) - half), "points": len(rows) - half}
    Path(os.environ["RRA_OUTPUT_DIR"], "scores.json").write_text(json.dumps(scores), encoding="utf-8")


main()
