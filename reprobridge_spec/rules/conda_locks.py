"""The locks of conda-lock, with what they belong to, and what in them is not locked."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from packaging.utils import NormalizedName, canonicalize_name

from reprobridge_spec.documents import yaml_tree
from reprobridge_spec.documents.yaml_tree import Tree, UnreadableError
from reprobridge_spec.location import Mark
from reprobridge_spec.model.environment import LockTool
from reprobridge_spec.rules.base import Fault
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.file_bytes import bytes_of

_AGAIN = "Make the lock again with `rrspec lock`."


@dataclass(frozen=True, slots=True, kw_only=True)
class CondaLock:
    """One lock that is there.

    Attributes:
        environment: id of the environment.
        platform: the platform that the manifest declares it for.
        tree: its data; None where it is no YAML.
        unreadable: why it is none.
    """

    environment: str
    platform: str
    path: str
    tree: Tree | None
    unreadable: UnreadableError | None = None

    def packages(self) -> list[tuple[int, dict[str, Any]]]:
        """The packages of its platform, each with its position in the file."""
        data = self.tree.data if self.tree is not None else None
        listed = data.get("package") if isinstance(data, dict) else None
        return [
            (index, package)
            for index, package in enumerate(listed if isinstance(listed, list) else [])
            if isinstance(package, dict) and package.get("platform") == self.platform
        ]

    def names(self) -> set[NormalizedName]:
        """Names of the packages of its platform, in normal form."""
        return {canonicalize_name(str(package.get("name"))) for _, package in self.packages()}

    def faults(self) -> Iterator[Fault]:
        """Why it locks nothing for its platform, or which packages are not locked by their bytes."""
        if self.tree is None:
            yield self._fault(f"`{self.path}` is no lock: {self.unreadable}", Mark(1, 1))
            return
        packages = self.packages()
        if not packages:
            yield self._fault(f"`{self.path}` locks no package for {self.platform}", Mark(1, 1))
        for index, package in packages:
            hashes = package.get("hash")
            if not isinstance(hashes, dict) or not hashes.get("sha256"):
                mark = self.tree.values.get(("package", index))
                yield self._fault(f"{package.get('name')} {package.get('version')} has no SHA-256", mark)

    def _fault(self, message: str, mark: Mark | None) -> Fault:
        return Fault(message=message, advice=_AGAIN, file=self.path, mark=mark)


def conda_locks(context: Context) -> Iterator[CondaLock]:
    """Every lock of environments that conda-lock locks, in the order of the manifest.

    Raises:
        Unchecked: one cannot be read.
    """
    for name, environment in context.manifest.environments.items():
        for platform, path in environment.locks.items():
            if environment.tool is LockTool.CONDA_LOCK and path in context.files.entries:
                yield _read(name, platform, path, bytes_of(context, path))


def _read(environment: str, platform: str, path: str, data: bytes) -> CondaLock:
    try:
        return CondaLock(environment=environment, platform=platform, path=path, tree=yaml_tree.read(data))
    except UnreadableError as error:
        return CondaLock(environment=environment, platform=platform, path=path, tree=None, unreadable=error)
