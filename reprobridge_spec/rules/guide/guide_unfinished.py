"""The guide's text still holds a placeholder.

## What it finds
`TODO`, `FIXME`, `XXX` and angle brackets around several words, such as `<how long it takes>`, in the guide's text.
What stands between backquotes is quoted and not looked at.

## Why
The guide is what a person reads first, and what is kept when everybody who could be asked has moved on.

## Example
```markdown
Running everything takes TODO hours on one card.
```

## What to do
Write what belongs there, or remove the sentence.

## Standard
SPEC.md, section "Guide".
"""

from collections.abc import Iterator

from reprobridge_spec.location import Mark
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.placeholders import placeholder_in


def check(context: Context) -> Iterator[Fault]:
    """The first placeholder of each line."""
    guide = context.manifest.guide
    text = context.text(guide.text) if guide is not None else None
    if guide is None or text is None:
        return  # guide-missing says so
    for number, line in enumerate(text.splitlines(), start=1):
        if found := placeholder_in(line):
            yield Fault(
                message=f"the guide still holds the placeholder `{found[1]}`",
                advice="Write what belongs there, or remove the sentence.",
                file=guide.text,
                mark=Mark(number, found[0] + 1),
            )


RULE = Rule(code="RRG006", name="guide-unfinished", level=Level.PRESERVED, check=check)
