"""The locks in pip's format, with what they belong to; files that are not there are other rules' matter."""

from collections.abc import Iterator

from reprobridge_spec.documents import lock_file, requirements_file
from reprobridge_spec.documents.lock_file import LockFile
from reprobridge_spec.documents.requirements_file import RequirementsFile
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.model.environment import LockTool
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.file_bytes import bytes_of

_TOOLS = frozenset([LockTool.PIP_TOOLS, LockTool.UV])


@dataclass(frozen=True, slots=True, kw_only=True)
class PipLock:
    """One lock that is there.

    Attributes:
        environment: id of the environment.
        platform: the platform that the manifest declares it for.
    """

    environment: str
    platform: str
    path: str
    content: LockFile


def pip_locks(context: Context) -> Iterator[PipLock]:
    """Every lock of environments that pip-tools or uv lock, in the order of the manifest.

    Raises:
        Unchecked: one cannot be read.
    """
    for name, environment in context.manifest.environments.items():
        for platform, path in environment.locks.items():
            if environment.tool in _TOOLS and path in context.files.entries:
                content = lock_file.read(bytes_of(context, path))
                yield PipLock(environment=name, platform=platform, path=path, content=content)


def pip_requirements(context: Context) -> dict[str, RequirementsFile]:
    """What each environment that pip-tools or uv lock asks for, by its id, where that file is there.

    Raises:
        Unchecked: one cannot be read.
    """
    return {
        name: requirements_file.read(bytes_of(context, environment.requirements))
        for name, environment in context.manifest.environments.items()
        if environment.tool in _TOOLS and environment.requirements in context.files.entries
    }
