from datetime import date

import pytest

from reprobridge_spec.findings import Severity
from reprobridge_spec.model.profile_facts import facts
from reprobridge_spec.validation import profiles
from reprobridge_spec.validation.profile_lint import lint

TODAY = date(2026, 11, 30)
GOOD = """\
rra: "1.0"
id: ours
title: Our own policy
level: executed
sources:
  - {url: "https://example.org/policy", read: "2026-01-01"}
  - {url: "https://example.org/form", read: "2026-11-30", of: [limits, formats], confirmed: false, note: a form}
limits: {package_bytes: 100, folder_entries: 5}
formats: [zip, tar.zst]
required_files: ["README*"]
license: {required: true, accepted: [MIT, Apache-2.0]}
badges: {available: [a licence], functional: [a README]}
badge_sets: [[available], [available, functional]]
by_hand: [an appendix]
weights: {RRL010: error}
waivable: [RRL010]
"""


@pytest.mark.parametrize("name", profiles.names())
def test_a_profile_of_the_standard_is_good(name: str) -> None:
    assert lint(profiles.file_of(name).read_bytes(), f"{name}.yaml", TODAY).faults == ()


@pytest.mark.parametrize("name", profiles.names())
def test_each_fact_of_a_profile_of_the_standard_has_a_source_and_a_day(name: str) -> None:
    profile = profiles.profile(name)
    for fact in facts(profile):
        for number in fact.sources:
            assert date(2026, 7, 1) < date.fromisoformat(profile.sources[number - 1].read) <= TODAY
        assert fact.sources


def test_a_good_profile_has_no_faults() -> None:
    assert lint(GOOD.encode(), "ours.yaml", TODAY).faults == ()


def test_a_fact_is_from_the_sources_that_name_it_else_from_those_that_name_nothing() -> None:
    profile = lint(GOOD.encode(), "ours.yaml", TODAY).profile
    assert profile is not None
    sources = {fact.name: fact.sources for fact in facts(profile)}
    assert sources["limits.package_bytes"] == sources["formats"] == (2,)
    assert sources["license"] == sources["by_hand"] == (1,)


BAD = {
    "a day that is none": (GOOD.replace("2026-01-01", "2026-02-30"), "no day"),
    "a day of another form": (GOOD.replace("2026-01-01", "20260101"), "no day"),
    "a day in words": (GOOD.replace("2026-01-01", "last week"), "no day"),
    "a day that is yet to come": (GOOD.replace("2026-11-30", "2026-12-01"), "yet to come"),
    "no address": (GOOD.replace("https://example.org/form", "the form"), "no address"),
    "a field that venues are not asked for": (GOOD.replace("formats], c", "format], c"), "`of` names format"),
    "a field that is not given": (GOOD.replace("[limits, formats]", "[limits, tolerance]"), "does not give"),
    "a limit that is not given": (
        GOOD.replace("[limits,", "[limits.files,"),
        "limits.files, which the profile does not",
    ),
    "a fact without a source": (GOOD.replace('01-01"}', '01-01", of: [license]}'), "no source says where"),
    "a rule that does not exist": (GOOD.replace("{RRL010:", "{RRL9:"), "RRL9"),
    "a rule that is never waived": (GOOD.replace("waivable: [RRL010]", "waivable: [RRS001]"), "lets RRS001 be waived"),
    "a badge that nobody describes": (GOOD.replace("[[available]", "[[reusable]"), "names reusable"),
    "a licence that is none": (GOOD.replace("[MIT,", "[The MIT License,"), "no identifier of the SPDX list"),
    "two licences in one": (GOOD.replace("[MIT,", "[MIT OR Zlib,"), "no identifier"),
    "a form that is not taken anywhere": (GOOD.replace("[zip,", "[rar,"), "formats"),
    "no limit at all": (GOOD.replace("package_bytes: 100", "package_bytes: 0"), "package_bytes"),
    "a misspelt key": (GOOD.replace("by_hand", "by_hands"), "by_hands"),
    "no YAML": ("a: [", "YAML"),
}


@pytest.mark.parametrize("name", BAD)
def test_what_is_wrong_is_told_at_its_line(name: str) -> None:
    text, said = BAD[name]
    found = lint(text.encode(), "ours.yaml", TODAY).faults
    assert any(said in fault.message for fault in found), found
    assert all(fault.mark and fault.advice for fault in found)
    assert all(fault.severity is Severity.ERROR for fault in found)


def test_all_faults_are_told_at_once_in_the_order_of_lines() -> None:
    text = GOOD.replace("2026-01-01", "x").replace("[MIT,", "[Mine,").replace("{RRL010:", "{RRL9:")
    found = lint(text.encode(), "ours.yaml", TODAY).faults
    lines = [fault.mark.line for fault in found if fault.mark]
    assert len(lines) == 3
    assert lines == sorted(lines)


def test_a_source_that_was_read_long_ago_is_a_warning() -> None:
    (fault,) = lint(GOOD.encode(), "ours.yaml", date(2027, 1, 2)).faults
    assert (fault.severity, "more than a year ago" in fault.message) == (Severity.WARNING, True)
    assert lint(GOOD.encode(), "ours.yaml", date(2027, 1, 1)).faults == ()
