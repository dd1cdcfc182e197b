from dataclasses import fields
from pathlib import Path

import pytest

from reprobridge_spec.errors import UsageError
from reprobridge_spec.scaffold.questions import Question, questions
from reprobridge_spec.scaffold.templates import find
from reprobridge_spec.scaffold.values import Values

OPTIONAL = ("authors",)
FIELDS = [field.name for field in fields(Values)]


def _by_field(directory: Path | None = None) -> dict[str, Question]:
    return {question.field: question for question in questions(find("python"), directory)}


def test_there_is_one_question_for_each_value() -> None:
    assert list(_by_field()) == FIELDS


@pytest.mark.parametrize("field", FIELDS)
def test_every_default_can_be_taken(field: str) -> None:
    question = _by_field()[field]
    assert question.fault(question.default) is None
    assert question.prompt
    assert question.why.endswith(".")


@pytest.mark.parametrize("field", sorted(set(FIELDS) - {"id", *OPTIONAL}))
def test_what_nobody_answers_is_a_placeholder(field: str) -> None:
    assert _by_field()[field].default.startswith("TODO: ")


@pytest.mark.parametrize("field", sorted(set(FIELDS) - set(OPTIONAL)))
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


@pytest.mark.parametrize("field", OPTIONAL)
def test_what_need_not_be_said_may_be_empty(field: str) -> None:
    assert _by_field()[field].fault("") is None


@pytest.mark.parametrize("text", ["Apache 2.0", "GPL v3", "MIT or BSD", "free", "mit)", "(" * 50 + "MIT" + ")" * 50])
def test_a_licence_that_is_no_expression_is_not_taken(text: str) -> None:
    question = _by_field()["license"]
    assert question.fault(text) == "is no SPDX expression"
    with pytest.raises(UsageError, match="the license") as caught:
        question.check(text)
    assert "Apache-2.0" in caught.value.hint


@pytest.mark.parametrize("text", ["MIT", "Apache-2.0 OR MIT", "LicenseRef-Lab", "mit", "TODO: ask the university"])
def test_an_expression_or_a_placeholder_is_a_licence(text: str) -> None:
    assert _by_field()["license"].fault(text) is None
