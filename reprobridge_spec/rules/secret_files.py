"""What keys and logins look like in the files that programs keep them in."""

from base64 import b64decode

from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.rules.placeholder_words import stands_in
from reprobridge_spec.rules.secret_form import Shape

_BREAK = rb"(?:\s|\\[nr]|[\"',+>#|])"
"""What ends a line of a key, where it stands in code, in JSON or in a letter."""


def decoded(text: bytes) -> bytes:
    """What stands in base 64; empty where it is none."""
    try:
        return b64decode(text + b"=" * (-len(text) % 4), validate=True)
    except ValueError:
        return b""


def is_login(text: bytes) -> bool:
    """Whether a text in base 64 is a user and a password that is more than a word for one."""
    _, colon, password = decoded(text).partition(b":")
    return bool(colon and password) and not stands_in(password)


FILES = (
    Shape(
        "a private key",
        (b"private key", b"putty-user-key-file"),
        lazy_pattern(
            rb"-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----"
            + _BREAK
            + rb"{1,40}(?:[A-Za-z-]{1,20}: [^\n\\\"']{0,100}"
            + _BREAK
            + rb"{1,40}){0,6}([A-Za-z0-9+/]{40}(?:[A-Za-z0-9+/=]|"
            + _BREAK
            + rb"){0,20000}+)"
            rb"|PuTTY-User-Key-File-\d:[^\0]{0,1500}?\nPrivate-Lines: \d{1,4}\s{1,4}"
            rb"([A-Za-z0-9+/]{40}[A-Za-z0-9+/=\s]{0,20000}+)"
        ),
        from_start=True,
    ),
    Shape(
        "a password of a `.netrc`",
        (b"machine",),
        lazy_pattern(
            rb"(?m)^\s{0,8}machine\s{1,4}\S{1,200}\s{1,20}login\s{1,4}\S{1,200}\s{1,20}password\s{1,4}([^\s<$]{6,200})"
        ),
        is_one=lambda key: not stands_in(key),
    ),
    Shape(
        "a password of a `.pgpass`",
        (b":5432:", b":*:*:"),
        lazy_pattern(rb"(?m)^[\w.*-]{1,100}:(?:5432|\*):[\w*-]{1,60}:[\w*-]{1,60}:([^\s:$<{]{6,100})\r?$"),
        is_one=lambda key: not stands_in(key),
    ),
    Shape(
        "a password of a container registry",
        (b'"auths"',),
        lazy_pattern(rb"\"auth\"\s{0,4}:\s{0,4}\"([A-Za-z0-9+/]{16,400}={0,2})\""),
        is_one=is_login,
    ),
    Shape(
        "passwords of container registries",
        (b"dockerconfigjson",),
        lazy_pattern(rb"dockerconfigjson[\"']?\s{0,4}:\s{0,4}[\"']?(ey[A-Za-z0-9+/]{40,4000}={0,2})"),
        is_one=lambda key: b'"auth"' in decoded(key),
    ),
    Shape(
        "a private key in base 64",
        (b"ls0tls1crudjti",),
        lazy_pattern(rb"(?<![A-Za-z0-9+/])(LS0tLS1CRUdJTi[A-Za-z0-9+/]{80,20000}={0,2})"),
        is_one=lambda key: b"PRIVATE KEY" in decoded(key[:120]),
    ),
    Shape(
        "a key of age",
        (b"age-secret-key-1",),
        lazy_pattern(rb"(AGE-SECRET-KEY-1[0-9A-Z]{50,70})"),
    ),
    Shape(
        "a token of a channel of conda",
        (b"/t/",),
        lazy_pattern(rb"https?://[^\s/\"'<>]{1,200}/t/([a-z]{2}-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"),
    ),
    Shape(
        "a secret key of Django",
        (b"django-insecure-",),
        lazy_pattern(
            rb"(?i:secret_key)[\\\"'\])]{0,6}\s{0,4}[:=,]\s{0,4}[\\\"']{0,4}(django-insecure-[^\s\"'<>{\\]{12,100})"
        ),
    ),
)
"""The patterns have no unbounded repetition, so a hostile file costs no more than its size."""
