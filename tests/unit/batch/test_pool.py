"""Many artifacts side by side: each gets its own outcome, whatever happens to the others."""

import multiprocessing
from pathlib import Path

import pytest

from reprobridge_spec.batch.limits import WorkLimits, processors
from reprobridge_spec.batch.outcome import Checked, Failure, FailureKind, Result
from reprobridge_spec.batch.run import check_all
from reprobridge_spec.batch.worker import outcome_of
from reprobridge_spec.errors import ExitCode, NotDoneError
from tests.unit.batch.checks import answer

LIMITS = WorkLimits(seconds=20, memory=2 << 30)


def run(*names: str, jobs: int = 2, limits: WorkLimits = LIMITS) -> list[Result]:
    return list(check_all([Path(name) for name in names], answer, jobs=jobs, limits=limits))


def failure(result: Result) -> Failure:
    assert isinstance(result.outcome, Failure)
    return result.outcome


def test_results_come_in_the_order_of_the_artifacts() -> None:
    names = ["slow1", "a", "b", "slow2", "c", "d"]
    results = run(*names)
    assert [result.path.name for result in results] == names
    reports = [result.outcome.report.artifact for result in results if isinstance(result.outcome, Checked)]
    assert reports == names


ALONE = "Check it alone with more memory; if that ends too, please report it."
FAULTS = {
    "crash": (FailureKind.DEFECT, "a defect of rrspec: a rule is wrong", "Please report it."),
    "none": (FailureKind.NO_ARTIFACT, "no rra.yaml in it", "Name its folder."),
    "rights": (FailureKind.NOT_READ, "it cannot be read: Permission denied (rights)", "Check its rights."),
    "disk": (FailureKind.NOT_READ, "it cannot be read: I/O error", ""),
    "memory": (
        FailureKind.MEMORY_LIMIT,
        "it takes more than 2048 MiB of memory to check it",
        "Give a higher `--memory` if you trust it.",
    ),
    "exit": (FailureKind.WORKER_ENDED, "the process that checked it was ended with exit code 3", ALONE),
    "killed": (FailureKind.WORKER_ENDED, "the process that checked it was ended by signal 9 (Killed)", ALONE),
}


def test_each_way_to_fail_is_the_own_outcome_of_its_artifact() -> None:
    names = [name for fault in FAULTS for name in (fault, "good")]
    results = run(*names)
    assert [isinstance(result.outcome, Checked) for result in results] == [name == "good" for name in names]
    found = [(failure(result).kind, failure(result).message, failure(result).hint) for result in results[::2]]
    assert found == list(FAULTS.values())
    assert [failure(result).artifact for result in results[::2]] == list(FAULTS)


def test_what_hangs_is_ended_and_the_rest_goes_on() -> None:
    results = run("hang", "a", "hang2", "b", limits=WorkLimits(seconds=1))
    kinds = [getattr(result.outcome, "kind", None) for result in results]
    assert kinds == [FailureKind.TIME_LIMIT, None, FailureKind.TIME_LIMIT, None]
    assert failure(results[0]).message == "it takes longer than 1 s to check it"
    assert failure(results[0]).hint == "Check it alone, or with a higher `--timeout`."


def test_only_a_defect_keeps_what_a_developer_needs() -> None:
    crash, *others = run("crash", "none", "rights", "memory", "exit")
    assert failure(crash).details.startswith("Traceback")
    assert failure(crash).details.endswith("ValueError: a rule is wrong\n")
    assert [failure(other).details for other in others] == [""] * 4


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (NotDoneError("it is busy", place="paper/code/a.py"), "paper/code/a.py: it is busy"),
        (NotDoneError("it is busy", place="paper"), "it is busy"),
        (OSError(5, "I/O error"), "it cannot be read: I/O error"),
        (OSError("strange"), "it cannot be read: strange"),
    ],
    ids=["a place inside", "its own place", "no name of a file", "no number"],
)
def test_a_failure_names_the_place_inside_once(error: Exception, message: str) -> None:
    def fails(_: Path) -> Checked:
        raise error

    outcome = outcome_of(Path("paper"), fails, LIMITS)
    assert isinstance(outcome, Failure)
    assert (outcome.artifact, outcome.message) == ("paper", message)


def test_no_process_is_left_when_nobody_wants_the_rest() -> None:
    results = check_all([Path("a"), Path("hang"), Path("hang2")], answer, jobs=2)
    assert next(results).path == Path("a")
    results.close()  # type: ignore[attr-defined]
    assert multiprocessing.active_children() == []


def test_nothing_to_do_starts_nothing() -> None:
    assert run() == []


class Said:
    def __init__(self) -> None:
        self.said: list[object] = []

    def begin(self, total: int) -> None:
        self.said.append(total)

    def done(self, result: Result) -> None:
        self.said.append(result.path.name)


def test_progress_is_told_once_for_each() -> None:
    progress = Said()
    list(check_all([Path("slow"), Path("a"), Path("b")], answer, jobs=2, progress=progress))
    assert progress.said[0] == 3
    assert sorted(map(str, progress.said[1:])) == ["a", "b", "slow"]


@pytest.mark.parametrize("kind", FailureKind)
def test_every_failure_ends_with_a_code_that_is_no_success(kind: FailureKind) -> None:
    assert kind.exit_code in {ExitCode.NO_ARTIFACT, ExitCode.DEFECT, ExitCode.NOT_DONE}


def test_there_is_at_least_one_processor() -> None:
    assert processors() >= 1
