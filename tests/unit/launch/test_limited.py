from typing import Any

import pytest

from reprobridge_spec.launch.limited import reason, size
from reprobridge_spec.model.experiment import Experiment
from reprobridge_spec.model.run_record import Mode
from reprobridge_spec.process import Ended, Ending

NEEDS = {"memory": "2GiB", "disk": "500MiB"}
SMOKE = {"time": "1min"}


def ended(ending: Ending, used: int = 0) -> Ended:
    return Ended(ending=ending, exit_code=137, wall_seconds=1, cpu_seconds=1, peak_memory_bytes=1, used=used)


@pytest.mark.parametrize(
    ("values", "mode", "how", "says"),
    [
        (
            {"resources": NEEDS},
            Mode.SCORED,
            ended(Ending.MEMORY_LIMIT, 2 << 30),
            ("its limit of 2GiB of memory: it used 2 GiB", "Raise `resources.memory` if"),
        ),
        (
            {"resources": NEEDS, "smoke": SMOKE},
            Mode.SMOKE,
            ended(Ending.MEMORY_LIMIT, 2 << 30),
            ("2GiB", "Raise `resources.memory` if"),
        ),
        (
            {"resources": NEEDS, "smoke": {**SMOKE, "resources": {"memory": "64MiB"}}},
            Mode.SMOKE,
            ended(Ending.MEMORY_LIMIT, 64 << 20),
            ("its limit of 64MiB", "Raise `smoke.resources.memory` if"),
        ),
        (
            {"resources": NEEDS},
            Mode.SCORED,
            ended(Ending.DISK_LIMIT, 750 << 20),
            ("its limit of 500MiB of disk: it wrote 750 MiB", "Raise `resources.disk` if"),
        ),
        (
            {},
            Mode.SCORED,
            ended(Ending.MEMORY_LIMIT, 20 << 30),
            ("nearly all of the machine's: it used 20 GiB", "Declare `resources.memory` if"),
        ),
        ({}, Mode.SCORED, ended(Ending.DISK_LIMIT, 101 << 30), ("the 100 GiB that it has", "Declare `resources.disk`")),
        (
            {},
            Mode.SCORED,
            ended(Ending.PROCESS_LIMIT, 4096),
            ("limit of 4096 processes and threads: it had 4096", "Raise `resources.processes` if"),
        ),
    ],
)
def test_a_limit_is_told_with_what_was_used_and_what_raises_it(
    values: dict[str, Any], mode: Mode, how: Ended, says: tuple[str, str]
) -> None:
    told = reason(Experiment.model_validate({"command": ["python", "run.py"], **values}), mode, how)
    assert [part for part in (*says, "all its processes were ended") if part not in told] == []


@pytest.mark.parametrize(
    "ending", [Ending.EXIT, Ending.SIGNAL, Ending.TIME_LIMIT, Ending.LOG_LIMIT, Ending.INTERRUPTED]
)
def test_of_other_endings_nothing_is_said(ending: Ending) -> None:
    assert reason(Experiment.model_validate({"command": ["x"]}), Mode.SCORED, ended(ending)) == ""


@pytest.mark.parametrize(
    ("count", "text"), [(5, "5 B"), (1 << 10, "1 KiB"), (1536 << 20, "1.5 GiB"), (3 << 40, "3 TiB")]
)
def test_sizes_are_read_by_people(count: int, text: str) -> None:
    assert size(count) == text
