"""The guide is too short to lead anybody.

## What it finds
A guide's text with fewer than twenty words besides headings, and one whose parts are mostly headings with nothing
below them. Commands count as words. An empty guide has a rule of its own (RRG001).

## Why
Headings are where facts should be, not facts. What to run, what to expect, how long and what goes wrong cannot be said
in a dozen words.

## Example
```markdown
# Guide
### Running
### Results
```

## What to do
Write what to run, what to expect, how long it takes and where it goes wrong. A page is enough.

## Standard
SPEC.md, section "Guide".
"""

from collections.abc import Iterator

from reprobridge_spec.findings import Severity
from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.location import Mark
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.guide_texts import LIMIT, GuideText

_FEWEST = 20
_HEADING = lazy_pattern(r" {0,3}(#{1,6})\s")
_WORD = lazy_pattern(r"\w[\w.'-]*")


def check(context: Context) -> Iterator[Fault]:
    """The thin guide, or else each heading with nothing below it where these are the most."""
    guide = context.manifest.guide
    text = context.text(guide.text, LIMIT) if guide is not None else None
    if guide is None or text is None or not text.strip():
        return  # guide-missing says so
    lines = GuideText(guide.text, text).lines
    words = sum(
        len(_WORD.findall(line.text)) for line in lines if line.fence is not None or not _HEADING.match(line.text)
    )
    if words < _FEWEST:
        yield Fault(
            message=f"the guide says {words} words besides its headings",
            advice="Write what to run, what to expect, how long it takes and where it goes wrong.",
            file=guide.text,
            mark=Mark(1, 1),
        )
        return
    headings, bare = _headings(GuideText(guide.text, text))
    if len(bare) * 2 > headings:
        for number, title in bare:
            yield Fault(
                message=f"there is nothing below the heading `{title}`",
                advice="Write what belongs there, or take the heading out.",
                file=guide.text,
                mark=Mark(number, 1),
            )


def _headings(text: GuideText) -> tuple[int, list[tuple[int, str]]]:
    """How many headings there are, and line and title of those with neither text nor a lower heading below them."""
    count, bare = 0, []
    last: tuple[int, str, int] | None = None
    for line in text.lines:
        heading = _HEADING.match(line.text) if line.fence is None else None
        if heading is None:
            last = None if line.text.strip() else last
            continue
        if last is not None and len(heading[1]) <= last[2]:
            bare.append(last[:2])
        count, last = count + 1, (line.number, line.text.strip("# \t"), len(heading[1]))
    if last is not None:
        bare.append(last[:2])
    return count, bare


RULE = Rule(code="RRG015", name="guide-too-thin", level=Level.PRESERVED, severity=Severity.WARNING, check=check)
