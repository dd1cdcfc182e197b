"""Shell scripts as simple commands: their words, and what stands between one command and the next.

It is a look at the text, not a shell: nothing is expanded, and what stands inside quotes stays as it is.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from reprobridge_spec.lazy_pattern import lazy_pattern

_SHELLS = (b"sh", b"bash", b"zsh", b"ksh", b"dash")
_ENDS = (".sh", ".bash", ".zsh", ".ksh", ".sbatch", ".slurm")
_SHEBANG = lazy_pattern(rb"#![ \t]*[^\s]*?(?:/env[ \t]+(?:-S[ \t]+)?)?/?([a-z]+)(?=\s|$)")
_TOKEN = lazy_pattern(
    r"""(?P<space>[ \t\r]++|\\\r?\n)
    |(?P<comment>\#[^\n]*+)
    |(?P<redirect>(?:[0-9]++|&)?(?:<<<|<<-?|>>|>&|>\||<&|[<>]))
    |(?P<operator>&&|\|\||\|&|;;|\$\((?!\()|[;|&()\n`])
    |(?P<part>'[^']*+'|"(?:[^"\\]++|\\.)*+"|\$\{[^}\n]{0,200}+\}|\\.|[^\s\\'"|&;()<>`$]++|[\s\S])""",
    re.VERBOSE | re.DOTALL,
)
_LONGEST_SHEBANG = 128
MAX_LENGTH = 64 << 10
"""Of longer scripts no command is read: they carry data."""
_HEREDOCS = frozenset({"<<", "<<-"})


@dataclass(slots=True)
class Command:
    """A simple command.

    Attributes:
        line: where it begins, from one.
        words: its words as written, quotes included, without redirections.
        before: the operator before it; empty at the beginning of the script.
        after: the operator behind it; empty at its end.
        targets: files that its output is redirected to, as written.
    """

    line: int
    before: str
    words: list[str] = field(default_factory=list)
    after: str = ""
    targets: list[str] = field(default_factory=list)

    @property
    def program(self) -> str:
        """Its first word that is no assignment and no word of the shell's grammar; empty where there is none."""
        return next(iter(self.arguments), "")

    @property
    def arguments(self) -> list[str]:
        """Its words from the program on."""
        for index, word in enumerate(self.words):
            if not _ASSIGNMENT.match(word) and word not in _GRAMMAR:
                return self.words[index:]
        return []


_ASSIGNMENT = lazy_pattern(r"[A-Za-z_][A-Za-z0-9_]*+\+?=")
_GRAMMAR = frozenset({"if", "then", "else", "elif", "do", "while", "until", "!", "{", "}", "time", "fi", "done"})


def is_shell(path: str, data: bytes) -> bool:
    """Whether a file is a shell script: by how its name ends, or by its first line."""
    if path.endswith(_ENDS):
        return True
    shebang = _SHEBANG.match(data[:_LONGEST_SHEBANG]) if data.startswith(b"#!") else None
    return shebang is not None and shebang[1] in _SHELLS


@lru_cache(maxsize=4)  # several rules look at the same file, one after the other
def commands(text: str) -> tuple[Command, ...]:
    """The simple commands of a script, in order; those inside `( )`, `$( )` and backquotes among them.

    None where the script is longer than `MAX_LENGTH`.
    """
    if len(text) > MAX_LENGTH:
        return ()
    return tuple(command for command in _scan(text) if command.words or command.targets)


def _scan(text: str) -> Iterator[Command]:
    line, position, gap = 1, 0, True
    current = Command(line, "")
    redirect, delimiters = "", list[str]()
    while position < len(text):
        token = _TOKEN.match(text, position)
        assert token is not None  # noqa: S101 (the last alternative takes any character)
        kind, written = token.lastgroup, token[0]
        position = token.end()
        if kind == "comment" and not gap:
            kind, written, position = "part", "#", token.start() + 1
        match kind:
            case "redirect":
                redirect = written.lstrip("0123456789&")
            case "operator":
                current.after = written
                yield current
                current, redirect = Command(line + (written == "\n"), written), ""
                if written == "\n" and delimiters:
                    body = _end_of_heredocs(text, position, delimiters)
                    line += text.count("\n", position, body)
                    position, delimiters = body, []
                    current.line = line + 1
            case "part":
                if not current.words and not current.targets and gap:
                    current.line = line
                _take(current, written, redirect, delimiters, gap=gap)
        line += written.count("\n")
        gap = kind != "part"
        if kind == "part" and redirect and _is_word_end(text, position):
            redirect = ""
    yield current


def _is_word_end(text: str, position: int) -> bool:
    return position >= len(text) or text[position] in " \t\r\n;|&<>()"


def _take(current: Command, written: str, redirect: str, delimiters: list[str], *, gap: bool) -> None:
    """Put a part of a word where it belongs; `gap` says that a word begins with it."""
    if redirect in _HEREDOCS:
        delimiters.append(written.strip("'\"\\"))
        return
    if redirect.startswith("<") or redirect == ">&":
        return
    into = current.targets if redirect else current.words
    if gap or not into:
        into.append(written)
    else:
        into[-1] += written


def _end_of_heredocs(text: str, position: int, delimiters: list[str]) -> int:
    for delimiter in delimiters:
        ended = re.compile(rf"^\t*{re.escape(delimiter)}[ \t]*\r?$\n?", re.MULTILINE).search(text, position)
        position = ended.end() if ended else len(text)
    return position
