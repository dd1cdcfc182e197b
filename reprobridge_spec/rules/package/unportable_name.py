"""A file has a name that other systems cannot hold.

## What it finds
Names with a backslash, a control character or more than 1024 bytes, and two files or folders whose names differ
only in case or in Unicode form: errors. Names that Windows reserves or refuses, names that are not in Unicode form
NFC, and names with an invisible character: warnings.

## Why
Whoever opens the artifact may have another file system. Where `Data/` and `data/` are one folder, half of the files
are gone after unpacking, and no checksum of the rest fits.

## Example
```text
code/configs/Base.yaml
code/configs/base.yaml
```

## What to do
Rename the file. Small letters, digits, `-`, `_` and `.` are safe everywhere.

## Standard
SPEC.md, section "Package".
"""

from collections.abc import Iterable, Iterator

from reprobridge_spec import artifact_path
from reprobridge_spec.findings import Severity
from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context

_INVISIBLE = lazy_pattern("[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]")
_ADVICE = "Rename it; small letters, digits, `-`, `_` and `.` are safe everywhere."


def check(context: Context) -> Iterator[Fault]:
    """Each name that does not travel, then each pair that becomes one."""
    for path in context.files.entries:
        if reason := artifact_path.fault_in(path):
            yield Fault(message=f"{path!r} {reason}", advice=_ADVICE, file=path, severity=Severity.ERROR)
        elif reason := artifact_path.portability_fault_in(path):
            yield Fault(message=f"{path!r} {reason}", advice=_ADVICE, file=path)
        elif not path.isascii() and (hidden := _INVISIBLE.search(path)):
            what = f"an invisible character, U+{ord(hidden[0]):04X}"
            yield Fault(message=f"{path!r} holds {what}", advice=_ADVICE, file=path)
    yield from _collisions(context)


def _collisions(context: Context) -> Iterator[Fault]:
    first: dict[str, str] = {}
    twins: set[str] = set()
    for step in _steps(context.files.entries):
        other = first.setdefault(artifact_path.folded(step), step)
        if step.rpartition("/")[0] in twins:
            twins.add(step)  # its folder is reported
        elif other != step:
            twins.add(step)
            yield Fault(
                message=f"{step!r} and {other!r} are one name where case or Unicode forms do not count",
                advice="Rename one of them.",
                file=step,
                severity=Severity.ERROR,
            )


def _steps(paths: Iterable[str]) -> Iterator[str]:
    """Every file, and before the first file in it every folder."""
    seen: set[str] = set()
    for path in paths:
        folder = path.rpartition("/")[0]
        if folder and folder not in seen:
            steps = folder.split("/")
            for end in range(1, len(steps) + 1):
                above = "/".join(steps[:end])
                if above not in seen:
                    seen.add(above)
                    yield above
        yield path


RULE = Rule(
    code="RRP002",
    name="unportable-name",
    level=Level.DRAFT,
    severity=Severity.WARNING,
    check=check,
)
