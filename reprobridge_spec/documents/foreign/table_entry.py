"""One dependency as Poetry and Pipenv write it: a version, or a table with more."""

from collections.abc import Mapping
from typing import Any

from reprobridge_spec.documents.foreign import said_versions
from reprobridge_spec.documents.foreign.gathering import Gathering

_SOURCES = ("git", "hg", "svn", "path", "file", "url")
_MARKERS = ("sys_platform", "platform_system", "platform_machine", "python_version", "os_name", "implementation_name")


def take(gathering: Gathering, name: str, entry: object, line: int, *, optional: bool = False) -> None:
    """Put one entry to the needs; a list of entries holds one for each kind of environment."""
    if isinstance(entry, list):
        for one in entry[:50]:
            if not isinstance(one, list):
                take(gathering, name, one, line, optional=optional)
    elif isinstance(entry, str):
        _version(gathering, name, {"version": entry}, line, optional=optional)
    elif isinstance(entry, dict):
        source = next((key for key in _SOURCES if isinstance(entry.get(key), str)), None)
        if source:
            _from(gathering, name, source, entry, line)
        else:
            _version(gathering, name, entry, line, optional=optional or entry.get("optional") is True)
    else:
        gathering.leave(name, line, "is no version and no table", "Look at the line.")


def _from(gathering: Gathering, name: str, source: str, entry: Mapping[str, Any], line: int) -> None:
    target = str(entry[source])
    revision = next(
        (f"@{entry[key]}" for key in ("rev", "ref", "tag", "branch") if isinstance(entry.get(key), str)), ""
    )
    if source in {"path", "file"} and "://" not in target:
        advice = "See what its own files ask for, and keep its code in the artifact."
        gathering.leave(f"{name} = {target}", line, f"{name} is taken from the path `{target}`", advice, file=target)
    elif source == "url" or "://" in target or target.startswith("git@"):
        scheme = f"{source}+" if source in {"git", "hg", "svn"} and "://" in target else ""
        gathering.ask(f"{name} @ {scheme}{target}{revision}", line)
    else:
        gathering.leave(f"{name} = {target}", line, f"{name} is taken from `{target}`", "Ask for a released version.")


def _version(gathering: Gathering, name: str, entry: Mapping[str, Any], line: int, *, optional: bool) -> None:
    said = entry.get("version", "*")
    found = said_versions.specifier(said) if isinstance(said, str) else None
    markers = _markers(entry)
    if found is None or markers is None:
        advice = f"Write `{name}==` and the version that was used."
        gathering.leave(f"{name} = {said}", line, "asks for versions in a way that pip cannot", advice)
        return
    extras = [extra for extra in entry.get("extras") or () if isinstance(extra, str)]
    shown = f"[{','.join(extras)}]" if extras else ""
    marker = f" ; {markers}" if markers else ""
    gathering.ask(f"{name}{shown}{found}{marker}", line, optional=optional)


def _markers(entry: Mapping[str, Any]) -> str | None:
    parts: list[str] = []
    if isinstance(entry.get("markers"), str):
        parts.append(f"({entry['markers']})" if " or " in entry["markers"] else entry["markers"])
    parts += [f"{key} {entry[key]}" for key in _MARKERS if isinstance(entry.get(key), str)]
    if isinstance(entry.get("platform"), str):
        parts.append(f'sys_platform == "{entry["platform"]}"')
    if isinstance(entry.get("python"), str):
        of_python = said_versions.marker_of_python(entry["python"])
        if of_python is None:
            return None
        parts += [of_python] if of_python else []
    return " and ".join(parts)
