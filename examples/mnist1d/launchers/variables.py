"""What the launchers are told by variables, and how they write their scores."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path


def variable(name: str) -> str:
    """Give the value of a variable that a runner sets, or end with a word about it."""
    try:
        return os.environ[name]
    except KeyError:
        sys.exit(f"{name} is not set; start this launcher with `rrspec run`, or set it by hand")


def write_scores(scores: dict[str, object]) -> None:
    """Write `scores.json` into the output folder."""
    path = Path(variable("RRA_OUTPUT_DIR")) / "scores.json"
    path.write_text(json.dumps(scores, indent=2) + "\n", encoding="utf-8")
