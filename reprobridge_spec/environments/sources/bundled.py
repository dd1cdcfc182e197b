"""Inputs that the artifact carries itself."""

import shutil
from collections.abc import Sequence
from pathlib import Path

from reprobridge_spec import artifact_path
from reprobridge_spec.environments.landing import Landing, Wanted
from reprobridge_spec.environments.sources.base import InputSource
from reprobridge_spec.errors import ArtifactError


class Bundled(InputSource):
    """A file or a folder of the artifact.

    Args:
        root: the artifact's folder.
        path: the file or folder, inside it.
    """

    needs_network = False

    def __init__(self, root: Path, path: str) -> None:
        self._root = root
        self._path = path

    def bring(self, wanted: Sequence[Wanted], landing: Landing) -> None:
        """Copies out of the artifact; see `InputSource`."""
        for file in wanted:
            path = self._path if file.path is None else f"{self._path}/{file.path}"
            copy = landing.folder / file.sha256
            try:
                shutil.copyfile(artifact_path.below(self._root, path), copy)
            except (FileNotFoundError, IsADirectoryError, NotADirectoryError, ValueError) as error:
                raise ArtifactError(
                    f"the artifact carries no file {path!r}", hint="Put it there, or correct the path.", place=path
                ) from error
            landing.take(copy, file)
