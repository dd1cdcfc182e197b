"""A configuration file of the code cannot be read.

## What it finds
YAML, JSON and TOML files below 256 KiB in the code, the launchers and the environments that no reader reads: broken
lines, tabs as indentation, other encodings than UTF-8, nesting deeper than 200, aliases that stand for more than
200,000 values. JSON lines, JSON with comments, and templates with `{{` are left alone, and so are hidden files and
tests; a comma behind the last entry is allowed where there are comments, and in `tsconfig.json` and `jsconfig.json`.
Each reader is asked for its form alone: what the code wants to find there is not known.

## Why
The launcher that reads it stops there, or never comes back: a few hundred bytes of nested aliases fill all memory.

## Example
```text
train:
        lr: 0.1        a tab, where YAML asks for spaces
```

## What to do
Mend the line that is named. A file that is not meant to be read belongs under `codebase.docs`.

## Standard
SPEC.md, section "Codebase".
"""

from collections.abc import Iterator

from reprobridge_spec.documents.config_file import ConfigFile
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Look, Rule
from reprobridge_spec.rules.configurations import look_into
from reprobridge_spec.rules.context import Context


def looker(context: Context) -> Look:
    """The first place of each file that cannot be read."""
    return look_into(context, _fault)


def _fault(path: str, config: ConfigFile) -> Iterator[Fault]:
    fault = config.unreadable
    if fault is not None:
        yield Fault(message=f"`{path}` {fault.message}", advice=fault.advice, file=path, mark=fault.mark)


RULE = Rule(code="RRC003", name="configuration-unreadable", level=Level.SPECIFIED, looker=looker)
