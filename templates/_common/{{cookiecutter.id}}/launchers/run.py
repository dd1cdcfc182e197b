"""One run: measure once, with one seed, and leave `scores.json` in the output folder.

`rrspec run` starts it as rra.yaml says and sets the variables that are read below.
To try it by hand, from the artifact's folder:

    export RRA_MODE=smoke RRA_SEED=0 RRA_OUTPUT_DIR=$(mktemp -d)
    python launchers/run.py --samples 100
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
    parser = argparse.ArgumentParser(description="One run with one seed.")
    parser.add_argument("--samples", type=int, default=20_000)
    options = parser.parse_args()
    mode = variable("RRA_MODE")  # `smoke` or `scored`
    seed = int(variable("RRA_SEED"))
    output = Path(variable("RRA_OUTPUT_DIR"))  # the only folder to write to

    print(f"{mode} run, seed {seed}, {options.samples} samples", flush=True)
    correct = measure(seed=seed, samples=options.samples)
    scores = {
        "accuracy": correct / options.samples,
        "correct": correct,
        "total": options.samples,
    }
    text = json.dumps(scores, indent=2) + "\n"
    (output / "scores.json").write_text(text, encoding="utf-8")
    print(f"{correct} of {options.samples} correct")


def variable(name: str) -> str:
    """The value of a variable that every run has."""
    if name not in os.environ:
        sys.exit(f"{name} is not set: use `rrspec run`, or set it by hand (see above)")
    return os.environ[name]


if __name__ == "__main__":
    main()
