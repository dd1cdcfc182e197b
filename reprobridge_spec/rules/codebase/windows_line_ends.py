r"""A script that a run executes has Windows line ends.

## What it finds
A shell script, a file that a command starts by its path, or an executable file with a first line `#!...`, in which
lines end with a carriage return and a line feed. A shell script that nothing here executes, since it is not executable,
is no launcher, and no command and no launcher names it, is a warning. Other text that nobody executes may have them.

## Why
The interpreter is looked for under a name that ends in a carriage return, and is not found; started by hand, the
script sets variables, and makes folders, that end in an invisible character.

## Example
```text
launchers/run.sh:1      #!/usr/bin/env bash\r
```

## What to do
Save it with Unix line ends, and keep them so: `*.sh text eol=lf` in `.gitattributes`.

## Standard
SPEC.md, section "Launcher contract".
"""

from collections.abc import Iterator

from reprobridge_spec.documents.shell_script import is_shell
from reprobridge_spec.findings import Fix, Replace, Severity
from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.location import Mark
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Look, Rule
from reprobridge_spec.rules.code_paths import seen_by_runs
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.started import Started, commands_of, launchers
from reprobridge_spec.rules.text_files import contents, mark_at

_WINDOWS = lazy_pattern(rb"\r\n")
_SHELLS = frozenset({"sh", "bash", "zsh", "ksh", "dash"})


def looker(context: Context) -> Look:
    """One fault a script, at its first such line."""
    paths = seen_by_runs(context)
    programs = {script for started in commands_of(context) for script in _scripts(started)}

    def look(path: str, data: bytes) -> Iterator[Fault]:
        if path not in paths:
            return
        entry = context.files.entries[path]
        by_path = data.startswith(b"#!") and entry.executable
        if by_path or path in programs or is_shell(path, data):
            is_executed = entry.executable or path in programs or _is_executed(context, path)
            # a text in UTF-16 is looked at as UTF-8, so that no place in it is one of the file
            yield _fault(path, data, is_as_stored=len(data) == entry.size, is_executed=is_executed)

    return look


def _is_executed(context: Context, path: str) -> bool:
    """Whether a script is a launcher, or named by one."""
    paths = launchers(context)
    name = path.rpartition("/")[2].encode()
    present = sorted(found for found in paths if found in context.files.entries)
    return path in paths or any(name in data for _, data in contents(context, present))


def _scripts(started: Started) -> Iterator[str]:
    """What a command starts by its path, or gives to a shell."""
    program, *rest = started.arguments
    yield program.removeprefix("./")
    if program.rpartition("/")[2] in _SHELLS:
        yield from (word.removeprefix("./") for word in rest if not word.startswith("-"))


def _fault(path: str, data: bytes, *, is_as_stored: bool, is_executed: bool) -> Fault:
    lines, windows = data.count(b"\n"), data.count(b"\r\n")
    which = ("its line ends" if lines == 1 else f"all its {lines} lines end") if windows == lines else ""
    which = which or f"{windows} of its {lines} lines end{'s' if windows == 1 else ''}"
    edits = tuple(Replace(file=path, start=at.start(), end=at.end(), new=b"\n") for at in _WINDOWS.finditer(data))
    # a script of both kinds may write such a line on purpose
    can_fix = is_as_stored and windows == lines
    first = mark_at(data, data.index(b"\r\n"))
    return Fault(
        message=f"`{path}` is {'executed' if is_executed else 'a script'}, and {which} with a carriage return, "
        "which becomes a part of names and values",
        advice="Save it with Unix line ends; `*.sh text eol=lf` in .gitattributes keeps them.",
        file=path,
        mark=Mark(first.line, 1),
        severity=None if is_executed else Severity.WARNING,
        fix=Fix(what=f"Gives `{path}` Unix line ends.", edits=edits) if can_fix else None,
    )


RULE = Rule(code="RRC010", name="windows-line-ends", level=Level.SPECIFIED, looker=looker, signs=(b"\r\n",))
