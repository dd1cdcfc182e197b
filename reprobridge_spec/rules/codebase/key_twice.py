"""A configuration file of the code has one key twice.

## What it finds
A key that stands twice in one mapping of a YAML, JSON or TOML file below 256 KiB. The same key in two mappings is
none, nor are remarks (`"//"`, `"_comment"`) and recipes of conda, of which some lines are for one system. Both lines
are named.

## Why
Most readers keep the last and say nothing, some keep the first, some refuse the file. Whoever changes the other line
changes nothing, and the run is another one than the file seems to say.

## Example
```text
train:
  batch_size: 32
  epochs: 90
  batch_size: 256
```

## What to do
Keep the one that the paper's runs used. Where that cannot be told, it is a decision of the guide.

## Standard
SPEC.md, section "Codebase".
"""

from collections.abc import Iterator

from reprobridge_spec.documents.config_file import ConfigFile
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Look, Rule
from reprobridge_spec.rules.configurations import look_into
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.first_few import first_few

_RECIPE = "meta.yaml"
"""Of conda-build, which drops lines by the comment at their end."""


def looker(context: Context) -> Look:
    """Each second place of a key."""
    return look_into(context, _find)


def _find(path: str, config: ConfigFile) -> Iterator[Fault]:
    if config.twice and path.rpartition("/")[2] != _RECIPE:
        yield from first_few(_faults(path, config))


def _faults(path: str, config: ConfigFile) -> Iterator[Fault]:
    for twice in config.twice:
        inside = f" in `{twice.owner}`" if twice.owner else ""
        line = "the same line" if twice.first == twice.mark.line else f"line {twice.first}"
        yield Fault(
            message=f"the key `{twice.key}` stands twice{inside}: here, and before in {line}",
            advice="Keep the one that the paper's runs used; readers keep the last, or the first, or refuse the file.",
            file=path,
            mark=twice.mark,
        )


RULE = Rule(code="RRC004", name="key-twice", level=Level.SPECIFIED, looker=looker)
