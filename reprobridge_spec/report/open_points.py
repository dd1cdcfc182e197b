"""What a draft leaves to a person: each `TODO`, and each guess of `rrspec init` that nobody has looked at."""

from collections.abc import Iterator

from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.model.status import OpenKind, OpenPoint
from reprobridge_spec.rules.context import Context
from reprobridge_spec.schemas.kinds import MANIFEST_FILE

_CODE = lazy_pattern(r"`[^`]*`")
_TODO = lazy_pattern(r"\bTODO\b")
_GUESS = lazy_pattern(r"#.{0,200}\bguess: ")
_LONGEST = 160


def open_points(context: Context) -> Iterator[OpenPoint]:
    """The open points of an artifact's documents, in the order in which a person reads them."""
    for path in _documents(context):
        for number, line in enumerate((context.text(path) or "").splitlines(), start=1):
            plain = _CODE.sub("", line)
            for kind, pattern in ((OpenKind.TODO, _TODO), (OpenKind.GUESS, _GUESS)):
                if pattern.search(plain):
                    yield OpenPoint(kind=kind, file=path, line=number, text=" ".join(line.split())[:_LONGEST])
                    break


def _documents(context: Context) -> list[str]:
    manifest = context.manifest
    guide = manifest.guide
    codebase = manifest.codebase
    named = [MANIFEST_FILE, codebase.changes if codebase else None]
    named += [guide.text, guide.decisions] if guide else []
    named += [environment.requirements for environment in manifest.environments.values()]
    return list(dict.fromkeys(path for path in named if path is not None))
