"""Commands of a shell, split into words without running anything."""

import re
import shlex
from collections.abc import Iterator

from reprobridge_spec.frozen import dataclass
from reprobridge_spec.lazy_pattern import lazy_pattern

_LONGEST = 4000
_PROMPT = lazy_pattern(
    r"\s*+(?:\([\w.-]{1,40}\) )?(?:[\w.-]{1,40}@[\w.-]{1,60}:?[\w~/.-]{0,80})?(?:[$%>] (?!\s)|!(?=\w))"
)
_SLOT = lazy_pattern(
    r"<[A-Za-z_][^<>|&;\n]{0,60}>|(?<![=\w])\[[A-Za-z_-][^\[\]\n]{0,80}\]"
    r"|\$\{[^{}\n]{0,80}\}|\{\{?[\w ,./-]{0,80}\}\}?|…"
)
_REDIRECT = lazy_pattern(r"(?:(?<=\s)\d|&)?>{1,2} ?(?:&\d|[^\s|&;]{1,200})|(?<=\s)<{1,2} ?[^\s|&;]{1,200}")
_WILD = lazy_pattern(
    r"[\0$*?]|\.\.\.|^\.\.$|(?:^|/)(?:path|your|my|some|xxx?|foo|bar)(?:[/_-]|$)|XX|your_|path[_/-]to", re.IGNORECASE
)
_ENDS = frozenset({";", "&&", "||", "|", "&", "(", ")", ";;", "|&"})


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a command.

    Attributes:
        line: number of its line.
        wild: whether it stands for something else: a variable, a pattern, what a reader has to fill in.
    """

    text: str
    line: int
    wild: bool


def commands_in(lines: list[tuple[int, str]]) -> Iterator[list[Word]]:
    """The commands of numbered lines; a line that ends with a backslash goes on in the next.

    What cannot be split, such as an open quote, gives no command.
    """
    words: list[Word] = []
    is_whole = True
    for number, line in lines:
        text = line.rstrip()
        goes_on = text.endswith("\\") and not text.endswith("\\\\")
        if not words and (prompt := _PROMPT.match(text)):
            text = text[prompt.end() :]
        split = _split(text.rstrip("\\") if goes_on else text, number)
        is_whole = is_whole and split is not None
        words += split or []
        if not goes_on:
            if is_whole:
                yield from _separated(words)
            words, is_whole = [], True
    if is_whole:
        yield from _separated(words)


def is_wild(text: str) -> bool:
    """Whether a word stands for something else: a variable, a pattern, what a reader has to fill in."""
    return _WILD.search(text) is not None


def _split(text: str, number: int) -> list[Word] | None:
    if len(text) > _LONGEST:
        return None
    plain = _REDIRECT.sub(" ", _SLOT.sub("\0", text))
    lexer = shlex.shlex(plain, posix=True, punctuation_chars=";&|()")
    lexer.whitespace_split = True
    try:
        return [Word(word, number, is_wild(word)) for word in lexer]
    except ValueError:
        return None


def _separated(words: list[Word]) -> Iterator[list[Word]]:
    command: list[Word] = []
    for word in words:
        if word.text in _ENDS:
            if command:
                yield command
            command = []
        else:
            command.append(word)
    if command:
        yield command
