"""Writes what came of artifacts in the form that is asked for: as it comes, where the form allows it."""

import os
from collections.abc import Callable
from pathlib import Path

from reprobridge_spec.batch.outcome import Checked, Failure, Outcome
from reprobridge_spec.cli.output import Output
from reprobridge_spec.findings import Finding, NotChecked, Report
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.render import github, junit, markdown, report_json, sarif, text
from reprobridge_spec.render.shown import Shown
from reprobridge_spec.rules.table import ENTRIES

FORMATS = ("text", "concise", "json", "jsonl", "sarif", "github", "junit", "md")
STREAMED = frozenset({"text", "concise", "jsonl"})


class Reporting:
    """Writes outcomes, one after the other, then what the form ends with.

    Args:
        output: where it goes, and in which form.
        fails: which findings make the command fail.
        level: the level that was asked for; None for that of each artifact.
    """

    def __init__(self, output: Output, fails: Callable[[Finding], bool], level: Level | None = None) -> None:
        self._output = output
        self._fails = fails
        self._level = level or Level.DRAFT
        self._shown: list[Shown] = []

    def add(self, outcome: Outcome) -> None:
        """Write one, or keep it for the end."""
        if isinstance(outcome, Failure) and outcome.details:
            for line in (outcome.artifact, *outcome.details.splitlines()):
                self._output.progress(text.printable(line))
        checked = outcome if isinstance(outcome, Checked) else _unchecked(outcome, self._level)
        report, folder = checked.report, checked.shown.folder
        match self._output.format:
            case "text":
                self._output.lines(text.render(report, checked.source_line, self._output.out, folder))
            case "concise":
                self._output.lines(text.concise(report, folder))
            case "jsonl":
                self._output.lines(report_json.lines(report))
            case _:
                self._shown.append(checked.shown)

    def end(self) -> None:
        """Write what only all outcomes together give."""
        output, shown = self._output, self._shown
        match output.format:
            case "json":
                documents = [report_json.as_json(one.report) for one in shown]
                output.json(documents[0] if len(documents) == 1 else documents)
            case "sarif":
                output.json(sarif.log(shown))
            case "github":
                output.lines(github.annotations(shown))
                _append(os.environ.get("GITHUB_STEP_SUMMARY"), github.step_summary(shown))
            case "junit":
                output.lines(junit.document(shown, fails=self._fails))
            case "md":
                output.lines(markdown.document(shown))


def _append(file: str | None, summary: str) -> None:
    if file:
        with Path(file).open("a", encoding="utf-8") as sink:
            sink.write(summary)


def _unchecked(failure: Failure, level: Level) -> Checked:
    """A report in which no rule looked, so that no form passes over an artifact."""
    reason = f"{failure.message}. {failure.hint}" if failure.hint else failure.message
    unchecked = tuple(NotChecked(rule=rule.code, name=rule.name, reason=reason) for rule in ENTRIES)
    report = Report(artifact=failure.artifact, level=level, claimed="", findings=(), not_checked=unchecked)
    return Checked(shown=Shown(report=report, folder=failure.artifact))
