"""Free text in the form in which a template may put it into Markdown: nothing in it is read as anything but text."""

import unicodedata

JOINERS = frozenset("\u200c\u200d")
"""Letters of some scripts, and emoji, are written with these."""
_UNSEEN = frozenset({"Cc", "Cf", "Cs"})
"""Categories of Unicode for controls, for what turns, hides or ends what stands beside it, and for no characters."""


def is_unseen(character: str) -> bool:
    """Whether nobody can see it; a letter that this Python's Unicode does not know yet can be seen."""
    return unicodedata.category(character) in _UNSEEN and not character.isspace() and character not in JOINERS


def plain_line(text: str) -> str:
    """`text` as one line, such as that of a comment: white space as single spaces, what cannot be seen left out."""
    return " ".join("".join(character for character in text if not is_unseen(character)).split())


def markdown_line(text: str) -> str:
    """`text` as one line of Markdown, as `plain_line` makes it.

    `<` is escaped, since an HTML comment in a title would hide the rest of the page.
    """
    return plain_line(text).replace("<", "\\<")
