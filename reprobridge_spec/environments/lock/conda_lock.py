"""conda-lock: declared by the standard, not made by this version."""

from reprobridge_spec.environments.lock.base import LockMaker, LockRequest, Resolved
from reprobridge_spec.errors import NotDoneError
from reprobridge_spec.model.environment import LockTool


class CondaLock(LockMaker):
    """Says that this version of rrspec makes no conda locks and builds no environments from them."""

    tool = LockTool.CONDA_LOCK

    def version(self) -> str:
        """Never returns; see `LockMaker`."""
        raise not_done()

    def python_for(self, request: LockRequest) -> str:
        """Never returns; see `LockMaker`."""
        raise not_done(request.requirements)

    def resolve(self, request: LockRequest) -> Resolved:
        """Never returns; see `LockMaker`."""
        raise not_done(request.requirements)


def not_done(place: str = "") -> NotDoneError:
    """The error that says so."""
    return NotDoneError(
        "this version of rrspec does not make or install conda locks yet",
        hint="Run `conda-lock lock -f FILE` by hand; packages that a Python index has too can use `tool: uv`.",
        place=place,
    )
