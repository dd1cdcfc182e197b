from collections.abc import Collection, Mapping
from typing import Any

import pytest

from reprobridge_spec.model.isolation import Isolation
from reprobridge_spec.model.verification import AxisName
from reprobridge_spec.verify.counterfactual.turns import Still, Turn, turns

APART = Isolation(kind="bubblewrap", network=False, read_only=True)
NONE = Isolation(kind="none", network=True, read_only=False)


def found(
    isolation: Isolation = APART,
    declared: Mapping[str, str] | None = None,
    cores: int = 8,
    locales: Collection[str] = (),
) -> dict[AxisName, Turn | Still]:
    return {turn.name: turn for turn in turns(isolation, declared or {}, cores, locales)}


def turned(name: AxisName, **values: Any) -> Turn:
    turn = found(**values)[name]
    assert isinstance(turn, Turn)
    return turn


def still(name: AxisName, **values: Any) -> Still:
    turn = found(**values)[name]
    assert isinstance(turn, Still)
    return turn


def test_every_name_is_turned_or_said_once_and_again_comes_first() -> None:
    names = [turn.name for turn in turns(APART, {}, 8, [])]
    assert sorted(names) == sorted(AxisName)
    assert names[0] is AxisName.AGAIN


def test_without_a_sandbox_user_and_network_cannot_be_turned() -> None:
    for name in (AxisName.USER, AxisName.NETWORK):
        assert (still(name, isolation=NONE).held, "isolation none" in still(name, isolation=NONE).why) == (False, True)


def test_a_run_that_had_no_network_needs_no_other() -> None:
    assert still(AxisName.NETWORK).held


@pytest.mark.parametrize(
    ("declared", "name"),
    [
        ({"PYTHONHASHSEED": "0"}, AxisName.HASH_SEED),
        ({"TZ": "UTC"}, AxisName.TIME_ZONE),
        ({"LC_ALL": "C"}, AxisName.LOCALE),
        ({"LANG": "C"}, AxisName.LOCALE),
        ({"PYTHONUTF8": "1"}, AxisName.LOCALE),
    ],
)
def test_what_the_manifest_gives_every_run_is_not_turned(declared: dict[str, str], name: AxisName) -> None:
    (variable, value) = next(iter(declared.items()))
    fixed = still(name, declared=declared)
    assert (fixed.held, fixed.why) == (False, f"the manifest gives every run {variable}={value}")


@pytest.mark.parametrize(
    ("locales", "said"),
    [
        (["C", "POSIX", "de_DE.utf8"], "de_DE.utf8"),
        (["fr_FR.UTF-8", "de_DE.utf8"], "de_DE.utf8"),
        (["tr_TR.utf8", "de_DE.utf8"], "tr_TR.utf8"),
        (["C", "C.utf8", "en_US.utf8"], "C, with ASCII as Python's encoding (no other language is installed)"),
        (["de_DE"], "C, with ASCII as Python's encoding (no other language is installed)"),
        ([], "C, with ASCII as Python's encoding (no other language is installed)"),
    ],
)
def test_the_locale_is_one_that_is_installed(locales: list[str], said: str) -> None:
    assert turned(AxisName.LOCALE, locales=locales).said == said


@pytest.mark.parametrize(
    ("declared", "cores", "said", "variables"),
    [
        ({}, 8, "one core and one thread", {"OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}),
        ({"OMP_NUM_THREADS": "4"}, 8, "one core and one thread", {"MKL_NUM_THREADS": "1"}),
        ({}, 1, "two threads", {"OMP_NUM_THREADS": "2", "MKL_NUM_THREADS": "2"}),
    ],
)
def test_threads_are_others_than_they_would_be(
    declared: dict[str, str], cores: int, said: str, variables: dict[str, str]
) -> None:
    turn = turned(AxisName.THREADS, declared=declared, cores=cores)
    assert (turn.said, turn.variables.items() >= variables.items()) == (said, True)
    assert not turn.variables.keys() & declared.keys()


def test_on_one_core_threads_that_are_all_declared_stay() -> None:
    every = dict.fromkeys(("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS", "NUMEXPR_NUM_THREADS"), "1")
    assert not still(AxisName.THREADS, declared=every, cores=1).held
    assert turned(AxisName.THREADS, declared=every, cores=2).variables == {}


def test_two_runs_have_the_time_of_two() -> None:
    assert {turn.name for turn in found().values() if isinstance(turn, Turn) and turn.runs > 1} == {AxisName.SECOND_RUN}
