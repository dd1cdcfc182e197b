"""The manifest names a file that is not in the artifact.

## What it finds
A code folder without any file, and requirements, bundled inputs and a list of decisions that are named and not
there. Locks, the guide's text and the change record come at later stages and have rules of their own.

## Why
The files of an artifact are what is run and read; the manifest only says what they are. From `specified` on, what
is run and why must lie beside it, or the next stage has nothing to work on.

## Example
```yaml
environments:
  cpu: {python: "3.11", tool: uv, requirements: env/requirements.in}    # there is no env/requirements.in
```

## What to do
Add the file, or mend the path; upper and lower case count.

## Standard
SPEC.md, section "Conformance levels".
"""

from collections.abc import Iterator

from reprobridge_spec.location import Path
from reprobridge_spec.model.inputs import BundledSource
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.nearest import nearest


def check(context: Context) -> Iterator[Fault]:
    """Each file that is named and is not there."""
    manifest = context.manifest
    if manifest.codebase is not None and not _is_folder(context, manifest.codebase.path):
        yield Fault(
            message=f"the code folder `{manifest.codebase.path}` holds no file",
            advice="Put the refined codebase there, or name its folder in `codebase.path`.",
            path=("codebase", "path"),
        )
    for place, path, what in _named(context):
        if path not in context.files.entries and not (what == "bundled input" and _is_folder(context, path)):
            yield Fault(
                message=f"the {what} `{path}` is not in the artifact",
                advice=nearest(path, _siblings(context, path), otherwise="Add the file, or mend the path."),
                path=place,
            )


def _named(context: Context) -> Iterator[tuple[Path, str, str]]:
    manifest = context.manifest
    for name, environment in manifest.environments.items():
        yield ("environments", name, "requirements"), environment.requirements, "requirements file"
    for name, body in manifest.inputs.items():
        if isinstance(body.source, BundledSource):
            yield ("inputs", name, "source", "bundled"), body.source.bundled, "bundled input"
    if manifest.guide is not None:
        yield ("guide", "decisions"), manifest.guide.decisions, "decisions file"


def _is_folder(context: Context, path: str) -> bool:
    return any(entry.startswith(f"{path}/") for entry in context.files.entries)


def _siblings(context: Context, path: str) -> list[str]:
    folder = path.rpartition("/")[0]
    return [entry for entry in context.files.entries if entry.rpartition("/")[0] == folder]


RULE = Rule(code="RRM012", name="missing-file", level=Level.SPECIFIED, check=check)
