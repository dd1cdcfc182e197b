"""A finding in a text for people stands where the thing is named, not at the beginning of its line."""

import pytest

from tests.unit.rules.rule_cases import edited, found_by


def columns(code: str, text: str) -> list[tuple[int, int]]:
    """Line and column of what a rule finds in a guide."""
    marks = [fault.mark for fault in found_by(code, edited({"files": {"guide/guide.md": text}})).faults]
    return [(mark.line, mark.column) for mark in marks if mark]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[a](gone.md)\n", [(1, 5)]),
        ("See [a](gone.md) and ![b](no.png), [c](gone.md).\n", [(1, 9), (1, 27)]),
        ("[a](https://example.org) `[b](gone.md)` [c](< gone.md>)\n[d]( <gone.md>)\n", [(2, 7)]),
        ("ä€𝄞 [ä](ü.md)\n", [(1, 9)]),
        ("<img src='a.png'> [b](c.md) <a href=\"d.md\">d</a>\n", [(1, 11), (1, 23), (1, 38)]),
        ("# A\n\n[b]: gone.md\n[c](#nowhere) [d](#a) [e](#neither)\n", [(3, 6), (4, 5), (4, 27)]),
    ],
)
def test_a_link_stands_where_its_target_does(text: str, expected: list[tuple[int, int]]) -> None:
    assert columns("RRG010", text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Run `python all_exp.py`.\n", [(1, 13)]),
        ("Run `python ./code/all.py --config code/configs/no.yaml`.\n", [(1, 13), (1, 36)]),
        ("ä€𝄞 `code/small/layers.py` and ` code/small/more.py `\n", [(1, 6), (1, 34)]),
        ("```bash\npython code/small/model.py \\\n    --config=code/configs/no.yaml\n```\n", [(3, 14)]),
        ("```\n(env) $ python old-run.py a; python run.py\n```\n", [(2, 16), (2, 37)]),
        ("`code/small/no.py` and `code/small/no.py`\n", [(1, 2)]),
    ],
)
def test_a_file_that_is_not_there_stands_where_it_is_named(text: str, expected: list[tuple[int, int]]) -> None:
    assert columns("RRG009", text) == expected


def test_a_name_that_its_line_does_not_write_as_it_is_stands_at_the_beginning() -> None:
    assert columns("RRG009", "    python 'code/'\"gone.py\"\n") == [(1, 1)]
