"""`pyproject.toml`: what a project asks for, by the standard, and as Poetry, PDM, uv and Flit write it."""

from typing import Any

from reprobridge_spec.documents.foreign import pixi, table_entry, toml_text
from reprobridge_spec.documents.foreign.gathering import Gathering
from reprobridge_spec.documents.foreign.needs import Needs, Source
from reprobridge_spec.documents.foreign.toml_text import Toml, at, list_at, table_at

_PLAIN_PLACES = (
    (("tool", "uv", "dev-dependencies"), "tool.uv"),
    (("tool", "flit", "metadata", "requires"), "tool.flit.metadata"),
)
_NESTED_PLACES = (
    (("project", "optional-dependencies"), "project.optional-dependencies"),
    (("dependency-groups",), "dependency-groups"),
    (("tool", "pdm", "dev-dependencies"), "tool.pdm.dev-dependencies"),
    (("tool", "flit", "metadata", "requires-extra"), "tool.flit.metadata.requires-extra"),
)


def read(path: str, data: bytes) -> Needs:
    """What the file asks for.

    Raises:
        ForeignError: it is no TOML.
    """
    toml = toml_text.read(data)
    is_poetry = isinstance(at(toml.data, "tool", "poetry", "dependencies"), dict)
    gathering = Gathering(path, Source.POETRY if is_poetry else Source.PYPROJECT)
    _project(gathering, toml)
    _tools(gathering, toml)
    if is_poetry:
        _poetry(gathering, toml)
    pixi.take(gathering, toml, table_at(toml.data, "tool", "pixi"), "tool.pixi.")
    _indexes(gathering, toml)
    return gathering.needs()


def _project(gathering: Gathering, toml: Toml) -> None:
    said = at(toml.data, "project", "requires-python")
    if isinstance(said, str):
        gathering.say_python(said, toml.line("project", "requires-python"))
    elsewhere = table_at(toml.data, "tool", "uv", "sources")
    _listed(gathering, toml, at(toml.data, "project", "dependencies"), "project", optional=False, elsewhere=elsewhere)
    if "dependencies" in list_at(toml.data, "project", "dynamic"):
        _dynamic(gathering, toml)


def _dynamic(gathering: Gathering, toml: Toml) -> None:
    line = toml.line("project", "dynamic")
    named = at(toml.data, "tool", "setuptools", "dynamic", "dependencies", "file")
    files = [named] if isinstance(named, str) else named if isinstance(named, list) else []
    for file in files[:20]:
        if isinstance(file, str):
            gathering.include(f"dependencies = {{file = {file}}}", line, file)
    if not files:
        why = "the requirements are made when the project is built"
        gathering.leave("dynamic = [dependencies]", line, why, "See in `setup.py` or `setup.cfg`.")


def _tools(gathering: Gathering, toml: Toml) -> None:
    _listed(gathering, toml, at(toml.data, *_PLAIN_PLACES[0][0]), _PLAIN_PLACES[0][1], optional=True)
    _listed(gathering, toml, at(toml.data, *_PLAIN_PLACES[1][0]), _PLAIN_PLACES[1][1], optional=False)
    for keys, name in _NESTED_PLACES:
        for listed in table_at(toml.data, *keys).values():
            _listed(gathering, toml, listed, name, optional=True)


def _listed(
    gathering: Gathering,
    toml: Toml,
    listed: object,
    table: str,
    *,
    optional: bool,
    elsewhere: dict[str, Any] | None = None,
) -> None:
    for text in listed if isinstance(listed, list) else ():
        if not isinstance(text, str):
            continue  # a group that takes in another, which is told by itself
        line = toml.line(table, text)
        source = (elsewhere or {}).get(_name(text))
        if isinstance(source, dict) and not {"git", "url", "path"}.isdisjoint(source):
            table_entry.take(gathering, _name(text), source, line)
        else:
            gathering.ask(text, line, optional=optional)


def _name(requirement: str) -> str:
    return requirement.strip().split(";")[0].split("[")[0].rstrip("0123456789.*<>=!~ ,")


def _poetry(gathering: Gathering, toml: Toml) -> None:
    extras = {
        name.lower()
        for names in table_at(toml.data, "tool", "poetry", "extras").values()
        for name in (names if isinstance(names, list) else ())
        if isinstance(name, str)
    }
    _poetry_table(gathering, toml, "tool.poetry.dependencies", extras=extras)
    _poetry_table(gathering, toml, "tool.poetry.dev-dependencies", optional=True)
    for group in table_at(toml.data, "tool", "poetry", "group"):
        _poetry_table(gathering, toml, f"tool.poetry.group.{group}.dependencies", optional=True)


def _poetry_table(
    gathering: Gathering, toml: Toml, table: str, *, optional: bool = False, extras: set[str] | None = None
) -> None:
    keys = table.split(".")
    if keys[2] == "group":
        keys = [
            "tool",
            "poetry",
            "group",
            table.removeprefix("tool.poetry.group.").removesuffix(".dependencies"),
            keys[-1],
        ]
    for name, entry in table_at(toml.data, *keys).items():
        line = toml.line(table, name)
        if name.lower() == "python":
            gathering.say_python(entry if isinstance(entry, str) else str(at(entry, "version") or ""), line)
        else:
            table_entry.take(gathering, name, entry, line, optional=optional or name.lower() in (extras or ()))


def _indexes(gathering: Gathering, toml: Toml) -> None:
    for keys, table in (
        (("tool", "poetry", "source"), "tool.poetry.source"),
        (("tool", "uv", "index"), "tool.uv.index"),
    ):
        for source in list_at(toml.data, *keys)[:50]:
            if isinstance(url := at(source, "url"), str):
                gathering.name_index(url, toml.line(table, url))
