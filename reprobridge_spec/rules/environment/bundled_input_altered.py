"""A bundled file has not the digest that its input declares.

## What it finds
An input with `source: {bundled: ...}` whose files, as they lie in the artifact, differ from `sha256`, `files` or
`digests`, or are not there.

## Why
The digest says which bytes the runs had. If the file beside it is another, the artifact contradicts itself, and each
new run has other data than the recorded ones, so that scores do not compare. Line ends that a checkout turned are a
common cause.

## Example
```yaml
inputs:
  split: {kind: dataset, source: {bundled: env/split.csv}, sha256: "..."}      # of an older split.csv
```

## What to do
Put the right file back. If the file is right, correct the digest, and run again what used it. Mark data `-text` in
`.gitattributes`.

## Standard
SPEC.md, section "Conformance levels".
"""

from collections.abc import Iterator

from reprobridge_spec import digest
from reprobridge_spec.documents import digest_list
from reprobridge_spec.documents.files import Kind
from reprobridge_spec.location import Path
from reprobridge_spec.model.inputs import BundledSource, Input
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.file_bytes import bytes_of
from reprobridge_spec.rules.text_files import LIMIT


def check(context: Context) -> Iterator[Fault]:
    """Each bundled file that is not the declared one."""
    for name, body in context.manifest.inputs.items():
        if isinstance(body.source, BundledSource):
            for place, path, sha256 in _declared(context, name, body, body.source.bundled):
                yield from _compared(context, name, place, path, sha256)


def _declared(context: Context, name: str, body: Input, root: str) -> Iterator[tuple[Path, str, str]]:
    place = ("inputs", name)
    if body.sha256 is not None:
        yield (*place, "sha256"), root, body.sha256
    for key, file in body.files.items():
        yield (*place, "files", key), f"{root}/{file.path}", file.sha256
    if body.digests is not None and body.digests in context.files.entries:
        for listed in digest_list.read(bytes_of(context, body.digests)).files:
            yield (*place, "digests"), f"{root}/{listed.path}", listed.sha256


def _compared(context: Context, name: str, place: Path, path: str, sha256: str) -> Iterator[Fault]:
    entry = context.files.entries.get(path)
    if entry is None or entry.kind is not Kind.FILE:
        yield Fault(
            message=f"input `{name}` is bundled, and its file `{path}` is not in the artifact",
            advice="Add the file, or mend the path.",
            path=place,
        )
    elif context.files.sha256(path) != sha256:
        yield Fault(
            message=f"`{path}` ({entry.size} bytes) is not the file that input `{name}` declares: its SHA-256 begins "
            f"{context.files.sha256(path)[:12]}, not {sha256[:12]}",
            advice="Its lines end as on Windows, and with plain line ends it is the declared file: convert it, and "
            "mark it `-text` in .gitattributes."
            if _is_with_plain_line_ends(context, path, entry.size, sha256)
            else "Put the declared file back, or correct the digest and run again what used it: earlier scores do not "
            "compare.",
            file=path,
        )


def _is_with_plain_line_ends(context: Context, path: str, size: int, sha256: str) -> bool:
    if size > LIMIT:
        return False
    return digest.of_bytes(bytes_of(context, path).replace(b"\r\n", b"\n")) == sha256


RULE = Rule(code="RRE007", name="bundled-input-altered", level=Level.EXECUTED, check=check)
