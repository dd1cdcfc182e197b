"""Hides the secrets of a file where its lines are shown: at most four characters of one are seen, as in a message."""

import re
from collections.abc import Callable, Iterable

from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.rules.input_addresses import QUERY_NAMES
from reprobridge_spec.rules.secret_form import SHOWN
from reprobridge_spec.rules.secret_shapes import PREFIXED, shapes_in
from reprobridge_spec.rules.secret_values import values_in

Mask = Callable[[str], str]
"""A text from a file, as it may be shown; it keeps its length, so that places in it stay right."""

_BREAK = lazy_pattern(rb"(?:\\[nr]|[\s\"',>#|])+")
"""What lies between the lines of a key."""
_LEAST = 8
"""Shorter ones are hidden where they stand as a whole only: they may be words of the text, too."""
_TOKEN = 16
_USER_PART = lazy_pattern(r"(?<=://)([^/\s@\"'`<>${}:]{0,200})(:?)([^/\s@\"'`<>${}]{0,200})(?=@)")
_QUERY = lazy_pattern(
    rf"([?&](?:{QUERY_NAMES}|sig)=)()"
    r"((?![<{$*])[^&#\s\"']{8,})",
    re.IGNORECASE,
)
_FIELD = lazy_pattern(
    r"(?<![A-Za-z0-9_-])((?:token|key)[\"']?: {0,4})([\"']?)"
    rf"({PREFIXED}"
    r"|(?=[A-Z_]{0,40}[a-z])(?=[^\d\s]{0,40}\d)[A-Za-z0-9]{24,})"
)


def mask_for(path: str, data: bytes) -> Mask:
    """What hides the secrets that a file holds.

    Args:
        path: where it lies.
        data: its text as UTF-8, or the part of it that is shown.
    """
    return hiding(hidden_in(path, data))


def hidden_in(path: str, data: bytes) -> set[str]:
    """The secrets that a file holds, line by line: what no more than four characters of are to be shown.

    Args:
        path: where it lies.
        data: its text as UTF-8.
    """
    small = data.lower()
    keys = [key for _, _, key in shapes_in(data, small)] + [key for _, _, key in values_in(path, data, small)]
    lines = {line for key in keys for line in ([key] if len(key) < _LEAST else _BREAK.split(key)) if len(line) > SHOWN}
    return {line.decode("utf-8", "surrogateescape") for line in lines}


def hiding(secrets: Iterable[str]) -> Mask:
    """What hides these secrets, and what stands where addresses and fields hold some."""
    hidden = sorted(secrets, key=lambda secret: (-len(secret), secret))
    pattern = re.compile("|".join(map(_bounded, hidden))) if hidden else None

    def mask(text: str) -> str:
        if pattern is not None:
            text = pattern.sub(lambda match: _starred(match[0]), text)
        if "://" in text:
            text = _USER_PART.sub(_user_part, text)
        for part in (_QUERY, _FIELD):
            text = part.sub(lambda match: match[1] + match[2] + _starred(match[3]), text)
        return text

    return mask


def masked_text(text: str, path: str = "") -> str:
    """A text by itself with its secrets hidden, such as a name, or a message that quotes one."""
    return mask_for(path, text.encode("utf-8", "surrogatepass"))(text)


def masked(path: str, data: bytes) -> bytes:
    """A file's bytes with its secrets hidden."""
    text = data.decode("utf-8", "surrogateescape")
    return mask_for(path, data)(text).encode("utf-8", "surrogateescape")


def _bounded(secret: str) -> str:
    body = re.escape(secret)
    return body if len(secret) >= _LEAST else rf"(?<!\w){body}(?!\w)"


def _starred(secret: str) -> str:
    return secret[:SHOWN] + "*" * (len(secret) - SHOWN)


def _user_part(match: re.Match[str]) -> str:
    user, colon, password = match.groups()
    if not colon:
        # a user's name by itself, or a token
        return user if len(user) < _TOKEN else _starred(user)
    return user + colon + "*" * len(password)
