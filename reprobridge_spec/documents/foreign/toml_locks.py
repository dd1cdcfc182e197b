"""Locks in TOML: `poetry.lock`, `uv.lock`, `pdm.lock` and `pylock.toml`."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from packaging.utils import canonicalize_name

from reprobridge_spec.documents.foreign import toml_text
from reprobridge_spec.documents.foreign.gathering import Gathering
from reprobridge_spec.documents.foreign.needs import Needs, Source
from reprobridge_spec.documents.foreign.text import ForeignError
from reprobridge_spec.documents.foreign.toml_text import Toml, at, list_at, table_at

_PYTHON = {
    Source.POETRY_LOCK: ("metadata", "python-versions"),
    Source.UV_LOCK: ("requires-python",),
    Source.PDM_LOCK: ("metadata", "requires_python"),
    Source.PYLOCK: ("requires-python",),
}
_OF_OTHERS = ("git", "hg", "vcs", "url", "path", "directory", "archive", "file")
_OWN = ("virtual", "editable")
_MAIN = frozenset({"main", "default"})
_DEFAULT_INDEX = "https://pypi.org/simple"


def read(path: str, data: bytes, source: Source) -> Needs:
    """What the lock holds.

    Raises:
        ForeignError: it is no such lock.
    """
    toml = toml_text.read(data)
    table = "packages" if source is Source.PYLOCK else "package"
    packages = list_at(toml.data, table)
    if not packages and "version" not in toml.data and not table_at(toml.data, "metadata"):
        raise ForeignError("holds no packages")
    gathering = Gathering(path, source)
    said = at(toml.data, *_PYTHON[source])
    if isinstance(said, str):
        gathering.say_python(said, toml.line(".".join(_PYTHON[source][:-1]), _PYTHON[source][-1]))
    optional = _optional(source, packages)
    for package, line in _with_lines(toml, packages, table):
        if isinstance(package, dict) and isinstance(package.get("name"), str):
            _package(gathering, package, line, optional=optional(package))
    return gathering.needs()


def _with_lines(toml: Toml, packages: list[Any], table: str) -> Iterator[tuple[Any, int]]:
    lines = toml.tables.get(table, [])
    for index, package in enumerate(packages):
        yield package, lines[index] if index < len(lines) else 1


def _package(gathering: Gathering, package: Mapping[str, Any], line: int, *, optional: bool) -> None:
    name, version = package["name"], package.get("version")
    source = table_at(package, "source") or package
    if any(key in source for key in _OWN) or source.get("type") == "directory":
        file = next((source[key] for key in (*_OWN, "url") if isinstance(source.get(key), str)), "")
        if file not in {".", ""}:
            gathering.leave(name, line, "is a folder, not a name", "See what its own files ask for.", file=file)
        return
    if elsewhere := _elsewhere(source):
        gathering.ask(f"{name} @ {elsewhere}", line)
        return
    index = source.get("registry") or (source.get("url") if source.get("type") == "legacy" else None)
    if isinstance(index, str) and index != _DEFAULT_INDEX:
        gathering.name_index(index, line)
    if isinstance(version, str):
        marker = _marker(package)
        gathering.ask(f"{name}=={version}{f' ; {marker}' if marker else ''}", line, optional=optional)
    else:
        gathering.leave(name, line, "has no version in the lock", "Make the lock anew.")


def _elsewhere(source: Mapping[str, Any]) -> str:
    """The address or the path that a package is taken from; empty where an index serves it."""
    if source.get("type") in {"git", "url", "file"}:  # of Poetry
        prefix = "git+" if source["type"] == "git" else ""
        commit = source.get("resolved_reference")
        return f"{prefix}{source.get('url')}{f'@{commit}' if isinstance(commit, str) else ''}"
    for key in _OF_OTHERS:
        value = source.get(key)
        if key in {"url", "file"} and "registry" in source:
            continue
        if isinstance(value, dict):  # of pylock.toml
            target = value.get("url") or value.get("path")
            value = f"{target}@{value['commit-id']}" if isinstance(value.get("commit-id"), str) else target
        if isinstance(value, str) and source.get("type") is None:
            is_git = key in {"git", "vcs"} and "://" in value
            return (
                f"git+{value.replace('?rev=', '@').replace('#', '@') if '@' not in value else value}"
                if is_git
                else value
            )
    return ""


def _marker(package: Mapping[str, Any]) -> str:
    said = package.get("marker") or package.get("markers")
    if isinstance(said, dict):  # of Poetry, by group
        said = next((said[group] for group in ("main", *said) if isinstance(said.get(group), str)), "")
    forks = package.get("resolution-markers")
    if isinstance(forks, list) and not said:
        said = " or ".join(f"({fork})" for fork in forks if isinstance(fork, str))
    return said if isinstance(said, str) else ""


def _optional(source: Source, packages: list[Any]) -> Callable[[Mapping[str, Any]], bool]:
    if source is Source.UV_LOCK:
        needed = _needed_of_uv([package for package in packages if isinstance(package, dict)])
        return lambda package: bool(needed) and canonicalize_name(package["name"]) not in needed
    return _is_optional


def _is_optional(package: Mapping[str, Any]) -> bool:
    groups = package.get("groups") or package.get("dependency_groups")
    if isinstance(groups, list) and groups:
        return _MAIN.isdisjoint(group for group in groups if isinstance(group, str))
    return package.get("optional") is True or package.get("category", "main") not in _MAIN


def _needed_of_uv(packages: list[Mapping[str, Any]]) -> set[str]:
    """What the project itself needs, and what that needs; empty where no project is in the lock."""
    edges: dict[str, set[str]] = {}
    waiting: list[str] = []
    for package in packages:
        name = canonicalize_name(str(package.get("name")))
        inner = list_at(package, "dependencies")
        inner += [one for listed in table_at(package, "optional-dependencies").values() for one in _listed(listed)]
        own = any(key in table_at(package, "source") for key in _OWN)
        named = list_at(package, "dependencies") if own else inner
        edges.setdefault(name, set()).update(canonicalize_name(str(at(one, "name"))) for one in named)
        waiting += [name] if own else []
    needed: set[str] = set()
    while waiting:
        reached = waiting.pop()
        if reached not in needed:
            needed.add(reached)
            waiting += edges.get(reached, ())
    return needed


def _listed(value: object) -> list[Any]:
    return value if isinstance(value, list) else []
