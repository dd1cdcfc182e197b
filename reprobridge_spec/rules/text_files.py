"""The small text files of an artifact, and rules that look at each by itself."""

from collections.abc import Callable, Iterable, Iterator
from functools import wraps

from reprobridge_spec.documents.files import Kind
from reprobridge_spec.documents.signs import Signs
from reprobridge_spec.findings import Severity
from reprobridge_spec.location import Mark
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Look, Rule, Unchecked
from reprobridge_spec.rules.context import Context

LIMIT = 1 << 20
"""Files from this size on are data, and are not searched."""
_HEAD = 8192
_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")


def text_rule(
    *,
    code: str,
    name: str,
    level: Level,
    looker: Callable[[Context], Look | None],
    severity: Severity = Severity.ERROR,
    signs: tuple[bytes, ...] | None = None,
) -> Rule:
    """A rule that looks at each text file by itself; see `Rule`."""

    @wraps(looker)
    def check(context: Context) -> Iterator[Fault]:
        look = looker(context)
        if look is not None:
            met = Signs([signs]) if signs else None
            for path, data in contents(context):
                if met is None or met.groups_in(data.lower()):
                    yield from look(path, data)

    return Rule(code=code, name=name, level=level, severity=severity, check=check, looker=looker, signs=signs)


def contents(context: Context, paths: Iterable[str] | None = None) -> Iterator[tuple[str, bytes]]:
    """Path and UTF-8 bytes of each text file below `LIMIT`, in the order of paths.

    Args:
        context: the artifact.
        paths: the files to take; all where it is None.

    Raises:
        Unchecked: after the last file, where some could not be read.
    """
    unread: list[str] = []
    for path in context.files.entries if paths is None else paths:
        entry = context.files.entries[path]
        if entry.kind is not Kind.FILE or not 0 < entry.size < LIMIT:
            continue
        try:
            data = context.files.read(path, entry.size)
        except (OSError, ValueError):
            unread.append(path)
            continue
        if data.startswith(_UTF16_MARKS):
            yield path, data.decode("utf-16", "replace").encode()
        elif b"\0" not in data[:_HEAD]:
            yield path, data
    if unread:
        raise Unchecked(f"{unread[0]} could not be read" + (f", nor {len(unread) - 1} more" if unread[1:] else ""))


def mark_at(data: bytes, offset: int) -> Mark:
    """Line and column of a byte."""
    start = data.rfind(b"\n", 0, offset) + 1
    return Mark(data.count(b"\n", 0, offset) + 1, len(data[start:offset].decode("utf-8", "replace")) + 1)
