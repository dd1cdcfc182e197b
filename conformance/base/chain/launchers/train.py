"""Learns one stump, and leaves it as `model.json`."""

import argparse
import csv
import json
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "code"))

from trees import learn

parser = argparse.ArgumentParser()
parser.add_argument("--share", type=float, default=0.5)
share = parser.parse_args().share
with Path(os.environ["RRA_INPUT_ROWS"], "train").open(encoding="utf-8") as source:
    rows = [(float(value), label) for value, label in csv.reader(source)]
model = learn(rows, int(os.environ["RRA_SEED"]), share)
Path(os.environ["RRA_OUTPUT_DIR"], "model.json").write_text(json.dumps(model), encoding="utf-8")
