"""What rules share: places, placeholders, exact values of references, text files."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reprobridge_spec.documents.text_bytes import as_text
from reprobridge_spec.location import Mark
from reprobridge_spec.model.task import Estimator, Statistic
from reprobridge_spec.rules import observed_value, places
from reprobridge_spec.rules.base import Unchecked
from reprobridge_spec.rules.placeholders import is_made_up_digest, placeholder_in
from reprobridge_spec.rules.published_texts import texts_of
from reprobridge_spec.rules.text_files import LIMIT, contents, mark_at
from tests.unit.rules.memory_artifact import base
from tests.unit.rules.rule_cases import all_cases, edited, found_in

MANIFEST = base().context().manifest
SCORES = st.lists(
    st.decimals(allow_nan=False, allow_infinity=False, places=4, min_value=-100, max_value=100), min_size=1
)


@pytest.mark.parametrize(
    ("experiment", "field", "place"),
    [
        ("train", "smoke", ("experiments", "train", "smoke")),
        ("eval", "smoke", ("defaults", "experiment", "smoke")),
        ("eval", "outputs", ("experiments", "eval")),
    ],
)
def test_a_field_stands_where_it_is_written(experiment: str, field: str, place: tuple[str, ...]) -> None:
    assert places.of_experiment(MANIFEST, experiment, field) == place


@pytest.mark.parametrize(
    ("task", "field", "place"),
    [
        ("eval/accuracy", "published", ("experiments", "eval", "tasks", "accuracy", "published")),
        ("eval/accuracy", "unit", ("metrics", "accuracy", "unit")),
        ("eval/accuracy", "floor", ("experiments", "eval", "tasks", "accuracy")),
        ("large/accuracy", "unit", ("experiments", "large", "tasks", "accuracy")),
    ],
)
def test_a_field_of_a_task_may_stand_at_its_metric(task: str, field: str, place: tuple[str, ...]) -> None:
    assert places.of_task(MANIFEST, task, field) == place


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("TODO", (0, "TODO")),
        ("it takes XXX hours", (9, "XXX")),
        ("<name>", (0, "<name>")),
        ("see <the section> and TODO", (4, "<the section>")),
        ("`TODO` and FIXME", (11, "FIXME")),
        ("...", (0, "...")),
    ],
)
def test_a_placeholder_is_found(text: str, found: tuple[int, str]) -> None:
    assert placeholder_in(text) == found


@pytest.mark.parametrize(
    "text", ["todo", "TODOs", "<|end|>", "</s>", "the token <bos>", "a<b and c>d", "and so on ...", ""]
)
def test_other_text_is_none(text: str) -> None:
    assert placeholder_in(text) is None


@pytest.mark.parametrize("text", ["0" * 40, "a" * 64])
def test_one_digit_is_no_digest(text: str) -> None:
    assert is_made_up_digest(text)


@pytest.mark.parametrize("text", ["0" * 39, "0" * 41, "g" * 40, "0" * 39 + "1", "0"])
def test_other_texts_are_not_made_up(text: str) -> None:
    assert not is_made_up_digest(text)


def _folded(estimator: str, over: str | None, *scores: str) -> Fraction | None:
    return observed_value.folded(
        [Fraction(score) for score in scores], Statistic(estimator=Estimator(estimator), over=over)
    )


@pytest.mark.parametrize(
    ("estimator", "scores", "value"),
    [
        ("mean", ["0.1", "0.2", "0.3"], "0.2"),
        ("median", ["3", "1", "2"], "2"),
        ("median", ["4", "1", "3", "2"], "2.5"),
        ("max", ["1", "3", "2"], "3"),
        ("min", ["2", "1", "3"], "1"),
        ("single", ["7"], "7"),
    ],
)
def test_scores_become_one_value_exactly(estimator: str, scores: list[str], value: str) -> None:
    assert _folded(estimator, "seeds", *scores) == Fraction(value)


def test_what_is_computed_inside_a_run_is_not_folded() -> None:
    assert _folded("mean", "questions", "7") == 7


@pytest.mark.parametrize(
    ("estimator", "over", "scores"),
    [("single", "seeds", ["1", "2"]), ("mean", "questions", ["1", "2"]), ("mean", "seeds", [])],
)
def test_so_many_scores_are_no_value(estimator: str, over: str, scores: list[str]) -> None:
    assert _folded(estimator, over, *scores) is None


@given(SCORES)
def test_the_value_that_is_advised_is_accepted(values: list[object]) -> None:
    """What a message says to write is taken when it is written."""
    scores = [Fraction(str(value)) for value in values]
    mean = observed_value.folded(scores, Statistic(estimator=Estimator.MEAN, over="seeds"))
    assert mean is not None
    assert observed_value.is_written(mean, Fraction(observed_value.as_text(mean)), scores)


def test_nothing_published_has_no_numbers() -> None:
    assert texts_of(None) == ()


def test_text_in_utf_16_is_read_as_text() -> None:
    artifact = base()
    artifact.contents = {"a.txt": "é\n".encode("utf-16"), "b.bin": b"\0", "c.txt": b"x" * LIMIT, "d.txt": b""}
    assert list(contents(artifact.context(), ["a.txt", "b.bin", "c.txt", "d.txt"])) == [("a.txt", "é\n".encode())]


def test_files_that_cannot_be_read_are_said_after_the_others() -> None:
    artifact = base()
    artifact.contents, artifact.unreadable = {"a": b"x", "b": b"x", "c": b"x"}, {"a", "b"}
    found = contents(artifact.context(), ["a", "b", "c"])
    assert next(found) == ("c", b"x")
    with pytest.raises(Unchecked, match="a could not be read, nor 1 more"):
        next(found)


@pytest.mark.parametrize(("offset", "mark"), [(0, Mark(1, 1)), (3, Mark(2, 1)), (5, Mark(2, 2))])
def test_a_mark_counts_lines_and_characters(offset: int, mark: Mark) -> None:
    assert mark_at("a\n\né!".encode().replace(b"\n\n", b"x\n"), offset) == mark


@pytest.mark.parametrize("case", [case for case in all_cases("bad") if case.code == "RRS001"], ids=str)
def test_a_secret_is_never_shown(case: object) -> None:
    """No eight characters of a line with a key get into a message, save words of the language."""
    assert isinstance(case, type(all_cases("bad")[0]))
    artifact = edited(case.edits)
    texts = dict(artifact.contents)
    if beside := artifact.asked.handed_over:
        texts |= {path: beside.read(path, 1 << 20) for path in beside.entries}
    for fault in found_in(case).faults:
        text = (as_text(texts[fault.file]) or texts[fault.file]).decode(errors="replace")
        line = text.splitlines()[fault.mark.line - 1] if fault.mark else text
        shown = f"{fault.message} {fault.advice}".replace(fault.file, "")
        pieces = [line[start : start + 8] for start in range(len(line) - 7)]
        assert not any(piece in shown for piece in pieces if not piece.replace(" ", "").isalpha())
