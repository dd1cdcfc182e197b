"""`dvc.yaml` files: the stages of a pipeline, with parameters filled in and lists of cases written out."""

from collections.abc import Iterator, Mapping
from itertools import islice, product
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
from reprobridge_spec.documents.foreign.toml_text import at, list_at, table_at
from reprobridge_spec.documents.yaml_tree import Tree
from reprobridge_spec.lazy_pattern import lazy_pattern

_PLACE = lazy_pattern(r"(?<!\\)\$\{[ \t]{0,5}([A-Za-z_][\w.\[\]-]{0,100})[ \t]{0,5}\}")
_INDEX = lazy_pattern(r"\[(\d{1,4})\]")
_PARAMS = "params.yaml"
_MOST_CASES = 50
_MOST_VALUES = 5_000
_LONGEST = 20_000
_DEEPEST = 20


def read(path: str, reader: Read) -> ForeignFormat:
    """What a `dvc.yaml` says.

    Raises:
        ForeignError: it is no YAML with a mapping.
    """
    tree = conda.tree_of(reader(path))
    if not isinstance(tree.data, dict):
        raise ForeignError("holds no mapping")
    folder = folder_of(path)
    values = _values(tree, folder, reader)
    runs = islice(_runs(tree, folder, values), MOST_RUNS)
    metrics = tuple(joined(folder, name) for name in list_at(tree.data, "metrics") if isinstance(name, str))
    notes = (Need(text=f"Scores are in {', '.join(metrics[:20])}.", line=_line(tree, "metrics")),) if metrics else ()
    return ForeignFormat(format=Format.DVC, path=path, runs=tuple(runs), notes=notes)


def _values(tree: Tree, folder: str, reader: Read) -> dict[str, str]:
    """Values by the names that stand for them: of `params.yaml`, and of `vars`."""
    found = dict(_file_values(joined(folder, _PARAMS), reader))
    for said in list_at(tree.data, "vars")[:50]:
        if isinstance(said, dict):
            found |= _flat(said)
        elif isinstance(said, str):
            found |= _file_values(joined(folder, said.partition(":")[0]), reader)
    return found


def _file_values(path: str, reader: Read) -> dict[str, str]:
    if not path.endswith((".yaml", ".yml")):
        return {}
    try:
        return dict(_flat(conda.tree_of(reader(path)).data))
    except (ForeignError, OSError, KeyError):
        return {}


def _flat(value: object) -> dict[str, str]:
    return dict(islice(_each(value, "", 0), _MOST_VALUES))


def _each(value: object, name: str, depth: int) -> Iterator[tuple[str, str]]:
    if depth > _DEEPEST:
        return
    inner: list[tuple[Any, Any]] = []
    if isinstance(value, dict):
        inner = list(value.items())
    elif isinstance(value, list):
        inner = list(enumerate(value))
    elif value is not None and name:
        yield name, str(value)
    for key, one in inner:
        yield from _each(one, f"{name}.{key}" if name else str(key), depth + 1)


def _runs(tree: Tree, folder: str, values: Mapping[str, str]) -> Iterator[ForeignRun]:
    for name, stage in table_at(tree.data, "stages").items():
        line = _line(tree, "stages", name)
        for suffix, given in islice(_cases(stage, tree.data, values), _MOST_CASES):
            body = at(stage, "do") if "foreach" in table_at(stage) else stage
            if isinstance(body, dict) and isinstance(body.get("cmd"), str | list):
                yield _run(f"{name}{suffix}", body, folder, line, {**values, **given})


def _cases(stage: object, document: object, values: Mapping[str, str]) -> Iterator[tuple[str, dict[str, str]]]:
    if isinstance(matrix := at(stage, "matrix"), dict):
        choices = [_choices(one, values) for one in matrix.values()]
        for chosen in product(*(choice[:_MOST_CASES] for choice in choices[:10])):
            given = {f"item.{key}": value for key, value in zip(matrix, chosen, strict=False)}
            yield "@" + "-".join(value.replace(" ", "") for value in chosen), given
        return
    over = at(stage, "foreach")
    if isinstance(over, str) and (match := _PLACE.fullmatch(over)):
        over = _nested(values, match[1]) or at(document, *match[1].split("."))
    if over is None:
        yield "", {}
    elif isinstance(over, dict):
        for key, item in over.items():
            yield f"@{key}", {"key": str(key)} | _item(item)
    elif isinstance(over, list):
        for index, item in enumerate(over):
            yield f"@{item if isinstance(item, str) else index}", {"key": str(index)} | _item(item)


def _choices(said: object, values: Mapping[str, str]) -> list[str]:
    if isinstance(said, str) and (match := _PLACE.fullmatch(said)):
        return list(_nested(values, match[1]).values())
    return [str(one) for one in said] if isinstance(said, list) else [str(said)]


def _nested(values: Mapping[str, str], name: str) -> dict[str, str]:
    """The values below a name, by what follows it."""
    return {key[len(name) + 1 :]: value for key, value in values.items() if key.startswith(f"{name}.")}


def _item(item: object) -> dict[str, str]:
    if isinstance(item, dict | list):
        return {f"item.{key}": value for key, value in _flat(item).items()}
    return {"item": str(item)}


def _run(name: str, stage: dict[str, Any], folder: str, line: int, values: Mapping[str, str]) -> ForeignRun:
    where = joined(folder, _filled(str(stage.get("wdir") or "."), values))
    command = stage["cmd"]
    template = " && ".join(str(one) for one in command) if isinstance(command, list) else command.strip()

    def paths(*fields: str) -> tuple[str, ...]:
        return tuple(
            joined(where, _filled(one, values))
            for field in fields
            for one in _names(stage.get(field))
            if "://" not in one
        )

    return ForeignRun(
        name=_filled(name, values),
        command=_filled(template, values),
        template=template,
        folder=where,
        line=line,
        parameters={key: values.get(key, "") for key in _parameters(stage.get("params"))},
        inputs=paths("deps"),
        outputs=paths("outs", "metrics", "plots"),
        metrics=paths("metrics"),
    )


def _names(listed: object) -> Iterator[str]:
    """Paths in a list, where each is a text, or a mapping with the path as its key."""
    for one in listed[:MOST_RUNS] if isinstance(listed, list) else ():
        if isinstance(one, str):
            yield one
        elif isinstance(one, dict):
            yield from (key for key in one if isinstance(key, str))


def _parameters(listed: object) -> Iterator[str]:
    for one in listed[:MOST_RUNS] if isinstance(listed, list) else ():
        if isinstance(one, str):
            yield one
        elif isinstance(one, dict):
            for keys in one.values():
                yield from (key for key in keys if isinstance(key, str)) if isinstance(keys, list) else ()


def _filled(text: str, values: Mapping[str, str]) -> str:
    return _PLACE.sub(lambda match: values.get(_INDEX.sub(r".\1", match[1]), match[0]), text[:_LONGEST])


def _line(tree: Tree, *place: str) -> int:
    mark = tree.mark(place)
    return mark.line if mark else 1
