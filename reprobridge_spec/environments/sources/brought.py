"""Inputs that a person brings, as nobody else may have them, or as they lie on the disk already.

A file is known by its digest, whatever it is called; an archive is opened for the files in it, which are known alike.
"""

import itertools
import os
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from reprobridge_spec import digest
from reprobridge_spec.environments.landing import Landing, Wanted
from reprobridge_spec.environments.sources.archived import take_out, take_what_fits
from reprobridge_spec.environments.sources.base import InputSource
from reprobridge_spec.environments.sources.likeness import what_is_wrong
from reprobridge_spec.errors import ArtifactError, NotDoneError
from reprobridge_spec.rules.near_path import near_path

_MOST_FILES = 100_000
_ARCHIVES = (".zip", ".tar", ".tgz", ".tar.gz", ".tar.bz2", ".tar.xz", ".tar.zst", ".tbz2", ".txz")


class Brought(InputSource):
    """Files that a person put somewhere.

    Args:
        input_id: the input.
        place: the folder, or the file, where they are looked for.
        why: a sentence on why nobody else brings them.
        how: a sentence on how to get them.
    """

    needs_network = False

    def __init__(self, input_id: str, place: Path, *, why: str, how: str) -> None:
        self._input_id = input_id
        self._place = place
        self._why = why
        self._how = how
        self._refused: list[str] = []
        self._opened: dict[Path, int] = {}
        self._digests: dict[Path, str] = {}

    def bring(self, wanted: Sequence[Wanted], landing: Landing) -> None:
        """Copies what a person put there; see `InputSource`."""
        left = self.take_what_fits(wanted, landing)
        if left:
            raise self._lacking(left)

    def take_what_fits(self, wanted: Sequence[Wanted], landing: Landing) -> list[Wanted]:
        """Copies what is there with its digest; the files that are not.

        Raises:
            OSError: a file cannot be read or written.
        """
        there = self._there()
        left = [file for file in wanted if not self._take_named(file, there, landing)]
        if left and there:
            left = self._take_by_digest(left, there, landing)
        for path in there.values() if left else ():
            if path.name.lower().endswith(_ARCHIVES):
                left = self._take_from_archive(path, left, landing)
        return left

    def _there(self) -> dict[str, Path]:
        """The files that are there, by their paths."""
        if self._place.is_file():
            return {self._place.name: self._place}
        return dict(itertools.islice(_files_below(self._place), _MOST_FILES))

    def _take_from_archive(self, archive: Path, wanted: Sequence[Wanted], landing: Landing) -> list[Wanted]:
        try:
            take_out(archive, wanted, landing, all_there=False)
        except ArtifactError as error:
            self._refused.append(f"{archive.name!r} gave nothing more: {error}.")
        left = [file for file in wanted if not landing.has(file)]
        if left:
            # what was refused is told by now
            with suppress(ArtifactError):
                self._opened[archive] = take_what_fits(archive, left, landing)
        return [file for file in left if not landing.has(file)]

    def _take_named(self, file: Wanted, there: Mapping[str, Path], landing: Landing) -> bool:
        path = there.get(file.path or file.name)
        if path is None or self._digest(path) != file.sha256:
            return False
        _take(path, file, landing)
        return True

    def _take_by_digest(self, wanted: Sequence[Wanted], there: Mapping[str, Path], landing: Landing) -> list[Wanted]:
        left = {file.sha256: file for file in wanted}
        for path in there.values():
            if not left:
                break
            if file := left.pop(self._digest(path), None):
                _take(path, file, landing)
        return list(left.values())

    def _digest(self, path: Path) -> str:
        """The digest of a file that is there; empty where it cannot be read, which is told."""
        if path not in self._digests:
            try:
                self._digests[path] = digest.of_file(path)
            except OSError as error:
                self._digests[path] = ""
                self._refused.append(f"{path.name!r} cannot be read: {error.strerror or error}.")
        return self._digests[path]

    def _lacking(self, left: Sequence[Wanted]) -> NotDoneError:
        first, there = left[0], self._there()
        name = first.path or first.name
        more = f" and {len(left) - 1} more beside it" if len(left) > 1 else ""
        where = self._place if self._place.is_file() else self._place / name
        found = there.get(name) or _only(there) or _near(name, there)
        if found is not None and self._digest(found):
            return NotDoneError(
                f"the file that was brought for input {self._input_id} is another one than {name!r}"
                f"{self._said_of_members(found)}: {what_is_wrong(found, first)}{_others_lacking(len(left) - 1)}",
                hint=" ".join([self._how, *self._refused]).strip(),
                place=str(found),
            )
        sentences = [
            self._how,
            f"Put the file at {where}{more}; its digest is checked.",
            _others_there(len(there)),
            *(f"{archive.name!r} was opened, and holds {_files(number)}." for archive, number in self._opened.items()),
            *self._refused,
            f"Or: `rrspec fetch {self._input_id} --from FILE`.",
        ]
        return NotDoneError(
            f"input {self._input_id} could not be had: {self._why}", hint=" ".join(filter(None, sentences))
        )

    def _said_of_members(self, found: Path) -> str:
        match self._opened.get(found):
            case None:
                return ""
            case 0:
                return ", and holds no files"
            case 1:
                return ", and so is the one file in it"
            case number:
                return f", and so is each of the {number} files in it"


def _others_lacking(number: int) -> str:
    if not number:
        return ""
    return "; 1 more file is lacking" if number == 1 else f"; {number} more files are lacking"


def _others_there(number: int) -> str:
    if not number:
        return ""
    return "1 other file is there." if number == 1 else f"{number} other files are there."


def _files(number: int) -> str:
    return "1 other file" if number == 1 else f"{number} other files"


def _take(path: Path, file: Wanted, landing: Landing) -> None:
    copy = landing.folder / file.sha256
    shutil.copyfile(path, copy)
    landing.take(copy, file)


def _files_below(folder: Path) -> Iterator[tuple[str, Path]]:
    for parent, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            path = Path(parent, name)
            if path.is_file():
                yield path.relative_to(folder).as_posix(), path


def _only(there: Mapping[str, Path]) -> Path | None:
    return next(iter(there.values())) if len(there) == 1 else None


def _near(name: str, there: Mapping[str, Path]) -> Path | None:
    """The file that may be meant: of the same name in other letters, or of one that is near."""
    folded = {path.lower().rpartition("/")[2]: found for path, found in there.items()}
    if found := folded.get(name.lower().rpartition("/")[2]):
        return found
    said = near_path(name, there, otherwise="")
    return there.get(said.partition("`")[2].rpartition("`")[0])
