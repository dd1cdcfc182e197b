from pathlib import Path

import pytest

from reprobridge_spec.errors import UsageError
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.validation import profiles

GOOD = """\
rra: "1.0"
id: ours
title: Our own policy
level: executed
sources: [{url: "https://example.org/policy", read: "2026-01-01"}]
"""


def test_the_standard_s_profiles_are_named_as_they_call_themselves() -> None:
    assert profiles.names()
    assert [profiles.profile(name).id for name in profiles.names()] == profiles.names()


def test_a_profile_comes_from_a_file_too(tmp_path: Path) -> None:
    file = tmp_path / "ours.yaml"
    file.write_text(GOOD + "limits: {bytes: 100}\nweights: {RRL010: error}\nwaivable: [RRL010]\n")
    found = profiles.profile(str(file))
    assert (found.level, found.limits and found.limits.bytes, found.waivable) == (Level.EXECUTED, 100, ["RRL010"])


BAD = {
    "no source": (GOOD.replace("sources", "x-sources"), "sources"),
    "a rule that does not exist": (GOOD + "weights: {RRL9: error}\n", "RRL9"),
    "a rule that is never waived": (GOOD + "waivable: [RRS001]\n", "RRS001"),
    "no such weight": (GOOD + "weights: {RRL010: fatal}\n", "weights.RRL010"),
    "a misspelt key": (GOOD + "limit: {bytes: 1}\n", "limit"),
    "no YAML": ("a: [", "YAML"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_profile_of_another_form_is_refused(tmp_path: Path, name: str) -> None:
    text, said = BAD[name]
    file = tmp_path / "ours.yaml"
    file.write_text(text)
    with pytest.raises(UsageError, match=said) as caught:
        profiles.profile(str(file))
    assert caught.value.hint
    assert str(file) in caught.value.place


@pytest.mark.parametrize(("asked", "hint"), [("icmll", "icml"), ("nothing-like-it", "icml"), ("gone.yaml", "there")])
def test_a_profile_that_is_not_there_is_refused(asked: str, hint: str) -> None:
    with pytest.raises(UsageError) as caught:
        profiles.profile(asked)
    assert hint in caught.value.hint
