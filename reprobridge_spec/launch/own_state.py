"""The state folder is the caller's own: one that came with an artifact is not gone on with, nor cleared.

What lies in it decides what counts as an earlier attempt, and which folders are removed.
"""

from collections.abc import Callable
from pathlib import Path

from reprobridge_spec.errors import ArtifactError, NotDoneError
from reprobridge_spec.lazy_pattern import lazy_pattern

STATE_FOLDER = ".rrspec"
_OWNER, _KNOWN = "owner", "states"
_TOKEN = lazy_pattern(r"[0-9a-f]{32}")
_HARMLESS = {_OWNER, "lock", "runs"}


def own_state(root: Path, cache: Path, nonce: Callable[[], str]) -> Path:
    """The state folder of the artifact at `root`, made if it is not there.

    Args:
        root: the artifact.
        cache: rrspec's own folder of this user, which knows the state folders that were made here.
        nonce: draws 32 hex digits.

    Raises:
        ArtifactError: it is a link, or came with the artifact.
        NotDoneError: it cannot be written.
    """
    state = root / STATE_FOLDER
    if state.is_symlink() or (state.exists() and not state.is_dir()):
        raise _foreign(state, "is no folder")
    if state.is_dir() and any(entry.is_symlink() for entry in state.iterdir()):
        raise _foreign(state, "holds links, which rrspec makes none of")
    try:
        if not _is_known(state, cache):
            if state.is_dir() and not _is_empty(state):
                raise _foreign(state, "holds runs that were not begun here by you, or the cache that knew them is gone")
            token = nonce()
            (cache / _KNOWN).mkdir(parents=True, exist_ok=True)
            (cache / _KNOWN / token).touch()
            state.mkdir(exist_ok=True)
            (state / _OWNER).unlink(missing_ok=True)
            (state / _OWNER).write_text(token, encoding="ascii")
    except OSError as error:
        raise NotDoneError(
            f"the folder for unfinished runs cannot be written: {error.strerror or error}",
            hint="Make room, or take a copy of the artifact where you may write.",
            place=str(state),
        ) from error
    return state


def _is_known(state: Path, cache: Path) -> bool:
    owner = state / _OWNER
    if owner.is_symlink() or not owner.is_file():
        return False
    token = owner.read_bytes()[:64].decode("ascii", "replace")
    return bool(_TOKEN.fullmatch(token)) and (cache / _KNOWN / token).is_file()


def _is_empty(state: Path) -> bool:
    """Whether there is nothing in it that could be gone on with."""
    runs = state / "runs"
    only = {entry.name for entry in state.iterdir()} <= _HARMLESS
    return only and not runs.is_symlink() and not (runs.is_dir() and any(runs.iterdir()))


def _foreign(state: Path, why: str) -> ArtifactError:
    return ArtifactError(
        f"{STATE_FOLDER} {why}",
        hint="Remove it; the runs in it begin anew.",
        place=str(state),
    )
