"""A text for people names a file that the artifact does not have.

## What it finds
In the guide, in READMEs and in other Markdown at the root and in the code folder: scripts that a command starts,
configurations that it is given, requirements that it installs from, and files named between backquotes, that are
nowhere in the artifact. Outputs, patterns, placeholders (`configs/<name>.yaml`), addresses, packages, data and
checkpoints are passed over, and so are commands inside a repository that the text just had cloned.
Texts above 128 KiB are passed over.

## Why
The file was never committed, or was renamed. Whoever follows the text stops there, and nobody but the authors can say
what it held.

## Example
```markdown
Run `python main.py --config configs/dataset.yaml`.      # there is configs/imagenet.yaml alone
```

## What to do
Add the file, or name the one that is there.

## Standard
SPEC.md, section "Guide".
"""

import re
from collections.abc import Iterator

from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.location import Mark
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.guide_commands import Tree, installs_of, starts_of, tree_of
from reprobridge_spec.rules.guide_texts import GuideText, guide_texts
from reprobridge_spec.rules.named_files import column_of, in_arguments, in_spans
from reprobridge_spec.rules.near_path import near_path

_ADDRESS = lazy_pattern(r"https?://[^\s)>\]\"'`]{1,400}")


def check(context: Context) -> Iterator[Fault]:
    """Each file that is named and not there, once a line."""
    tree = tree_of(context)
    for text in guide_texts(context):
        said: set[tuple[int, str]] = set()
        source = {line.number: line.text for line in text.lines}
        fetched = {address.rpartition("/")[2] for address in _ADDRESS.findall(text.text)}
        for line, named, folders in _named(text, tree):
            if (line, named) in said or not _is_missing(named, folders, tree) or named.rpartition("/")[2] in fetched:
                continue
            said.add((line, named))
            yield Fault(
                message=f"`{named}` is named here, and is not in the artifact",
                advice=near_path(
                    named, context.files.entries, otherwise="Add the file, or name the one that is there."
                ),
                file=text.path,
                mark=Mark(line, column_of(named, source.get(line, ""))),
            )


def _named(text: GuideText, tree: Tree) -> Iterator[tuple[int, str, tuple[str, ...]]]:
    """Line, path and folders of each file that has to be there."""
    made: set[str] = set()
    for call in starts_of(text, tree):
        if not call.is_elsewhere:
            if not call.script.wild:
                yield call.script.line, call.script.text, call.folders
            for word, is_made in in_arguments(call.arguments):
                if is_made:
                    made.add(word.text)
                elif word.text not in made:
                    yield word.line, word.text, call.folders
    for word, folders in installs_of(text, tree):
        yield word.line, word.text, folders
    for line, path in in_spans(text, tree):
        yield line, path, (text.folder, tree.code, "")


def _is_missing(named: str, folders: tuple[str, ...], tree: Tree) -> bool:
    if named.startswith(("/", "~", "..")) or re.match(r"[A-Za-z]:", named):
        return False
    return tree.find(named, folders) is None and not tree.anywhere(named)


RULE = Rule(code="RRG009", name="file-not-shipped", level=Level.SPECIFIED, check=check)
