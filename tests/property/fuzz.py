"""Reads changed documents and archives by the thousand: `python -m tests.property.fuzz --first 0 --count 1000`.

It says which numbers fail, and how to repeat one. A case fails that raises anything but an error that a person can
act on, that takes more than a second of the processor, or that leaves or changes a file.
"""

import argparse
import gc
import json
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

from reprobridge_spec.batch.check import check_artifact
from reprobridge_spec.errors import RrspecError
from reprobridge_spec.schemas.load import load
from tests.peak import peak_memory
from tests.property import mutation

MOST_SECONDS = 1.0
MOST_MEMORY = 300 << 20
_WALL_SECONDS = 30


class HangError(Exception):
    """A case that does not come to its end."""


def failures(seeds: Iterator[int] | range, folder: Path) -> Iterator[str]:
    """One text for each case that fails; `folder` is empty and stays so."""
    signal.signal(signal.SIGALRM, _hang)
    gc.freeze()  # a collection of all that other tests left would count as time of a case
    for seed in seeds:
        case = mutation.case(seed)
        started = time.process_time()
        signal.alarm(_WALL_SECONDS)
        try:
            _look(case, folder)
            seconds = time.process_time() - started
            if seconds > MOST_SECONDS:
                yield _said(seed, case, f"it took {seconds:.1f} s")
        except Exception:  # noqa: BLE001 (any exception is the failure that is looked for)
            yield _said(seed, case, traceback.format_exc())
        finally:
            signal.alarm(0)


def _look(case: mutation.Case, folder: Path) -> None:
    if case.kind is not None:
        load(case.kind, case.data, case.name)
        return
    file = folder / case.name
    file.write_bytes(case.data)
    try:
        check_artifact(file)
    except RrspecError as error:
        if not str(error):
            raise AssertionError("an error without a word") from error
    finally:
        left = sorted(path.name for path in folder.iterdir())
        same = file.read_bytes() == case.data
        file.unlink()
    if left != [case.name] or not same:
        raise AssertionError(f"files were written: {left}")


def _hang(number: int, frame: FrameType | None) -> None:  # noqa: ARG001 (signal's signature)
    raise HangError(f"it does not end within {_WALL_SECONDS} s")


def _said(seed: int, case: mutation.Case, what: str) -> str:
    again = f"python -m tests.property.fuzz --first {seed} --count 1"
    return f"case {seed} ({case.name}, {len(case.data)} bytes), repeat with `{again}`:\n{what}"


def main() -> int:
    """Run the cases; 1 where one of them fails."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=1000)
    asked = parser.parse_args()
    failed = 0
    with tempfile.TemporaryDirectory() as name:
        for text in failures(range(asked.first, asked.first + asked.count), Path(name)):
            failed += 1
            sys.stdout.write(f"{text}\n")
    peak = peak_memory()
    if peak > MOST_MEMORY:
        sys.stdout.write(f"cases {asked.first} to {asked.first + asked.count - 1} took {peak >> 20} MiB of memory\n")
    sys.stdout.write(json.dumps({"first": asked.first, "cases": asked.count, "failed": failed, "peak": peak}) + "\n")
    return int(bool(failed or peak > MOST_MEMORY))


if __name__ == "__main__":
    sys.exit(main())
