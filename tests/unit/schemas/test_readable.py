"""What a manifest says beside its faults of form; what is misspelt is read as it is meant."""

from typing import Any

import pytest

from reprobridge_spec.schemas import kinds
from reprobridge_spec.schemas.load import load
from reprobridge_spec.schemas.readable import Readable

HEAD = {
    "rra": 'rra: "1.0"',
    "id": "id: a",
    "version": "version: 1.0.0",
    "title": "title: t",
    "level": "level: executed",
}


def rest(text: str, **other: str) -> Readable[Any] | None:
    head = "\n".join({**HEAD, **other}.values())
    return load(kinds.MANIFEST, f"{head}\n{text}\n".encode(), "rra.yaml").rest


def read(text: str, **other: str) -> Readable[Any]:
    found = rest(text, **other)
    assert found is not None
    return found


def test_what_is_needed_and_misspelt_is_read() -> None:
    found = read("", level="levle: executed", title="titel: t")
    assert (found.model.level, found.model.title) == ("executed", "t")
    assert not found.left_out
    assert found.misnamed == {("level",), ("title",)}


def test_below_a_misspelt_key_another_one_is_read() -> None:
    found = read("experimnets:\n  one:\n    taks: {acc: {pubished: '1'}}")
    assert found.model.experiments["one"].tasks["acc"].published == "1"
    assert found.left_out == frozenset()
    assert found.touches(("experiments", "one"))


def test_below_a_misspelt_key_a_value_of_no_form_is_left_out() -> None:
    found = read("experimnets: {one: {seeds: 3, runs: 2}}")
    assert (found.model.experiments["one"].seeds, found.model.experiments["one"].runs) == (None, 2)
    assert found.left_out == {("experiments", "one", "seeds")}


@pytest.mark.parametrize(
    "text",
    ["licence: MIT\nlicense: Apache-2.0", "license: Apache-2.0\nlicence: MIT", "license: Apache-2.0\nqqq: 1"],
    ids=["the right name behind it", "the right name before it", "no right name"],
)
def test_what_cannot_be_meant_is_left_out(text: str) -> None:
    found = read(text)
    assert (found.model.license, found.misnamed) == ("Apache-2.0", frozenset())
    assert len(found.left_out) == 1


def test_of_two_misspellings_of_one_name_the_first_is_read() -> None:
    found = read("licence: MIT\nlicens: Apache-2.0")
    assert found.model.license == "MIT"
    assert found.left_out == {("licens",)}


@pytest.mark.parametrize("level", ["level: [draft]", "level: none", "qqq: draft", "levle: none"])
def test_without_what_is_needed_nothing_is_read(level: str) -> None:
    assert rest("", level=level) is None


def test_a_manifest_of_right_form_has_no_rest() -> None:
    assert rest("license: MIT") is None
