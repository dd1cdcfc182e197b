import io
import json
import sys

import pytest

from reprobridge_spec.cli.output import Output


class Terminal(io.StringIO):
    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("variables", "colours"),
    [({}, True), ({"NO_COLOR": "1"}, False), ({"NO_COLOR": ""}, True), ({"TERM": "dumb"}, False)],
    ids=str,
)
def test_a_terminal_gets_colours_unless_it_says_otherwise(
    variables: dict[str, str], monkeypatch: pytest.MonkeyPatch, *, colours: bool
) -> None:
    for name in ("NO_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "stdout", Terminal())
    assert Output().out.color is colours


def test_the_two_streams_are_judged_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "stderr", Terminal())
    output = Output()
    assert (output.out.color, output.err.color) == (False, True)


@pytest.mark.parametrize(
    ("encoding", "unicode"), [("utf-8", True), ("UTF8", True), ("ascii", False), ("latin-1", False)]
)
def test_an_arrow_is_for_streams_that_can_show_it(
    encoding: str, monkeypatch: pytest.MonkeyPatch, *, unicode: bool
) -> None:
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding=encoding))
    assert Output().out.unicode is unicode


@pytest.mark.parametrize("encoding", ["ascii", "utf-8"])
def test_no_text_is_too_odd_to_be_written(encoding: str, monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(stream, encoding=encoding, write_through=True))
    output = Output()
    output.lines(["a name of bytes: \udcff, and 分類"])
    output.json({"name": "\udcff"})
    first, document = stream.getvalue().decode(encoding).split("\n", 1)
    assert "\\udcff" in first
    assert json.loads(document) == {"name": "\udcff"}


def test_a_document_counts_as_the_answer(capsys: pytest.CaptureFixture[str]) -> None:
    output = Output(format="json")
    assert (output.is_json, output.answered) == (True, False)
    output.json([1])
    assert (output.answered, json.loads(capsys.readouterr().out)) == (True, [1])


def test_progress_goes_to_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    Output().progress("building")
    assert capsys.readouterr() == ("", "building\n")
