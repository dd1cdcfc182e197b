"""Measures rrspec against its peers: CPU seconds of whole processes, alternating, medians and their ratio."""

import json
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
RRSPEC = [sys.executable, "-m", "reprobridge_spec"]
BARE_CLICK = "import click; click.command()(lambda: None)(['--help'])"
ROUNDS = 7


@dataclass(frozen=True)
class Pair:
    """A piece of work, and the peer that does the same."""

    name: str
    ours: Callable[[], None]
    peer_name: str
    peer: Callable[[], None]
    aim: float


def call(command: list[str | Path], cwd: Path | None = None) -> Callable[[], None]:
    """A process whose output nobody reads."""

    def run() -> None:
        subprocess.run(command, cwd=cwd, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    return run


def cpu_of(work: Callable[[], None]) -> float:
    """CPU seconds of the processes that `work` starts."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    work()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def many_files(folder: Path) -> Path:
    """An artifact with 10,000 further files of 4 KB that compress by half."""
    artifact = folder / "many"
    shutil.copytree(CHECKOUT / "conformance" / "base" / "shipped-score", artifact)
    for number in range(10_000):
        file = artifact / "code" / "data" / f"{number % 100}" / f"{number}.txt"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(os.urandom(1024).hex().encode() * 2)
    return artifact


def bag_and_zip(artifact: Path, folder: Path) -> Callable[[], None]:
    """bagit on a copy (it changes what it bags), then zip."""

    def run() -> None:
        copy = folder / "bag"
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(artifact, copy)
        call([sys.executable, "-m", "bagit", "--sha256", "--quiet", copy])()
        call(["zip", "-q", "-r", folder / "bag.zip", "bag"], cwd=folder)()
        (folder / "bag.zip").unlink(missing_ok=True)

    return run


def pairs(folder: Path) -> list[Pair]:
    """The work that is measured."""
    manifest = CHECKOUT / "tests" / "unit" / "schemas" / "documents" / "sixteen-cells.rra.yaml"
    artifact = folder / "sixteen"
    artifact.mkdir()
    shutil.copy(manifest, artifact / "rra.yaml")
    values = folder / "manifest.schema.json"
    shutil.copy(CHECKOUT / "schema" / "1.0" / "manifest.schema.json", values)
    many = many_files(folder)
    package = folder / "many.rra.zip"
    return [
        Pair("--help", call([*RRSPEC, "--help"]), "bare click", call([sys.executable, "-c", BARE_CLICK]), 1.3),
        Pair(
            "validate, 115 lines",
            call([*RRSPEC, "validate", artifact]),
            "check-jsonschema",
            call([BIN / "check-jsonschema", "--schemafile", values, artifact / "rra.yaml"]),
            0.4,
        ),
        Pair(
            "pack, 10,000 files",
            call([*RRSPEC, "pack", many, "--level", "draft", "--output", package]),
            "bagit + zip",
            bag_and_zip(many, folder),
            0.5,
        ),
    ]


def main() -> None:
    """Measure and print."""
    results = []
    with tempfile.TemporaryDirectory() as temporary:
        for pair in pairs(Path(temporary)):
            ours, theirs = [], []
            for _ in range(ROUNDS):
                ours.append(cpu_of(pair.ours))
                theirs.append(cpu_of(pair.peer))
            mine, peer = statistics.median(ours), statistics.median(theirs)
            results.append({"work": pair.name, "ours": mine, "peer": peer, "ratio": mine / peer, "aim": pair.aim})
            ratio = f"{mine / peer:5.2f} (aim {pair.aim})"
            print(f"{pair.name:22} {mine:7.3f} s   {pair.peer_name:18} {peer:7.3f} s   {ratio}")
    print(json.dumps(results), file=sys.stderr)


if __name__ == "__main__":
    main()
