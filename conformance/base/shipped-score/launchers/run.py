"""Measures the classifier's accuracy for one seed."""

import argparse
import json
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "code"))

from classify import ITEMS, accuracy


def main() -> None:
    """Write `scores.json` into the output folder."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--items", type=int, default=ITEMS)
    items = parser.parse_args().items
    score = {"accuracy": accuracy(int(os.environ["RRA_SEED"]), items)}
    Path(os.environ["RRA_OUTPUT_DIR"], "scores.json").write_text(json.dumps(score), encoding="utf-8")


main()
