"""A configuration file holds an unquoted date that no calendar has.

## What it finds
In YAML files, an unquoted scalar in the form of a date or of a moment that does not exist, such as 2024-02-30.

## Why
The common readers take it for a date, and end with an error that names neither the file nor the line. Nothing else of
the file can be read then.

## Example
```text
released: 2024-02-30
```

## What to do
Mend the date, or put it in quotes where it is a name.

## Standard
SPEC.md, section "Codebase".
"""

from collections.abc import Iterator

from reprobridge_spec.documents.config_file import ConfigFile
from reprobridge_spec.documents.yaml_scalars import is_impossible_date
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Look, Rule
from reprobridge_spec.rules.configurations import look_into
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.first_few import first_few


def looker(context: Context) -> Look:
    """Each date that is none."""
    return look_into(context, lambda path, config: first_few(_faults(path, config)) if config.scalars else ())


def _faults(path: str, config: ConfigFile) -> Iterator[Fault]:
    for scalar in config.scalars:
        if is_impossible_date(scalar.text):
            yield Fault(
                message=f"`{scalar.text}` has the form of a date, and there is no such day or time",
                advice="Mend it, or put it in quotes where it is a text; readers refuse the whole file.",
                file=path,
                mark=scalar.mark,
            )


RULE = Rule(code="RRC007", name="impossible-date", level=Level.SPECIFIED, looker=looker)
