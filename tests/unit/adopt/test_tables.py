import pytest

from reprobridge_spec.adopt.tables import tables_of, value_in
from tests.unit.adopt.repository import layout_of

README = """\
# Results

| Method | Accuracy | Time |
|:--|--:|---|
| Ours | **92.6** | 3 h |
| [Base](https://example.org) | 90.1 ± 0.3 | 1 |

Text.
"""
VALUES = {
    "92.60": "92.60",
    "0.5%": "0.5",
    "~3": "3",
    "1.2 ± 0.1": "1.2",
    "1.2e-3": "1.2e-3",
    "-4": "-4",
    "7 (0.2)": "7",
}
NO_VALUES = ["", "-", "N/A", "3 h", "92.6 / 91.2", "1,5", "v1.2", "1.2.3", "top-1", "2020-01-01", "1 2", "x 3"]


@pytest.mark.parametrize("cell", VALUES)
def test_a_cell_is_taken_digit_for_digit(cell: str) -> None:
    assert value_in(cell) == VALUES[cell]


@pytest.mark.parametrize("cell", NO_VALUES)
def test_a_cell_that_says_more_than_a_number_is_none(cell: str) -> None:
    assert value_in(cell) is None


def test_a_table_of_the_readme_is_found_with_its_heading_and_place() -> None:
    (table,) = tables_of(layout_of({"README.md": README}), ())
    assert (table.title, str(table.place), table.rows) == ("Results", "README.md:3", ("Ours", "Base"))
    assert [(cell.row, cell.column, cell.value) for cell in table.cells] == [
        ("Ours", "Accuracy", "92.6"),
        ("Base", "Accuracy", "90.1"),
        ("Base", "Time", "1"),
    ]


NO_TABLES = {
    "no rule below its head": "| a | b |\n| x | 1 |\n",
    "a rule of another width": "| a | b |\n|---|\n| x | 1 |\n",
    "a table in a block of code": "```\n| a | b |\n|---|---|\n| x | 1 |\n```\n",
    "a table without a number": "| a | b |\n|---|---|\n| x | y |\n",
    "a pipe in a command": "cat x | python y.py\n",
}


@pytest.mark.parametrize("what", NO_TABLES)
def test_other_texts_are_no_table(what: str) -> None:
    assert tables_of(layout_of({"README.md": NO_TABLES[what]}), ()) == []


def test_a_result_file_with_a_head_is_a_table() -> None:
    (table,) = tables_of(layout_of({"r.csv": "dataset,accuracy\nArrowHead,0.81\nGunPoint,1.0\n"}), ("r.csv",))
    assert table.columns == ("dataset", "accuracy")
    assert [cell.value for cell in table.cells] == ["0.81", "1.0"]


@pytest.mark.parametrize("text", ["1,2\n3,4\n", "only a head\n", "", "a,b\nx,y\n", 'a,"b\n'])
def test_a_result_file_without_head_or_numbers_is_none(text: str) -> None:
    assert tables_of(layout_of({"r.csv": text}) if text else layout_of({}), ("r.csv",) if text else ()) == []


def test_a_long_readme_costs_no_more_than_its_length() -> None:
    hostile = "| a " * 20_000 + "|\n" + "|--" * 20_000 + "\n" + "[" * 20_000 + "\n" + "<" * 20_000
    assert tables_of(layout_of({"README.md": hostile}), ()) == []
