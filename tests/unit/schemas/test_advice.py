"""What is said of a value that is none of a choice, and of a value where a list is asked for."""

import pytest

from reprobridge_spec.findings import Finding
from reprobridge_spec.schemas import kinds
from reprobridge_spec.schemas.load import load

HEAD = 'rra: "1.0"\nid: a\nversion: 1.0.0\ntitle: t\nlevel: draft\n'


def of(text: str) -> Finding:
    """The one finding of a manifest."""
    (finding,) = load(kinds.MANIFEST, f"{HEAD}{text}\n".encode(), "rra.yaml").findings
    return finding


@pytest.mark.parametrize(
    ("written", "said", "near"),
    [
        ("Higher", "`metrics.acc.better` is `Higher`, which is none of its values", "Did you mean `higher`? "),
        ("lowest", "`metrics.acc.better` is `lowest`, which is none of its values", "Did you mean `lower`? "),
        ("x", "`metrics.acc.better` is `x`, which is none of its values", ""),
        ("[higher]", "`metrics.acc.better` is a list, which is none of its values", ""),
        ("{higher: 1}", "`metrics.acc.better` is a mapping, which is none of its values", ""),
        ("''", "`metrics.acc.better` is ``, which is none of its values", ""),
    ],
)
def test_a_value_of_no_choice_is_said_to_be_none_and_the_nearest_is_asked_for(
    written: str, said: str, near: str
) -> None:
    finding = of(f"metrics: {{acc: {{better: {written}}}}}")
    assert (finding.rule, finding.message) == ("RRM006", said)
    assert finding.advice == f"{near}Use one of: `higher`, `lower`."


@pytest.mark.parametrize(
    ("field", "example"),
    [
        ("seeds: 3", "`[0, 1, 2]`, or `runs: 3`"),
        ("seeds: '3'", "`[0, 1, 2]`, or `runs: 3`"),
        ("seeds: 1", "`[0]`, or `runs: 1`"),
        ("seeds: 0", "`[0]`"),
        ("seeds: 42", "`[42]`"),
        ("seeds: all", "`[0, 1, 2]`"),
        ("seeds: {a: 1}", "`[0, 1, 2]`"),
        ("seeds: 0.5", "`[0, 1, 2]`"),
        ("inputs: digits", "`[digits]`"),
        ("inputs: 'no list, [really]'", "`[a, b]`"),
        ("inputs: true", "`[true]`"),
        ("command: train.py", "`[train.py]`"),
        ("command: {python: train.py}", "`[a, b]`"),
    ],
)
def test_a_list_is_shown_with_what_stands_there(field: str, example: str) -> None:
    finding = of(f"experiments:\n  one:\n    {field}")
    assert (finding.rule, "not a list" in finding.message) == ("RRM006", True)
    assert finding.advice.startswith(f"Write a list, such as {example}: ")


def test_only_an_experiment_has_runs_instead_of_seeds() -> None:
    text = 'rra: "1.0"\nreferences:\n  one/acc:\n    - {value: "1", by: author, runs: [a], seeds: 3}\n'
    (finding,) = load(kinds.REFERENCES, text.encode(), "references.yaml").findings
    assert finding.advice.startswith("Write a list, such as `[0, 1, 2]`: ")
