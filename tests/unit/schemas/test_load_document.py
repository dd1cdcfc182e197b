from typing import Any

import pytest

from reprobridge_spec.findings import Severity
from reprobridge_spec.location import Mark
from reprobridge_spec.schemas import explain, kinds
from reprobridge_spec.schemas.load import Loaded, load

HEAD = 'rra: "1.0"\nid: a\nversion: "1"\ntitle: t\nlevel: draft\n'


def manifest(text: str) -> Loaded[Any]:
    return load(kinds.MANIFEST, text.encode(), "rra.yaml")


@pytest.mark.parametrize(
    ("written", "taken_for"),
    [
        ("3.10", "a number"),
        ("1e-4", "a number"),
        ("5e6", "a number"),
        ("1e400", "a number"),
        ("0005747", "octal"),
        ("0x1F", "a number"),
        ("1_000", "a whole number"),
        ("-5", "a whole number"),
        ("no", "a truth value"),
        ("On", "a truth value"),
        ("1:30", "base sixty"),
        ("12:00:00", "base sixty"),
        ("2024-02-30", "a date"),
        ("2024-05-01T10:00:00Z", "a date"),
        (".inf", "not finite"),
        (".NaN", "not finite"),
    ],
)
def test_a_text_that_others_read_as_something_else_is_kept_and_warned_of(written: str, taken_for: str) -> None:
    result = manifest(HEAD.replace("title: t", f"title: {written}"))
    (finding,) = result.findings
    assert result.model is not None
    assert result.model.title == written
    assert (finding.rule, finding.severity, finding.mark) == ("RRM007", Severity.WARNING, Mark(4, 8))
    assert taken_for in finding.message
    assert finding.advice == f'Write "{written}".'


@pytest.mark.parametrize(
    "written", ["1.24.3", "09:30", "a1", "v1.0", "--", "1.0.0", '"3.10"', "'no'", "nope", "2024-5"]
)
def test_a_text_that_all_read_alike_may_stand_unquoted(written: str) -> None:
    assert manifest(HEAD.replace("title: t", f"title: {written}")).findings == ()


@pytest.mark.parametrize(
    "field", ["tables: {t: {document: paper, page: 3}}", "anonymous: true", "metrics: {m: {range: [0, 1.5]}}"]
)
def test_a_number_or_truth_value_in_its_field_needs_no_quotes(field: str) -> None:
    assert manifest(f"{HEAD}{field}\n").findings == ()


def test_an_unknown_field_of_a_newer_minor_version_is_kept_and_said_once() -> None:
    result = manifest(HEAD.replace('"1.0"', '"1.7"') + "news: 1\ncodebase: {relation: original, more: {a: b}}\n")
    (finding,) = result.findings
    assert result.model is not None
    assert result.tree is not None
    assert result.tree.data["news"] == "1"
    assert (finding.rule, finding.severity, finding.mark) == ("RRM003", Severity.NOTE, Mark(1, 1))


def test_a_newer_minor_version_has_to_be_right_in_what_is_known() -> None:
    result = manifest(HEAD.replace('"1.0"', '"1.7"').replace("level: draft", "level: final"))
    assert result.model is None
    assert [finding.rule for finding in result.findings] == ["RRM003", "RRM006"]


@pytest.mark.parametrize(
    ("version", "remedy"), [("0.9", "No version before 1.0"), ("2.0", "newer rrspec"), ("17.3", "newer rrspec")]
)
def test_another_major_version_is_refused_before_anything_else(version: str, remedy: str) -> None:
    result = manifest(f'rra: "{version}"\nnothing: else\n')
    (finding,) = result.findings
    assert (result.model, finding.rule, finding.mark) == (None, "RRM002", Mark(1, 1))
    assert remedy in finding.advice


def test_the_version_of_a_record_stands_in_its_predicate() -> None:
    result = load(kinds.RUN_RECORD, b'{"predicate": {"rra": "2.0"}}', "run.json")
    assert [finding.path for finding in result.findings] == [("predicate", "rra")]


def test_a_misspelt_field_is_one_fault_and_names_the_nearest() -> None:
    (finding,) = manifest(HEAD.replace("title:", "titel:")).findings
    assert (finding.rule, finding.mark) == ("RRM004", Mark(4, 1))
    assert "Did you mean `title`?" in finding.advice


def test_an_unknown_field_far_from_all_others_lists_them() -> None:
    (finding,) = manifest(f"{HEAD}codebase: {{relation: original, colour: red}}\n").findings
    assert "Known here: `path`, `relation`" in finding.advice


def test_all_faults_are_found_at_once_in_the_order_of_their_places() -> None:
    text = HEAD.replace("id: a", "id: A").replace("level: draft", "level: x") + "codebase: {relation: y}\n"
    lines = [finding.mark.line for finding in manifest(text).findings if finding.mark]
    assert lines == [2, 5, 6]


def test_what_a_document_says_reaches_a_message_as_printable_text() -> None:
    (first, *_) = manifest(HEAD + '"\\e[31mred\\n": 1\n').findings
    assert "\\x1b[31mred\\n" in first.message
    assert first.path == ("\x1b[31mred\n",)


@pytest.mark.parametrize("key", ["|url", "[key]", "|", ""])
def test_a_key_that_looks_like_a_step_of_the_reader_is_a_key(key: str) -> None:
    inside = f'{HEAD}codebase: {{relation: original, upstream: {{url: u, commit: {"a1" * 20}, "{key}": 1}}}}\n'
    (finding,) = manifest(inside).findings
    assert finding.path == ("codebase", "upstream", key)
    assert [finding.path for finding in manifest(f'{HEAD}"{key}": 1\n').findings] == [(key,)]


def test_a_long_key_or_value_is_shortened() -> None:
    for finding in manifest(f"{HEAD}{'k' * 500}: 1\nlicense: {{}}\nguide: {'v' * 500}\n").findings:
        assert len(finding.message) < 150


def test_a_thousand_faults_are_explained_and_the_others_counted() -> None:
    *first, last = manifest(HEAD + "".join(f"k{number}: 1\n" for number in range(explain.MOST + 5))).findings
    assert len(first) == explain.MOST
    assert "5 more faults" in last.message


@pytest.mark.parametrize(
    ("document", "message"),
    [
        ("", "the manifest is empty, not a mapping"),
        ("- a\n", "the manifest is a list, not a mapping"),
        ("hello\n", "the manifest is `hello`, not a mapping"),
    ],
)
def test_a_document_that_is_no_mapping_says_what_it_is(document: str, message: str) -> None:
    (finding,) = manifest(document).findings
    assert (finding.rule, finding.message) == ("RRM006", message)
    assert "`rra`, `id`, `version`, `title`, `level`" in finding.advice


def test_a_document_that_cannot_be_read_is_one_finding() -> None:
    result = manifest("a: [\n")
    assert (result.model, result.tree, [finding.rule for finding in result.findings]) == (None, None, ["RRM001"])
