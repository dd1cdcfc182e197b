"""Whatever place of a manifest has no form, it is told once, and nothing that follows from it is told besides.

Each place of the base artifacts of the conformance suite has its turn: its key is misspelt, or its value is of another
kind.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any

import pytest

from reprobridge_spec.documents import yaml_tree
from reprobridge_spec.documents.files import FolderFiles
from reprobridge_spec.findings import Finding
from reprobridge_spec.location import Path, json_pointer
from reprobridge_spec.model.scalars import Plain
from reprobridge_spec.validation.engine import validate
from tests.conftest import CHECKOUT

MANIFEST = "rra.yaml"
BASES = CHECKOUT / "conformance" / "base"
SMALL, LARGE = ["minimal", "shipped-score"], ["chain", "gated", "repaired"]
Change = Callable[[dict[str, Any], str], None]
"""Changes a key of a mapping, or what stands there."""


class Edited(FolderFiles):
    """A base artifact with another manifest."""

    def __init__(self, base: str, manifest: Any) -> None:
        super().__init__(BASES / base)
        self._manifest = written(manifest).encode()

    def read(self, path: str, limit: int) -> bytes:
        return self._manifest if path == MANIFEST else super().read(path, limit)


def written(value: Any) -> str:
    """A document as YAML in one line, with quotes where they stood."""
    if isinstance(value, dict):
        return f"{{{', '.join(f'{json.dumps(key)}: {written(item)}' for key, item in value.items())}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(written, value))}]"
    is_bare = isinstance(value, Plain) and not set(value) & set(",{}[]")
    return str(value) if is_bare else json.dumps(value)


def data_of(base: str) -> Any:
    return yaml_tree.read((BASES / base / MANIFEST).read_bytes()).data


@cache
def findings_of_base(base: str) -> frozenset[tuple[str, str]]:
    return frozenset((one.rule, one.message) for one in validate(FolderFiles(BASES / base), name=base).findings)


def places(value: Any, path: Path = ()) -> Iterator[Path]:
    """The places below a value that have a key."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        if isinstance(key, str):
            yield (*path, key)
        yield from places(item, (*path, key))


def owner(data: Any, path: Sequence[str | int]) -> tuple[Any, str]:
    """The mapping in which a place is, and its key there."""
    for step in path[:-1]:
        data = data[step]
    return data, str(path[-1])


def misspelt(around: dict[str, Any], key: str) -> None:
    wrong = key[:-2] + key[:-3:-1] if len(key) > 2 and key[-1] != key[-2] else key + key[-1]
    items = [(wrong if name == key else name, value) for name, value in around.items()]
    around.clear()
    around.update(items)


def of_another_kind(around: dict[str, Any], key: str) -> None:
    around[key] = [["odd"]] if isinstance(around[key], dict) else {"odd": ["odd"]}


def found(base: str, path: Path, change: Change) -> list[Finding]:
    """What is found beyond what is found in the base, when one of its places is changed."""
    data = data_of(base)
    change(*owner(data, path))
    report = validate(Edited(base, data), name=base)
    return [one for one in report.findings if (one.rule, one.message) not in findings_of_base(base)]


def told_twice(base: str, change: Change) -> tuple[int, dict[str, list[tuple[str, str]]]]:
    """How many places have no form when changed, and what is told of those of which more than that is told.

    A key of the author's own, such as an id, may be any.
    """
    faulty, twice = 0, {}
    for path in places(data_of(base)):
        told = found(base, path, change)
        of_form = [one for one in told if one.rule in {"RRM002", "RRM004", "RRM005", "RRM006"}]
        faulty += bool(of_form)
        if of_form and len(told) > 1:
            twice[json_pointer(path)] = [(one.rule, one.message) for one in told]
    return faulty, twice


@pytest.mark.parametrize("base", [*SMALL, *(pytest.param(base, marks=pytest.mark.slow) for base in LARGE)])
@pytest.mark.parametrize("change", [misspelt, of_another_kind])
def test_one_place_without_form_is_one_finding(base: str, change: Change) -> None:
    faulty, twice = told_twice(base, change)
    assert twice == {}
    # nearly each key of a document is the standard's, or holds something of a kind
    assert faulty > len(list(places(data_of(base)))) / 2


ONCE_TOLD_TWICE = {
    "chain": [
        "metrics/error/range",
        "defaults/experiment/resources",
        "experiments/train/inputs",
        "experiments/first/runs",
        "experiments",
    ],
    "gated": [
        "inputs/notes/permitted",
        "inputs/notes/permitted/by",
        "experiments",
        "experiments/answer/inputs",
        "experiments/answer/resources/time/limit",
        "experiments/answer/smoke",
        "experiments/answer/smoke/inputs",
        "experiments/larger/blocked/reason",
    ],
    "repaired": [
        "codebase",
        "codebase/docs",
        "codebase/shipped_results",
        "experiments/half/inputs",
        "experiments/half/resources/time",
        "experiments/half/tasks/count/blocked",
    ],
}


@pytest.mark.parametrize("change", [misspelt, of_another_kind])
@pytest.mark.parametrize(("base", "place"), [(base, place) for base, all_ in ONCE_TOLD_TWICE.items() for place in all_])
def test_what_follows_from_a_place_without_form_is_not_told(base: str, place: str, change: Change) -> None:
    assert [one.rule[:5] for one in found(base, tuple(place.split("/")), change)] == ["RRM00"]


def test_an_experiment_whose_one_task_has_no_form_is_not_said_to_have_none() -> None:
    assert [one.rule for one in found("gated", ("experiments", "larger", "tasks", "match"), of_another_kind)] == [
        "RRM006"
    ]


def misspelt_and_of_another_kind(around: dict[str, Any], key: str) -> None:
    around[key] = Plain("1h")
    misspelt(around, key)


def test_a_misspelt_key_with_a_value_of_another_kind_is_told_once() -> None:
    path = ("experiments", "test", "resources", "time")
    assert [one.rule for one in found("shipped-score", path, misspelt_and_of_another_kind)] == ["RRM004"]


@pytest.mark.parametrize(
    ("base", "left_out", "missing", "rule"),
    [
        # of another experiment, another input, another key
        ("gated", "experiments/larger/blocked", "experiments/answer/tasks/match/dataset", "RRL001"),
        ("repaired", "experiments/large/blocked", "experiments/half/resources/time", "RRL005"),
        ("gated", "inputs/notes/permitted", "inputs/weights/role", "RRE006"),
        ("chain", "experiments/train/outputs", "experiments/evaluate/tasks", "RRM017"),
        ("chain", "experiments/evaluate/command", "experiments/train/inputs", "RRL016"),
        ("gated", "experiments/answer/resources", "inputs/notes", "RRM010"),
    ],
)
def test_what_does_not_follow_from_it_is_told(base: str, left_out: str, missing: str, rule: str) -> None:
    data = data_of(base)
    around, key = owner(data, left_out.split("/"))
    around[key] = {"odd": {"odd": 1}}
    around, key = owner(data, missing.split("/"))
    del around[key]
    rules = {one.rule for one in validate(Edited(base, data), name=base).findings}
    assert rule in rules
    assert rules & {"RRM004", "RRM005", "RRM006"}
