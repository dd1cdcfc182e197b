"""A version stands without quotes in a configuration file, and becomes a number.

## What it finds
In YAML files, an unquoted value with one dot, alone or in a list, under a key that names a version: `python`, `cuda`,
the name of a common library, a key that ends with `version`, or one in `dependencies`, `versions` and the like. Where
reading it loses a zero, as of `3.10`, it is an error; `11.0` for a library is a warning. What is read as it stands,
such as `3.9`, is nothing.

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
from reprobridge_spec.findings import Severity
from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Look, Rule
from reprobridge_spec.rules.configurations import look_into
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.first_few import first_few

_TWO_PARTS = lazy_pattern(r"[0-9]{1,4}\.[0-9]{1,4}")
_SOFTWARE = frozenset(
    {"python", "cuda", "cudatoolkit", "cudnn", "nvcc", "gcc", "ruby", "nodejs", "java", "jdk", "julia"}
    | {"ubuntu", "debian", "golang", "torch", "pytorch", "torchvision", "tensorflow", "jax", "numpy", "scipy"}
    | {"pandas", "scikit-learn", "sklearn", "transformers", "keras", "cmake", "postgres", "openmpi"}
)
_VERSION_WORD = lazy_pattern(r"(?:^|[_.\s-])(?i:versions?)$|(?<=[a-z0-9])Versions?$|(?<=^python)version$")
_HOLD_VERSIONS = frozenset({"dependencies", "versions", "packages", "requirements", "libraries", "frameworks"})


def looker(context: Context) -> Look:
    """Each version that becomes a number."""
    return look_into(context, lambda path, config: first_few(_faults(path, config)) if config.scalars else ())


def _faults(path: str, config: ConfigFile) -> Iterator[Fault]:
    for scalar in config.scalars:
        if scalar.is_key or not _TWO_PARTS.fullmatch(scalar.text) or not _is_a_version(scalar):
            continue
        read = str(float(scalar.text))
        if read != scalar.text:
            yield _fault(path, scalar, f"{read}, which is another version", Severity.ERROR)
        elif scalar.text.endswith(".0") and _software(scalar.key) in _SOFTWARE:
            yield _fault(path, scalar, "and some readers leave the zero out", Severity.WARNING)


def _fault(path: str, scalar: PlainScalar, how: str, severity: Severity) -> Fault:
    return Fault(
        message=f"`{scalar.key}: {scalar.text}` is read as a number, {how}",
        advice=f'Write "{scalar.text}" in quotes.',
        file=path,
        mark=scalar.mark,
        severity=severity,
    )


def _is_a_version(scalar: PlainScalar) -> bool:
    if scalar.key.lower() in _SOFTWARE or _VERSION_WORD.search(scalar.key):
        return True
    return scalar.owner.lower() in _HOLD_VERSIONS


def _software(key: str) -> str:
    """The library that a key such as `cuda_version` or `cuda` is about."""
    return _VERSION_WORD.sub("", key).lower()


RULE = Rule(code="RRC006", name="version-as-number", level=Level.SPECIFIED, looker=looker)
