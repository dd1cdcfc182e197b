"""Inputs that a person brings: of kinds that this version does not fetch, or that nobody can fetch."""

import shutil
from collections.abc import Sequence
from pathlib import Path

from reprobridge_spec import digest
from reprobridge_spec.environments.sources.base import InputSource, Wanted
from reprobridge_spec.errors import NotDoneError


class Brought(InputSource):
    """Files that lie in a folder which belongs to the input.

    Args:
        input_id: the input.
        folder: where they are looked for.
        why: a sentence on why rrspec does not fetch them.
        how: a sentence on how to get them.
    """

    needs_network = False

    def __init__(self, input_id: str, folder: Path, *, why: str, how: str) -> None:
        self._input_id = input_id
        self._folder = folder
        self._why = why
        self._how = how

    def bring(self, wanted: Sequence[Wanted], folder: Path) -> None:
        """Copies what a person put there; see `InputSource`."""
        places = [self._folder / (file.path or file.name) for file in wanted]
        if missing := [place for place in places if not place.is_file()]:
            more = f" and {len(missing) - 1} more beside it" if len(missing) > 1 else ""
            raise NotDoneError(
                f"input {self._input_id} could not be had: {self._why}",
                hint=f"{self._how} Put the file at {missing[0]}{more}; its digest is checked.",
            )
        for file, place in zip(wanted, places, strict=True):
            found = digest.of_file(place)
            if found != file.sha256:
                raise NotDoneError(
                    f"the file that was brought for input {self._input_id} is another one: "
                    f"expected {file.sha256}, found {found}",
                    hint=self._how,
                    place=str(place),
                )
            shutil.copyfile(place, folder / file.sha256)
