"""A text still holds a placeholder.

## What it finds
`TODO`, `FIXME`, `XXX`, angle brackets such as `<title of the paper>` and texts that are only `...` in the manifest,
the decisions and the change record, and commits or digests that are one hex digit repeated. Keys that begin with
`x-` are your own, and what stands between backquotes is quoted, so neither is looked at.

## Why
Templates and first drafts hold such texts so that the form is right before the content is. From `specified` on the
content must be there: a made-up digest would make everybody else's download look wrong.

## Example
```yaml
title: "TODO: title of the artifact"
codebase:
  upstream: {url: "https://example.org/code.git", commit: "0000000000000000000000000000000000000000"}
```

## What to do
Write what belongs there. `git rev-parse HEAD` prints a commit, `sha256sum` a digest.

## Standard
SPEC.md, section "Conformance levels".
"""

from collections.abc import Iterator
from typing import Any

from reprobridge_spec.location import Path, dotted
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.placeholders import is_made_up_digest, placeholder_in
from reprobridge_spec.schemas.kinds import MANIFEST_FILE


def check(context: Context) -> Iterator[Fault]:
    """Each text with a placeholder, in the order of the documents."""
    yield from _document(context.manifest_tree.data, MANIFEST_FILE)
    for loaded in (context.decisions, context.changes):
        if loaded is not None and loaded.tree is not None:
            yield from _document(loaded.tree.data, loaded.file)


def _document(data: object, file: str) -> Iterator[Fault]:
    texts: list[tuple[Path, str]] = []
    _gather(data, (), texts)
    for place, text in texts:
        if is_made_up_digest(text):
            yield Fault(
                message=f"`{dotted(place)}` is one digit repeated, which is no real digest",
                advice="Give the digest that `git rev-parse HEAD` or `sha256sum` prints.",
                file=file,
                path=place,
            )
        elif found := placeholder_in(text):
            yield Fault(
                message=f"`{dotted(place)}` still holds the placeholder `{found[1]}`",
                advice="Write what belongs there.",
                file=file,
                path=place,
            )


def _gather(value: Any, place: Path, texts: list[tuple[Path, str]]) -> None:  # noqa: ANN401 (any document value)
    if isinstance(value, str):
        texts.append((place, value))
    elif isinstance(value, dict):
        for key, item in value.items():
            if not key.startswith("x-"):
                _gather(item, (*place, key), texts)
    elif isinstance(value, list):
        for index, item in enumerate(value):
            _gather(item, (*place, index), texts)


RULE = Rule(code="RRM013", name="placeholder", level=Level.SPECIFIED, check=check)
