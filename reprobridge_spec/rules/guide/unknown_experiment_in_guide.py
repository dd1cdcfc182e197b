"""A text for people names an experiment, an environment or an input that is not declared.

## What it finds
Calls of `rrspec run`, `rrspec lock` and `rrspec fetch` in the guide, in READMEs and in other Markdown at the root and
in the code folder, with a name that the manifest does not have. Words that stand for something else (`$NAME`,
`<name>`, `EXPERIMENT`) are passed over.

## Why
An experiment was renamed and the guide was not. The first thing that a reader types then ends in an error.

## Example
```markdown
    rrspec run arrow-head      # the manifest has `arrowhead`
```

## What to do
Write the name as the manifest has it.

## Standard
SPEC.md, section "Guide".
"""

from collections.abc import Collection, Iterator

from reprobridge_spec.location import Mark
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.guide_commands import rrspec_calls
from reprobridge_spec.rules.guide_texts import guide_texts
from reprobridge_spec.rules.nearest import nearest
from reprobridge_spec.rules.shell_words import Word

_WITH_VALUE = frozenset(
    {"--budget", "--decision", "--artifact", "--format", "--seeds", "--jobs", "-o", "-j", "--level"}
)


def check(context: Context) -> Iterator[Fault]:
    """Each name that is not declared, at its line."""
    known: dict[str, tuple[str, Collection[str]]] = {
        "run": ("experiment or task", [*context.experiments, *context.tasks]),
        "lock": ("environment", context.manifest.environments),
        "fetch": ("input", context.manifest.inputs),
    }
    for text in guide_texts(context):
        for words in rrspec_calls(text):
            what, names = known.get(words[0].text if words else "", ("", ()))
            for word in _named(words[1:]) if what else ():
                if word.text not in names:
                    yield Fault(
                        message=f"the manifest has no {what} `{word.text}`",
                        advice=nearest(word.text, names, otherwise="Write the name as the manifest has it."),
                        file=text.path,
                        mark=Mark(word.line, 1),
                    )


def _named(words: list[Word]) -> Iterator[Word]:
    is_value = False
    for word in words:
        if word.text.startswith("-"):
            is_value = word.text in _WITH_VALUE
        elif is_value:
            is_value = False
        elif not word.wild and word.text.islower() and word.text != ".":
            yield word


RULE = Rule(code="RRG011", name="unknown-experiment-in-guide", level=Level.SPECIFIED, check=check)
