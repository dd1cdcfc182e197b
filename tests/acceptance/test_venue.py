"""`rrspec venue`: what venues take, and what they would refuse."""

import json
import shutil
from pathlib import Path

import pytest

from tests.conftest import CHECKOUT, CommandLine

ARTIFACT = CHECKOUT / "conformance" / "base" / "repaired"
PROFILES = CHECKOUT / "schema" / "1.0" / "profiles"


def test_the_list_names_each_venue_with_its_size_and_day(rrspec: CommandLine) -> None:
    said = rrspec("venue", "list").stdout
    for part in ("package 100 MB", "zip, pdf, tgz, gz", "2026-11-30", "package 100 MB?"):
        assert part in said
    ids = [one["id"] for one in json.loads(rrspec("venue", "list", "--format", "json").stdout)]
    assert ids == sorted(path.stem for path in PROFILES.iterdir())


def test_a_venue_is_shown_with_sources_and_what_a_person_must_see_to(rrspec: CommandLine) -> None:
    said = rrspec("venue", "show", "pets").stdout
    for part in ("checked by `rrspec`", "to be seen to by a person", "within 5%", "[2] https://", "read 2026-11-30"):
        assert part in said
    assert "not confirmed" not in said


def test_what_is_not_confirmed_is_said(rrspec: CommandLine) -> None:
    assert "at most 100,000,000 bytes  [1] not confirmed" in rrspec("venue", "show", "iclr").stdout


def test_a_profile_of_one_s_own_is_shown_and_linted(tmp_path: Path, rrspec: CommandLine) -> None:
    file = Path(shutil.copy(PROFILES / "arr.yaml", tmp_path / "ours.yaml"))
    assert rrspec("venue", "show", file).returncode == 0
    assert rrspec("venue", "lint", file).stdout == f"{file}: good\n"
    file.write_text(file.read_text(encoding="utf-8").replace("2026-11-30", "soon"), encoding="utf-8")
    ended = rrspec("venue", "lint", file, PROFILES / "icml.yaml", "--format", "json")
    assert ended.returncode == 1
    (ours, theirs) = json.loads(ended.stdout)
    assert (ours["faults"][0]["message"], theirs["faults"]) == ("soon is no day", [])
    assert ":8:" in rrspec("venue", "lint", file).stdout


@pytest.mark.parametrize(
    "call", [("show", "icmll"), ("show",), ("lint",), ("lint", ARTIFACT), ("lint", "gone.yaml"), ("shown", "icml")]
)
def test_a_call_that_means_nothing_is_refused(call: tuple[object, ...], rrspec: CommandLine) -> None:
    assert rrspec("venue", *call).returncode == 2


def test_a_package_of_a_form_that_the_venue_does_not_take_is_refused(tmp_path: Path, rrspec: CommandLine) -> None:
    package = tmp_path / "paper.rra.zip"
    assert rrspec("pack", ARTIFACT, "-o", package).returncode == 0
    other = Path(shutil.copy(package, tmp_path / "paper.rra.tar.zst"))
    profile = tmp_path / "ours.yaml"
    text = 'rra: "1.0"\nid: ours\ntitle: Ours\nlevel: draft\nsources: [{url: "https://x.org", read: "2026-11-01"}]\n'
    profile.write_text(f"{text}formats: [zip]\nlimits: {{package_bytes: {package.stat().st_size}}}\n", encoding="utf-8")
    assert rrspec("validate", package, "--profile", profile).returncode == 0
    ended = rrspec("validate", other, "--profile", profile)
    assert ended.returncode == 1
    assert "RRP030 not-as-venue-asks" in ended.stdout
    size = package.stat().st_size - 1
    profile.write_text(f"{text}limits: {{package_bytes: {size}}}\n", encoding="utf-8")
    assert "RRP006 over-limit" in rrspec("validate", package, "--profile", profile).stdout
