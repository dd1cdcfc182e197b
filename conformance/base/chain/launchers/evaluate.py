"""Scores a stump on the rows that it has not seen; the score stands in the last line that is printed."""

import csv
import json
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "code"))

from trees import score

model = json.loads(Path(os.environ["RRA_INPUT_TRAIN_MODEL"]).read_text(encoding="utf-8"))
with Path(os.environ["RRA_INPUT_ROWS"], "test").open(encoding="utf-8") as source:
    rows = [(float(value), label) for value, label in csv.reader(source)]
right = score(rows, model["threshold"])
print(f"test accuracy: {right:.4f}")
with Path(os.environ["RRA_OUTPUT_DIR"], "table.csv").open("w", encoding="utf-8") as table:
    table.write(f"split,error\ntest,{1 - right:.4f}\n")
