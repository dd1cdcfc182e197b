"""Free text in the form in which a template may put it into Markdown: nothing in it is read as anything but text."""

JOINERS = frozenset("\u200c\u200d")
"""Letters of some scripts, and emoji, are written with these."""


def plain_line(text: str) -> str:
    """`text` as one line, such as that of a comment: white space as single spaces, what cannot be seen left out."""
    shown = "".join(
        character for character in text if character.isprintable() or character.isspace() or character in JOINERS
    )
    return " ".join(shown.split())


def markdown_line(text: str) -> str:
    """`text` as one line of Markdown, as `plain_line` makes it.

    `<` is escaped, since an HTML comment in a title would hide the rest of the page.
    """
    return plain_line(text).replace("<", "\\<")
