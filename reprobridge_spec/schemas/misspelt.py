"""Keys that are misspellings of a known one beyond doubt, so that `--fix` may rename them.

An unknown key is an error, so nothing relies on it; still a wrong name is worse than none. All of this must hold: the
two names differ in one letter, in two neighbours that changed places, or in capitals and hyphens alone; no other
known name is as near; the right key is not there; no second key would get the same name; and with the right name
nothing around it has a fault that was not there before.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from pydantic_core import ErrorDetails, ValidationError

from reprobridge_spec.location import Path
from reprobridge_spec.schemas.explain import document_path
from reprobridge_spec.schemas.field_at import Location, branch_keys, known_keys, model_at
from reprobridge_spec.schemas.kinds import Kind

_SHORTEST = 4
"""Shorter names are one letter from too many words, and must be the same but for capitals and hyphens."""
_MOST = 100
"""Errors up to which keys are looked at; a document with more is of another kind."""


def renames(errors: Sequence[ErrorDetails], data: Any, kind: Kind[Any]) -> dict[Path, str]:  # noqa: ANN401
    """The right name of each key that may be renamed.

    Args:
        errors: of the validation.
        data: the document's data.
        kind: what the document is.
    """
    if len(errors) > _MOST:
        return {}
    wanted: dict[Path, str] = {}
    for error in errors:
        if error["type"] != "extra_forbidden":
            continue
        path = document_path(error["loc"], data)
        name = _near(error["loc"], kind)
        if name is not None and name not in _at(data, path[:-1]):
            wanted[path] = name
    targets = Counter((*path[:-1], name) for path, name in wanted.items())
    wanted = {path: name for path, name in wanted.items() if targets[*path[:-1], name] == 1}
    return _without_new_faults(wanted, errors, data, kind) if wanted else {}


def _near(location: Location, kind: Kind[Any]) -> str | None:
    model, key = model_at(location[:-1], kind), str(location[-1])
    if model is None or key in branch_keys(location[:-2], kind):
        return None
    known = known_keys(model)
    same = [name for name in known if _folded(name) == _folded(key)]
    near = [name for name in known if min(len(key), len(name)) >= _SHORTEST and is_near(key, name)]
    found = same or near
    return found[0] if len(found) == 1 else None


def is_near(written: str, right: str) -> bool:
    """Whether the two differ in one letter, in two neighbours that changed places, or in capitals and hyphens alone."""
    written, right = _folded(written), _folded(right)
    if abs(len(written) - len(right)) > 1:
        return False
    begin = next((i for i, (a, b) in enumerate(zip(written, right, strict=False)) if a != b), len(min(written, right)))
    one, other = written[begin:], right[begin:]
    swapped = one[:2] == other[1::-1] and one[2:] == other[2:]
    return one == other or swapped or one[1:] == other[1:] or one[1:] == other or one == other[1:]


def _folded(key: str) -> str:
    return key.lower().replace("-", "_")


def _at(data: Any, path: Path) -> Any:  # noqa: ANN401 (any document value)
    for step in path:
        data = data[step]
    return data


def _without_new_faults(
    wanted: dict[Path, str],
    errors: Sequence[ErrorDetails],
    data: Any,  # noqa: ANN401 (any document value)
    kind: Kind[Any],
) -> dict[Path, str]:
    before = {(error["type"], document_path(error["loc"], data)) for error in errors}
    right = renamed(data, wanted)
    try:
        kind.model.model_validate(right, context=set(), by_alias=True, by_name=False)
    except ValidationError as error:
        after = {
            (one["type"], document_path(one["loc"], right))
            for one in error.errors(include_url=False, include_input=False)
        }
        new = [path for _, path in after - before]
        return {path: name for path, name in wanted.items() if not any(_is_below(one, path[:-1]) for one in new)}
    return wanted


def _is_below(path: Path, owner: Path) -> bool:
    return path[: len(owner)] == owner


def renamed(data: Any, names: Mapping[Path, str], path: Path = ()) -> Any:  # noqa: ANN401 (any document value)
    """`data` with other names for the keys at the places that `names` gives."""
    if isinstance(data, dict):
        return {names.get((*path, key), key): renamed(item, names, (*path, key)) for key, item in data.items()}
    if isinstance(data, list):
        return [renamed(item, names, (*path, index)) for index, item in enumerate(data)]
    return data
