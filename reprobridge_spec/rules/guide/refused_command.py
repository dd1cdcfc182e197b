"""A text for people gives a command that its script refuses.

## What it finds
Commands in the guide, in READMEs and in other Markdown at the root and in the code folder that start a Python script of
the artifact with an option that it does not have, without a value that an option needs, with one argument too many or
too few, or with a value that is no number or none of the choices. What a script takes is read from its text, where that
says so: one parser of `argparse`, `optparse` or `click`, filled in the same file. Other scripts, and words that stand
for something else (`$DATA`, `<path>`, `...`), are passed over. Nothing is run.
Texts above 128 KiB are passed over.

## Why
The code moved on and the text did not. A reader then learns the right command by reading the code, or gives up.

## Example
```markdown
    python train.py --env-name sorghum      # the script has --visdom-env
```

## What to do
Run each command of your texts once, from a fresh copy, and mend it.

## Standard
SPEC.md, section "Guide".
"""

from collections.abc import Iterator

from reprobridge_spec.location import Mark
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.guide_commands import ScriptCall, Tree, starts_of, tree_of
from reprobridge_spec.rules.guide_texts import guide_texts
from reprobridge_spec.rules.script_options.base import Interface
from reprobridge_spec.rules.script_options.reader import interface_of
from reprobridge_spec.rules.script_options.refusal import refusals

_INSTALLS = "setup.py"


def check(context: Context) -> Iterator[Fault]:
    """Each reason why a command is refused, at its line."""
    tree = tree_of(context)
    interfaces: dict[str, Interface | None] = {}
    for text in guide_texts(context):
        said: set[tuple[int, str]] = set()
        for call in starts_of(text, tree):
            path = _script(call, tree)
            if path is None:
                continue
            if path not in interfaces:
                interfaces[path] = interface_of(context.text(path) or "")
            interface = interfaces[path]
            if interface is None:
                continue
            for refusal in refusals(interface, call.arguments, call.script.line, is_whole=call.is_block):
                if (refusal.line, refusal.reason) not in said:
                    said.add((refusal.line, refusal.reason))
                    yield Fault(
                        message=f"`{path}` {refusal.reason}",
                        advice=refusal.advice,
                        file=text.path,
                        mark=Mark(refusal.line, 1),
                    )


def _script(call: ScriptCall, tree: Tree) -> str | None:
    if call.script.text.endswith(_INSTALLS) or not call.script.text.endswith(".py"):
        return None
    found = tree.find(call.script.text, call.folders)
    if found is None and not call.script.wild and not call.is_elsewhere:
        somewhere = tree.anywhere(call.script.text)
        found = somewhere[0] if len(somewhere) == 1 else None
    return found


RULE = Rule(code="RRG008", name="refused-command", level=Level.SPECIFIED, check=check)
