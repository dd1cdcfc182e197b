"""How a draft says that a value is a guess, and where it comes from: a comment beside it, which a person takes away."""

from collections.abc import Iterator

from reprobridge_spec.adopt.facts import Place

GUESS = "guess"


def guessed(*places: Place | None) -> str:
    """The comment beside a value that was found at `places`; empty where there are none."""
    named = list(dict.fromkeys(str(place) for place in places if place is not None and str(place)))
    return f"{GUESS}: {', '.join(named)}" if named else ""


def commented(lines: Iterator[tuple[str, str]]) -> Iterator[str]:
    """Lines of YAML, each with its comment behind it; a comment whose line is only an indentation stands alone."""
    for line, comment in lines:
        plain = "".join(sign if sign.isprintable() else " " for sign in comment).rstrip()
        gap = "" if not line.strip() else "   "
        yield f"{line}{gap}# {plain}" if plain else line
