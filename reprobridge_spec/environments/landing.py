"""Where sources put what they bring: each file is compared with its digest, and kept at once."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from reprobridge_spec import digest
from reprobridge_spec.environments.cache import Progress
from reprobridge_spec.environments.store import Store
from reprobridge_spec.environments.transfer.partial import Partial
from reprobridge_spec.errors import ArtifactError
from reprobridge_spec.frozen import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """One file of an input.

    Attributes:
        name: the path under which a run finds it.
        path: where it lies in the source; None where the source is this one file.
        sha256: its digest.
    """

    name: str
    path: str | None
    sha256: str


class Landing:
    """Takes the files of one input.

    Args:
        store: keeps them.
        input_id: the input.
        folder: an empty folder on the store's disk, for what sources make on the way.
        progress: told where another process is waited for.
    """

    def __init__(self, store: Store, input_id: str, folder: Path, progress: Progress) -> None:
        self._store = store
        self._progress = progress
        self.input_id = input_id
        self.folder = folder

    def has(self, file: Wanted) -> bool:
        """Whether the store has it by now."""
        return self._store.path(file.sha256).is_file()

    def take(self, brought: Path, file: Wanted) -> None:
        """Keeps a file of `folder`, which is gone from there afterwards.

        Raises:
            ArtifactError: it has another digest than `file`.
            OSError: it cannot be read or moved.
        """
        # two names may ask for one path with two digests, and a source gives it once
        found = digest.of_file(brought) if brought.exists() else "nothing"
        if found != file.sha256:
            raise ArtifactError(
                f"{file.path or file.name} of input {self.input_id} has another digest than declared: "
                f"expected {file.sha256}, found {found}",
                hint="Look which of the two is right: the source may have changed, or the manifest names another file.",
                place="rra.yaml",
            )
        self._store.put(brought, file.sha256)

    @contextmanager
    def partial(self, key: str) -> Iterator[Partial]:
        """What is there of a file that is downloaded; see `Store.partial`."""
        with self._store.partial(key, self._progress) as partial:
            yield partial

    def keep(self, partial: Partial, file: Wanted) -> None:
        """Keeps what was downloaded, whose bytes were hashed as they came.

        Raises:
            AssertionError: it has another digest; who downloaded it did not look.
            OSError: it cannot be moved.
        """
        if partial.sha256 != file.sha256:
            raise AssertionError
        self._store.put(partial.finish(), file.sha256)
