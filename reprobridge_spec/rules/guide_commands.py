"""The commands that texts for people give, and the files of the artifact that they name."""

import itertools
import posixpath
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property

from reprobridge_spec.frozen import dataclass
from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.guide_texts import GuideText, Line
from reprobridge_spec.rules.shell_words import Word, commands_in

_SHELLS = frozenset(
    {"", "bash", "sh", "shell", "console", "zsh", "shell-session", "shellsession", "terminal", "cmd", "text"}
)
_PYTHON = lazy_pattern(r"(?:.*/)?python(?:\d(?:\.\d{1,2})?)?")
_BARE = lazy_pattern(
    r"(?: {2,12}|\t|[$%>] )?(?:[A-Z_]{2,40}=\S{1,60} )*(?:python\d?|bash|sh|torchrun|accelerate|rrspec) \S"
)
_ASSIGNMENT = lazy_pattern(r"[A-Za-z_]\w{0,80}=.*", re.DOTALL)
_BEFORE = frozenset({"sudo", "time", "nohup", "env", "exec", "nice", "run"})
_RUNNERS = frozenset({"uv", "poetry", "pipenv", "pdm", "hatch", "pixi"})
_SHELL_PROGRAMS = frozenset({"bash", "sh", "zsh", "source", "."})
_LAUNCHERS = frozenset(
    {"torchrun", "accelerate", "deepspeed", "horovodrun", "mpirun", "mpiexec", "srun", "xvfb-run", "ipython"}
)
_WITH_VALUE = frozenset({"-W", "-X", "-m", "-c"})
_DISTRIBUTED = frozenset({"torch.distributed.launch", "torch.distributed.run", "accelerate.commands.launch"})
_FROM_FILE = frozenset({"-r", "--requirement", "-f", "--file"})
_REQUIREMENTS = lazy_pattern(r"[\w./+-]{1,300}\.(?:txt|ya?ml|in|lock)")
_SCRIPT = lazy_pattern(r"[\w./+-]{1,300}\.(?:py|sh|bash|R|jl|ipynb)")


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptCall:
    """A script that a text says to start.

    Attributes:
        script: as it is written, with its line; wild where it may be no file of the artifact.
        arguments: what stands behind it.
        words: the whole command, without what only starts another.
        folders: where it may lie: folders of the artifact, the likeliest first.
        is_block: whether it is to be typed as it stands, for it stands in a code block.
        is_elsewhere: whether it may be a script of another repository, which the text just had cloned or unpacked.
    """

    script: Word
    arguments: tuple[Word, ...]
    words: tuple[Word, ...]
    folders: tuple[str, ...]
    is_block: bool
    is_elsewhere: bool


class Tree:
    """The files of an artifact, or of a repository, as commands name them.

    Attributes:
        code: the folder in which a reader of a text may stand; empty for the root.
    """

    def __init__(self, paths: Collection[str], code: str) -> None:
        self._paths = paths
        self.code = code

    @cached_property
    def folders(self) -> frozenset[str]:
        """Every folder with a file."""
        found = {""}
        for path in self._paths:
            while (path := path.rpartition("/")[0]) not in found:
                found.add(path)
        return frozenset(found)

    @cached_property
    def _by_name(self) -> Mapping[str, list[str]]:
        names: dict[str, list[str]] = {}
        for path in [*self._paths, *self.folders]:
            names.setdefault(path.rpartition("/")[2], []).append(path)
        return names

    def find(self, named: str, folders: Iterable[str]) -> str | None:
        """The file or folder that `named` is below one of `folders`; None where there is none."""
        for folder in folders:
            path = posixpath.normpath(posixpath.join(folder, named)) if named else folder
            path = "" if path == "." else path
            if path in self._paths or path in self.folders:
                return path
        return None

    def anywhere(self, named: str) -> list[str]:
        """The files and folders whose path ends with `named`."""
        tail = posixpath.normpath(named).lstrip("./")
        return [path for path in self._by_name.get(tail.rpartition("/")[2], []) if f"/{path}".endswith(f"/{tail}")]


def tree_of(context: Context) -> Tree:
    """The files of an artifact."""
    codebase = context.manifest.codebase
    return Tree(context.files.entries, codebase.path if codebase else "code")


def starts_of(text: GuideText, tree: Tree) -> Iterator[ScriptCall]:
    """Every script that a text says to start, in the order of the text."""
    home = _home(text, tree)
    seen: list[str] = []
    for is_block, lines in _pieces(text):
        here, elsewhere = home, False
        for words in commands_in(lines):
            program = words[0].text
            if program == "cd" and len(words) > 1:
                here, elsewhere = _moved(words[1], here, home, tree, elsewhere=elsewhere)
                seen += [folder for folder in here if folder not in home]
            elif program == "git" and "clone" in {word.text for word in words[:4]}:
                elsewhere = True
            elif found := _script_of(words):
                script, arguments = found
                yield ScriptCall(
                    script=script,
                    arguments=tuple(arguments),
                    words=tuple(_without_prefix(words)),
                    folders=tuple(dict.fromkeys((*here, *seen, *home))),
                    is_block=is_block,
                    is_elsewhere=elsewhere,
                )


def installs_of(text: GuideText, tree: Tree) -> Iterator[tuple[Word, tuple[str, ...]]]:
    """Every file of requirements that a text says to install from, and the folders where it may lie."""
    home = _home(text, tree)
    for _, lines in _pieces(text):
        here, elsewhere = home, False
        for command in commands_in(lines):
            words = _without_prefix(command)
            program = words[0].text if words else ""
            if program == "cd" and len(words) > 1:
                here, elsewhere = _moved(words[1], here, home, tree, elsewhere=elsewhere)
            elsewhere = elsewhere or program == "git"
            if not elsewhere and ("install" in _first_words(words) or program in {"conda", "mamba", "micromamba"}):
                for option, word in itertools.pairwise(words):
                    if option.text in _FROM_FILE and _REQUIREMENTS.fullmatch(word.text) and not word.wild:
                        yield word, (*here, *home)


def _first_words(words: list[Word]) -> set[str]:
    return {word.text for word in words[:5]}


def rrspec_calls(text: GuideText) -> Iterator[list[Word]]:
    """Every call of rrspec that a text gives, without the program's name."""
    for _, lines in _pieces(text):
        for words in commands_in(lines):
            bare = _without_prefix(words)
            if bare and bare[0].text == "rrspec":
                yield bare[1:]


def _home(text: GuideText, tree: Tree) -> tuple[str, ...]:
    """Where a reader of a text may stand at its beginning: in its folder, in the code folder, at the root."""
    is_of_code = f"{text.folder}/".startswith(f"{tree.code}/")
    return tuple(dict.fromkeys((text.folder, tree.code, "", *(() if is_of_code else ("launchers", "env")))))


def _pieces(text: GuideText) -> Iterator[tuple[bool, list[tuple[int, str]]]]:
    """Lines that belong together: a code block as a whole, else a piece of code, or a line that is a command."""
    block: list[tuple[int, str]] = []
    number = 0
    for line in text.lines:
        if block and (line.fence is None or line.block != number):
            yield True, block
            block = []
        if line.fence is not None:
            number = line.block
            if line.fence in _SHELLS:
                block.append((line.number, line.text))
        else:
            yield from ((False, [(line.number, piece)]) for piece in _in_line(line))
    if block:
        yield True, block


def _in_line(line: Line) -> Iterator[str]:
    if _BARE.match(line.text) and "`" not in line.text:
        yield line.text
    else:
        # a path alone is a name, no command
        yield from (span for _, span in line.spans() if " " in span or span.startswith("./"))


def _moved(
    target: Word, here: tuple[str, ...], home: tuple[str, ...], tree: Tree, *, elsewhere: bool
) -> tuple[tuple[str, ...], bool]:
    """Where `cd` leads; into a folder that is not there: into another repository, or into a clone of this one."""
    if target.wild or target.text.startswith(("/", "~")):
        return home, True
    found = tree.find(target.text, here)
    if found is not None:
        return (found,), elsewhere
    return home, True


def _without_prefix(words: list[Word]) -> list[Word]:
    """The command without variables and programs that only start another."""
    place = 0
    while place < len(words) and (
        words[place].text in _BEFORE or words[place].text in _RUNNERS or _ASSIGNMENT.fullmatch(words[place].text)
    ):
        place += 1
    return words[place:]


def _script_of(words: list[Word]) -> tuple[Word, list[Word]] | None:
    """The script of a command, and its arguments; None where it starts none."""
    words = _without_prefix(words)
    if not words:
        return None
    program = words[0].text
    if program in _LAUNCHERS:
        return _behind_launcher(words[1:])
    if _PYTHON.fullmatch(program):
        return _behind_python(words[1:])
    if program in _SHELL_PROGRAMS:
        rest = [place for place, word in enumerate(words[1:], start=1) if not word.text.startswith("-")]
        if rest and _SCRIPT.fullmatch(words[rest[0]].text):
            return words[rest[0]], words[rest[0] + 1 :]
        return None
    if "/" in program and _SCRIPT.fullmatch(program):
        return words[0], words[1:]
    return None


def _behind_python(words: list[Word]) -> tuple[Word, list[Word]] | None:
    place = 0
    while place < len(words) and words[place].text.startswith("-"):
        option = words[place].text
        if option == "-m":
            return _module(words[place + 1 :])
        if option == "-c":
            return None
        place += 2 if option in _WITH_VALUE else 1
    if place < len(words) and (words[place].wild or _SCRIPT.fullmatch(words[place].text)):
        return words[place], words[place + 1 :]
    return None


def _module(words: list[Word]) -> tuple[Word, list[Word]] | None:
    """The file that a module would be; wild, for it may as well be that of an installed package."""
    if not words or words[0].wild:
        return None
    if words[0].text in _DISTRIBUTED:
        return _behind_launcher(words[1:])
    return Word(f"{words[0].text.replace('.', '/')}.py", words[0].line, wild=True), words[1:]


def _behind_launcher(words: list[Word]) -> tuple[Word, list[Word]] | None:
    for place, word in enumerate(words):
        if _PYTHON.fullmatch(word.text):
            return _behind_python(words[place + 1 :])
        if word.text.endswith(".py"):
            return word, words[place + 1 :]
    return None
