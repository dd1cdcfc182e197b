"""Measures what `rrspec verify` costs over a bare installation and the same launchers, in turn, on the same artifact.

The bare way is what a reader types by hand: `python -m venv`, `pip install --require-hashes`, then each command. Both
find the inputs fetched and make the same runs one after the other. `ROUNDS=3` makes more than one round.
"""

import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from environments import CHECKOUT, bin_of_rrspec

ARTIFACT = CHECKOUT / "examples" / "rocket-ucr"
ENVIRONMENT = {"PYTHONHASHSEED": "0", "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
COMMAND = ("launchers/run.py", "--dataset", "ItalyPowerDemand")
SMOKE = ("--kernels", "500")
SEEDS = range(10)
ROUNDS = int(os.environ.get("ROUNDS", "1"))


@dataclass(frozen=True)
class Took:
    """Wall seconds of one way, and of its parts: what a person waits for."""

    wall: float
    ready: float
    runs: float


def bare(inputs: Path, folder: Path) -> Took:
    """A virtual environment, pip, and the launchers, with nothing around them."""
    begun = time.monotonic()
    shutil.copytree(ARTIFACT, folder / "paper", ignore=shutil.ignore_patterns(".rrspec", "evidence"))
    subprocess.run([sys.executable, "-m", "venv", folder / "venv"], check=True)
    python = folder / "venv" / "bin" / "python"
    install = ["-m", "pip", "install", "--quiet", "--require-hashes", "--only-binary", ":all:", "--no-deps"]
    subprocess.run([python, *install, "-r", folder / "paper" / "env" / "requirements.lock"], check=True)
    ready = time.monotonic()
    for mode, seed in [("smoke", 0), *(("scored", seed) for seed in SEEDS)]:
        output = folder / f"output-{mode}-{seed}"
        output.mkdir()
        run = {**ENVIRONMENT, "RRA_MODE": mode, "RRA_SEED": str(seed), "RRA_OUTPUT_DIR": str(output)}
        run |= {"RRA_INPUT_UCR": str(inputs), "PATH": os.environ["PATH"], "HOME": str(folder)}
        command = [python, *COMMAND, *(SMOKE if mode == "smoke" else ())]
        subprocess.run(command, cwd=folder / "paper", env=run, check=True, stdout=subprocess.DEVNULL)
    ended = time.monotonic()
    return Took(ended - begun, ready - begun, ended - ready)


def verified(rrspec: Path, cache: Path, folder: Path) -> Took:
    """`rrspec verify` of the same experiment."""
    target = folder / "verification.json"
    environment = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    begun = time.monotonic()
    subprocess.run(
        [rrspec, "verify", ARTIFACT, "--only", "italy", "-o", target],
        check=True,
        env={**environment, "RRSPEC_CACHE": str(cache)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    wall = time.monotonic() - begun
    document = json.loads(target.read_bytes())
    return Took(wall, document["setup_seconds"], document["run_seconds"])


def one_round(rrspec: Path, folder: Path) -> dict[str, Took]:
    cache = folder / "cache"
    subprocess.run(
        [rrspec, "fetch", "-C", ARTIFACT], check=True, env={**os.environ, "RRSPEC_CACHE": str(cache)}, stdout=sys.stderr
    )
    (inputs,) = (path for path in (cache / "views").iterdir() if path.is_dir())
    found = {}
    for name in ("bare", "first", "second"):
        place = folder / name
        place.mkdir()
        found[name] = bare(inputs, place) if name == "bare" else verified(rrspec, cache, place)
    return found


def main() -> None:
    rrspec = bin_of_rrspec() / "rrspec"
    rounds = []
    for _ in range(ROUNDS):
        with tempfile.TemporaryDirectory(prefix="rrspec-bench-", ignore_cleanup_errors=True) as folder:
            rounds.append(one_round(rrspec, Path(folder)))
            # an environment is read-only, and goes all the same
            subprocess.run(["chmod", "-R", "u+w", folder], check=True)
    for name in rounds[0]:
        wall, ready, runs = (
            statistics.median(getattr(one[name], part) for one in rounds) for part in ("wall", "ready", "runs")
        )
        rest = wall - ready - runs
        print(f"{name:7} wall {wall:7.2f}: ready {ready:6.2f}  runs {runs:7.2f}  rest {rest:5.2f}")
    over = statistics.median(one["first"].wall / one["bare"].wall for one in rounds)
    print(f"verify over bare: {(over - 1):+.1%} (aim +5%)")
    ready = statistics.median(one["second"].ready for one in rounds)
    print(f"ready the second time: {ready:.2f} s (aim 1 s)")


if __name__ == "__main__":
    main()
