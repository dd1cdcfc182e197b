"""What was found, as a page for people: each thing with its place, by topic."""

from collections.abc import Iterable, Iterator

from reprobridge_spec.adopt.facts import Fact, Topic, first_of
from reprobridge_spec.scaffold.escape import markdown_line

_MOST = 60
_HEAD = """\
# What `rrspec init` found

Nothing of the release was executed: this is what its files say. Delete this page once you need it no more.
"""


def found_text(facts: Iterable[Fact]) -> str:
    """The page `guide/found.md`."""
    listed = list(facts)
    return _HEAD + "".join(f"\n{line}" for topic in Topic for line in _section(topic, first_of(listed, topic))) + "\n"


def _section(topic: Topic, facts: list[Fact]) -> Iterator[str]:
    if not facts:
        return
    yield f"## {topic.capitalize()}"
    yield ""
    for fact in facts[:_MOST]:
        place = f" ({markdown_line(str(fact.place))})" if str(fact.place) else ""
        advice = f" {markdown_line(fact.advice)}" if fact.advice else ""
        yield f"- {markdown_line(fact.text)}{place}{'.' if advice else ''}{advice}"
    if len(facts) > _MOST:
        yield f"- ... and {len(facts) - _MOST} more"
    yield ""
