"""Environment files of conda."""

from collections.abc import Iterator

from reprobridge_spec.documents import yaml_tree
from reprobridge_spec.documents.foreign import conda_specs
from reprobridge_spec.documents.foreign.gathering import Gathering
from reprobridge_spec.documents.foreign.needs import Needs, Source
from reprobridge_spec.documents.foreign.text import MAX_BYTES, ForeignError, text_of
from reprobridge_spec.documents.line_limit import MOST_LINES
from reprobridge_spec.documents.yaml_tree import Tree, UnreadableError
from reprobridge_spec.location import Path


def read(path: str, data: bytes) -> Needs:
    """What the file asks for.

    Raises:
        ForeignError: it is no environment file.
    """
    tree = tree_of(data)
    listed = tree.data.get("dependencies") if isinstance(tree.data, dict) else None
    if not isinstance(listed, list):
        raise ForeignError("has no list of `dependencies`")
    gathering = Gathering(path, Source.CONDA)
    for place, text in _texts(tree.data.get("channels"), ("channels",)):
        gathering.name_index(text, line_of(tree, place))
    for index, asked in enumerate(listed[:MOST_LINES]):
        place = ("dependencies", index)
        if isinstance(asked, str):
            conda_specs.take(gathering, asked, line_of(tree, place))
        elif isinstance(asked, dict):
            for inner, text in _texts(asked.get("pip"), (*place, "pip")):
                gathering.ask(_without_comment(text), line_of(tree, inner))
    return gathering.needs()


def tree_of(data: bytes, most: int = MAX_BYTES) -> Tree:
    """The file as YAML.

    Raises:
        ForeignError: it is no YAML that is read here.
    """
    try:
        return yaml_tree.read(text_of(data, most).encode(errors="replace"))
    except UnreadableError as error:
        where = f" (line {error.mark.line})" if error.mark else ""
        raise ForeignError(f"cannot be read: {error}{where}") from error


def line_of(tree: Tree, place: Path) -> int:
    """The line of what stands at `place`."""
    mark = tree.value_mark(place)
    return mark.line if mark else 1


def _texts(value: object, place: Path) -> Iterator[tuple[Path, str]]:
    for index, text in enumerate(value[:MOST_LINES] if isinstance(value, list) else ()):
        if isinstance(text, str):
            yield (*place, index), text


def _without_comment(text: str) -> str:
    return text.partition(" #")[0].strip()
