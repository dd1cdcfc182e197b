"""A launcher skips the work where a result is there already.

## What it finds
In launchers, a test whether a file of results exists, whose branch ends the program, the function or the round of the
loop. A file below `RRA_OUTPUT_DIR` is none: only an earlier attempt of the same run can have left it.

## Why
The file may be of another model, another split, or the authors'. The launcher ends within seconds, with success, and
what is measured was not computed.

## Example
```python
if os.path.exists("results/mnli.json"):
    print("skipped")
    sys.exit(0)
```

## What to do
Look below `RRA_OUTPUT_DIR` only, and keep the authors' result files under `codebase.shipped_results`.

## Standard
SPEC.md, section "Launcher contract".
"""

import re
from collections.abc import Iterator

from reprobridge_spec.documents.python_text import is_python, without_comments
from reprobridge_spec.documents.shell_script import Command, commands, is_shell
from reprobridge_spec.findings import Severity
from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.location import Mark
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Look, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.first_few import first_few
from reprobridge_spec.rules.started import launchers
from reprobridge_spec.rules.text_files import mark_at

_IF = lazy_pattern(rb"^[ \t]{0,80}(?:el)?if[ \t(][^\n]{1,400}$", re.MULTILINE)
_ASKS = (b"exists(", b"isfile(", b"is_file(")
_RESULTS = lazy_pattern(r"(?i)result|score|metric|output|out_|_out\b|pred|\.json|\.csv|done|report|log\b|summary|eval")
_SCORES = lazy_pattern(rb"(?i)result|score|metric|pred")
_LEAVES = lazy_pattern(
    rb"(?:return[ \t]{0,4}(?:None|True|0)?$|continue\b|(?:sys\.)?exit\(|quit\(|raise SystemExit|os\._exit\()"
)
_GIVES = lazy_pattern(rb"return\b")
_ASSIGNED = lazy_pattern(
    rb"^[ \t]{0,80}(?:self\.)?([A-Za-z_]\w{0,80}+)[^=\n]{0,80}=(?!=)[ \t]*([^\n]{1,300})$", re.MULTILINE
)
_FOLDER = b"RRA_OUTPUT_DIR"
_ADVICE = "Look below `RRA_OUTPUT_DIR` only, which is empty when a run begins."


def looker(context: Context) -> Look:
    """Each such test."""
    paths = launchers(context)

    def look(path: str, data: bytes) -> Iterator[Fault]:
        if path not in paths:
            return
        if is_python(path, data):
            yield from first_few(_in_python(path, data))
        elif is_shell(path, data):
            yield from first_few(_in_shell(path, data))

    return look


def _in_python(path: str, data: bytes) -> Iterator[Fault]:
    if not any(word in data for word in _ASKS):
        return
    text = without_comments(data)
    own = _below_output_folder(text)
    for match in _IF.finditer(text):
        line = match[0].strip()
        if not any(word in line for word in _ASKS):
            continue
        test, _, rest = line.rpartition(b":")
        if not _RESULTS.search(test.decode(errors="replace")) or set(re.findall(rb"\w+", test)) & (own | {b"not"}):
            continue
        indent = len(match[0]) - len(match[0].lstrip())
        last = rest.strip() or _last_of_body(text[match.end() : match.end() + 4000], indent)
        if _is_left(test, last) and not _is_failure(last):
            yield _fault(path, mark_at(text, match.start() + indent))


def _is_left(test: bytes, last: bytes) -> bool:
    """Whether the work is not done: nothing more comes, or what the file of scores holds is handed back."""
    return _LEAVES.match(last) is not None or (_GIVES.match(last) is not None and _SCORES.search(test) is not None)


def _below_output_folder(text: bytes) -> set[bytes]:
    """Names of what is put together from the output folder, directly or by way of other names."""
    own = {_FOLDER}
    for _ in range(5):
        before = len(own)
        for name, value in _ASSIGNED.findall(text):
            if own & set(re.findall(rb"\w+", value)):
                own.add(name)
        if len(own) == before:
            break
    return own


def _last_of_body(rest: bytes, indent: int) -> bytes:
    """The last line of the block that begins behind a test, without its indentation."""
    last = b""
    for line in rest.split(b"\n")[1:40]:
        bare = line.strip()
        if bare and len(line) - len(line.lstrip()) <= indent:
            break
        last = bare or last
    return last


def _is_failure(last: bytes) -> bool:
    """Whether it ends as a failure, by a status or by a message."""
    return re.match(rb"(?:sys\.)?exit\([ \t]*(?:[1-9\"'f])|raise SystemExit\([ \t]*[1-9\"'f]", last) is not None


def _in_shell(path: str, data: bytes) -> Iterator[Fault]:
    script = commands(data.decode("utf-8", "replace"))
    for index, command in enumerate(script):
        if _tests_result(command) and _leaves(script[index + 1 : index + 5], after=command.after):
            yield _fault(path, Mark(command.line, 1))


def _tests_result(command: Command) -> bool:
    words = command.arguments
    if command.program not in {"[", "[[", "test"} or len(words) < 3 or words[1] not in {"-f", "-e", "-s", "-d"}:  # noqa: PLR2004 (a test and its file)
        return False
    return _FOLDER.decode() not in words[2] and _RESULTS.search(words[2]) is not None


def _leaves(rest: tuple[Command, ...], *, after: str) -> bool:
    """Whether what follows ends the script well, or goes on with the next round."""
    for command in rest:
        if command.program in {"exit", "continue"} and command.arguments[1:] in ([], ["0"]):
            return True
        if "fi" in command.words or "else" in command.words or (after == "&&" and command.after == "\n"):
            return False
    return False


def _fault(path: str, mark: Mark) -> Fault:
    return Fault(
        message="the work is skipped where a file of results is there, whoever made it",
        advice=_ADVICE,
        file=path,
        mark=mark,
    )


RULE = Rule(
    code="RRL020", name="earlier-result-trusted", level=Level.SPECIFIED, severity=Severity.WARNING, looker=looker
)
