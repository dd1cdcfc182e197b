"""Whether a wheel that was built does for all that a lock is for."""

from reprobridge_spec.documents.python_bound import admitted_minors
from reprobridge_spec.environments.lock.base import LockRequest
from reprobridge_spec.environments.lock.built_wheel import BuiltWheel
from reprobridge_spec.environments.python import current_platform
from reprobridge_spec.errors import ArtifactError


def is_for_one(request: LockRequest) -> bool:
    """Whether a lock is for this platform alone, and for one minor version of Python."""
    return request.platforms == (current_platform(),) and len(admitted_minors(request.python)) == 1


def refuse_narrow(built: BuiltWheel, request: LockRequest, place: str) -> None:
    """Nothing where the wheel does for all that the lock is for.

    Raises:
        ArtifactError: it is for the Python and the platform that it was built on, and the lock for others too.
    """
    if built.is_for_all or is_for_one(request):
        return
    here = current_platform()
    others = [platform for platform in request.platforms if platform != here]
    if here in request.platforms and others:
        hint = f"Give {', '.join(others)} a lock of its own, and make it on such a machine."
    elif others:
        hint = f"Make this lock on {others[0]}: `rrspec lock --platform {others[0]}`; here, name the platform {here}."
    else:
        hint = 'Declare one minor version of Python in the manifest, such as `python: "3.11"`.'
    raise ArtifactError(
        f"the wheel that was built of {built.pin.name} {built.pin.version} is for one Python on {here} "
        f"({built.file.name}), and the lock is for Python {request.python} on {', '.join(request.platforms)}",
        hint=hint,
        place=place,
    )
