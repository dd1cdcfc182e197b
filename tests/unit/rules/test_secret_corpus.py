"""Secrets of many kinds are found and hidden, and what only resembles them is not taken for one."""

import pytest

from reprobridge_spec.documents.text_bytes import as_text
from reprobridge_spec.rules.base import Fault
from reprobridge_spec.rules.secret_form import SHOWN
from reprobridge_spec.rules.secret_mask import mask_for
from tests.unit.rules.memory_artifact import base
from tests.unit.rules.rule_cases import found_by
from tests.unit.rules.secret_corpus import Sample, samples

SECRETS, NEAR = samples("secrets"), samples("near")


def faults_in(sample: Sample) -> list[Fault]:
    artifact = base()
    artifact.contents[sample.path] = sample.data
    return [fault for fault in found_by("RRS001", artifact).faults if fault.file == sample.path]


def test_there_are_many_kinds_and_twice_as_many_near_misses() -> None:
    kinds = len(SECRETS)
    lines = sum(len([line for line in sample.data.splitlines() if line.strip()]) for sample in NEAR)
    assert kinds >= 130
    assert lines >= 2 * kinds


@pytest.mark.parametrize("sample", SECRETS, ids=str)
def test_a_secret_is_found_by_its_first_four_characters(sample: Sample) -> None:
    messages = [fault.message for fault in faults_in(sample)]
    assert any(f"beginning `{hidden[:SHOWN]}`" in message for message in messages for hidden in sample.hides), messages


@pytest.mark.parametrize("sample", SECRETS, ids=str)
def test_no_more_of_a_secret_is_shown(sample: Sample) -> None:
    text = (as_text(sample.data) or sample.data).decode("utf-8", "replace")
    shown = mask_for(sample.path, text.encode())(text)
    for hidden in sample.hides:
        assert hidden[: SHOWN + 1] not in shown
        assert all(hidden[: SHOWN + 1] not in fault.message for fault in faults_in(sample))


@pytest.mark.parametrize("sample", NEAR, ids=str)
def test_what_only_resembles_a_secret_is_none(sample: Sample) -> None:
    assert [(fault.mark, fault.message) for fault in faults_in(sample)] == []
