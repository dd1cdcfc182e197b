"""One case against one implementation: what it does is compared with what the case says."""

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory
from typing import Any

from reprobridge_spec import process
from reprobridge_spec.conformance.cases import Found, build
from reprobridge_spec.errors import UsageError
from reprobridge_spec.model.case import Case, ExpectedFinding, Step

STEP_SECONDS = 600.0


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseResult:
    """A case that was run; `faults` is empty where the implementation did as the case says."""

    id: str
    title: str
    faults: tuple[str, ...]
    seconds: float


def run_case(suite: Path, found: Found, command: Sequence[str], environment: Mapping[str, str]) -> CaseResult:
    """Build the case's artifact and call the implementation.

    Args:
        suite: the folder `conformance`.
        found: the case.
        command: program and first arguments of the implementation.
        environment: variables that it gets.
    """
    with TemporaryDirectory(prefix="rrspec-case-") as temporary:
        folder = Path(temporary)
        artifact, out = folder / "artifact", folder / "out"
        build(suite, found, artifact)
        out.mkdir()
        faults: list[str] = []
        seconds = 0.0
        for step, findings in _steps(found.case):
            arguments = [part.format(artifact=artifact, out=out) for part in step.run]
            ended, printed = _call([*command, *arguments], folder, environment)
            seconds += ended.wall_seconds
            faults += _compare(step, ended.exit_code, printed)
            if findings is not None and not faults:
                faults += _compare_findings(findings, printed)
            if faults:
                break
    return CaseResult(id=found.id, title=found.case.title, faults=tuple(faults), seconds=seconds)


def _steps(case: Case) -> list[tuple[Step, Sequence[ExpectedFinding] | None]]:
    """Each call, and the findings that it must print if it is the validation."""
    calls: list[tuple[Step, Sequence[ExpectedFinding] | None]] = [(step, None) for step in case.steps]
    if case.validate_:
        command = ["validate", "--format", "json", "--level", case.validate_.level.value, "{artifact}"]
        calls.insert(0, (Step(run=command, exit=case.validate_.exit), case.validate_.findings))
    return calls


def _call(command: list[str], folder: Path, environment: Mapping[str, str]) -> tuple[process.Ended, str]:
    # standard output alone is the result; what an implementation says to people goes to a file of its own
    shell = ["/bin/sh", "-c", 'exec "$@" 2>"$0"', str(folder / "said"), *command]
    log = folder / "printed"
    ended = process.run(shell, cwd=Path.cwd(), environment=dict(environment), log=log, time_limit=STEP_SECONDS)
    return ended, log.read_text(encoding="utf-8", errors="replace")


def _compare(step: Step, exit_code: int, printed: str) -> list[str]:
    called = " ".join(step.run)
    if exit_code != step.exit:
        return [f"`{called}` ended with {exit_code}, not {step.exit}: {printed[-400:]}"]
    if not step.values:
        return []
    try:
        document = json.loads(printed)
    except ValueError:
        return [f"`{called}` printed no JSON: {printed[:200]!r}"]
    return [
        f"`{called}`: {pointer} is {found!r}, not {wanted!r}"
        for pointer, wanted in step.values.items()
        if str(found := _at(document, pointer)) != str(wanted)
    ]


def _at(document: Any, pointer: str) -> Any:  # noqa: ANN401 (any JSON value)
    for step in pointer.split("/")[1:]:
        key = step.replace("~1", "/").replace("~0", "~")
        if isinstance(document, list) and key.isdecimal() and int(key) < len(document):
            document = document[int(key)]
        elif isinstance(document, dict) and key in document:
            document = document[key]
        else:
            return None
    return document


def _compare_findings(expected: Sequence[ExpectedFinding], printed: str) -> list[str]:
    try:
        found = json.loads(printed)["findings"]
        others = [
            f"{item['rule']} fires at {item.get('file')}:{item.get('line')}: {item['message']}"
            for item in found
            if item["severity"] != "note" and not _is_expected(expected, item)
        ]
    except (ValueError, KeyError, TypeError):
        return [f"it printed no list of findings, each with rule, severity and message: {printed[:200]!r}"]
    missing = [
        f"{wanted.rule} does not fire at {wanted.file or 'its place'}{f':{wanted.line}' if wanted.line else ''}"
        for wanted in expected
        if not any(_fits(wanted, item) for item in found)
    ]
    return missing + others


def _is_expected(expected: Sequence[ExpectedFinding], item: Mapping[str, Any]) -> bool:
    return any(_fits(wanted, item) for wanted in expected)


def _fits(wanted: ExpectedFinding, item: Mapping[str, Any]) -> bool:
    wants = (wanted.file, item.get("file")), (wanted.line, item.get("line")), (wanted.severity, item.get("severity"))
    return item["rule"] == wanted.rule and all(asked in {None, found} for asked, found in wants)


def caller_environment() -> dict[str, str]:
    """The caller's variables, less those that would change what an implementation prints."""
    return {name: value for name, value in os.environ.items() if name not in {"FORCE_COLOR", "COLUMNS"}}


def refuse_nothing(found: Sequence[Found], command: Sequence[str]) -> None:
    """Whether there is something to run.

    Raises:
        UsageError: no case, or no such program; an empty run would look like a pass.
    """
    if not found:
        raise UsageError("no case fits", hint="`rrspec conformance list` names them.")
    if which(command[0]) is None:
        raise UsageError(f"there is no program {command[0]}", hint="Give it after `--`, with its first arguments.")
