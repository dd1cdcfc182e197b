"""Names that cannot stand beside one another in one folder on every common system."""

from collections.abc import Iterable

from reprobridge_spec import artifact_path
from reprobridge_spec.archive.refusal import refuse_above


def clashes(files: Iterable[str], folders: Iterable[str] = ()) -> dict[str, str]:
    """Every path that clashes with one before it, and why, as the rest of a sentence.

    Args:
        files: paths of files; the folders that they lie in are known from them.
        folders: paths of further folders.
    """
    places = _Places()
    for folder in folders:
        places.add_folder(folder)
    for file in files:
        places.add_folder(file.rpartition("/")[0])
        places.add(file, is_file=True)
    return places.clashes


def refuse_many_folders(paths: Iterable[str], most: int, file: str) -> None:
    """Refuse a package whose `paths` lie in more than `most` folders: a short name can lead through very many.

    Raises:
        ArtifactError: there are more.
    """
    known = {""}
    for path in paths:
        folder = path.rpartition("/")[0]
        while folder not in known:
            known.add(folder)
            folder = folder.rpartition("/")[0]
        refuse_above(len(known) - 1, most, "folders or more", file)


class _Places:
    def __init__(self) -> None:
        self.clashes: dict[str, str] = {}
        self._taken: dict[str, tuple[str, bool]] = {}
        self._folders = {""}

    def add_folder(self, folder: str) -> None:
        while folder not in self._folders:
            self._folders.add(folder)
            self.add(folder, is_file=False)
            folder = folder.rpartition("/")[0]

    def add(self, path: str, *, is_file: bool) -> None:
        key = artifact_path.folded(path)
        if key not in self._taken:
            self._taken[key] = (path, is_file)
            return
        before, was_file = self._taken[key]
        if before != path:
            self.clashes[path] = f"is the same as {before!r} on systems that fold case or Unicode forms"
        elif is_file and was_file:
            self.clashes[path] = "stands twice"
        else:
            self.clashes[path] = "is a file, and a folder of other files"
