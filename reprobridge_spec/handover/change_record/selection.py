"""Which files of the code folder go into a patch."""

from collections.abc import Sequence

from reprobridge_spec.errors import UsageError
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.globs import matches
from reprobridge_spec.handover.tree.compare import Differing


@dataclass(frozen=True, slots=True)
class Selection:
    """Globs over paths, from the code folder or from the artifact; all files where there are none."""

    globs: tuple[str, ...] = ()

    def takes(self, path: str, folder: str) -> bool:
        """Whether a file goes into the patch.

        Args:
            path: its path from the code folder.
            folder: the code folder.
        """
        return not self.globs or any(_takes(glob, path, folder) for glob in self.globs)

    def refuse_useless(self, found: Sequence[Differing], folder: str) -> None:
        """Refuse a glob that takes nothing of what differs: it is most likely misspelt.

        Raises:
            UsageError: there is one.
        """
        paths = {path for differing in found for path in (differing.before, differing.after) if path is not None}
        for glob in self.globs:
            if not any(_takes(glob, path, folder) for path in paths):
                shown = ", ".join(sorted(paths)[:8]) or "nothing"
                raise UsageError(
                    f"`--path {glob}` takes no file that is in no change",
                    hint=f"In no change is: {shown}{', ...' if len(paths) > 8 else ''}.",  # noqa: PLR2004 (a line of names)
                )


def _takes(glob: str, path: str, folder: str) -> bool:
    glob = glob.removeprefix("./")
    globs = (glob, f"{glob.rstrip('/')}/**")
    return matches(path, globs) or matches(f"{folder}/{path}", globs)
