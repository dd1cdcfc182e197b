"""What pixi is asked for: `pixi.toml`, and the same tables in a `pyproject.toml`."""

from typing import Any

from reprobridge_spec.documents.foreign import conda_specs, table_entry, toml_text
from reprobridge_spec.documents.foreign.gathering import Gathering
from reprobridge_spec.documents.foreign.needs import Needs, Source
from reprobridge_spec.documents.foreign.toml_text import Toml, at, list_at, table_at
from reprobridge_spec.documents.line_limit import MOST_LINES

_HEADS = ("workspace", "project")


def read(path: str, data: bytes) -> Needs:
    """What a `pixi.toml` asks for.

    Raises:
        ForeignError: it is no TOML.
    """
    toml = toml_text.read(data)
    gathering = Gathering(path, Source.CONDA)
    take(gathering, toml, toml.data, "")
    return gathering.needs()


def take(gathering: Gathering, toml: Toml, tables: dict[str, Any], above: str) -> None:
    """Put what the tables of pixi ask for to the needs; `above` is the name of the table that they stand in."""
    for head in _HEADS:
        for channel in list_at(tables, head, "channels")[:50]:
            if isinstance(channel, str):
                gathering.name_index(channel, toml.line(f"{above}{head}", "channels"))
    for name, said in list(table_at(tables, "dependencies").items())[:MOST_LINES]:
        version = said if isinstance(said, str) else at(said, "version") or "*"
        conda_specs.take(gathering, f"{name} {version}", toml.line(f"{above}dependencies", name))
    for name, said in list(table_at(tables, "pypi-dependencies").items())[:MOST_LINES]:
        table_entry.take(gathering, name, said, toml.line(f"{above}pypi-dependencies", name))
