"""The commands that a repository's own texts give: in what people read first, in formats of other tools, in scripts."""

from collections.abc import Iterator

from reprobridge_spec.adopt.facts import Fact, Place, Topic
from reprobridge_spec.adopt.layout import LIMIT, Layout
from reprobridge_spec.documents.foreign.runs import ForeignFormat
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.rules.guide_commands import ScriptCall, Tree, starts_of
from reprobridge_spec.rules.guide_texts import GuideText
from reprobridge_spec.rules.shell_words import commands_in

TO_FILL_IN = "TODO"
"""Stands in a command where its reader has to say something."""
_MOST_TEXTS = 20
_PLACEHOLDERS = frozenset({"\0", "..."})


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """A command that somebody wrote down.

    Attributes:
        words: program and arguments; `TO_FILL_IN` stands for what a reader has to say.
        script: the script that it starts, from the repository's root.
        folder: the folder that it is started in, from the root; empty for the root.
        place: where it is written.
        name: what it is called there; empty where it has no name.
        outputs: files that it is said to leave behind.
    """

    words: tuple[str, ...]
    script: str
    folder: str
    place: Place
    name: str = ""
    outputs: tuple[str, ...] = ()


def commands_of(layout: Layout, formats: tuple[ForeignFormat, ...]) -> tuple[list[Command], list[Fact]]:
    """Every command of a repository, the best described first, and what is to be said about them."""
    facts: list[Fact] = []
    tree = Tree(layout.files.entries, "")
    found = [*_of_formats(formats), *_of_texts(layout, tree, facts), *_of_scripts(layout)]
    unique: dict[tuple[tuple[str, ...], str], Command] = {}
    for command in found:
        unique.setdefault((command.words, command.folder), command)
    return list(unique.values()), facts


def _of_texts(layout: Layout, tree: Tree, facts: list[Fact]) -> Iterator[Command]:
    for path in layout.readmes[:_MOST_TEXTS]:
        text = GuideText(path, layout.files.read(path, LIMIT).decode("utf-8", "replace"))
        for call in starts_of(text, tree):
            place = Place(path, call.script.line)
            if found := _located(call, tree):
                script, folder = found
                yield Command(words=_words(call), script=script, folder=folder, place=place)
            elif call.is_block and not call.script.wild and not call.is_elsewhere:
                command = " ".join(word.text for word in call.words)[:120]
                said = f"`{command}` starts {call.script.text}, which is not there"
                facts.append(Fact(Topic.COMMANDS, said, place, "See whether it is in another repository."))


def _located(call: ScriptCall, tree: Tree) -> tuple[str, str] | None:
    """The script of a command, and the folder from which it is named as it is."""
    named = call.script.text.removeprefix("./")
    if "\0" in named:
        return None
    path = tree.find(named, call.folders)
    if path is None:
        near = tree.anywhere(named)
        path = min(near, key=lambda one: (f"/{one}".count("/."), one.count("/"), one)) if near else None
    if path is None or path in tree.folders:
        return None
    return (path, path[: -len(named)].rstrip("/")) if path.endswith(named) else (path, "")


def _words(call: ScriptCall) -> tuple[str, ...]:
    return tuple(_filled(word.text) for word in call.words)


def _filled(word: str) -> str:
    if word in _PLACEHOLDERS or "\0" in word or word.startswith("$"):
        return TO_FILL_IN
    return word


def _of_formats(formats: tuple[ForeignFormat, ...]) -> Iterator[Command]:
    for found in formats:
        for run in found.runs:
            commands = list(commands_in([(run.line, run.command)]))
            if len(commands) == 1:
                words = tuple(_filled(word.text) for word in commands[0])
            else:
                words = ("bash", "-c", run.command)
            script = next((word for word in words[1:] if word.endswith((".py", ".sh", ".ipynb"))), "")
            yield Command(
                words=words,
                script=f"{run.folder}/{script}".lstrip("/"),
                folder=run.folder,
                place=Place(found.path, run.line),
                name=run.name,
                outputs=(*run.outputs, *run.metrics),
            )


def _of_scripts(layout: Layout) -> Iterator[Command]:
    for path in layout.shell:
        yield Command(words=("bash", path), script=path, folder="", place=Place(path))
