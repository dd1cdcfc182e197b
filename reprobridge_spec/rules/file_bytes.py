"""The bytes of one file that a rule has to look at."""

from reprobridge_spec.rules.base import Unchecked
from reprobridge_spec.rules.context import Context

LIMIT = 64 << 20


def bytes_of(context: Context, path: str) -> bytes:
    """All bytes of a file.

    Raises:
        Unchecked: it cannot be read, or is larger than `LIMIT`.
    """
    try:
        return context.files.read(path, LIMIT)
    except (OSError, ValueError) as error:
        raise Unchecked(f"{path} cannot be read: {error}") from error
