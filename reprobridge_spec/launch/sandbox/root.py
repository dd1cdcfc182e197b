"""A root for containers: the places that a run sees, empty, and what of the machine is put on each."""

from pathlib import Path

from reprobridge_spec.frozen import dataclass
from reprobridge_spec.launch.sandbox import inside
from reprobridge_spec.launch.sandbox.base import Folders
from reprobridge_spec.launch.sandbox.inside import Inside

_EMPTY = ("proc", "dev", "sys", "run", "etc", "root")


@dataclass(frozen=True, slots=True, kw_only=True)
class Root:
    """A folder that becomes `/`.

    Attributes:
        mounts: what is put where, with `ro` or `rw`; each place is there already.
    """

    folder: Path
    mounts: tuple[tuple[Path, str, str], ...]


def empty_root(folder: Path, folders: Folders, names: Inside, *, network: bool, devices: bool) -> Root:
    """Make `folder` the root of one run.

    Args:
        folder: where it is made.
        folders: the parts of the run.
        names: how they are called inside.
        network: whether the run gets the network.
        devices: whether it gets devices, which are described in `/sys`.
    """
    for name in _EMPTY:
        (folder / name).mkdir(parents=True, exist_ok=True)
    mounts: list[tuple[Path, str, str]] = [(folders.temporary, inside.TEMPORARY, "rw")]
    for place, target in inside.system_folders():
        if target is None:
            mounts.append((place, str(place), "ro"))
        elif not (link := folder / place.relative_to("/")).is_symlink():
            link.symlink_to(target)
    mounts += [(path, str(name), "ro") for path, name in inside.system_files(network=network)]
    if devices:
        mounts.append((Path("/sys"), "/sys", "ro"))
    mounts += [(path, str(path), "ro") for path in inside.python_folders(folders.python_prefix)]
    mounts.append((folders.environment, str(folders.environment), "ro"))
    mounts.append((folders.work, inside.WORK, "ro"))
    mounts += [(folders.output, inside.OUTPUT, "rw"), (folders.home, inside.HOME, "rw")]
    mounts += [(path, names.places[name], "ro") for name, path in names.inputs.items()]
    for source, place_inside, _ in mounts:
        _make_place(folder, folders.temporary, source, place_inside)
    return Root(folder=folder, mounts=tuple(mounts))


def _make_place(root: Path, temporary: Path, source: Path, place: str) -> None:
    # what lies below /tmp is covered by the run's own
    relative = Path(place).relative_to("/")
    below = Path(place).is_relative_to(inside.TEMPORARY) and place != inside.TEMPORARY
    target = temporary / Path(place).relative_to(inside.TEMPORARY) if below else root / relative
    if source.is_dir():
        target.mkdir(parents=True, exist_ok=True)
    else:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.touch()
