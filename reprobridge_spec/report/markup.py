"""HTML made of values: what is no `Html` is escaped, so that no text of an artifact ever becomes markup."""

import unicodedata
from collections.abc import Iterable
from html import escape

LONGEST = 4_000
"""Characters of one text that are shown unless somebody says otherwise."""

_VOID = frozenset({"meta", "br", "hr"})
_MARKED = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Categories of characters that cannot be seen or that move others: controls, formats, surrogates, unassigned ones."""
_NAMES = {"\x1b": "ESC", "\x00": "NUL", "\r": "CR", "\x08": "BS", "\x07": "BEL"}


class Html(str):
    """Text that is markup already."""

    __slots__ = ()


def tag(name: str, /, *children: str | None, **attributes: str | bool | None) -> Html:
    """An element.

    Args:
        name: of the element.
        children: what it holds; a plain text is escaped, None is left out.
        attributes: `class_` stands for `class`, `_` for `-`; True gives an attribute without value, None and False
            give none.
    """
    given = "".join(
        f" {key.strip('_').replace('_', '-')}" + ("" if value is True else f'="{attribute(str(value))}"')
        for key, value in attributes.items()
        if value is not None and value is not False
    )
    if name in _VOID:
        return Html(f"<{name}{given}>")
    return Html(f"<{name}{given}>{join(children)}</{name}>")


def join(parts: Iterable[str | None], between: str = "") -> Html:
    """Several parts one after another; plain texts are escaped."""
    made = [part if isinstance(part, Html) else text(part) for part in parts if part is not None]
    return Html((between if isinstance(between, Html) else escape(between)).join(made))


def text(value: str, most: int = LONGEST) -> Html:
    """A text for a reader's eyes: what could not be seen stands as a mark, what is too long is cut and says so."""
    cut = value[:most]
    shown = cut if cut.isprintable() else "".join(map(_shown, cut))
    body = escape(cut, quote=False) if shown is cut else Html(shown)
    if len(value) <= most:
        return Html(body)
    return Html(f'{body}<span class="cut"> … cut here: {len(value):,} characters</span>')


def prose(value: str, most: int = LONGEST) -> Html:
    """A text of whole sentences, in which what stands between backquotes is code."""
    cut = value[:most]
    parts = cut.split("`")
    if len(parts) % 2 == 0:
        return text(value, most)  # one is left over: which of them it is cannot be told
    shown = [tag("code", part) if number % 2 and part else text(part) for number, part in enumerate(parts)]
    end = text(value, most)[len(text(cut)) :] if len(value) > most else ""
    return Html("".join(shown) + end)


def attribute(value: str) -> str:
    """A text inside quotes, where no element can stand: what cannot be seen is named."""
    plain = value[:LONGEST]
    if not plain.isprintable():
        plain = "".join(_name(one) if _is_marked(one) else one for one in plain)
    return escape(plain)


def _is_marked(character: str) -> bool:
    return character not in "\n\t" and unicodedata.category(character) in _MARKED


def _shown(character: str) -> str:
    return f'<span class="mark">{_name(character)}</span>' if _is_marked(character) else escape(character, quote=False)


def _name(character: str) -> str:
    return _NAMES.get(character, f"U+{ord(character):04X}")
