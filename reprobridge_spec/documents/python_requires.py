"""Which Python a source tree says that it needs: in `pyproject.toml` and `setup.cfg`, read and never executed."""

from packaging.specifiers import InvalidSpecifier, SpecifierSet
from packaging.version import InvalidVersion, Version

from reprobridge_spec.frozen import dataclass

_FIELDS = ("requires-python", "python_requires", "python")


@dataclass(frozen=True, slots=True, kw_only=True)
class PythonRequires:
    """A bound on Python.

    Attributes:
        text: as it is written.
        line: counted from one.
    """

    text: str
    specifier: SpecifierSet
    line: int


def of_pyproject(text: str) -> PythonRequires | None:
    """What a `pyproject.toml` says; None where it says nothing that can be told."""
    import tomllib  # noqa: PLC0415 (only where there is such a file)

    try:
        data = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError):
        return None
    said = _at(data, "project", "requires-python") or _at(data, "tool", "poetry", "dependencies", "python")
    return _read(said, text)


def of_setup_cfg(text: str) -> PythonRequires | None:
    """What a `setup.cfg` says; None where it says nothing that can be told."""
    import configparser  # noqa: PLC0415 (only where there is such a file)

    parser = configparser.RawConfigParser(strict=False)
    try:
        parser.read_string(text)
        return _read(parser.get("options", "python_requires", fallback=None), text)
    except configparser.Error:
        return None


def _at(data: object, *keys: str) -> object:
    for key in keys:
        data = data.get(key) if isinstance(data, dict) else None
    return data


def _read(said: object, text: str) -> PythonRequires | None:
    if not isinstance(said, str) or not said.strip():
        return None
    try:
        specifier = SpecifierSet(_plain(said.strip()))
    except (InvalidSpecifier, InvalidVersion):
        return None
    lines = text.splitlines()
    line = next((number for number, raw in enumerate(lines, 1) if raw.lstrip().startswith(_FIELDS) and said in raw), 1)
    return PythonRequires(text=said, specifier=specifier, line=line)


def _plain(said: str) -> str:
    """Poetry's `^3.8` and `~3.8` in the form of everybody else."""
    if said[:1] not in "^~" or said.startswith("~="):
        return said
    version = Version(said[1:].strip())
    until = version.major + 1 if said[0] == "^" else f"{version.major}.{version.minor + 1}"
    return f">={version},<{until}"
