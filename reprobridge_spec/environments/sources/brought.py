"""Inputs that a person brings, as nobody else may have them, or as they lie on the disk already.

A file is known by its digest, whatever it is called; an archive is opened for the files in it.
"""

import itertools
import os
import shutil
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from reprobridge_spec import digest
from reprobridge_spec.environments.landing import Landing, Wanted
from reprobridge_spec.environments.sources.archived import take_out
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
        left = [file for file in wanted if not _take_named(file, there, landing)]
        if left and there:
            left = _take_by_digest(left, there, landing)
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
        return [file for file in wanted if not landing.has(file)]

    def _lacking(self, left: Sequence[Wanted]) -> NotDoneError:
        first, there = left[0], self._there()
        name = first.path or first.name
        more = f" and {len(left) - 1} more beside it" if len(left) > 1 else ""
        where = self._place if self._place.is_file() else self._place / name
        found = there.get(name) or _only(there) or _near(name, there)
        if found is not None:
            others = f"; {len(left) - 1} more files are lacking" if len(left) > 1 else ""
            return NotDoneError(
                f"the file that was brought for input {self._input_id} is another one than {name!r}: "
                f"{what_is_wrong(found, first)}{others}",
                hint=" ".join([self._how, *self._refused]).strip(),
                place=str(found),
            )
        beside = f" {len(there)} other files are there." if there else ""
        beside += "".join(f" {refusal}" for refusal in self._refused)
        return NotDoneError(
            f"input {self._input_id} could not be had: {self._why}",
            hint=f"{self._how} Put the file at {where}{more}; its digest is checked.{beside} "
            f"Or: `rrspec fetch {self._input_id} --from FILE`.",
        )


def _take_named(file: Wanted, there: Mapping[str, Path], landing: Landing) -> bool:
    path = there.get(file.path or file.name)
    if path is None or digest.of_file(path) != file.sha256:
        return False
    _take(path, file, landing)
    return True


def _take_by_digest(wanted: Sequence[Wanted], there: Mapping[str, Path], landing: Landing) -> list[Wanted]:
    left = {file.sha256: file for file in wanted}
    for path in there.values():
        if not left:
            break
        if file := left.pop(digest.of_file(path), None):
            _take(path, file, landing)
    return list(left.values())


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
