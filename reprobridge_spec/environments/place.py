"""Where one environment of the cache lies, and whether it is complete.

An environment is built where it stays, since programs of a virtual environment hold its whole path. Each building has
a folder of its own: an installer that outlives a killed rrspec writes into a folder that nobody looks at any more. The
note that names the folder is written last.
"""

import contextlib
import json
import tempfile
from pathlib import Path

from reprobridge_spec.environments.sealed import fingerprint, remove, seal
from reprobridge_spec.frozen import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Ready:
    """An environment that is complete.

    Attributes:
        folder: where it lies.
        fingerprint: of the folder as it was built; see `sealed.fingerprint`.
    """

    folder: Path
    fingerprint: str


class Place:
    """The place of the environment with one key; whoever uses it holds its lock.

    Args:
        environments: folder of all environments.
        key: digest of what decides the environment's content.
    """

    def __init__(self, environments: Path, key: str) -> None:
        self._environments = environments
        self._note = environments / f"{key}.json"
        # the whole key would make paths too long for the first line of a script
        self._prefix = f"{key[:16]}-"
        self.lock = environments / f"{key}.lock"

    def ready(self) -> Ready | None:
        """The environment as it was built; None where it is not complete, or where something in it changed."""
        try:
            noted = json.loads(self._note.read_text(encoding="utf-8"))
            found = Ready(folder=self._environments / noted["folder"], fingerprint=noted["fingerprint"])
            return found if fingerprint(found.folder) == found.fingerprint else None
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def begin(self) -> Path:
        """A new folder to build in; what was there before is removed.

        Raises:
            OSError: it cannot be made.
        """
        self.clear()
        folder = Path(tempfile.mkdtemp(prefix=self._prefix, dir=self._environments))
        folder.chmod(0o755)
        return folder

    def complete(self, folder: Path) -> Ready:
        """Lets nobody write in `folder` any more, and notes that it is complete.

        Raises:
            OSError: it cannot be noted.
        """
        seal(folder)
        ready = Ready(folder=folder, fingerprint=fingerprint(folder))
        note = {"folder": folder.name, "fingerprint": ready.fingerprint}
        self._note.write_text(json.dumps(note), encoding="utf-8")
        return ready

    @property
    def unfinished(self) -> bool:
        """Whether no environment is noted as complete."""
        return not self._note.exists()

    def clear(self) -> None:
        """Removes the environment, complete or not.

        Raises:
            OSError: the note cannot be removed.
        """
        # in this order: an environment without its note counts as not built
        self._note.unlink(missing_ok=True)
        for folder in self._environments.glob(f"{self._prefix}*"):
            # a folder that something still writes into goes the next time
            with contextlib.suppress(OSError):
                remove(folder)
