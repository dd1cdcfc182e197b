from typing import Any

import pytest

from reprobridge_spec.model.references import Observation, Origin
from reprobridge_spec.stats.observations import usable


def observation(**fields: Any) -> Observation:
    return Observation(value=fields.pop("value", "0.5"), by=Origin.IMPORTED, **fields)


@pytest.mark.parametrize("fields", [{"seeds": [10, 11, 12]}, {"n": 3}, {"runs": ["a", "b", "c"]}])
def test_an_observation_over_as_many_runs_is_a_reference(fields: dict[str, Any]) -> None:
    found = usable([observation(**fields)], 3)
    assert (len(found.values), found.notes) == (1, ())


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"n": 1}, "it is over 1 run, the statistic over 3"),
        ({"seeds": [10, 11, 12, 13]}, "it is over 4 runs, the statistic over 3"),
        ({"seeds": [10], "runs": ["a", "b", "c"]}, "it is over 1 run, the statistic over 3"),
        ({}, "it does not say over how many runs it is"),
        ({"n": 3, "value": "1e400"}, "beyond what other readers can hold"),
    ],
)
def test_any_other_is_none_and_is_said_to_be_none(fields: dict[str, Any], reason: str) -> None:
    found = usable([observation(**fields)], 3)
    assert found.values == ()
    assert reason in found.notes[0]
    assert "is no reference" in found.notes[0]
