"""A configuration file holds a value that readers of YAML understand differently.

## What it finds
Unquoted scalars of YAML files that a reader of YAML 1.1 (such as PyYAML) and one of YAML 1.2 (such as ruamel.yaml)
take for different things: `1e-4`, `1.0e8`, `1:30`, `0005747`, `1_000`, and `yes`, `no`, `on`, `off` where they stand
in a list or under a key such as `language`; elsewhere those four, and digits with `_`, are a note. So is `1e-4` where
the code reads its configurations with OmegaConf or Hydra, whose reader takes it for a number.

## Why
The optimiser gets the text `1e-4`, a budget of one minute and a half becomes 90, a sample loses its zeros, Norway
becomes `false`. It runs on the machine of whoever has the other reader.

## Example
```text
lr: 1e-4              text for PyYAML, a number for others
time_limit: 1:30      90 for PyYAML, text for others
```

## What to do
Write it so that all readers agree: `1.0e-4` for the number, quotes for a text. Nothing is repaired by itself, since
the code may count on what its reader makes of it.

## Standard
SPEC.md, section "Codebase".
"""

from collections.abc import Iterator
from functools import cached_property

from reprobridge_spec.documents.config_file import ConfigFile, PlainScalar
from reprobridge_spec.documents.yaml_scalars import difference, is_base_sixty, is_truth_word
from reprobridge_spec.findings import Severity
from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Look, Rule
from reprobridge_spec.rules.code_paths import seen_by_runs
from reprobridge_spec.rules.configurations import look_into
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.first_few import first_few
from reprobridge_spec.rules.text_files import contents

_IN_GROUPS = lazy_pattern(r"[1-9][0-9]{0,2}(?:_[0-9]{3})+(?:\.[0-9]+)?")
_KEYS_OF_TEXTS = ("lang", "country", "locale", "code", "region", "label", "name", "answer", "nation", "iso")


_EXPONENT = lazy_pattern(r"[-+]?[0-9.]+[eE][-+]?[0-9]+")
_OTHER_READERS = (b"omegaconf", b"import hydra", b"from hydra")


def looker(context: Context) -> Look:
    """Each such scalar."""
    reader = _Reader(context)
    return look_into(context, lambda path, config: first_few(_faults(path, config, reader)) if config.scalars else ())


class _Reader:
    """What the code reads its configurations with; looked up only where it matters."""

    def __init__(self, context: Context) -> None:
        self._context = context

    @cached_property
    def takes_exponents(self) -> bool:
        """Whether it takes `1e-4` for a number."""
        sources = (path for path in sorted(seen_by_runs(self._context)) if path.endswith(".py"))
        return any(any(name in data for name in _OTHER_READERS) for _, data in contents(self._context, sources))


def _faults(path: str, config: ConfigFile, reader: _Reader) -> Iterator[Fault]:
    lines = set[int]()
    for scalar in config.scalars:
        differ = difference(scalar.text)
        if differ is not None and scalar.mark.line not in lines:
            lines.add(scalar.mark.line)
            yield Fault(
                message=f"`{scalar.text}` is {differ.older} for readers of YAML 1.1, such as PyYAML, "
                f"and {differ.newer} for those of YAML 1.2",
                advice=_advice(scalar.text),
                file=path,
                mark=scalar.mark,
                severity=Severity.NOTE if _is_likely_right(scalar, reader) else None,
            )


def _is_likely_right(scalar: PlainScalar, reader: _Reader) -> bool:
    """Whether the author means what the code's reader makes of it: a switch, or a number in groups of digits."""
    if _IN_GROUPS.fullmatch(scalar.text):
        return True
    if _EXPONENT.fullmatch(scalar.text) and reader.takes_exponents:
        return True
    key = scalar.key.lower()
    stands_for_text = scalar.is_entry or scalar.is_key or any(word in key for word in _KEYS_OF_TEXTS)
    return is_truth_word(scalar.text) and not stands_for_text


def _advice(text: str) -> str:
    if is_truth_word(text):
        return "Write `true` or `false` where it is a truth value, quotes around it where it is a word."
    if is_base_sixty(text):
        return "Put it in quotes, or write the number of seconds."
    mantissa, exponent, power = text.lower().partition("e")
    if exponent and not text.startswith("0x"):
        number = mantissa if "." in mantissa else f"{mantissa}.0"
        sign = "" if power.startswith(("+", "-")) else "+"
        return f"Write {number}e{sign}{power} where it is a number, quotes around it where it is a text."
    return "Put it in quotes where it is a text; write it in plain digits where it is a number."


RULE = Rule(code="RRC005", name="readers-differ", level=Level.SPECIFIED, severity=Severity.WARNING, looker=looker)
