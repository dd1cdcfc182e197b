"""A script ends as if all went well, whatever became of the work.

## What it finds
In shell scripts, and in commands for `sh -c`: a program that does the work before a pipe, without `set -o pipefail`;
`|| true` behind it; and, in scripts that a command starts, one that ends with `exit 0`, or with another command, while
nothing ends it at a failure (`set -e`). In Python launchers: `os.system(...)`, `subprocess.call(...)` and
`subprocess.run(...)` whose result nobody looks at, unless they only make a folder or the like.

## Why
The exit status of a pipe is that of its last program. A run that crashed counts as one that ended well, and its score
is read from what it left half done.

## Example
```text
python train.py 2>&1 | tee log.txt
```

## What to do
Write `set -euo pipefail` at the beginning of the script; `check=True` in Python. What a launcher prints is kept anyway,
so that no `tee` is needed.

## Standard
SPEC.md, section "Launcher contract".
"""

import re
from collections.abc import Iterator

from reprobridge_spec.documents.python_text import code_of, is_python
from reprobridge_spec.documents.shell_script import Command, commands, is_shell
from reprobridge_spec.findings import Severity
from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.location import Mark
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Look, Rule
from reprobridge_spec.rules.code_paths import seen_by_runs
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.first_few import first_few
from reprobridge_spec.rules.shell_work import does_work, ends_at_failure, hidden_failures
from reprobridge_spec.rules.started import commands_of, launchers, of_started
from reprobridge_spec.rules.text_files import mark_at
from reprobridge_spec.schemas.kinds import MANIFEST_FILE

_UNCHECKED = lazy_pattern(
    rb"^[ \t]{0,80}(?:os\.system\(|subprocess\.call\("
    rb"|subprocess\.run\((?P<arguments>[^()]{0,400}(?:\([^()]{0,400}\)[^()]{0,400}){0,5})\)[ \t]{0,8}$)",
    re.MULTILINE,
)
_SMALL = lazy_pattern(
    rb"(?:os\.system|subprocess\.(?:call|run))\([\[(\s]{0,40}[rf]?[\"']"
    rb"(?:mkdir|rm|cp|mv|ln|ls|touch|chmod|echo|date|sync|clear|cls|nvidia-smi|stty|title)\b"
)
_SHELLS = lazy_pattern(r"(?:.*/)?(?:ba|z|k|da)?sh")
_CODE = lazy_pattern(r"-[A-Za-z]{0,8}c")
_ADVICE = "Write `set -euo pipefail` at the beginning, and let a failure end the script."


def looker(context: Context) -> Look:
    """Each line that hides a failure."""
    paths = seen_by_runs(context)
    own = launchers(context)
    started = set(of_started(context))

    def look(path: str, data: bytes) -> Iterator[Fault]:
        if path == MANIFEST_FILE:
            yield from _in_manifest(context)
        if path not in paths:
            return
        if is_shell(path, data):
            script = commands(data.decode("utf-8", "replace"))
            faults = [_fault(path, line, what) for line, what in hidden_failures(script)]
            # where nobody says that runs start it, once is enough
            yield from first_few(faults) if path in own else first_few(faults, few=0)
            if path in started and not _ends_by_shebang(data):
                yield from _at_end(path, script)
        elif path in own and is_python(path, data):
            yield from first_few(_in_python(path, data))

    return look


def _fault(path: str, line: int, what: str) -> Fault:
    return Fault(message=what, advice=_ADVICE, file=path, mark=Mark(line, 1))


def _in_manifest(context: Context) -> Iterator[Fault]:
    for started in commands_of(context):
        for index, argument in enumerate(started.arguments[1:], start=1):
            before = started.arguments[:index]
            if _CODE.fullmatch(before[-1]) and any(map(_SHELLS.fullmatch, before)) and "pipefail" not in before:
                for _, what in hidden_failures(commands(argument)):
                    place = (*started.place, index)
                    yield Fault(message=f"{started.label}: {what}", advice=_ADVICE, path=place)


def _ends_by_shebang(data: bytes) -> bool:
    """Whether the first line is such as `#!/bin/bash -e`."""
    return any(word.startswith(b"-") and b"e" in word for word in data[:200].split(b"\n", 1)[0].split()[1:])


def _at_end(path: str, script: tuple[Command, ...]) -> Iterator[Fault]:
    """A script that no failure ends, and whose last command is not the work."""
    work = [command for command in script if does_work(command)]
    if not work or ends_at_failure(script, work[-1]) or work[-1] is script[-1]:
        return
    last, rest = script[-1], script[script.index(work[-1]) + 1 :]
    looks = any("$?" in word or "PIPESTATUS" in word or word == "trap" for one in script for word in one.words)
    if looks or work[-1].after in {"&&", "||", "|", "&"} or any(one.program == "wait" for one in rest):
        return
    if last.program in {"exit", "echo", "printf", "true", "date", "rm", "cp", "mv", "sync", "ls"}:
        if last.program == "exit" and last.arguments[1:] != ["0"]:
            return
        yield _fault(
            path,
            last.line,
            f"the script ends with `{' '.join(last.arguments[:2])}`, whatever became of line {work[-1].line}",
        )


def _in_python(path: str, data: bytes) -> Iterator[Fault]:
    for match in _UNCHECKED.finditer(code_of(data)):
        if match["arguments"] is None or b"check" not in match["arguments"]:
            start = match.end() - len(match[0].lstrip())
            if _SMALL.match(data, start):
                continue
            yield Fault(
                message="a program is started here, and nobody looks at how it ends",
                advice="Use `subprocess.run(..., check=True)`, so that its failure is the launcher's.",
                file=path,
                mark=mark_at(data, start),
            )


RULE = Rule(code="RRL015", name="exit-status-hidden", level=Level.SPECIFIED, severity=Severity.WARNING, looker=looker)
