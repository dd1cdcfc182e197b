"""An input is not pinned by digests.

## What it finds
A dataset or a checkpoint with neither `files`, `sha256` nor `digests`; a list of digests that is not in the
artifact, or that has a line which names no file; and a service whose source is no service with a snapshot.

## Why
Files behind an address change without a word, hubs let revisions be moved, and a download can be a web page. The
digest is what tells that the runs had the same bytes.

## Example
```yaml
inputs:
  ucr: {kind: dataset, source: {url: "https://example.org/ucr.zip"}}      # which bytes?
```

## What to do
Write `sha256:` of one file, `files:` with a digest each, or `digests:` with a list that `sha256sum` wrote for a
folder.

## Standard
SPEC.md, section "Conformance levels".
"""

from collections.abc import Iterator

from reprobridge_spec.documents import digest_list
from reprobridge_spec.location import Mark
from reprobridge_spec.model.inputs import Input, InputKind, ServiceSource
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.file_bytes import bytes_of


def check(context: Context) -> Iterator[Fault]:
    """Each input that is not pinned, then each fault of the digest lists."""
    for name, body in context.manifest.inputs.items():
        if body.kind is InputKind.SERVICE:
            yield from _service(name, body)
        elif not body.files and body.sha256 is None and body.digests is None:
            yield Fault(
                message=f"no digest pins the {body.kind} `{name}`",
                advice="Write `sha256:` of one file, `files:` with digests, or `digests:` with a `sha256sum` list.",
                path=("inputs", name),
            )
        elif body.digests is not None:
            yield from _list(context, name, body.digests)


def _service(name: str, body: Input) -> Iterator[Fault]:
    if not isinstance(body.source, ServiceSource):
        yield Fault(
            message=f"the service `{name}` has a source that no snapshot pins",
            advice="Write `source: {service: {host, snapshot}}`, or say of what kind the input is.",
            path=("inputs", name, "source"),
        )


def _list(context: Context, name: str, path: str) -> Iterator[Fault]:
    if path not in context.files.entries:
        yield Fault(
            message=f"the digest list `{path}` of input `{name}` is not in the artifact",
            advice="Make it with `sha256sum` in the input's own folder, or mend the path.",
            path=("inputs", name, "digests"),
        )
        return
    for fault in digest_list.read(bytes_of(context, path)).faults:
        yield Fault(message=fault.message, advice=fault.advice, file=path, mark=Mark(fault.line, 1))


RULE = Rule(code="RRE004", name="input-not-pinned", level=Level.EXECUTED, check=check)
