"""Measures rrspec against its peers: CPU seconds of whole processes, in turn, on the same files, and their ratio."""

import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from environments import CHECKOUT, bin_of, bin_of_rrspec

ROUNDS = int(os.environ.get("ROUNDS", "7"))
BARE_CLICK = "import click; click.command()(lambda: None)(['--help'])"
_MAKE_CRATE = """
import sys; from pathlib import Path; from rocrate.rocrate import ROCrate
crate, root = ROCrate(), Path(sys.argv[1])
crate.name, crate.description, crate.license = 'Measured', 'Measured.', 'Apache-2.0'
for file in sorted(path for path in root.rglob('*') if path.is_file()):
    crate.add_file(file, file.relative_to(root).as_posix(), properties={'name': file.name})
"""
WARM = """
import sys, time
from pathlib import Path
from reprobridge_spec.documents.files import FolderFiles
from reprobridge_spec.validation.engine import validate
spent = []
for _ in range(12):
    begun = time.process_time()
    validate(FolderFiles(Path(sys.argv[1])), name="measured")
    spent.append(time.process_time() - begun)
print(sorted(spent[2:])[5])
"""


@dataclass(frozen=True)
class Cost:
    """What one process took."""

    seconds: float
    megabytes: float


@dataclass(frozen=True)
class Line:
    """A piece of work: ours, what it is held against, and the aim.

    Attributes:
        reached: what is held against the aim, from the medians of both.
        unit: of that figure.
    """

    name: str
    ours: Callable[[], Cost]
    peer_name: str
    peer: Callable[[], Cost]
    reached: Callable[[float, float], float]
    aim: float
    unit: str = "x"


def process(*command: str | Path, cwd: Path | None = None, codes: tuple[int, ...] = (0,)) -> Callable[[], Cost]:
    """A process, whose output is read where it ends with none of `codes`, and so did not do the work."""

    def run() -> Cost:
        # bytecode is there, as pip leaves it, and nobody's settings
        environment = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
        with (
            tempfile.TemporaryFile() as said,
            subprocess.Popen(command, cwd=cwd, stdout=said, stderr=said, env=environment) as started,
        ):
            _, status, used = os.wait4(started.pid, 0)
            started.returncode = os.waitstatus_to_exitcode(status)
            if started.returncode not in codes:
                said.seek(0)
                raise RuntimeError(
                    f"{command[0]} ended with {started.returncode}: {said.read()[-300:].decode(errors='replace')}"
                )
        return Cost(used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)

    return run


def clocked(*command: str | Path) -> Callable[[], Cost]:
    """A process and those that it starts, by the clock on the wall: what several at once are for."""

    def run() -> Cost:
        begun = time.perf_counter()
        cost = process(*command)()
        return Cost(time.perf_counter() - begun, cost.megabytes)

    return run


def hundred_of(artifact: Path, folder: Path) -> Path:
    """A folder with a hundred copies."""
    for number in range(100):
        shutil.copytree(artifact, folder / "hundred" / f"{number:02}")
    return folder / "hundred"


def warm(python: Path, artifact: Path) -> Callable[[], Cost]:
    """A further validation in a process that has made one."""

    def run() -> Cost:
        done = subprocess.run([python, "-c", WARM, artifact], check=True, capture_output=True, text=True)
        return Cost(float(done.stdout), 0)

    return run


def nothing() -> Cost:
    """For work that is held against a figure alone."""
    return Cost(0, 0)


def ratio(ours: float, peer: float) -> float:
    """How many times the peer's time."""
    return ours / peer


def speed_up(ours: float, peer: float) -> float:
    """How many times faster than the peer."""
    return peer / ours


def milliseconds_over(ours: float, other: float) -> float:
    """What one takes longer than the other."""
    return (ours - other) * 1000


def bag_and_zip(bin_: Path, artifact: Path, folder: Path) -> Callable[[], Cost]:
    """Bagit on a copy (it changes what it bags), then zip."""

    def run() -> Cost:
        copy = folder / "bag"
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(artifact, copy)
        bagged = process(bin_ / "python", bin_ / "bagit.py", "--sha256", "--quiet", copy)()
        zipped = process("zip", "-q", "-r", folder / "bag.zip", "bag", cwd=folder)()
        (folder / "bag.zip").unlink()
        return Cost(bagged.seconds + zipped.seconds, max(bagged.megabytes, zipped.megabytes))

    return run


def sum_and(artifact: Path, folder: Path, pack: str) -> Callable[[], Cost]:
    """`sha256sum` over every file, then what packs `$ARTIFACT` into `$PACKAGE`."""
    script = f'find "$1" -type f -print0 | xargs -0 sha256sum > "$2.sha256" && cd "$(dirname "$1")" && {pack}; rm "$2"'
    return process("/bin/sh", "-c", script, "sh", artifact, folder / "peer", artifact.name)


def write_alone(python: Path, artifact: Path, package: Path) -> Callable[[], Cost]:
    """A package written without validating, as other programs do."""
    write = (
        "import sys; from pathlib import Path; from reprobridge_spec.api import pack; pack(*map(Path, sys.argv[1:]))"
    )
    return process(python, "-c", write, artifact, package)


def crate_and_zip(bin_: Path, artifact: Path, folder: Path) -> Callable[[], Cost]:
    """The RO-Crate library's own archive."""
    return process(
        bin_ / "python", "-c", _MAKE_CRATE + "crate.write_zip(sys.argv[2])\n", artifact, folder / "crate.zip"
    )


def bag_of(bin_: Path, artifact: Path, folder: Path) -> Path:
    """A bag with the same files."""
    copy = folder / f"bag-of-{artifact.name}"
    shutil.copytree(artifact, copy)
    process(bin_ / "python", bin_ / "bagit.py", "--sha256", "--quiet", copy)()
    return copy


def crate_of(bin_: Path, artifact: Path, folder: Path) -> Path:
    """A RO-Crate with the same files, each described."""
    crate = folder / f"crate-of-{artifact.name}"
    process(bin_ / "python", "-c", _MAKE_CRATE + "crate.write(sys.argv[2])\n", artifact, crate)()
    return crate


def large_in(folder: Path) -> Path:
    """An artifact with 2 GB that no program makes smaller."""
    artifact = folder / "large"
    (artifact / "data").mkdir(parents=True)
    (artifact / "rra.yaml").write_text('rra: "1.0"\nid: large\nversion: "1"\ntitle: Large\nlevel: draft\n')
    with (artifact / "data" / "noise.bin").open("wb") as file:
        for _ in range(2000):
            file.write(os.urandom(1_000_000))
    return artifact


def lines(folder: Path) -> list[Line]:
    """The work that is measured."""
    ours = bin_of_rrspec()
    checker = bin_of("check-jsonschema", "check-jsonschema")
    bagit = bin_of("bagit", "bagit", "setuptools<81")  # it asks pkg_resources for its version
    crates = bin_of("rocrate-validator", "roc-validator", "rocrate")
    rrspec = ours / "rrspec"
    schema = CHECKOUT / "schema" / "1.0" / "manifest.schema.json"
    # made by another process, whose memory would count as that of each process begun here
    subprocess.run([sys.executable, CHECKOUT / "benchmarks" / "artifacts.py", folder], check=True)
    least, small, large, paper, many = (
        folder / name for name in ("least", "lines-324", "lines-5391", "files-198", "files-10009")
    )
    package = folder / "many.rra.zip"
    bag = bag_of(bagit, many, folder)
    crate = crate_of(crates, paper, folder)
    hundred = hundred_of(paper, folder)
    bare = process(ours / "python", "-c", BARE_CLICK)
    check = process(checker / "check-jsonschema", "--schemafile", schema, small / "rra.yaml")
    return [
        Line("--version", process(rrspec, "--version"), "bare click", bare, ratio, 1.3),
        Line("--help", process(rrspec, "--help"), "bare click", bare, ratio, 1.3),
        Line("validate, 324 lines", process(rrspec, "validate", small), "check-jsonschema", check, ratio, 0.4),
        Line(
            "validate, 5,391 lines",
            process(rrspec, "validate", large),
            "the least draft",
            process(rrspec, "validate", least),
            milliseconds_over,
            150,
            "ms",
        ),
        Line("validate again, 324 lines", warm(ours / "python", small), "-", nothing, milliseconds_over, 5, "ms"),
        Line(
            "validate, 198 files",
            process(rrspec, "validate", paper),
            "rocrate-validator",
            process(
                crates / "rocrate-validator", "--no-interactive", "validate", "-p", "ro-crate-1.1", crate, codes=(0, 1)
            ),
            speed_up,
            40,
            "x faster",
        ),
        Line(
            "validate, 10,009 files",
            process(rrspec, "validate", many),
            "bagit --validate",
            process(bagit / "python", bagit / "bagit.py", "--validate", "--quiet", bag),
            ratio,
            1,
        ),
        Line(
            "100 artifacts, wall, 2 jobs",
            clocked(rrspec, "validate", hundred, "--jobs", "2"),
            "1 job",
            clocked(rrspec, "validate", hundred, "--jobs", "1"),
            speed_up,
            1.8,
            "x faster",
        ),
        Line(
            "pack, 10,009 files",
            process(rrspec, "pack", many, "--level", "draft", "--output", package),
            "bagit + zip",
            bag_and_zip(bagit, many, folder),
            ratio,
            0.5,
        ),
        *_written(ours, crates, bag_and_zip(bagit, many, folder), many, folder),
        *_large(rrspec, large_in(folder), folder),
    ]


def _written(ours: Path, crates: Path, bagged: Callable[[], Cost], many: Path, folder: Path) -> list[Line]:
    """Writing alone: peers do not validate."""
    written = write_alone(ours / "python", many, folder / "written.rra.zip")
    tarred = write_alone(ours / "python", many, folder / "written.rra.tar.zst")
    crate = crate_and_zip(crates, many, folder)
    tar = sum_and(many, folder, 'tar c "$3" | zstd -q -f -T2 -3 -o "$2"')
    return [
        Line("pack without validating, 10,009 files", written, "bagit + zip", bagged, ratio, 0.5),
        Line("pack without validating, 10,009 files", written, "rocrate's write_zip", crate, ratio, 0.5),
        Line("the same as tar.zst", tarred, "sha256sum + tar | zstd", tar, ratio, 1.2),
    ]


def _large(rrspec: Path, large: Path, folder: Path) -> list[Line]:
    """Two gigabytes that do not shrink."""
    zipped = process(rrspec, "pack", large, "--level", "draft", "--output", folder / "large.rra.zip")
    tarred = process(rrspec, "pack", large, "--level", "draft", "--output", folder / "large.rra.tar.zst")
    zip_ = sum_and(large, folder, 'zip -q -0 -r "$2.zip" "$3" && mv "$2.zip" "$2"')
    tar = sum_and(large, folder, 'tar c "$3" | zstd -q -f -T2 -3 -o "$2"')
    return [
        Line("pack, 2 GB of noise", zipped, "sha256sum + zip -0", zip_, ratio, 1.2),
        Line("pack as tar.zst, 2 GB of noise", tarred, "sha256sum + tar | zstd -T2 -3", tar, ratio, 1.2),
    ]


def measured(line: Line) -> dict[str, object]:
    """Both in turn; where the peer cannot run, ours alone, and why."""
    ours, peer, why = [], [], ""
    for _ in range(ROUNDS):
        if not why:
            try:
                peer.append(line.peer())
            except RuntimeError as error:
                why = " ".join(str(error).split())
        ours.append(line.ours())
    result: dict[str, object] = {
        "work": line.name,
        "ours": round(statistics.median(cost.seconds for cost in ours), 4),
        "our MB": round(max(cost.megabytes for cost in ours)),
        "peer": line.peer_name,
    }
    if why:
        return result | {"not measured": why}
    theirs = statistics.median(cost.seconds for cost in peer)
    figure = line.reached(statistics.median(cost.seconds for cost in ours), theirs)
    return result | {
        "theirs": round(theirs, 4),
        "their MB": round(max(cost.megabytes for cost in peer)),
        "figure": round(figure, 3),
        "unit": line.unit,
        "aim": line.aim,
        "reached": figure >= line.aim if line.reached is speed_up else figure <= line.aim,
    }


def shown(result: dict[str, object]) -> str:
    """One line of the table."""
    first = " | ".join(str(result[key]) for key in ("work", "ours", "our MB", "peer"))
    if "not measured" in result:
        return f"| {first} | could not run: {result['not measured']} |"
    figures = f"{result['figure']} {result['unit']} | {result['aim']} | {'yes' if result['reached'] else 'no'}"
    return f"| {first} | {result['theirs']} | {result['their MB']} | {figures} |"


def main() -> None:
    """Measure all work, or that whose name holds a word of the command line, and print it as it comes."""
    results = []
    with tempfile.TemporaryDirectory() as temporary:
        print(
            "| work | CPU s | MB | peer | CPU s | MB | figure | aim | reached |\n|---|---|---|---|---|---|---|---|---|"
        )
        for line in lines(Path(temporary)):
            if not sys.argv[1:] or any(word in line.name for word in sys.argv[1:]):
                results.append(measured(line))
                print(shown(results[-1]), flush=True)
    print(json.dumps(results), file=sys.stderr)


if __name__ == "__main__":
    main()
