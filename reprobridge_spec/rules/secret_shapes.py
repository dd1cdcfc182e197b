"""Keys, tokens and logins that their form gives away."""

from collections.abc import Iterator

from reprobridge_spec.rules.secret_files import FILES
from reprobridge_spec.rules.secret_form import Shape, is_made_up
from reprobridge_spec.rules.secret_services import SERVICES

PREFIXED = r"(?:hf|gh[pousr]|github_pat|glpat|sk|pk|rk|xox[abp]|npm|pypi)_[A-Za-z0-9_]{12,}|(?:AKIA|ASIA|AIza)\w{12,}"
"""Keys that say by their beginning whose they are, where a name is asked for and not a key."""
_SHAPES = (*SERVICES, *FILES)
SHAPE_SIGNS = tuple(dict.fromkeys(sign for shape in _SHAPES for sign in shape.signs))
"""One of them, in letters of any size, stands in every text with such a key."""
_AROUND = 200


def shapes_in(data: bytes, small: bytes) -> Iterator[tuple[Shape, int, bytes]]:
    """Shape, offset and text of each key that is none of an example, in the order of shapes.

    Args:
        data: a text.
        small: the same in small letters.
    """
    for shape in _SHAPES:
        if any(sign in small for sign in shape.signs):
            for match in shape.pattern.finditer(data):
                key = match[match.lastindex] if match.lastindex else b""
                start = match.start(match.lastindex or 0)
                fits = shape.before is None or shape.before.search(data[max(0, start - _AROUND) : start])
                if fits and not (key and is_made_up(key)) and (shape.is_one is None or shape.is_one(key)):
                    yield shape, match.start() if shape.from_start else start, key
