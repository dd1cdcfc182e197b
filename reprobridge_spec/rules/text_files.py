"""The small text files of an artifact, and rules that look at each by itself."""

from collections.abc import Callable, Iterable, Iterator
from functools import wraps

from reprobridge_spec.documents.signs import Signs
from reprobridge_spec.findings import Severity
from reprobridge_spec.location import Mark
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Look, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.small_files import LIMIT, small_files
from reprobridge_spec.rules.texts_beyond import Shifted, beyond

__all__ = ["LIMIT", "contents", "mark_at", "text_rule"]


def text_rule(
    *,
    code: str,
    name: str,
    level: Level,
    looker: Callable[[Context], Look | None],
    severity: Severity = Severity.ERROR,
    signs: tuple[bytes, ...] | None = None,
    everywhere: bool = False,
    binary_signs: tuple[bytes, ...] = (),
) -> Rule:
    """A rule that looks at each text file by itself; see `Rule`."""

    @wraps(looker)
    def check(context: Context) -> Iterator[Fault]:
        look = looker(context)
        if look is None:
            return
        met, met_in_binaries = Signs([signs or ()]), Signs([binary_signs])

        def is_met(data: bytes, *, is_text: bool) -> bool:
            if is_text and signs is None:
                return True
            return bool((met if is_text else met_in_binaries).groups_in(data.lower()))

        for path, data, is_text in small_files(context.files):
            if is_met(data, is_text=is_text):
                yield from look(path, data)
        shifted = Shifted()
        for piece in beyond(context) if everywhere else ():
            if is_met(piece.data, is_text=piece.is_text):
                yield from shifted.faults(piece, look)

    return Rule(
        code=code,
        name=name,
        level=level,
        severity=severity,
        check=check,
        looker=looker,
        signs=signs,
        everywhere=everywhere,
        binary_signs=binary_signs,
    )


def contents(context: Context, paths: Iterable[str] | None = None) -> Iterator[tuple[str, bytes]]:
    """Path and UTF-8 bytes of each text file below `LIMIT`, in the order of paths.

    Args:
        context: the artifact.
        paths: the files to take; all where it is None.

    Raises:
        Unchecked: after the last file, where some could not be read.
    """
    for path, data, is_text in small_files(context.files, paths):
        if is_text:
            yield path, data


def mark_at(data: bytes, offset: int) -> Mark:
    """Line and column of a byte."""
    start = data.rfind(b"\n", 0, offset) + 1
    return Mark(data.count(b"\n", 0, offset) + 1, len(data[start:offset].decode("utf-8", "replace")) + 1)
