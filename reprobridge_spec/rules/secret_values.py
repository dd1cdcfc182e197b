"""Values that look like keys and passwords, behind names that say so."""

from collections.abc import Callable, Iterator

from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.rules.secret_files import is_login
from reprobridge_spec.rules.secret_logins import LOGIN_SIGNS, logins_in
from reprobridge_spec.rules.secret_look import is_key, is_key_beyond_doubt, is_password
from reprobridge_spec.rules.secret_names import ASSIGNED, Holds, holds, is_fake

_KEY = lazy_pattern(
    rb"(key|token|secret|authorization)"
    + ASSIGNED
    + rb"(?:\x1b\[[0-9;]{0,10}m)?[\\\"'`]{0,4}(bearer |token |basic )?([a-z0-9_+/=.~-]{12,200})"
)
_PASSWORD = lazy_pattern(
    rb"(?:passw(?:or)?d|passphrase|(?<![a-z0-9])pwd|(?<![a-z0-9])pass)"
    + ASSIGNED
    + rb"(?:[\\]?[\"'`]([^\s\"'`\\]{8,100})[\\]?[\"'`]|([^\s\"'`\\,;]{8,100}?)(?=[\])}]{0,3}(?:[\s,;]|$)))"
)
_SPACED = lazy_pattern(
    rb"(?m)^[ \t]{0,8}(?:env|setenv|arg)[ \t]{1,4}[a-z0-9_]{0,40}(key|token|secret|passw(?:or)?d|pwd|pass)[ \t]{1,4}"
    rb"[\"']?([^\s\"']{8,200})"
)
"""How containers and C shells join a variable and its value."""
_IN_TAGS = lazy_pattern(rb"<[\w.:-]{0,40}(passw(?:or)?d|secret|token|api_?key)>([^<\s]{8,200})</")
_IN_PROSE = lazy_pattern(rb"passw(?:or)?d(?: is)? ([`\"'])([^\s`\"']{8,100})\1")
_OPTION = lazy_pattern(
    rb"(?<![a-z0-9-])--?[a-z0-9][a-z0-9_.-]{0,40}?(key|token|secret|passw(?:or)?d|passphrase|pwd|pass)[ \t]{1,4}[\"']?"
    rb"([^\s\"'`|;&]{8,200})|(?<![a-z0-9-])--?(key|token|secret|passw(?:or)?d|passphrase|pwd|pass)[ \t]{1,4}[\"']?"
    rb"([^\s\"'`|;&]{8,200})"
)
"""An option of a command line, and its value behind a space."""
_SHORT = lazy_pattern(
    rb"(?m)^[ \t]{0,8}(?:- |export |set |env |arg )?[\"']?[A-Z0-9_]{0,40}(?:PASSWORD|PASSWD|PASSPHRASE|PWD|PASS)=[\"']?"
    rb"([^\s\"'`\\,;]{6,7})[\"']?[ \t]{0,8}\r?$"
)
"""Variables in large letters hold passwords that are shorter than those which names in code are believed for."""
_JOKE = lazy_pattern(rb"hunter[0-9]{1,2}")
"""In a text it stands for a password; in a file of variables it is one."""
_SESSION = lazy_pattern(
    rb"(?:sess(?:ion)?(?:[_-]?(?:id|token|key))?|sid|auth(?:[_-]?token)?|token|jwt|remember[\w-]{0,12})"
    rb"[\"']?[ \t]{0,2}[=:][ \t]{0,2}[\"']?([a-z0-9%._:/+-]{12,400})"
)
"""What somebody is logged in with, where it stands in a cookie."""
_COOKIE = 300
"""How far before it the word for a cookie is."""
_KEY_SIGNS = (b"key", b"secret", b"token", b"authorization")
_PASSWORD_SIGNS = (b"pwd", b"pass")
VALUE_SIGNS = (*_KEY_SIGNS, *_PASSWORD_SIGNS, b"cookie", *LOGIN_SIGNS)
"""One of them, in letters of any size, stands in every text with such a value."""
_CODE_ENDS = (
    b".py",
    b".ipynb",
    b".js",
    b".ts",
    b".r",
    b".jl",
    b".cpp",
    b".c",
    b".h",
    b".java",
    b".go",
    b".rs",
    b".lua",
)
_GOES_ON = (b"..", b"(", b"[", b"\xe2\x80\xa6")
"""What stands behind a value that is not whole, or that is a name of code."""
_AROUND = 60
_A_KEY, _A_PASSWORD = "a key or token", "a password"


def values_in(path: str, data: bytes, small: bytes) -> Iterator[tuple[str, int, bytes]]:
    """Kind, offset and text of each value that looks secret.

    Args:
        path: where the text lies; in code, a password stands between quotes.
        data: a text.
        small: the same in small letters.
    """
    has_key = any(sign in small for sign in _KEY_SIGNS)
    has_password = any(sign in small for sign in _PASSWORD_SIGNS)
    if has_key:
        yield from _keys(data, small)
    if has_password:
        yield from _passwords(data, small, is_code=path.lower().encode().endswith(_CODE_ENDS))
    if has_key or has_password:
        yield from _joined_otherwise(data, small)
        yield from _options(data, small)
    if b"cookie" in small:
        yield from _sessions(data, small)
    yield from logins_in(data, small)


def _keys(data: bytes, small: bytes) -> Iterator[tuple[str, int, bytes]]:
    for match in _KEY.finditer(small):
        value = data[match.start(3) : match.end(3)]
        if match[2] == b"basic ":
            if is_login(value):
                yield "a login in a header", match.start(3), value
            continue
        value = value.rstrip(b".=")
        if small.startswith(_GOES_ON, match.start(3) + len(value)):
            continue
        start = match.start(1)
        what = holds(small[max(0, start - _AROUND) : start], match[1])
        if what is not Holds.NONE and (is_key if what is Holds.KEY else is_key_beyond_doubt)(value):
            yield _A_KEY, match.start(3), value


def _passwords(data: bytes, small: bytes, *, is_code: bool) -> Iterator[tuple[str, int, bytes]]:
    for match in _PASSWORD.finditer(small):
        group = match.lastindex or 0
        value = data[match.start(group) : match.end(group)]
        start = match.start()
        if (group == 1 or not is_code) and is_password(value) and not is_fake(small[max(0, start - _AROUND) : start]):
            yield _A_PASSWORD, match.start(group), value
    if not is_code:
        for match in _SHORT.finditer(data):
            if is_password(match[1]) or _JOKE.fullmatch(match[1]):
                yield _A_PASSWORD, match.start(1), match[1]


def _sessions(data: bytes, small: bytes) -> Iterator[tuple[str, int, bytes]]:
    """In cookies."""
    for match in _SESSION.finditer(small):
        value = data[match.start(1) : match.end(1)]
        line = small[max(0, match.start() - _COOKIE) : match.start()].rpartition(b"\n")[2]
        if b"cookie" in line and is_key(value):
            yield "a session in a cookie", match.start(1), value


def _options(data: bytes, small: bytes) -> Iterator[tuple[str, int, bytes]]:
    """On command lines."""
    for match in _OPTION.finditer(small):
        group = match.lastindex or 0
        name, value = match[group - 1], data[match.start(group) : match.end(group)]
        is_pass = name.startswith(b"p")
        start = match.start(group - 1)
        before = small[match.start() : start].lstrip(b"-")
        if is_pass:
            if is_password(value) and not is_fake(before):
                yield _A_PASSWORD, match.start(group), value
        elif (is_key_beyond_doubt if not before and name == b"key" else _is_key_of(before, name))(value):
            yield _A_KEY, match.start(group), value


def _is_key_of(before: bytes, name: bytes) -> Callable[[bytes], bool]:
    return is_key if holds(before, name) is not Holds.NONE else lambda _: False


def _joined_otherwise(data: bytes, small: bytes) -> Iterator[tuple[str, int, bytes]]:
    """By a space, by tags, or in a sentence."""
    for pattern in (_SPACED, _IN_TAGS, _IN_PROSE):
        for match in pattern.finditer(small):
            value = data[match.start(2) : match.end(2)]
            is_pass = pattern is _IN_PROSE or match[1].startswith(b"p")
            if is_password(value) if is_pass else is_key(value):
                yield _A_PASSWORD if is_pass else _A_KEY, match.start(2), value
