"""One run: train and measure once, with one seed, and leave `scores.json`.

`rrspec run` starts it as rra.yaml says and sets the variables that are read below.
To try it by hand, from the artifact's folder, on a machine without a card too:

    export RRA_MODE=smoke RRA_SEED=0 RRA_OUTPUT_DIR=$(mktemp -d)
    python launchers/run.py --device cpu --steps 5
    cat $RRA_OUTPUT_DIR/scores.json
"""

import argparse
import json
import os
import sys
from pathlib import Path

import torch

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "code"))

from example import measure


def main() -> None:
    """Train, measure, print what was measured, and write the scores."""
    parser = argparse.ArgumentParser(description="One run with one seed.")
    parser.add_argument("--device", choices=["cuda", "cpu"], default="cuda")
    parser.add_argument("--steps", type=int, default=1000)
    options = parser.parse_args()
    mode = variable("RRA_MODE")  # `smoke` or `scored`
    seed = int(variable("RRA_SEED"))
    output = Path(variable("RRA_OUTPUT_DIR"))  # the only folder to write to

    device = named(options.device)
    print(f"{mode} run, seed {seed}, {options.steps} steps on {device}", flush=True)
    correct, total = measure(
        seed=seed,
        steps=options.steps,
        device=options.device,
        state=output / "state.pt",
    )
    scores = {"accuracy": correct / total, "correct": correct, "total": total}
    text = json.dumps(scores, indent=2) + "\n"
    (output / "scores.json").write_text(text, encoding="utf-8")
    print(f"{correct} of {total} correct")


def named(device: str) -> str:
    """The device's name; where it cannot be used this is the end, and never another."""
    if device == "cpu":
        return "the CPU"
    if not torch.cuda.is_available():
        cuda = torch.version.cuda
        built = f"CUDA {cuda}" if cuda else "CPUs alone"
        sys.exit(
            f"no card can be used: PyTorch {torch.__version__}, built for {built}, "
            "sees none. Look at `nvidia-smi` and the driver. A smoke run takes "
            "`--device cpu`, a scored run never."
        )
    return torch.cuda.get_device_name()


def variable(name: str) -> str:
    """The value of a variable that every run has."""
    if name not in os.environ:
        sys.exit(f"{name} is not set: use `rrspec run`, or set it by hand (see above)")
    return os.environ[name]


if __name__ == "__main__":
    main()
