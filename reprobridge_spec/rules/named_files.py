"""Files that a text for people names as parts of the artifact: no outputs, no data, nothing to be filled in."""

import re
from collections.abc import Iterator, Sequence

from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.rules.guide_commands import Tree
from reprobridge_spec.rules.guide_texts import GuideText
from reprobridge_spec.rules.shell_words import Word, is_wild

_CONFIGURATION = lazy_pattern(r"[\w./+=-]{1,300}\.(?:ya?ml|toml|cfg|ini|gin|conf|jsonnet|py|sh)")
_JSON = lazy_pattern(r"[\w./+=-]{1,300}\.json")
_SOURCE = lazy_pattern(
    r"(?:\./)?[\w.+-]{1,100}(?:/[\w.+-]{1,100}){0,20}\.(?:py|sh|ipynb|R|jl|ya?ml|toml|cfg|ini|gin|md|rst)"
)
_ABOUT_CONFIGURATION = lazy_pattern(r"conf|cfg|(?:^|[-_])opt(?:ions)?$|yaml", re.IGNORECASE)
_OUTPUT = lazy_pattern(r"out|save|dest|result|export|write|log|dump|target|^-o$|ckpt|checkpoint|record", re.IGNORECASE)
_MADE = lazy_pattern(
    r"\b(?:creat|generat|writ|sav|produc|output|download|stor|will be|copy|renam|export|your own|if you|add a|upload)",
    re.IGNORECASE,
)
_STARTED = lazy_pattern(
    r"(?:^|\W)(?:run|running|runs|execute|open|launch|start|call|edit|use|using|see|in|with)\s+"
    r"(?:the\s+)?(?:script\s+|notebook\s+|file\s+|config(?:uration)?\s+)?$",
    re.IGNORECASE,
)
_NOT_OURS = frozenset(
    {"setup.py", "config.yaml", "config.yml", "pyproject.toml", "setup.cfg", "__init__.py", "conftest.py"}
)


def in_arguments(words: Sequence[Word]) -> Iterator[tuple[Word, bool]]:
    """The configurations among the arguments of a command, and whether the command makes them."""
    option = ""
    for word in words:
        name, joined, value = word.text.partition("=")
        if joined and name.strip("-").replace("-", "_").replace(".", "_").isidentifier():
            option, text = name, value
        elif word.text.startswith("-"):
            option = word.text
            continue
        else:
            text = word.text
        if not word.wild and (is_made := _is_configuration(option, text)) is not None:
            yield Word(text, word.line, wild=False), is_made
        option = ""


def _is_configuration(option: str, text: str) -> bool | None:
    """Whether a configuration is made by the command; None where it is no configuration."""
    if not (_CONFIGURATION.fullmatch(text) or _JSON.fullmatch(text)):
        return None
    if _OUTPUT.search(option):
        return True
    if _JSON.fullmatch(text):
        return False if _ABOUT_CONFIGURATION.search(option) else None
    return False if "/" in text or _ABOUT_CONFIGURATION.search(option) else None


def in_spans(text: GuideText, tree: Tree) -> Iterator[tuple[int, str]]:
    """Line and path of the files that stand alone between backquotes, as parts of the artifact."""
    for line in text.lines:
        if _MADE.search(line.text):
            continue
        for offset, span in line.spans():
            if not _SOURCE.fullmatch(span) or is_wild(span):
                continue
            path = span.removeprefix("./")
            first, slash, _ = path.partition("/")
            is_ours = tree.find(first, (text.folder, tree.code, "")) is not None
            is_started = _STARTED.search(line.text[: offset - 1].rstrip("`")) is not None
            if is_ours if slash else is_started and path not in _NOT_OURS:
                yield line.number, path


def column_of(named: str, line: str) -> int:
    """The column, in characters, where a line names a file; 1 where it does not write it as it is."""
    whole = re.search(rf"(?<![\w./+-])(?:\./)?({re.escape(named)})(?![\w/+-])", line)
    return whole.start(1) + 1 if whole else max(line.find(named), 0) + 1
