"""What a job tells about each of its runs: one small file a run, in the job's folder."""

import json
from dataclasses import asdict
from pathlib import Path

from reprobridge_spec.frozen import dataclass
from reprobridge_spec.replacement import replacing_file

_FOLDER = "told"


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What a job says of one run.

    Attributes:
        fault: why the launcher could not be executed; empty where it ended.
        hint: what to do about that.
        lost: whether another node may do better.
        said: what a person should know.
    """

    fault: str = ""
    hint: str = ""
    lost: bool = False
    said: str = ""


def tell(folder: Path, position: int, told: Told) -> None:
    """Say that a run of the job has ended, or why it could not begin.

    Raises:
        OSError: it cannot be written.
    """
    (folder / _FOLDER).mkdir(exist_ok=True)
    with replacing_file(folder / _FOLDER / f"{position}.json") as sink:
        sink.write(json.dumps(asdict(told)).encode())


def heard(folder: Path) -> dict[int, Told]:
    """What a job has told until now, by the position of the run."""
    try:
        # a listing is asked of the server, where a name that was not there is remembered for a while
        names = [file for file in (folder / _FOLDER).iterdir() if file.suffix == ".json" and file.stem.isdecimal()]
    except OSError:
        return {}
    found: dict[int, Told] = {}
    for file in names:
        try:
            found[int(file.stem)] = Told(**json.loads(file.read_text(encoding="utf-8")))
        except (OSError, ValueError, TypeError):
            continue  # not there as a whole yet
    return found
