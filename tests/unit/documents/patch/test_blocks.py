"""Where two texts differ: what the blocks leave out is the same on both sides."""

import random
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reprobridge_spec.documents.patch.blocks import Block, blocks_of, hunks_of, lines_of

some_lines = st.lists(st.sampled_from([b"a\n", b"b\n", b"c\n", b"\n"]), max_size=40)


def rebuilt(before: list[bytes], after: list[bytes], blocks: list[Block]) -> list[bytes]:
    made: list[bytes] = []
    at = 0
    for block in blocks:
        assert block.old >= at
        made += before[at : block.old] + after[block.new : block.new_end]
        at = block.old_end
    return made + before[at:]


@given(before=some_lines, after=some_lines)
def test_blocks_turn_one_text_into_the_other(before: list[bytes], after: list[bytes]) -> None:
    blocks = blocks_of(before, after)
    assert rebuilt(before, after, blocks) == after
    assert (blocks == []) == (before == after)


@given(before=some_lines, after=some_lines)
def test_hunks_hold_every_block_once_and_in_order(before: list[bytes], after: list[bytes]) -> None:
    blocks = blocks_of(before, after)
    assert [block for hunk in hunks_of(blocks) for block in hunk] == blocks


NUMBERS = [b"%d\n" % number for number in range(6000)]
LONG: dict[str, tuple[list[bytes], list[bytes], int]] = {
    "a line before and one behind": ([*NUMBERS], [b"x\n", *NUMBERS[:-1], b"y\n"], 2),
    "a line that goes and one that comes": ([*NUMBERS], [*NUMBERS[1:], b"x\n"], 2),
    "a part that moves": ([*NUMBERS], NUMBERS[100:] + NUMBERS[:100], 2),
    "nothing in common": ([*NUMBERS], [b"x\n"] * 6000, 1),
    "every line twice": (NUMBERS * 2, [b"x\n", *NUMBERS * 2], 1),
}


@pytest.mark.parametrize(("before", "after", "blocks"), LONG.values(), ids=LONG)
def test_long_texts_are_told_in_few_blocks(before: list[bytes], after: list[bytes], blocks: int) -> None:
    found = blocks_of(before, after)
    assert rebuilt(before, after, found) == after
    assert len(found) == blocks


def test_labels_cost_no_long_time() -> None:
    draw = random.Random(0)  # noqa: S311 (no secret)
    before, after = ([draw.choice([b"0\n", b"1\n"]) for _ in range(2000)] for _ in range(2))
    started = time.process_time()
    for _ in range(20):
        assert rebuilt(before, after, blocks_of(before, after)) == after
    assert time.process_time() - started < 2


def test_a_text_of_which_every_line_moved_costs_no_long_time() -> None:
    before = [b"%d\n" % number for number in range(100_000)]
    after = list(before)
    random.Random(0).shuffle(after)  # noqa: S311 (no secret)
    started = time.process_time()
    assert rebuilt(before, after, blocks_of(before, after)) == after
    assert time.process_time() - started < 20


@pytest.mark.parametrize(
    ("data", "lines"),
    [(b"", []), (b"a", [b"a"]), (b"a\n", [b"a\n"]), (b"a\r\nb\rc", [b"a\r\n", b"b\rc"]), (b"\n\n", [b"\n", b"\n"])],
)
def test_only_line_feeds_end_lines(data: bytes, lines: list[bytes]) -> None:
    assert lines_of(data) == lines
