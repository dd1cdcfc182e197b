"""What the locks of two artifacts hold otherwise: packages that came, went, or have another version."""

from collections.abc import Iterator

from reprobridge_spec.documents import lock_file, yaml_tree
from reprobridge_spec.documents.files import ArtifactFiles
from reprobridge_spec.documents.yaml_tree import UnreadableError
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.handover.diff.side import Side
from reprobridge_spec.model.difference import PackageChange
from reprobridge_spec.model.environment import Environment, LockTool

_MOST_BYTES = 64 << 20

_Held = dict[str, tuple[tuple[str, tuple[str, ...]], ...]]
"""Of each package its pins, one for each marker: version, and digests of files."""


@dataclass(frozen=True, slots=True)
class Locks:
    """What differs, and which locks could not be compared."""

    packages: tuple[PackageChange, ...]
    not_told: tuple[str, ...]


def lock_changes(first: Side, second: Side) -> Locks:
    """The packages that differ, by environment and platform, of locks that both artifacts have."""
    found: list[PackageChange] = []
    silent = [side.place for side in (first, second) if side.context is None]
    not_told = [f"locks: the manifest of {place} does not tell which there are" for place in silent]
    old, new = _environments(first), _environments(second)
    for name in (name for name in old if name in new):
        for platform in (platform for platform in old[name].locks if platform in new[name].locks):
            try:
                one = _held(first.files, old[name], platform)
                other = _held(second.files, new[name], platform)
            except (OSError, ValueError, UnreadableError) as error:
                not_told.append(f"the locks of {name} for {platform}: {error}")
                continue
            found += _compared(name, platform, one, other)
    return Locks(tuple(found), tuple(not_told))


def _environments(side: Side) -> dict[str, Environment]:
    return side.context.manifest.environments if side.context else {}


def _held(files: ArtifactFiles, environment: Environment, platform: str) -> _Held:
    path = environment.locks[platform]
    if path not in files.entries:
        raise ValueError(f"{path} is not there")
    data = files.read(path, _MOST_BYTES)
    pins = _of_conda(data, platform) if environment.tool is LockTool.CONDA_LOCK else _of_pip(data)
    held: dict[str, list[tuple[str, tuple[str, ...]]]] = {}
    for name, version, digests in pins:
        held.setdefault(name, []).append((version, digests))
    return {name: tuple(sorted(versions)) for name, versions in held.items()}


def _of_pip(data: bytes) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    for pin in lock_file.read(data).pins:
        marker = f" ; {pin.marker}" if pin.marker else ""
        yield pin.name, f"{pin.version}{marker}", tuple(sorted(pin.hashes))


def _of_conda(data: bytes, platform: str) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    tree = yaml_tree.read(data).data
    packages = tree.get("package") if isinstance(tree, dict) else None
    if not isinstance(packages, list):
        raise ValueError("a lock is none of conda-lock")  # noqa: TRY004 (what a file holds, not what was passed)
    for package in packages:
        if isinstance(package, dict) and package.get("platform") == platform:
            yield str(package.get("name")), str(package.get("version")), (str(package.get("hash")),)


def _compared(environment: str, platform: str, old: _Held, new: _Held) -> Iterator[PackageChange]:
    for name in sorted(old.keys() | new.keys()):
        if old.get(name) != new.get(name):
            yield PackageChange(
                environment=environment,
                platform=platform,
                package=name,
                before=_versions(old, name),
                after=_versions(new, name),
            )


def _versions(held: _Held, name: str) -> str | None:
    return ", ".join(dict.fromkeys(version for version, _ in held[name])) if name in held else None
