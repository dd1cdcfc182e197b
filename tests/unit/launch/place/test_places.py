"""Real launchers in every place that this machine has."""

import time
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

from reprobridge_spec.launch.ancestry.base import NoTracer
from reprobridge_spec.launch.attempt import Attempted, attempts_of, came_to
from reprobridge_spec.launch.order import Order
from reprobridge_spec.launch.place.base import Place
from reprobridge_spec.launch.place.executor import ExecutorPlace
from reprobridge_spec.launch.place.local import Local
from reprobridge_spec.launch.sandbox.base import Folders
from reprobridge_spec.launch.sandbox.none import NoSandbox
from reprobridge_spec.launch.working_copy import snapshot
from reprobridge_spec.model.experiment import Resources

PLACES: dict[str, Callable[[Path], Place]] = {
    "local": lambda checks: Local(2, checks),
    "threads": lambda _: ExecutorPlace(ThreadPoolExecutor(2), 2),
    "processes": lambda _: ExecutorPlace(ProcessPoolExecutor(2, mp_context=get_context("spawn")), 2),
}


@pytest.fixture(params=PLACES)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    place = PLACES[request.param](tmp_path / "checks")
    yield place
    place.close()


@pytest.fixture
def order(tmp_path: Path) -> Callable[..., Order]:
    """Makes an order for a shell script, in a folder of its own."""
    work = tmp_path / "work" / "work"
    environment = tmp_path / "environment"
    for folder in (work, environment):
        folder.mkdir(parents=True)

    def make(script: str, name: str = "run", **values: Any) -> Order:
        run = tmp_path / name
        (run / "output").mkdir(parents=True, exist_ok=True)
        given: dict[str, Any] = {
            "run": run,
            "label": name,
            "command": ("sh", "-c", script),
            "variables": {"RRA_MODE": "scored"},
            "folders": Folders(
                work=work,
                output=run / "output",
                home=run / "home",
                temporary=run / "tmp",
                environment=environment,
                python_prefix=environment,
            ),
            "sandbox": NoSandbox(),
            "resources": Resources(),
            "hosts": (),
            "keys": (),
            "tracer": NoTracer("a test"),
            "time_limit": 60.0,
            "stop": tmp_path / "stop",
            "salt": "0" * 32,
            "pristine": snapshot(work),
            "environment_fingerprint": "",
        }
        return Order(**(given | values))

    return make


def result(future: Future[Attempted] | None) -> Attempted:
    assert future is not None
    return future.result(timeout=60)


def test_a_launcher_runs_and_its_end_is_kept(place: Place, order: Callable[..., Order]) -> None:
    made = order("echo $RRA_MODE $RRA_ATTEMPT; exit 3")
    attempted = result(place.start(made))
    assert (attempted.ended.exit_code, (made.run / "log").read_text()) == (3, "scored 1\n")
    assert [(attempt.number, attempt.exit_code) for attempt in attempted.attempts] == [(1, 3)]
    assert came_to(made.run) == attempted


def test_another_attempt_has_the_next_number_and_the_output_of_the_first(
    place: Place, order: Callable[..., Order]
) -> None:
    made = order("echo $RRA_ATTEMPT >> $RRA_OUTPUT_DIR/attempts; ls -A $HOME $TMPDIR; touch $HOME/left")
    result(place.start(made))
    attempted = result(place.start(made))
    assert (made.folders.output / "attempts").read_text() == "1\n2\n"
    assert [attempt.number for attempt in attempted.attempts] == [1, 2]
    assert "left" not in (made.run / "log").read_text()


def test_the_stop_file_ends_what_runs_as_interrupted(place: Place, order: Callable[..., Order]) -> None:
    made = order("echo here; sleep 60")
    future = place.start(made)
    while not (made.run / "log").exists() or not (made.run / "log").read_text():
        time.sleep(0.02)
    made.stop.touch()
    attempted = result(future)
    assert [attempt.ending for attempt in attempted.attempts] == ["interrupted"]
    assert came_to(made.run) is None


def test_where_there_is_no_room_a_run_waits(place: Place, order: Callable[..., Order]) -> None:
    futures = [place.start(order("sleep 0.3", name)) for name in ("a", "b", "c")]
    assert futures[2] is None
    result(futures[0])
    result(futures[1])
    deadline = time.monotonic() + 10
    while (future := place.start(order("true", "c"))) is None:
        assert time.monotonic() < deadline
    assert result(future).ended.exit_code == 0


def test_an_attempt_that_was_cut_off_counts(order: Callable[..., Order], tmp_path: Path) -> None:
    made = order("exit 0")
    (made.run / "attempts").mkdir()
    cut_off = '{"number": 1, "started": "2026-01-01T00:00:00Z", "ended": "2026-01-01T00:00:00Z", '
    (made.run / "attempts" / "1.json").write_text(cut_off + '"exit_code": 137, "ending": "interrupted"}')
    place = Local(1, tmp_path / "checks")
    assert [attempt.ending for attempt in result(place.start(made)).attempts] == ["interrupted", "exit"]
    assert len(attempts_of(made.run)) == 2
    place.close()


def test_an_order_that_needs_more_cores_than_there_are_gets_all(order: Callable[..., Order], tmp_path: Path) -> None:
    place = Local(2, tmp_path / "checks")
    large = place.start(order("sleep 0.2", "large", resources=Resources(cpus=64)))
    assert place.start(order("true", "small")) is None
    result(large)
    place.close()


def test_what_a_launcher_wrote_outside_is_told(place: Place, order: Callable[..., Order]) -> None:
    made = order("touch here; mkdir ../beside")
    assert set(result(place.start(made)).outside) >= {"here", "../beside"}
