from dataclasses import fields
from pathlib import Path

import pytest

from reprobridge_spec.errors import UsageError
from reprobridge_spec.scaffold.questions import Question, questions
from reprobridge_spec.scaffold.values import Values


def _by_field(directory: Path | None = None) -> dict[str, Question]:
    return {question.field: question for question in questions("python", directory)}


def test_there_is_one_question_for_each_value() -> None:
    assert list(_by_field()) == [field.name for field in fields(Values)]


@pytest.mark.parametrize("field", [field.name for field in fields(Values)])
def test_every_default_can_be_taken(field: str) -> None:
    question = _by_field()[field]
    assert question.fault(question.default) is None
    assert question.prompt


@pytest.mark.parametrize("field", [field.name for field in fields(Values) if field.name != "id"])
def test_what_nobody_answers_is_a_placeholder(field: str) -> None:
    assert _by_field()[field].default.startswith("TODO: ")


@pytest.mark.parametrize("field", [field.name for field in fields(Values)])
def test_an_empty_answer_is_not_taken(field: str) -> None:
    question = _by_field()[field]
    assert question.fault("") == "is empty"
    assert question.allowed


@pytest.mark.parametrize(
    ("directory", "expected"),
    [(None, "my-artifact"), ("work/My Paper", "my-paper"), ("..", "my-artifact"), ("aux", "my-artifact")],
)
def test_the_folder_gives_the_default_of_the_id(directory: str | None, expected: str) -> None:
    assert _by_field(Path(directory) if directory else None)["id"].default == expected


@pytest.mark.parametrize("template", ["pythn", "../python", ""])
def test_there_are_no_questions_of_an_unknown_template(template: str) -> None:
    with pytest.raises(UsageError, match="no template"):
        questions(template)
