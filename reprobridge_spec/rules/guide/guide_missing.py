"""There is no guide for people to read.

## What it finds
A manifest without `guide`, a guide whose text is not in the artifact, and one without a word in it.

## Why
A reader first wants to know what to run, what to expect, how long it takes and where it goes wrong. The manifest
says none of this to a person.

## Example
```yaml
guide: {text: guide/guide.md, decisions: guide/decisions.yaml}      # there is no guide/guide.md
```

## What to do
Write the guide: what to run, what to expect, how long, pitfalls. A page is enough.

## Standard
SPEC.md, section "Guide".
"""

from collections.abc import Iterator

from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Rule, Unchecked
from reprobridge_spec.rules.context import Context


def check(context: Context) -> Iterator[Fault]:
    """The missing or empty guide."""
    guide = context.manifest.guide
    if guide is None:
        yield Fault(
            message="the manifest names no guide",
            advice="Write the guide, and name it in `guide: {text, decisions}`.",
            path=("guide",),
        )
    elif guide.text not in context.files.entries:
        yield Fault(
            message=f"the guide `{guide.text}` is not in the artifact",
            advice="Write it: what to run, what to expect, how long, pitfalls.",
            path=("guide", "text"),
        )
    else:
        text = context.text(guide.text)
        if text is None:
            raise Unchecked(f"{guide.text} is no text of at most 1 MiB")
        if not text.strip():
            yield Fault(
                message=f"the guide `{guide.text}` is empty",
                advice="Write it: what to run, what to expect, how long, pitfalls.",
                file=guide.text,
            )


RULE = Rule(code="RRG001", name="guide-missing", level=Level.PRESERVED, check=check)
