"""What is handed to programs that read a password from their standard input."""

from collections.abc import Iterator

from reprobridge_spec.lazy_pattern import lazy_pattern

_VALUE = rb"[\"']?([^\s\"'`|;$\\]{4,100})"
_ECHOED = lazy_pattern(
    rb"\b(?:echo|printf)[ \t]{1,4}(?:-[neE]{1,3}[ \t]{1,4})?(?:[\"']?%s(?:\\n)?[\"']?[ \t]{1,4})?"
    + _VALUE
    + rb"(?:\\n)?[\"']?[ \t]{0,4}\|([^\n|;]{1,200})"
)
_HERE = lazy_pattern(rb"\b((?:sudo|kinit|su|docker|podman|helm|gpg2?)\b[^\n|;<]{0,200})<<<[ \t]{0,4}" + _VALUE)
_READER = lazy_pattern(
    rb"\bsudo\b(?:[^\n]{0,80}?)[ \t](?:-[A-Za-z]{0,4}S[A-Za-z]{0,4}|--stdin)(?![\w-])"
    rb"|--(?:password|passphrase|token)-stdin\b|--passphrase-fd[ =]0|\bpasswd\b[^\n]{0,40}--stdin|--with-token\b"
    rb"|\b(?:kinit|chpasswd)\b"
)
PIPED_SIGNS = (b"sudo", b"-stdin", b"--passphrase-fd", b"--with-token", b"kinit", b"chpasswd")
"""One of them, in letters of any size, stands in every text with such a value."""


def piped_in(data: bytes, small: bytes) -> Iterator[tuple[int, bytes]]:
    """Offset and text of each value that is echoed to such a program, or written behind it.

    Args:
        data: a text.
        small: the same in small letters.
    """
    if not any(sign in small for sign in PIPED_SIGNS):
        return
    for pattern, value, reader in ((_ECHOED, 1, 2), (_HERE, 2, 1)):
        for match in pattern.finditer(data):
            if _READER.search(match[reader]):
                yield match.start(value), match[value]
