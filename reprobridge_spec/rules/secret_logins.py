"""Passwords beside a user's name: in addresses, and on the command lines of programs that take one."""

import re
from collections.abc import Iterator

from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.rules.placeholder_words import stands_in
from reprobridge_spec.rules.secret_piped import PIPED_SIGNS, piped_in

_ADDRESS = lazy_pattern(rb"(?<=[a-z0-9])://([^\s/:@\"'`<>]{0,80}):([^\s/@\"'`<>]{4,200})@(\[?[a-z0-9.:-]{3,200})")
_HERE = (b"localhost", b"127.", b"0.0.0.0", b"[::1", b"host.", b"host:")
_VALUE = rb"[\"']?([^\s\"'`,;|]{4,100})"
_BEGUN = lazy_pattern(rb"[A-Za-z0-9]://([^\s/:@\"'`<>]{0,80}):[^\s/@\"'`<>]{0,200}\Z")
_AROUND = 300
_COMMANDS = {
    b"curl": lazy_pattern(
        rb"\bcurl\b[^\n]{0,200}?(?:\\\n[^\n]{0,200}?){0,5}?\s(?:-u[ =]{0,4}|--(?:proxy-)?user[ =]{1,4})[\"']?"
        rb"[^\s:\"'`$<{-][^\s:\"'`$<{]{0,80}:([^\s\"'`,;|]{4,100})"
    ),
    b"sshpass": lazy_pattern(rb"\bsshpass[ \t]{1,4}-p[ \t=]{0,4}" + _VALUE),
    b"mysql": lazy_pattern(rb"\bmysql(?:dump|admin|import)?[ \t][^\n|;]{0,200}?[ \t]-p" + _VALUE),
    b"docker login": lazy_pattern(rb"\bdocker login\b[^\n|;]{0,200}?[ \t](?:-p|--password)[ \t=]{1,4}" + _VALUE),
    b"lftp": lazy_pattern(rb"\blftp\b[^\n|;]{0,200}?[ \t]-u[ \t]{1,4}[\"']?[^\s,\"']{1,80},([^\s\"'`,;|]{4,100})"),
    b"smbclient": lazy_pattern(rb"\bsmbclient\b[^\n|;]{0,200}?[ \t]-u[ \t]{0,4}[\"']?[^\s%\"']{1,80}%" + _VALUE),
}
_CASED = {
    # in small letters, it would be another option
    b"zip": lazy_pattern(rb"\b(?i:unzip|zip)\b[^\n|;]{0,200}?[ \t]-P[ \t]{0,4}" + _VALUE),
    b"7z": lazy_pattern(rb"\b7z[ar]?\b[^\n|;]{0,200}?[ \t]-p" + _VALUE),
}
LOGIN_SIGNS = (b"://", *_COMMANDS, *_CASED, *PIPED_SIGNS)
"""One of them, in letters of any size, stands in every text with such a password."""
_FEW = 3
"""Fewer different letters than these are no password."""


def logins_in(data: bytes, small: bytes) -> Iterator[tuple[str, int, bytes]]:
    """Kind, offset and text of each password that is more than a word for one.

    Args:
        data: a text.
        small: the same in small letters.
    """
    if b"://" in small and b"@" in small:
        for match in _ADDRESS.finditer(small):
            value = data[match.start(2) : match.end(2)]
            if _is_password(value) and _is_elsewhere(match):
                yield "a password in an address", match.start(2), value
    for program, pattern in (*_COMMANDS.items(), *_CASED.items()):
        if program in small:
            for match in pattern.finditer(data if program in _CASED else small):
                value = data[match.start(1) : match.end(1)]
                if _is_password(value):
                    yield f"a password for `{program.decode()}`", match.start(1), value
    for start, value in piped_in(data, small):
        if _is_password(value):
            yield "a password on standard input", start, value


def user_before(data: bytes, start: int) -> bytes | None:
    """The user in an address of whose password `start` is a part; None where it is a part of none."""
    found = _BEGUN.search(data[max(0, start - _AROUND) : start])
    return found[1] if found else None


def _is_password(value: bytes) -> bool:
    return len(set(value)) >= _FEW and not stands_in(value)


def _is_elsewhere(match: re.Match[bytes]) -> bool:
    """Whether the address is one of a machine that others reach: services beside each other have names without a dot.

    To those of one's own machine a password opens nothing, save where it is one for elsewhere too: one with digits.
    """
    user, value, host = match.groups()
    if host.startswith(_HERE) or host == b"host" or value == user or (b"." not in host and stands_in(user)):
        return False
    return b"." in host or (any(chr(byte).isdigit() for byte in value) and any(chr(byte).isalpha() for byte in value))
