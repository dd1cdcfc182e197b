"""A path does not lead to a place inside the artifact.

## What it finds
A path in the manifest or in the change record that is absolute, climbs with `..`, holds a backslash or a control
character, or has an empty step. It looks at every field that is a path: of the code, the guide, requirements and
locks, digest lists, files of inputs, outputs, and the file that a task is measured from.

## Why
An artifact is opened on other machines, at other places. A path that leaves it names a file that only its author
has, or one that the reader does not want to be touched.

## Example
```yaml
environments:
  cpu: {python: "3.11", tool: uv, requirements: ../shared/requirements.in}
```

## What to do
Copy the file into the artifact, and write its path from the artifact's root with `/` between folders. An output's
path is written from the output folder.

## Standard
SPEC.md, section "Manifest".
"""

from collections.abc import Iterator

from reprobridge_spec import artifact_path
from reprobridge_spec.location import Path, dotted
from reprobridge_spec.model.inputs import BundledSource
from reprobridge_spec.model.manifest import Level, Manifest
from reprobridge_spec.model.measure import CommandMeasure
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.places import written_experiments, written_metrics
from reprobridge_spec.schemas.kinds import MANIFEST_FILE


def check(context: Context) -> Iterator[Fault]:
    """Each path that is none inside an artifact."""
    for place, text in _in_manifest(context.manifest):
        yield from _fault(place, text, MANIFEST_FILE)
    if context.changes is not None and context.changes.model is not None:
        for name, change in context.changes.model.changes.items():
            if change.patch is not None:
                yield from _fault(("changes", name, "patch"), change.patch, context.changes.file)


def _in_manifest(manifest: Manifest) -> Iterator[tuple[Path, str]]:
    if manifest.codebase is not None:
        yield ("codebase", "path"), manifest.codebase.path
        if manifest.codebase.changes is not None:
            yield ("codebase", "changes"), manifest.codebase.changes
    for name, environment in manifest.environments.items():
        yield ("environments", name, "requirements"), environment.requirements
        for platform, lock in environment.locks.items():
            yield ("environments", name, "locks", platform), lock
    yield from _in_inputs(manifest)
    yield from _in_runs(manifest)
    if manifest.guide is not None:
        yield ("guide", "text"), manifest.guide.text
        yield ("guide", "decisions"), manifest.guide.decisions


def _in_inputs(manifest: Manifest) -> Iterator[tuple[Path, str]]:
    for name, body in manifest.inputs.items():
        if isinstance(body.source, BundledSource):
            yield ("inputs", name, "source", "bundled"), body.source.bundled
        for key, file in body.files.items():
            yield ("inputs", name, "files", key, "path"), file.path
        if body.digests is not None:
            yield ("inputs", name, "digests"), body.digests


def _in_runs(manifest: Manifest) -> Iterator[tuple[Path, str]]:
    for metric in written_metrics(manifest):
        measure = metric.body.measure
        if measure is not None and not isinstance(measure, CommandMeasure):
            yield (*metric.place, "measure", "file"), measure.file
    for experiment in written_experiments(manifest):
        for name, path in (experiment.body.outputs or {}).items():
            yield (*experiment.place, "outputs", name), path


def _fault(place: Path, text: str, file: str) -> Iterator[Fault]:
    if reason := artifact_path.fault_in(text):
        yield Fault(
            message=f"the path `{dotted(place)}`, {text!r}, {reason}",
            advice="Write it from the artifact's root (an output's from the output folder), with `/` between folders.",
            file=file,
            path=place,
        )


RULE = Rule(code="RRM011", name="path-outside-artifact", level=Level.DRAFT, check=check)
