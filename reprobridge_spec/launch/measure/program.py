"""A program of the artifact that reads the score of a run, and what it may do: little, and not for long.

It is run by whoever has a sandbox for it; whoever executes nothing has none, and says so.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Protocol

from reprobridge_spec.documents.files import FolderFiles, Kind
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.process import Ending

TIME_LIMIT = 120.0
"""Seconds after which the program is ended."""
OUTPUT_LIMIT = 64 << 10
"""Bytes of standard output after which it is ended."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Printed:
    """What came of the program.

    Attributes:
        ending: how it came to its end.
        exit_code: as the shell counts.
        output: its standard output.
        errors: the last line of its standard error.
        changed: what it did to the outputs that it was to read, a few of them.
    """

    ending: Ending
    exit_code: int
    output: bytes
    errors: str = ""
    changed: Sequence[str] = ()


class Program(Protocol):
    """Runs a command beside the outputs of one run, as its launcher was run, and reads nothing into what it prints."""

    def __call__(self, command: Sequence[str]) -> Printed:
        """What came of `command`.

        Raises:
            MeasureError: it was not run, because it may be another program than the declared one.
            NotDoneError: it could not be run, through no fault of the artifact.
        """
        ...


def altered(work: Path, declared: Mapping[str, str]) -> list[str]:
    """Files of a working copy that are not what was declared: changed, gone, or none of it.

    Looked at before each use of the program, by content: a size and a time can be set back.

    Args:
        work: the working copy.
        declared: SHA-256 of each of its files, as the method digest has them.
    """
    files = FolderFiles(work)
    present = {path: entry.kind for path, entry in files.entries.items()} | dict.fromkeys(files.ignored, Kind.OTHER)
    differing = {path for path in declared if present.get(path) is Kind.FILE and files.sha256(path) != declared[path]}
    return sorted(differing | (declared.keys() ^ present.keys()) | _no_files(present))


def _no_files(present: Mapping[str, Kind]) -> set[str]:
    return {path for path, kind in present.items() if kind is not Kind.FILE}
