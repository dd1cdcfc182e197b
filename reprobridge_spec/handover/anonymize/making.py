"""Writes the files of an anonymous artifact, in an order in which the digest of each is known where it has to stand."""

import os
from collections.abc import Iterable, Mapping
from pathlib import Path

from reprobridge_spec import artifact_path, digest
from reprobridge_spec.archive import content
from reprobridge_spec.documents.files import ArtifactFiles, Entry, FolderFiles, Kind
from reprobridge_spec.documents.text_coding import coded
from reprobridge_spec.errors import ArtifactError, NotDoneError
from reprobridge_spec.handover.anonymize import covering, digests, plan_pairs, records
from reprobridge_spec.handover.anonymize.edits import carried_out
from reprobridge_spec.handover.anonymize.large import problem_in_large
from reprobridge_spec.handover.anonymize.rewriting import Rewriting, Search, new_path, rewriting
from reprobridge_spec.model.seal import DigestPair, SealedFile
from reprobridge_spec.rules.context import Context
from reprobridge_spec.schemas.kinds import MANIFEST_FILE, REFERENCES_FILE

WHOLE = 64 << 20
"""Files up to this size are rewritten; larger ones are only looked through."""
_EVIDENCE = "evidence/"
_SIGNED = (".sig", ".tsr", ".tsq")
_SHOWN = 20
_OF_DIGEST = 12
"""A name that is as long a part of a digest is no word."""


class Making:
    """The files of one anonymous artifact.

    Attributes:
        sealed: what became of each file, by its path in the named artifact.
        pairs: digests of the anonymous artifact by those of the named one.
        digests: the same for what is no file.
    """

    def __init__(self, context: Context, folder: Path, search: Search, salt: str) -> None:
        self._context = context
        self._files: ArtifactFiles = context.files
        self._folder = folder
        self._search = search
        self._salt = salt
        self._rewritings: dict[str, Rewriting] = {}
        self._holds: dict[str, set[str]] = {}
        self.sealed: dict[str, SealedFile] = {}
        self.pairs: dict[str, str] = {}
        self.digests: list[DigestPair] = []

    def make(self) -> None:
        """Write all files.

        Raises:
            ArtifactError: something gives somebody away and cannot be taken out; every place is named.
        """
        paths = self._paths()
        self._look(paths)
        evidence = {path for path in paths if path.startswith(_EVIDENCE) and path != REFERENCES_FILE}
        self._write_all({path: to for path, to in paths.items() if path not in evidence})
        self._pair_plans()
        self._write_all({path: paths[path] for path in sorted(evidence)})

    def _paths(self) -> dict[str, str]:
        """The files that are written, each with its new path."""
        found: dict[str, str] = {}
        for path, entry in self._files.entries.items():
            if why := why_left_out(path, entry):
                sha256 = self._files.sha256(path) if entry.kind is Kind.FILE else digest.of_bytes(b"")
                self.sealed[path] = SealedFile(path=path, before=sha256, why=why)
            else:
                _refuse_name(path)
                found[path] = new_path(path, self._search)
        twins = {to: path for path, to in found.items()}
        if len(twins) < len(found):
            path = next(path for path, to in found.items() if twins[to] != path)
            raise ArtifactError(
                f"`{path}` and `{twins[found[path]]}` would have the same name without what gives somebody away",
                hint="Rename one of them.",
                place=path,
            )
        return found

    def _look(self, paths: Iterable[str]) -> None:
        problems: list[str] = []
        for path in paths:
            size = self._files.entries[path].size
            if size > WHOLE:
                self._rewritings[path], self._holds[path] = Rewriting(), set()
                problems += problem_in_large(self._files, path, self._search)
                continue
            data = read_whole(self._files, path)
            found = rewriting(path, data, self._search)
            self._rewritings[path], self._holds[path] = found, digests.digests_in(data)
            problems += found.problems
        if problems:
            more = f"; and {len(problems) - _SHOWN} more" if len(problems) > _SHOWN else ""
            raise ArtifactError(
                f"{'; '.join(problems[:_SHOWN])}{more}",
                hint="Make these files again without it, leave them out, or say `--keep` for what names nobody.",
            )

    def _write_all(self, mine: Mapping[str, str]) -> None:
        """Write files, each after those whose digests it holds."""
        of_digest: dict[str, set[str]] = {}
        for path in mine:
            of_digest.setdefault(self._files.sha256(path), set()).add(path)
        depends = {
            path: {other for held in self._holds[path] for other in of_digest.get(held, ()) if other != path}
            for path in mine
        }
        for path in digests.ordered(depends):
            self._write(path, mine[path])

    def _write(self, path: str, to: str) -> None:
        entry = self._files.entries[path]
        before = self._files.sha256(path)
        file = self._planned(path, self._by_digest(path, to), before)
        if file.edits or file.renamed or file.operations:
            data = _carried_out(self._files.read(path, WHOLE), file)
            _put(self._folder / str(file.to), [data], entry)
            after = digest.of_bytes(data)
        else:
            _put(self._folder / str(file.to), self._files.pieces(path), entry)
            after = before
        self.sealed[path] = file.model_copy(update={"after": after})
        if after != before:
            self.pairs[before] = after

    def _by_digest(self, path: str, to: str) -> str:
        """The path of a verification, which is called by the digest of the content that it is about."""
        return named_by_digest(path, to, self.pairs) if path in self._context.verifications else to

    def _planned(self, path: str, to: str, before: str) -> SealedFile:
        found = self._rewritings[path]
        edits = list(found.edits)
        if not self._holds[path].isdisjoint(self.pairs) and (text := coded(self._files.read(path, WHOLE))):
            edits = sorted(
                [*edits, *digests.edits(text.text, self.pairs, edits)], key=lambda edit: (edit.part, edit.at)
            )
        file = SealedFile(path=path, before=before, to=to, edits=edits, renamed=list(found.renamed))
        if path == MANIFEST_FILE:
            return file.model_copy(update={"operations": covering.operations(self._context.manifest, self._salt)})
        record = self._context.records.get(path) or self._context.verifications.get(path)
        if record is None:
            return file
        covered = records.Covered(record=record, path=path, before=before, is_edited=bool(edits))
        operations = records.operations(covered, self._salt, self._size_of)
        mark = operations[-1].value if operations else None
        return file.model_copy(update={"operations": operations, "commitment": mark})

    def _size_of(self, path: str) -> int | None:
        """The size of a file that was written; None where there is none."""
        file = self.sealed.get(path)
        return (self._folder / file.to).stat().st_size if file is not None and file.to else None

    def _pair_plans(self) -> None:
        written = FolderFiles(self._folder)
        found = [*plan_pairs.pairs(self._context, written), plan_pairs.of_content(self._context, written)]
        self.digests = [pair for pair in found if pair.before != pair.after]
        self.pairs |= {pair.before: pair.after for pair in self.digests}


def named_by_digest(path: str, to: str, pairs: Mapping[str, str]) -> str:
    """`to` with the new digest in its name, where the name in `path` is one that became another."""
    stem = path.rpartition("/")[2].removesuffix(".json")
    after = next((new for old, new in pairs.items() if len(stem) >= _OF_DIGEST and old.startswith(stem)), None)
    return to.replace(stem, after[: len(stem)]) if after else to


def why_left_out(path: str, entry: Entry) -> str:
    """Why a file of the named artifact is not in the anonymous one; empty where it has to be."""
    if entry.kind is not Kind.FILE:
        return "it is no plain file"
    if path in content.GENERATED:
        return "packing makes it anew"
    if not content.belongs(path):
        return "it is no part of a package"
    if path.startswith(_EVIDENCE) and path.endswith(_SIGNED):
        return "a signature names whoever made it, and holds for the bytes before"
    return ""


def _refuse_name(path: str) -> None:
    if fault := artifact_path.fault_in(path):
        raise ArtifactError(f"{path!r} {fault}, so no package can hold it", hint="Rename the file.")


def read_whole(files: ArtifactFiles, path: str) -> bytes:
    """The bytes of a file of up to `WHOLE` of them.

    Raises:
        NotDoneError: it cannot be read.
    """
    try:
        return files.read(path, WHOLE)
    except OSError as error:
        raise NotDoneError(
            f"it cannot be read: {error.strerror or error}", hint="Make it readable.", place=path
        ) from error


def _carried_out(data: bytes, file: SealedFile) -> bytes:
    try:
        return carried_out(data, file)
    except ValueError as error:
        raise ArtifactError(
            f"what gives somebody away in it cannot be taken out: {error}",
            hint="Make the file again without it, or leave it out.",
            place=file.path,
        ) from error


def _put(place: Path, pieces: Iterable[bytes], entry: Entry) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    with place.open("xb") as file:
        for piece in pieces:
            file.write(piece)
        os.fchmod(file.fileno(), 0o755 if entry.executable else 0o644)
