"""A launcher waits for somebody to type.

## What it finds
In launchers: `input()`, `getpass`, prompts of click, a debugger's `set_trace()` and `breakpoint()`, `read` from a
terminal and `select` in shell scripts. A parameter or a variable that is named `input` is no such function.

## Why
Nobody sits before a run. It ends there with an error, or waits until its time limit.

## Example
```python
name = input("data set: ")
```

## What to do
Take what it asks for from the command's arguments; remove what was left from debugging.

## Standard
SPEC.md, section "Launcher contract".
"""

from collections.abc import Iterator

from reprobridge_spec.documents.python_text import code_of, is_python
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

_IN_PYTHON = lazy_pattern(
    rb"(?<![\w.])(?:input|raw_input|breakpoint)\(|\b(?:i?pdb|pudb)\.set_trace\(|\bgetpass\.getpass\("
    rb"|\bclick\.(?:prompt|confirm|pause)\(|\bsys\.stdin\.readline\(|\bIPython\.embed\("
)
_OWN_INPUT = lazy_pattern(
    rb"(?m)^[ \t]{0,80}input[ \t]{0,4}(?::[^=\n]{0,80})?=(?!=)|^def[ \t]{1,4}input\(|\bimport[^\n]{0,200}\binput\b"
    rb"|\bfor[ \t]{1,4}(?:\w{1,80}+,[ \t]{0,4}){0,4}input\b|\bas[ \t]{1,4}input\b"
)
"""Where a program calls something else `input`."""
_PARAMETERS = lazy_pattern(rb"\bdef[ \t]{1,4}\w{1,80}+[ \t]{0,4}\(([^()]{0,400}+)|\blambda\b([^:\n]{0,200}+)")
_HINTS = (b"input(", b"breakpoint(", b"set_trace(", b"getpass", b"click.", b"readline(", b".embed(")


def looker(context: Context) -> Look:
    """Each such line."""
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
    if not any(hint in data for hint in _HINTS):
        return
    code = code_of(data)
    own = _names_something_input(code)
    for match in _IN_PYTHON.finditer(code):
        line = code[code.rfind(b"\n", 0, match.start()) + 1 : match.start()].strip()
        if not line.endswith(b"def") and not (own and match[0] == b"input("):
            yield _fault(path, match[0].decode().rstrip("("), mark_at(data, match.start()))


def _names_something_input(code: bytes) -> bool:
    if _OWN_INPUT.search(code):
        return True
    for match in _PARAMETERS.finditer(code):
        parameters = (match[1] or match[2] or b"").split(b",")
        if any(one.partition(b":")[0].partition(b"=")[0].strip(b" \t\r\n*") == b"input" for one in parameters):
            return True
    return False


def _in_shell(path: str, data: bytes) -> Iterator[Fault]:
    lines = data.split(b"\n")
    for command in commands(data.decode("utf-8", "replace")):
        # what is given by `<`, be it a file or a text below, is no terminal
        if _asks(command) and b"<" not in lines[command.line - 1]:
            yield _fault(path, command.program, Mark(command.line, 1))


def _asks(command: Command) -> bool:
    """Whether it reads from a terminal: not from a pipe, and not line by line in a loop."""
    words = command.words
    if command.program == "select" and "in" in words:
        return True
    return command.program == "read" and words[0] == "read" and command.before != "|" and "-u" not in words


def _fault(path: str, what: str, mark: Mark) -> Fault:
    return Fault(
        message=f"`{what}` waits for somebody to type, and nobody sits before a run",
        advice="Take it from the command's arguments, or remove what was left from debugging.",
        file=path,
        mark=mark,
    )


RULE = Rule(code="RRL019", name="waits-for-person", level=Level.SPECIFIED, severity=Severity.WARNING, looker=looker)
