"""A page as LaTeX, to be taken into a paper of any class as it is: it needs no package.

Letters that pdfTeX cannot set without a package stand as their numbers there, and as themselves in XeTeX and LuaTeX.
"""

import re
import unicodedata
from collections.abc import Iterator
from itertools import groupby
from typing import assert_never

from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.render.page import Block, Commands, Facts, Heading, Items, Page, Paragraph, Table, one_line, spans

_PREAMBLE = r"\providecommand{\rraletters}[2]{\ifdefined\Umathcode#1\else[#2]\fi}"
_SECTIONS = ("section", "subsection", "subsubsection")
_ROWS = 16
"""Rows between which LaTeX may begin another page, as it breaks no table of this kind."""

_SIGNS = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "_": r"\_", "%": r"\%",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "<": r"\textless{}", ">": r"\textgreater{}",
    "|": r"\textbar{}", '"': r"\symbol{34}", "`": r"\symbol{96}",
    "\N{MINUS SIGN}": "$-$", "\N{LESS-THAN OR EQUAL TO}": r"$\leq$", "\N{GREATER-THAN OR EQUAL TO}": r"$\geq$",
    "\N{ALMOST EQUAL TO}": r"$\approx$", "\N{NOT EQUAL TO}": r"$\neq$", "\N{INFINITY}": r"$\infty$",
    "\N{SQUARE ROOT}": r"$\surd$", "\N{MIDDLE DOT}": r"$\cdot$", "\N{MICRO SIGN}": r"$\mu$",
}  # fmt: skip
"""What LaTeX would act on, or join with what follows, or cannot set."""
_GREEK = frozenset(
    ["alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa", "lambda", "mu", "nu", "xi",
     "pi", "rho", "sigma", "tau", "upsilon", "phi", "chi", "psi", "omega", "Gamma", "Delta", "Theta", "Lambda", "Xi",
     "Pi", "Sigma", "Upsilon", "Phi", "Psi", "Omega"]
)  # fmt: skip
_LATIN = range(0xC0, 0x180)
_UNSET = frozenset("ÐðÞþĄąĐđĘęĦħĮįĸŉŊŋŦŧŲųſ")
"""Of the Latin letters beyond ASCII, those that LaTeX's oldest encoding has not."""
_OTHERS = frozenset(
    "\xa1\xa3\xa7\xa9\xae\xb0\xb1\xb2\xb3\xb9\xbc\xbd\xbe\xbf\u2013\u2014\u2018\u2019\u201c\u201d\u2020\u2022\u2026"
)
"""Signs and punctuation that it has."""
_BREAK = r"\g<0>\\allowbreak{}"
_BREAKS = lazy_pattern(r"[/.,=:@+]|\\_")
_WORD = lazy_pattern(r"[^\s`/]+/?")
_NARROWEST, _WIDEST = 5, 25
"""Letters by which columns are told to be as wide as one another."""
_JOINED = lazy_pattern(r"([-',])(?=\1)")
"""Signs that LaTeX joins with the same that follows."""


def latex(page: Page) -> str:
    """The page."""
    return "\n\n".join([_PREAMBLE, *("\n".join(_block(block)) for block in page)]) + "\n"


def tex(text: str) -> str:
    """`text` in a paragraph, where it means itself and nothing else."""
    return "".join(_typed(part) if is_code else _plain(part) for is_code, part in spans(text))


def _block(block: Block) -> Iterator[str]:
    match block:
        case Heading():
            yield f"\\{_SECTIONS[min(block.level, len(_SECTIONS)) - 1]}{{{tex(block.text)}}}"
        case Paragraph():
            yield tex(block.text)
        case Items():
            yield from _list(tex(item) for item in block.items)
        case Facts():
            yield from _list(f"\\textbf{{{tex(name)}:}} {tex(value)}" for name, value in block.pairs)
        case Commands():
            yield r"\par\smallskip{\small\raggedright\leftskip1em"
            yield "\\\\\n".join(rf"\noindent{_typed(one_line(line))}" for line in block.lines)
            yield r"\par}\smallskip"
        case Table():
            yield from _table(block)
        case _:
            assert_never(block)


def _list(items: Iterator[str]) -> Iterator[str]:
    lines = [f"\\item {item}" for item in items]
    if lines:
        yield r"\begin{itemize}\itemsep0pt\parskip0pt\small\raggedright"
        yield from lines
        yield r"\end{itemize}"


def _table(table: Table) -> Iterator[str]:
    widths = _widths(table)
    # between two columns lies twice `tabcolsep`
    columns = "".join(
        rf"p{{\dimexpr{width:.3f}\linewidth-{2 * (len(widths) - 1) / len(widths):.3f}\tabcolsep\relax}}"
        for width in widths
    )
    for first in range(0, max(len(table.rows), 1), _ROWS):
        yield rf"\par\smallskip\noindent{{\tabcolsep3pt\scriptsize\begin{{tabular}}{{@{{}}{columns}@{{}}}}\hline"
        yield _row(table.head, bold=True) + r"\hline"
        yield from (_row(row) for row in table.rows[first : first + _ROWS])
        yield r"\hline\end{tabular}}\par\smallskip"


def _widths(table: Table) -> list[float]:
    """Parts of the whole width: columns are as wide as their longest word, within bounds."""
    longest = [
        min(max([_NARROWEST, *(len(word) for cell in column for word in _WORD.findall(cell))]), _WIDEST)
        for column in zip(table.head, *table.rows, strict=True)
    ]
    return [length / sum(longest) for length in longest]


def _row(cells: tuple[str, ...], *, bold: bool = False) -> str:
    shown = [rf"\textbf{{{tex(cell)}}}" if bold else tex(cell) for cell in cells]
    return " & ".join(rf"\raggedright {cell}" for cell in shown) + r"\tabularnewline"


def _typed(text: str) -> str:
    # after a full stop LaTeX makes a space wider, unless it is one of these
    shown = _BREAKS.sub(_BREAK, _plain(text)).replace(" ", "\\ ")
    return rf"\texttt{{{shown}}}"


def _plain(text: str) -> str:
    shown = "".join(
        "".join(map(_sign, part)) if is_set else _letters("".join(part)) for is_set, part in groupby(text, _is_set)
    )
    return _JOINED.sub(r"\1{}", shown)


def _is_set(character: str) -> bool:
    if character.isascii() or character in _SIGNS or character in _OTHERS:
        return True
    return (ord(character) in _LATIN and character not in _UNSET) or _greek(character) is not None


def _sign(character: str) -> str:
    return _SIGNS.get(character) or _greek(character) or character


def _letters(text: str) -> str:
    numbers = " ".join(f"U+{ord(character):04X}" for character in text)
    return rf"\rraletters{{{text}}}{{{numbers}}}"


def _greek(character: str) -> str | None:
    match = re.fullmatch(r"GREEK (SMALL|CAPITAL) LETTER ([A-Z]+)", unicodedata.name(character, ""))
    if match is None:
        return None
    name = match[2].lower() if match[1] == "SMALL" else match[2].capitalize()
    # the standard spells this letter with an `m` only
    name = name.replace("amda", "ambda")
    return rf"$\{name}$" if name in _GREEK else None
