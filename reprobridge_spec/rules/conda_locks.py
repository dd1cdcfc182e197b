"""The locks of conda-lock, with what they belong to, and what in them is not locked."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from packaging.utils import NormalizedName, canonicalize_name

from reprobridge_spec.documents import conda_version, yaml_tree
from reprobridge_spec.documents.conda_environment import Asked
from reprobridge_spec.documents.lock_kind import other_than_pip
from reprobridge_spec.documents.two_copies import Locked
from reprobridge_spec.documents.yaml_tree import Tree, UnreadableError
from reprobridge_spec.findings import Severity
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.location import Mark
from reprobridge_spec.model.environment import LockTool
from reprobridge_spec.rules.base import Fault
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.file_bytes import bytes_of
from reprobridge_spec.rules.first_few import first_few

_AGAIN = "Make the lock again with `rrspec lock`."
_SOURCES = (".tar.gz", ".zip", ".tar.bz2", ".tgz")


@dataclass(frozen=True, slots=True, kw_only=True)
class CondaLock:
    """One lock that is there.

    Attributes:
        environment: id of the environment.
        platform: the platform that the manifest declares it for.
        text: the file as text.
        tree: its data; None where it is no YAML.
        unreadable: why it is none.
    """

    environment: str
    platform: str
    path: str
    text: str
    tree: Tree | None
    unreadable: UnreadableError | None = None

    def packages(self) -> list[tuple[int, dict[str, Any]]]:
        """The packages of its platform, each with its position in the file."""
        return [(index, package) for index, package in self._all() if package.get("platform") == self.platform]

    def mark(self, index: int) -> Mark | None:
        """Where the package at this position stands."""
        return self.tree.value_mark(("package", index)) if self.tree is not None else None

    def line(self, index: int) -> int:
        """The line of the package at this position; 1 where it is not known."""
        mark = self.mark(index)
        return mark.line if mark else 1

    def platforms(self) -> list[str]:
        """The platforms that it locks packages for, in the order of the file."""
        return list(dict.fromkeys(str(package["platform"]) for _, package in self._all() if "platform" in package))

    def versions(self) -> dict[NormalizedName, tuple[int, str]]:
        """Position and version of each package of its platform, by its name in normal form."""
        return {
            canonicalize_name(str(package.get("name"))): (index, str(package.get("version")))
            for index, package in self.packages()
        }

    def locked(self) -> list[Locked]:
        """The packages of its platform, for `two_copies`."""
        return [
            Locked(
                name=canonicalize_name(str(package.get("name"))),
                version=str(package.get("version")),
                line=self.line(index),
                of_pip=package.get("manager") == "pip",
            )
            for index, package in self.packages()
        ]

    def faults(self) -> Iterator[Fault]:
        """Why it locks nothing for its platform, or which packages are not locked by their bytes."""
        if self.tree is None or not isinstance(self.tree.data, dict) or "package" not in self.tree.data:
            reason = self.unreadable or f"it is {other_than_pip(self.text) or 'no mapping with `package`'}"
            yield self._fault(f"`{self.path}` is no lock of conda-lock: {reason}", Mark(1, 1))
            return
        packages = self.packages()
        if not packages:
            others = self.platforms()
            only = f"only for {', '.join(others)}" if others else "and none for any other platform either"
            yield self._fault(
                f"`{self.path}` locks no package for {self.platform}, {only}",
                Mark(1, 1),
                f"Run `rrspec lock {self.environment} --platform {self.platform}`, or `conda-lock lock "
                f"-p {self.platform}`.",
            )
        yield from first_few(self._not_by_bytes(packages), "such package")

    def _not_by_bytes(self, packages: list[tuple[int, dict[str, Any]]]) -> Iterator[Fault]:
        weak: list[tuple[int, dict[str, Any]]] = []
        for index, package in packages:
            name = f"{package.get('name')} {package.get('version')}"
            hashes = package.get("hash")
            if _is_source(package):
                yield self._fault(
                    f"{name} is locked to a source distribution, whose build executes it",
                    self.mark(index),
                    "Lock a release that has a wheel.",
                )
            if not isinstance(hashes, dict) or not (hashes.get("sha256") or hashes.get("md5")):
                yield self._fault(f"{name} has no hash", self.mark(index))
            elif not hashes.get("sha256"):
                weak.append((index, package))
        if weak:
            yield replace(
                self._fault(f"{len(weak)} of {len(packages)} packages have an MD5 only", self.mark(weak[0][0])),
                severity=Severity.NOTE,
            )

    def _all(self) -> list[tuple[int, dict[str, Any]]]:
        data = self.tree.data if self.tree is not None else None
        listed = data.get("package") if isinstance(data, dict) else None
        packages = enumerate(listed if isinstance(listed, list) else [])
        return [(index, package) for index, package in packages if isinstance(package, dict)]

    def _fault(self, message: str, mark: Mark | None, advice: str = _AGAIN) -> Fault:
        return Fault(message=message, advice=advice, file=self.path, mark=mark)


def _is_source(package: dict[str, Any]) -> bool:
    url = str(package.get("url")).partition("#")[0]
    return package.get("manager") == "pip" and (url.startswith("git+") or url.endswith(_SOURCES))


def drifts(lock: CondaLock, packages: Iterable[Asked], path: str) -> Iterator[tuple[str, int | None]]:
    """Each package that is asked for and not locked as asked: a sentence, and its position in the lock if it has one.

    Args:
        lock: what was locked.
        packages: what was asked for.
        path: where that stands, for the sentence.
    """
    locked = lock.versions()
    for asked in packages:
        index, version = locked.get(asked.name, (None, None))
        if version is None:
            yield f"{asked.name} is asked for ({path}, line {asked.line}) and not locked for {lock.platform}", None
        elif not asked.of_pip and conda_version.satisfies(version, asked.constraint) is False:
            message = f"{asked.name} is locked at {version} for {lock.platform}, which does not satisfy `{asked.text}`"
            yield f"{message} ({path}, line {asked.line})", index


def conda_locks(context: Context) -> Iterator[CondaLock]:
    """Every lock of environments that conda-lock locks, in the order of the manifest.

    Raises:
        Unchecked: one cannot be read.
    """
    for name, environment in context.manifest.environments.items():
        for platform, path in environment.locks.items():
            if environment.tool is LockTool.CONDA_LOCK and path in context.files.entries:
                yield read(name, platform, path, bytes_of(context, path))


def read(environment: str, platform: str, path: str, data: bytes) -> CondaLock:
    """The lock that `data` is, declared for `platform` by `environment`."""
    text = data.decode("utf-8", "replace")
    try:
        tree = yaml_tree.read(data)
    except UnreadableError as error:
        reason = error if other_than_pip(text) in {None, "a lock of conda-lock"} else None
        return CondaLock(environment=environment, platform=platform, path=path, text=text, tree=None, unreadable=reason)
    return CondaLock(environment=environment, platform=platform, path=path, text=text, tree=tree)
