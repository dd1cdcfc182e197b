"""Very many places in one text: taken out, told apart, and proved, in time that grows with their number."""

import time
from pathlib import Path

import pytest

from reprobridge_spec.rules.identity.search import Given, apart
from reprobridge_spec.rules.known_owners import is_neutral
from tests.conftest import CommandLine

MANIFEST = 'rra: "1.0"\nid: many\nversion: "1"\ntitle: Many\nlevel: draft\n'


def place(start: int, end: int) -> Given:
    return Given(start=start, end=end, what="a name", text="x")


def test_places_that_share_a_character_are_not_both_kept() -> None:
    found = [place(0, 4), place(3, 9), place(9, 10), place(8, 9), place(20, 20), place(12, 14), place(11, 15)]
    assert [(one.start, one.end) for one in apart(found)] == [(3, 9), (9, 10), (11, 15)]


def test_a_hundred_thousand_places_are_told_apart() -> None:
    begun = time.process_time()
    assert len(apart([place(number * 10, number * 10 + 5) for number in range(100_000)])) == 100_000
    # each with each took minutes
    assert time.process_time() - begun < 20


def test_the_mapping_may_have_any_name(rrspec: CommandLine, tmp_path: Path) -> None:
    artifact = tmp_path / "named"
    (artifact / "code").mkdir(parents=True)
    (artifact / "rra.yaml").write_text(MANIFEST)
    (artifact / "code" / "a.txt").write_text("".join(f"see /home/jane{number}/x\n" for number in range(300)))
    seal = tmp_path / "mapping.seal"
    made = rrspec("anonymize", artifact, "-o", tmp_path / "blind", "--seal", seal)
    assert made.returncode == 0, made.stderr
    assert "jane" not in (tmp_path / "blind" / "code" / "a.txt").read_text()
    assert rrspec("unseal", tmp_path / "blind", artifact, "--seal", seal).returncode == 0


@pytest.mark.parametrize("number", [1, 999, 10_001, 123_456_789])
def test_a_neutral_word_is_neutral_whatever_its_number(number: int) -> None:
    assert is_neutral(f"anonymous{number}")
    assert is_neutral(f"Author-{number}")
