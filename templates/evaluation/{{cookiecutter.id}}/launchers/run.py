"""One run: measure the checkpoint once, with one seed, and leave `scores.json`.

`rrspec run` starts it as rra.yaml says and sets the variables that are read below.
To try it by hand, from the artifact's folder:

    export RRA_MODE=smoke RRA_SEED=0 RRA_OUTPUT_DIR=$(mktemp -d)
    export RRA_INPUT_WEIGHTS=inputs/weights.json RRA_INPUT_TEST=inputs/test.csv
    python launchers/run.py --limit 20
    cat $RRA_OUTPUT_DIR/scores.json
"""

import argparse
import json
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "code"))

from example import measure


def main() -> None:
    """Measure, print what was measured, and write the scores."""
    parser = argparse.ArgumentParser(description="One evaluation with one seed.")
    parser.add_argument("--temperature", type=float, default=0.5)
    parser.add_argument("--limit", type=int, help="rows to take; all if not given")
    options = parser.parse_args()
    mode = variable("RRA_MODE")  # `smoke` or `scored`
    seed = int(variable("RRA_SEED"))
    output = Path(variable("RRA_OUTPUT_DIR"))  # the only folder to write to

    print(f"{mode} run, seed {seed}, temperature {options.temperature}", flush=True)
    correct, total = measure(
        checkpoint=Path(variable("RRA_INPUT_WEIGHTS")),
        test=Path(variable("RRA_INPUT_TEST")),
        seed=seed,
        temperature=options.temperature,
        limit=options.limit,
    )
    scores = {"accuracy": correct / total, "correct": correct, "total": total}
    text = json.dumps(scores, indent=2) + "\n"
    (output / "scores.json").write_text(text, encoding="utf-8")
    print(f"{correct} of {total} correct")


def variable(name: str) -> str:
    """The value of a variable that every run has."""
    if name not in os.environ:
        sys.exit(f"{name} is not set: use `rrspec run`, or set it by hand (see above)")
    return os.environ[name]


if __name__ == "__main__":
    main()
