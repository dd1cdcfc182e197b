"""A measured output is a file that was there before the run.

## What it finds
A kept output from which a score was read and that has, byte for byte, the content of a file of the working copy or
of an input, which its launcher could read. Where the file is one that the working copy leaves out (shipped results,
docs), it is a warning: the method may give the same bytes again.

## Why
A launcher that finds an old result file skips the work and passes that file on, with exit code 0 and within seconds.
The score is then a copy, of another model or another split as well as of this one.

## Example
```text
code/results/mnli.json                           {"acc": 0.8431}
evidence/runs/mnli-0/outputs/results/mnli.json   the same bytes
evidence/runs/mnli-0/log                         results/mnli.json found, evaluation skipped
```

## What to do
List such files under `codebase.shipped_results`, let the launcher compute and overwrite, and make the run again.

## Standard
SPEC.md, section "Launcher contract".
"""

from collections.abc import Iterator, Mapping

from reprobridge_spec.documents.files import Kind
from reprobridge_spec.findings import Severity
from reprobridge_spec.model.inputs import BundledSource, InputFile
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.plan import working_copy
from reprobridge_spec.rules.base import Fault, Rule, Unchecked
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.measured_outputs import MeasuredOutput, measured_outputs

_FEWEST_BYTES = 8
"""Shorter files, such as a lone number, are alike by chance."""


def check(context: Context) -> Iterator[Fault]:
    """Each measured output that is a copy, once for each file."""
    outputs = {output.path: output for output in measured_outputs(context) if output.entry.size >= _FEWEST_BYTES}
    if not outputs:
        return
    inputs = {
        digest: name for name, body in context.manifest.inputs.items() for digest in _digests(body.sha256, body.files)
    }
    by_size = _by_size(context, {output.entry.size for output in outputs.values()})
    for output in outputs.values():
        try:
            present = context.files.sha256(output.path)
            twin = next(
                (path for path in by_size.get(output.entry.size, []) if context.files.sha256(path) == present), None
            )
        except OSError as error:
            raise Unchecked(f"{output.path} cannot be compared: {error}") from error
        yield from _fault(context, output, twin, inputs.get(present))


def _digests(sha256: str | None, files: Mapping[str, InputFile]) -> list[str]:
    return [*([sha256] if sha256 else []), *(file.sha256 for file in files.values())]


def _by_size(context: Context, sizes: set[int]) -> dict[int, list[str]]:
    """Files that are no evidence, by size, for sizes of outputs only."""
    found: dict[int, list[str]] = {}
    for path, entry in context.files.entries.items():
        if entry.kind is Kind.FILE and entry.size in sizes and not path.startswith("evidence/"):
            found.setdefault(entry.size, []).append(path)
    return found


def _fault(context: Context, output: MeasuredOutput, twin: str | None, of_input: str | None) -> Iterator[Fault]:
    if twin is None and of_input is None:
        return
    what = f"the file `{twin}`" if twin is not None else f"a file of the input `{of_input}`"
    bundled = [
        body.source.bundled for body in context.manifest.inputs.values() if isinstance(body.source, BundledSource)
    ]
    is_readable = twin is None or twin in set(working_copy.paths(context.manifest, context.files.entries))
    is_readable = is_readable or any(twin == path or (twin or "").startswith(f"{path}/") for path in bundled)
    yield Fault(
        message=f"`{output.path}`, from which task `{output.task}` is measured, is {what}, byte for byte"
        + ("" if is_readable else ", which launchers cannot read"),
        advice="Let the launcher compute the score into an empty output folder, and make the run again."
        if is_readable
        else "Look whether the method gives the same bytes again; else make the run again.",
        file=output.path,
        severity=None if is_readable else Severity.WARNING,
    )


RULE = Rule(code="RRV014", name="output-copied", level=Level.EXECUTED, check=check)
