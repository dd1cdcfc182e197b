"""Keeps an export from carrying out a secret, by the very search that `validate` makes."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from reprobridge_spec import digest
from reprobridge_spec.documents.files import HEAD, ArtifactFiles, Entry, Kind
from reprobridge_spec.errors import ArtifactError
from reprobridge_spec.handover.export.base import Content, FileOf
from reprobridge_spec.handover.held_secrets import Held, held_secrets, names_held
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.document_files import document_files

_NAMED = 5
_MADE = "export/"


def refuse_secrets(context: Context, contents: Mapping[str, Content]) -> str:
    """Why not everything that leaves was searched; empty where it was.

    Searched are the files that go out as they are, what was made, and the documents that it was made from.

    Args:
        context: the artifact's documents.
        contents: the result, by path.

    Raises:
        ArtifactError: a secret would leave.
        RuleCrashError: a rule failed, which is a defect of rrspec.
    """
    leaving = _Leaving(context, contents)
    search = held_secrets(replace(context, files=leaving, answers={}, asked=replace(context.asked, handed_over=None)))
    # what was made holds it because a file of the artifact does: there is where to mend it
    own = [one for one in search.found if one.file not in leaving.made]
    if found := own or (names_held(context) if search.found else []) or search.found:
        raise ArtifactError(
            f"a secret would leave with it, so nothing is exported: {_listed(found)}",
            hint="Have it revoked, take it out, and export again; `rrspec validate` names each such place.",
            place=found[0].place,
        )
    return search.unchecked


def _listed(found: Sequence[Held]) -> str:
    told = [f"{one.place}: {one.what}" for one in found[:_NAMED]]
    more = [f"{len(found) - _NAMED} more"] if len(found) > _NAMED else []
    return "; ".join([*told, *more])


class _Leaving:
    """What leaves, and the documents of which it tells. It is an `ArtifactFiles`."""

    def __init__(self, context: Context, contents: Mapping[str, Content]) -> None:
        self._files: ArtifactFiles = context.files
        self._own = {*document_files(context), *(one.path for one in contents.values() if isinstance(one, FileOf))}
        self.made = {
            path if path not in self._own else _MADE + path: one
            for path, one in contents.items()
            if isinstance(one, bytes)
        }

    @cached_property
    def entries(self) -> dict[str, Entry]:
        own = {path: entry for path, entry in self._files.entries.items() if path in self._own}
        made = {path: Entry(Kind.FILE, len(data), executable=False) for path, data in self.made.items()}
        return dict(sorted({**own, **made}.items()))

    @property
    def ignored(self) -> tuple[str, ...]:
        return ()

    def read(self, path: str, limit: int) -> bytes:
        data = self.made.get(path)
        if data is None:
            return self._files.read(path, limit)
        if len(data) > limit:
            raise ValueError(f"{path} is longer than {limit} bytes")
        return data

    def pieces(self, path: str) -> Iterator[bytes]:
        return iter((self.made[path],)) if path in self.made else self._files.pieces(path)

    def head(self, path: str) -> bytes:
        return self.made[path][:HEAD] if path in self.made else self._files.head(path)

    def sha256(self, path: str) -> str:
        return digest.of_bytes(self.made[path]) if path in self.made else self._files.sha256(path)
