"""`MLproject` files of MLflow."""

from typing import Any

from reprobridge_spec.documents.foreign import conda
from reprobridge_spec.documents.foreign.formats import (
    MOST_RUNS,
    ForeignFormat,
    ForeignRun,
    Format,
    Read,
    folder_of,
    joined,
)
from reprobridge_spec.documents.foreign.needs import Need
from reprobridge_spec.documents.foreign.text import ForeignError
from reprobridge_spec.documents.foreign.toml_text import at, table_at
from reprobridge_spec.documents.yaml_tree import Tree
from reprobridge_spec.lazy_pattern import lazy_pattern

_PLACE = lazy_pattern(r"\{([A-Za-z_][\w.-]{0,100})\}")


def read(path: str, reader: Read) -> ForeignFormat:
    """What an `MLproject` says.

    Raises:
        ForeignError: it is no YAML with a mapping.
    """
    tree = conda.tree_of(reader(path))
    if not isinstance(tree.data, dict):
        raise ForeignError("holds no mapping")
    folder = folder_of(path)
    runs = [
        _run(tree, folder, name, entry)
        for name, entry in list(table_at(tree.data, "entry_points").items())[:MOST_RUNS]
        if isinstance(at(entry, "command"), str)
    ]
    image = at(tree.data, "docker_env", "image")
    title = at(tree.data, "name")
    files = [tree.data.get(key) for key in ("conda_env", "python_env")]
    return ForeignFormat(
        format=Format.MLPROJECT,
        path=path,
        runs=tuple(runs),
        notes=(Need(text=f"The project is called {title}.", line=_line(tree, "name")),) if title else (),
        environments=tuple(joined(folder, file) for file in files if isinstance(file, str)),
        image=Need(text=image, line=_line(tree, "docker_env", "image")) if isinstance(image, str) else None,
    )


def _run(tree: Tree, folder: str, name: str, entry: dict[str, Any]) -> ForeignRun:
    parameters = {key: _default(value) for key, value in table_at(entry, "parameters").items()}
    template = str(entry["command"]).strip()
    return ForeignRun(
        name=name,
        command=_PLACE.sub(lambda match: parameters.get(match[1]) or match[0], template),
        template=template,
        folder=folder,
        line=_line(tree, "entry_points", name),
        parameters=parameters,
    )


def _default(said: object) -> str:
    found = at(said, "default")
    return str(found) if isinstance(found, str) else ""


def _line(tree: Tree, *place: str) -> int:
    mark = tree.mark(place)
    return mark.line if mark else 1
