"""A command is written as for a shell, and no shell reads it.

## What it finds
In `command`, `smoke.append` and `measure: command`: operators such as `&&`, `|` and `>` as arguments of their own;
`$RRA_...` and other variables of a run, which nothing replaces; a whole command line as one argument; words that only
a shell knows (`cd`, `source`, `export`) and assignments (`X=1`) where the program stands. What follows `sh -c` is a
shell's.

## Why
The program gets these as arguments. It stops at the first that it does not know, or, worse, does not.

## Example
```yaml
command: [python, launchers/train.py, "&&", python, launchers/eval.py]
```

## What to do
Put it into a launcher: a script of its own in `launchers/`, that ends at a failure. Variables go into `variables` of
the environment, or are read by the program.

## Standard
SPEC.md, section "Launcher contract".
"""

from collections.abc import Iterator, Sequence

from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.location import Path
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.places import written_experiments
from reprobridge_spec.rules.started import commands_of

_CERTAIN = frozenset({"&&", "||", ">>", "2>", "2>&1", "&>", "|&", "1>", "1>&2", "2>/dev/null", "<<<", "<<"})
_LIKELY = frozenset({"|", ">", "<", ";", "&"})
_VARIABLE = lazy_pattern(r"\$\{?(?:RRA_[A-Z_]+|HOME|TMPDIR|PWD|USER|CUDA_VISIBLE_DEVICES)\}?|`[^`]+`|\$\([^)]+\)")
_BUILT_IN = frozenset({"cd", "source", ".", "export", "set", "ulimit", "alias", "eval", "pushd", "module"})
_ASSIGNMENT = lazy_pattern(r"[A-Za-z_][A-Za-z0-9_]*=")
_READS_CODE = lazy_pattern(r"(?:.*/)?(?:(?:ba|z|k|da)?sh|python[0-9.]*|perl|Rscript|julia|node)")
_IS_CODE = lazy_pattern(r"-[A-Za-z]{0,8}[ce]")
_NUMBER = lazy_pattern(r"[-+]?[0-9.]+(?:[eE][-+]?[0-9]+)?")
_ADVICE = "Put it into a script in `launchers/`, or start `[bash, -c, ...]`."


def check(context: Context) -> Iterator[Fault]:
    """The first such argument of each command."""
    for label, place, written in _commands(context):
        is_file = bool(written) and written[0].removeprefix("./") in context.files.entries
        arguments = ("program", *written[1:]) if is_file else written  # a file may have any name
        index, what = _first(arguments, has_program=place[-1] == "command")
        if what:
            yield Fault(message=f"{label} {what}", advice=_ADVICE, path=(*place, index))


def _commands(context: Context) -> Iterator[tuple[str, Path, Sequence[str]]]:
    for started in commands_of(context):
        yield started.label, started.place, started.arguments
    for written in written_experiments(context.manifest):
        if written.body.smoke is not None:
            yield f"the smoke run of {written.label}", (*written.place, "smoke", "append"), written.body.smoke.append


def _first(arguments: Sequence[str], *, has_program: bool) -> tuple[int, str]:
    """Index and fault of the first argument that only a shell understands; no text where there is none."""
    if has_program and (what := _program(arguments)):
        return 0, what
    for index, argument in enumerate(arguments):
        if index and _IS_CODE.fullmatch(arguments[index - 1]) and any(map(_READS_CODE.fullmatch, arguments[:index])):
            return 0, ""  # what `sh -c` and `python -c` are given is theirs
        is_operator = argument in _CERTAIN or (argument in _LIKELY and _stands_between(arguments, index))
        if is_operator:
            return index, f"has `{argument}` as an argument, which no shell reads"
        if found := _VARIABLE.search(argument):
            return index, f"has `{found[0]}` as an argument, which nothing replaces"
    return 0, ""


def _stands_between(arguments: Sequence[str], index: int) -> bool:
    """Whether it joins two commands, or a command and a file, rather than being the value of an option."""
    if index == 0 or (index + 1 == len(arguments) and arguments[index] not in {"&", ";"}):
        return False
    before, after = arguments[index - 1], "".join(arguments[index + 1 : index + 2])
    if arguments[index] in {"<", ">"} and _NUMBER.fullmatch(after):
        return False
    return not before.startswith("-") or "=" in before


def _program(arguments: Sequence[str]) -> str:
    first = arguments[0]
    if first in _BUILT_IN:
        return f"begins with `{first}`, which only a shell knows"
    if _ASSIGNMENT.match(first):
        return f"begins with `{first}`, which only a shell takes for a variable"
    if " " in first.strip() and len(arguments) == 1:
        return f"is one argument, `{first[:60]}`, and the whole of it is taken for the program's name"
    return ""


RULE = Rule(code="RRL022", name="shell-syntax-in-command", level=Level.SPECIFIED, check=check)
