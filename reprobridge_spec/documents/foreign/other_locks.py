"""`Pipfile.lock`, and locks of conda-lock and pixi."""

import json
from typing import Any

from reprobridge_spec.documents.foreign import conda, conda_specs, table_entry
from reprobridge_spec.documents.foreign.gathering import Gathering
from reprobridge_spec.documents.foreign.needs import Needs, Source
from reprobridge_spec.documents.foreign.text import MAX_LOCK, ForeignError, text_of
from reprobridge_spec.documents.foreign.toml_text import at, list_at, table_at
from reprobridge_spec.documents.json_fault import fault_of
from reprobridge_spec.documents.line_limit import MOST_LINES
from reprobridge_spec.documents.yaml_tree import MAX_DEPTH
from reprobridge_spec.lazy_pattern import lazy_pattern

_MOST_VALUES = 3_000_000
_PLATFORM = "linux-64"
_NAME = lazy_pattern(r"^ {0,20}\"([A-Za-z0-9._-]{1,100})\": \{")
_FILE_OF_CONDA = lazy_pattern(r"/([^/#]{1,200})-([^/#-]{1,60})-([^/#-]{1,100})\.(?:conda|tar\.bz2)")


def json_of(data: bytes, most: int = MAX_LOCK) -> Any:  # noqa: ANN401 (any JSON value)
    """The value of a JSON file; numbers stay text.

    Raises:
        ForeignError: it is no JSON, or holds more values than such files do.
    """
    if sum(map(data.count, (b",", b"[", b"{"))) > _MOST_VALUES:
        raise ForeignError(f"holds more than {_MOST_VALUES:,} values")
    try:
        return json.loads(text_of(data, most), parse_int=str, parse_float=str, parse_constant=str)
    except json.JSONDecodeError as error:
        fault = fault_of(error)
        raise ForeignError(f"is no JSON: {fault.message} (line {fault.mark.line})") from error
    except RecursionError as error:
        raise ForeignError(f"is nested deeper than {MAX_DEPTH}") from error


def read_pipfile_lock(path: str, data: bytes) -> Needs:
    """What a `Pipfile.lock` holds.

    Raises:
        ForeignError: it is none.
    """
    found = json_of(data)
    if "_meta" not in table_at(found):
        raise ForeignError("has no `_meta`")
    gathering = Gathering(path, Source.PIPFILE_LOCK)
    lines = _lines_of_names(text_of(data, MAX_LOCK))
    _meta(gathering, found, lines)
    main = table_at(found, "default")
    only_develop = {name: entry for name, entry in table_at(found, "develop").items() if name not in main}
    for section, optional in ((main, False), (only_develop, True)):
        for name, entry in list(section.items())[:MOST_LINES]:
            table_entry.take(gathering, name, entry, lines.get(name, 1), optional=optional)
    return gathering.needs()


def _lines_of_names(text: str) -> dict[str, int]:
    lines: dict[str, int] = {}
    for number, raw in enumerate(text.split("\n"), start=1):
        if match := _NAME.match(raw):
            lines.setdefault(match[1], number)
    return lines


def _meta(gathering: Gathering, found: object, lines: dict[str, int]) -> None:
    for key in ("python_full_version", "python_version"):
        if isinstance(said := at(found, "_meta", "requires", key), str):
            gathering.say_python(said, lines.get("requires", 1))
    for source in list_at(found, "_meta", "sources")[:50]:
        url = at(source, "url")
        if isinstance(url, str) and not url.startswith("https://pypi.org"):
            gathering.name_index(url, lines.get("_meta", 1))


def read_conda_lock(path: str, data: bytes) -> Needs:
    """What a lock of conda-lock holds for Linux, or for the first platform where it has nothing for Linux.

    Raises:
        ForeignError: it is none.
    """
    tree = conda.tree_of(data, MAX_LOCK)
    packages = list_at(tree.data, "package")
    if not packages:
        raise ForeignError("holds no packages")
    gathering = Gathering(path, Source.CONDA_LOCK)
    platforms = dict.fromkeys(str(at(package, "platform")) for package in packages)
    platform = _PLATFORM if _PLATFORM in platforms else next(iter(platforms))
    if platform != _PLATFORM:
        gathering.leave(f"platform: {platform}", 1, "the lock has nothing for Linux", "See which versions Linux has.")
    for channel in list_at(tree.data, "metadata", "channels")[:50]:
        url = at(channel, "url") or channel
        if isinstance(url, str):
            gathering.name_index(url, 1)
    for index, package in enumerate(packages):
        if at(package, "platform") == platform:
            _package(gathering, package, conda.line_of(tree, ("package", index)))
    return gathering.needs()


def _package(gathering: Gathering, package: dict[str, Any], line: int) -> None:
    name, version, url = package.get("name"), package.get("version"), package.get("url")
    optional = package.get("category", "main") != "main" or str(package.get("optional")).lower() == "true"
    if package.get("manager") == "pip":
        gathering.ask(f"{name}=={version}", line, optional=optional)
    else:
        match = _FILE_OF_CONDA.search(url) if isinstance(url, str) else None
        conda_specs.take(gathering, f"{name}={version}={match[3] if match else '0'}", line)


def read_pixi_lock(path: str, data: bytes) -> Needs:
    """What a lock of pixi holds for Linux in its default environment, or in the first where it has no default.

    Raises:
        ForeignError: it is none.
    """
    tree = conda.tree_of(data, MAX_LOCK)
    environments = table_at(tree.data, "environments")
    name = "default" if "default" in environments else next(iter(environments), "")
    by_platform = table_at(environments, name, "packages")
    platform = _PLATFORM if _PLATFORM in by_platform else next(iter(by_platform), "")
    if not platform:
        raise ForeignError("holds no packages")
    gathering = Gathering(path, Source.PIXI_LOCK)
    if platform != _PLATFORM:
        gathering.leave(f"platform: {platform}", 1, "the lock has nothing for Linux", "See which versions Linux has.")
    for channel in list_at(environments, name, "channels")[:50]:
        if isinstance(url := at(channel, "url"), str):
            gathering.name_index(url, 1)
    pins = {str(at(one, "url") or at(one, "pypi")): one for one in list_at(tree.data, "packages")}
    for index, package in enumerate(list_at(by_platform, platform)):
        line = conda.line_of(tree, ("environments", name, "packages", platform, index))
        _pixi_package(gathering, package, pins, line)
    return gathering.needs()


def _pixi_package(gathering: Gathering, package: object, pins: dict[str, Any], line: int) -> None:
    url = str(at(package, "conda") or at(package, "pypi"))
    match = _FILE_OF_CONDA.search(url)
    if at(package, "conda") and match:
        conda_specs.take(gathering, f"{match[1]}={match[2]}={match[3]}", line)
    elif isinstance(name := at(pins.get(url), "name"), str) and isinstance(version := at(pins[url], "version"), str):
        gathering.ask(f"{name}=={version}", line)
    else:
        gathering.leave(url[:200], line, "is no package that the lock names", "Look at the line.")
