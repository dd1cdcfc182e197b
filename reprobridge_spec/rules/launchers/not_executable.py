"""A program that is called by its path is not executable.

## What it finds
A file of the artifact that a command starts by its path, or that a shell script of the launchers starts as `./name`
or by a path of several steps, and that nobody may execute.

## Why
Several programs that unpack ZIP files drop the permission. The run then ends with "Permission denied" before it
begins.

## Example
```yaml
experiments:
  test: {command: [launchers/run.sh]}        # launchers/run.sh has the mode 0644
```

## What to do
Make the file executable (`rrspec validate --fix`, or `chmod +x`), or start it by its interpreter: `[bash,
launchers/run.sh]`.

## Standard
SPEC.md, section "Launcher contract".
"""

from collections.abc import Iterator

from reprobridge_spec.documents.files import Kind
from reprobridge_spec.documents.shell_script import commands, is_shell
from reprobridge_spec.findings import Fix, MakeExecutable
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.started import commands_of, launchers
from reprobridge_spec.rules.text_files import contents


def check(context: Context) -> Iterator[Fault]:
    """Each file once, with who starts it first."""
    present = context.working_copy
    said = set[str]()
    for path, who in (*_by_commands(context), *_by_scripts(context, present)):
        entry = context.files.entries.get(path)
        if path in said or path not in present or entry is None or entry.kind is not Kind.FILE or entry.executable:
            continue
        said.add(path)
        yield Fault(
            message=f"`{path}` is started by its path by {who}, and is not executable",
            advice="Make it executable, or start it by its interpreter, such as `bash`.",
            file=path,
            fix=Fix(what=f"Makes `{path}` executable.", edits=(MakeExecutable(file=path),)),
        )


def _by_commands(context: Context) -> Iterator[tuple[str, str]]:
    for started in commands_of(context):
        yield started.arguments[0].removeprefix("./"), started.label


def _by_scripts(context: Context, present: frozenset[str]) -> Iterator[tuple[str, str]]:
    paths = sorted(path for path in launchers(context) if path in present)
    for script, data in contents(context, paths):
        if is_shell(script, data):
            before: list[str] = []
            for command in commands(data.decode("utf-8", "replace")):
                program = command.program.strip("\"'")
                is_entry = command.before == "(" and bool(before) and before[-1].endswith("=")  # of `X=(...)`
                if "/" in program and not program.startswith("/") and not is_entry:
                    yield program.removeprefix("./"), f"`{script}`, line {command.line}"
                before = command.words


RULE = Rule(code="RRL014", name="not-executable", level=Level.SPECIFIED, check=check)
