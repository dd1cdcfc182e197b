from typing import Any

import pytest

from reprobridge_spec.model.readiness import CheckState, Doctor
from reprobridge_spec.render.doctor import duration, text
from reprobridge_spec.render.style import PLAIN, Style

ROW = {
    "experiment": "a",
    "tasks": ["a/x"],
    "ready": True,
    "runs": 3,
    "seconds": 90,
    "seconds_from": "the manifest",
}


def report(**values: Any) -> Doctor:
    given: dict[str, Any] = {
        "rra": "1.0",
        "artifact": "paper 1.0.0",
        "ready": True,
        "machine": [{"what": "cores", "state": "ok", "found": "8"}],
        "needs": [],
        "network": [],
        "experiments": [ROW],
        "seconds": 90,
        "tool": {"name": "rrspec", "version": "1"},
    }
    return Doctor.model_validate(given | values)


def lines(style: Style = PLAIN, **values: Any) -> list[str]:
    return list(text(report(**values), style))


@pytest.mark.parametrize(
    ("seconds", "said"), [(0, "0 s"), (119, "119 s"), (120, "2 min"), (7199, "120 min"), (9000, "2.5 h")]
)
def test_times_are_as_rough_as_they_are_known(seconds: float, said: str) -> None:
    assert duration(seconds) == said


def test_the_answer_stands_last() -> None:
    found = lines()
    assert found[-1] == "paper 1.0.0: 1 of 1 tasks can be run here"
    assert "  ✓ a: 1 task, 3 runs, about 90 s (says the manifest)" in found


def test_what_is_missing_says_what_to_do() -> None:
    missing = {"what": "input data", "state": "missing", "found": "TOKEN is not set", "do": "Set TOKEN."}
    lacking = ROW | {"ready": False, "missing": ["input data"]}
    found = lines(ready=False, needs=[missing], experiments=[lacking])
    position = found.index("  ✗ input data  TOKEN is not set")
    assert found[position + 1] == "      Set TOKEN."
    assert "      lacks input data" in found
    assert found[-1] == "paper 1.0.0: 0 of 1 tasks can be run here"


def test_a_blocked_experiment_and_an_unknown_time_are_said() -> None:
    blocked = {"experiment": "b", "tasks": [], "ready": False, "blocked": "resource: 64 GPUs", "runs": 1}
    found = lines(
        experiments=[ROW | {"seconds": None, "seconds_from": "nobody"}, blocked | {"seconds_from": "nobody"}],
        seconds=None,
        unknown=["a"],
    )
    assert "    b: blocked: resource: 64 GPUs" in found
    assert "  ✓ a: 1 task, 3 runs, time not known (says nobody)" in found
    assert found[-2] == "time not known of: a"


def test_hosts_that_are_asked_are_named() -> None:
    assert "  network: data.example: input data" in lines(network=["data.example: input data"])


@pytest.mark.parametrize("state", CheckState)
def test_without_unicode_signs_are_words(state: CheckState) -> None:
    found = lines(Style(unicode=False), machine=[{"what": "x", "state": state.value, "found": "y"}])
    assert found[1].isascii()
