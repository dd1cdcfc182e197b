"""The commands that a repository's own texts give: in what people read first, in formats of other tools, in scripts."""

from collections.abc import Iterator

from reprobridge_spec.adopt.facts import Fact, Place, Topic
from reprobridge_spec.adopt.layout import Layout, nearness
from reprobridge_spec.documents.foreign.runs import ForeignFormat
from reprobridge_spec.documents.shell_script import commands
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.rules.guide_commands import ScriptCall, Tree, starts_of
from reprobridge_spec.rules.guide_texts import GuideText
from reprobridge_spec.rules.shell_words import commands_in

TO_FILL_IN = "TODO"
"""Stands in a command where its reader has to say something."""
_MOST_TEXTS = 20
_FOR_DEVELOPERS = frozenset(
    {"black", "isort", "flake8", "ruff", "mypy", "pylint", "pytest", "tox", "twine", "sphinx-build", "mkdocs", "pip"}
    | {"pip3", "rm", "docker", "git", "conda", "coverage", "pre-commit", "npm", "yapf", "unittest", "build"}
)
_STANDS_IN = lazy_pattern(
    r"(?:^|[=/])(?:[Pp]ath|PATH|[Yy]our|YOUR|my|some)(?:[/_-](?:to|TO))?[/_-]|(?:^|=)[A-Z]{3,30}(?:_[A-Z]{2,30}){2,9}$"
)
"""Paths and names that stand for the reader's own."""
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
    found = [*_of_texts(layout, tree, facts), *_of_formats(formats), *_of_scripts(layout)]
    unique: dict[tuple[tuple[str, ...], str], Command] = {}
    for command in found:
        unique.setdefault((command.words, command.folder), command)
    return list(unique.values()), facts


def _of_texts(layout: Layout, tree: Tree, facts: list[Fact]) -> Iterator[Command]:
    for path in layout.readmes[:_MOST_TEXTS]:
        text = GuideText(path, layout.text(path))
        for call in starts_of(text, tree):
            place = Place(path, call.script.line)
            if found := _located(call, tree):
                script, folder = found
                yield _started(layout, _words(call), script, folder, place)
            elif call.is_block and not call.script.wild and not call.is_elsewhere:
                command = " ".join(word.text for word in call.words)[:120]
                said = f"`{command}` starts {call.script.text}, which is not there"
                facts.append(Fact(Topic.COMMANDS, said, place, "See whether it is in another repository."))


def _started(layout: Layout, words: tuple[str, ...], script: str, folder: str, place: Place) -> Command:
    """A command with the program that starts its script, in the folder where what a shell script names lies."""
    own = words[0].removeprefix("./")
    if own and script.endswith(own):
        program = "python" if script.endswith(".py") else "bash"
        words = (program, own, *words[1:])
    if script.endswith(".sh") and (home := _home(layout, script)) != folder:
        inside = script.removeprefix(f"{home}/") if home else script
        words = tuple(inside if word.removeprefix("./").endswith(script.rpartition("/")[2]) else word for word in words)
        folder = home
    return Command(words=words, script=script, folder=folder, place=place)


def _home(layout: Layout, script: str) -> str:
    """The folder from which what a shell script names is there: that of the repository, unless only its own one is."""
    beside = script.rpartition("/")[0]
    text = layout.text(script) if script in layout.shell else ""
    named = {word.strip("'\"").removeprefix("./") for command in commands(text) for word in command.words}
    files = {word for word in named if word.endswith((".py", ".sh"))}
    at_root = any(word in layout.files.entries for word in files)
    at_script = any(f"{beside}/{word}" in layout.files.entries for word in files)
    return beside if at_script and not at_root else ""


def _located(call: ScriptCall, tree: Tree) -> tuple[str, str] | None:
    """The script of a command, and the folder from which it is named as it is."""
    named = call.script.text.removeprefix("./")
    if "\0" in named:
        return None
    path = tree.find(named, call.folders)
    if path is None:
        near = tree.anywhere(named)
        path = min(near, key=nearness) if near else None
    if path is None or path in tree.folders:
        return None
    return (path, path[: -len(named)].rstrip("/")) if path.endswith(named) else (path, "")


def _words(call: ScriptCall) -> tuple[str, ...]:
    return tuple(_filled(word.text) for word in call.words)


def _filled(word: str) -> str:
    """A word as it is written; marked where a reader has to say something else in its place."""
    if word in _PLACEHOLDERS or "\0" in word or word.startswith("$") or "{input:" in word:
        return TO_FILL_IN
    if _STANDS_IN.search(word):
        return f"{TO_FILL_IN}: {word}"
    return word


def _of_formats(formats: tuple[ForeignFormat, ...]) -> Iterator[Command]:
    for found in formats:
        for run in found.runs:
            starts = list(commands_in([(run.line, run.command)]))
            if any(word.text in _FOR_DEVELOPERS for start in starts for word in start):
                continue
            one = tuple(_filled(word.text) for word in starts[0]) if len(starts) == 1 else ()
            words = one or ("bash", "-c", run.command)
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
        yield _started(layout, ("bash", path), path, "", Place(path))
