"""A version stands without quotes in a configuration file, and becomes a number.

## What it finds
In YAML files, an unquoted value with one dot under a key that names a version: `python`, `cuda`, the name of a common
library, or a key that ends with `version`. Where reading it loses a zero, as of `3.10`, it is an error; `11.0` under
the name of a library is a warning. What is read as it stands, such as `3.9`, is nothing.

## Why
`3.10` is read as the number 3.1, and Python 3.1 is looked for. `11.0` becomes `11` in half of all readers.

## Example
```text
python: 3.10
cuda: 11.0
```

## What to do
Put versions in quotes. Versions with two dots are texts for every reader.

## Standard
SPEC.md, section "Codebase".
"""

from collections.abc import Iterator

from reprobridge_spec.documents.config_file import ConfigFile, PlainScalar
from reprobridge_spec.documents.lazy_pattern import LazyPattern
from reprobridge_spec.findings import Severity
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Look
from reprobridge_spec.rules.configurations import look_into
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.first_few import first_few
from reprobridge_spec.rules.text_files import text_rule

_TWO_PARTS = LazyPattern(r"[0-9]{1,4}\.[0-9]{1,4}")
_SOFTWARE = frozenset(
    {"python", "py", "cuda", "cudatoolkit", "cudnn", "nvcc", "gcc", "ruby", "node", "nodejs", "java", "jdk", "julia"}
    | {"ubuntu", "debian", "go", "golang", "torch", "pytorch", "torchvision", "tensorflow", "jax", "numpy", "scipy"}
    | {"pandas", "scikit-learn", "sklearn", "transformers", "keras", "cmake", "postgres", "openmpi"}
)


def looker(context: Context) -> Look:
    """Each version that becomes a number."""
    return look_into(context, lambda path, config: first_few(_faults(path, config)) if config.scalars else ())


def _faults(path: str, config: ConfigFile) -> Iterator[Fault]:
    for scalar in config.scalars:
        key = scalar.key.lower()
        if scalar.is_key or not _names_a_version(key) or not _TWO_PARTS.fullmatch(scalar.text):
            continue
        read = str(float(scalar.text))
        if read != scalar.text:
            yield _fault(path, scalar, f"{read}, which is another version", Severity.ERROR)
        elif scalar.text.endswith(".0") and key in _SOFTWARE:
            yield _fault(path, scalar, "and some readers leave the zero out", Severity.WARNING)


def _fault(path: str, scalar: PlainScalar, how: str, severity: Severity) -> Fault:
    return Fault(
        message=f"`{scalar.key}: {scalar.text}` is read as a number, {how}",
        advice=f'Write "{scalar.text}" in quotes.',
        file=path,
        mark=scalar.mark,
        severity=severity,
    )


def _names_a_version(key: str) -> bool:
    return key in _SOFTWARE or key.endswith("version")


RULE = text_rule(code="RRC006", name="version-as-number", level=Level.SPECIFIED, looker=looker)
