"""Free text in the forms in which a template may put it down: nothing in it is read as anything but text."""

_SHORT = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
_LAST_OF_FOUR_DIGITS = 0xFFFF
_JOINERS = frozenset("\u200c\u200d")
"""Letters of some scripts, and emoji, are written with these."""


def yaml_string(text: str) -> str:
    """`text` as a double-quoted YAML scalar on one line, which every reader reads as `text`.

    What cannot be seen is written as an escape. It is not JSON's form: JSON writes what lies beyond U+FFFF as
    two halves, which YAML refuses.
    """
    return '"' + "".join(_escaped(character) for character in text) + '"'


def _escaped(character: str) -> str:
    if character in _SHORT:
        return _SHORT[character]
    if character.isprintable():
        return character
    number = ord(character)
    return f"\\u{number:04x}" if number <= _LAST_OF_FOUR_DIGITS else f"\\U{number:08x}"


def markdown_line(text: str) -> str:
    """`text` as one line of Markdown: white space as single spaces, what cannot be seen left out.

    `<` is escaped, since an HTML comment in a title would hide the rest of the page.
    """
    shown = "".join(
        character for character in text if character.isprintable() or character.isspace() or character in _JOINERS
    )
    return " ".join(shown.split()).replace("<", "\\<")
