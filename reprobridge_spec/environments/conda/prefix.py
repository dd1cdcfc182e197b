"""Files that hold the path of the environment they were built for: it becomes the path of the one they are put into."""

import re
from pathlib import Path

from reprobridge_spec.errors import NotDoneError

LONGEST_SHEBANG = 127
"""What every Linux takes; a longer first line is read by halves."""


def with_prefix(data: bytes, placeholder: str, prefix: Path, *, is_text: bool) -> bytes:
    """The content of a file in which `placeholder` stands for the environment.

    Args:
        data: the content as the package has it.
        placeholder: path that it was built for.
        prefix: path of the environment.
        is_text: whether bytes may move; in a program they stay where they are, and zeros fill what is left.

    Raises:
        NotDoneError: the path is too long for a program.
    """
    old, new = placeholder.encode(), str(prefix).encode()
    if is_text:
        return _short_first_line(data.replace(old, new))
    if len(new) > len(old):
        raise NotDoneError(
            f"the path of the environment is too long for a program in it ({len(new)} bytes, {len(old)} are there)",
            hint="Set RRSPEC_CACHE to a folder with a shorter path.",
            place=str(prefix),
        )
    # a text of C that begins somewhere with the placeholder, up to the zero that ends it
    return re.sub(re.escape(old) + rb"[^\0]*\0", lambda match: _filled(match.group(), old, new), data)


def _filled(text: bytes, old: bytes, new: bytes) -> bytes:
    return text.replace(old, new).ljust(len(text), b"\0")


def _short_first_line(data: bytes) -> bytes:
    line, newline, rest = data.partition(b"\n")
    if not line.startswith(b"#!") or len(line) <= LONGEST_SHEBANG:
        return data
    program, _, arguments = line[2:].strip().partition(b" ")
    name = program.rpartition(b"/")[2]
    return b"#!/usr/bin/env " + b" ".join(filter(None, [name, arguments])) + newline + rest
