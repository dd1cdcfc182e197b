"""What a document of faulty form says at places that have none: so that one look finds more than one fault."""

from collections.abc import Iterator
from typing import Any, Generic, TypeVar

from pydantic_core import ErrorDetails, ValidationError

from reprobridge_spec.frozen import dataclass
from reprobridge_spec.location import Path
from reprobridge_spec.model.base import Model
from reprobridge_spec.schemas import explain
from reprobridge_spec.schemas.kinds import Kind

M = TypeVar("M", bound=Model)

_ROUNDS = 8
"""To leave out a value may lay open that it is needed; documents are not nested deeper than this."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Readable(Generic[M]):
    """The rest of a document.

    Attributes:
        model: what it says without the places that are left out.
        left_out: those places, none within another; and where a misspelt name is, the place of the right one.
    """

    model: M
    left_out: frozenset[Path]

    def touches(self, path: Path) -> bool:
        """Whether what is said about `path` may follow from something that is left out there, or just below."""
        return any(path[: len(out)] == out or path == out[:-1] for out in self.left_out)


def readable(kind: Kind[M], data: Any, errors: list[ErrorDetails]) -> Readable[M] | None:  # noqa: ANN401 (any document)
    """What `data` says without the places of `errors`; None where what is left has no form either."""
    left_out: set[Path] = set()
    misnamed = set(_misnamed(kind, data, errors))
    for _ in range(_ROUNDS):
        places = {_place(error, data) for error in errors}
        if () in places:
            return None
        left_out |= places
        try:
            model = kind.model.model_validate(without(data, left_out), context=set(), by_alias=True, by_name=False)
        except ValidationError as error:
            errors = error.errors(include_url=False, include_input=True)
            continue
        left_out |= misnamed
        outer = frozenset(path for path in left_out if not any(path[:end] in left_out for end in range(len(path))))
        return Readable(model=model, left_out=outer)
    return None


def without(data: Any, paths: set[Path]) -> Any:  # noqa: ANN401 (any document)
    """`data` without the values at `paths`, each of which ends with a key."""

    def copy(value: Any, path: Path) -> Any:  # noqa: ANN401 (any document)
        if isinstance(value, dict):
            return {key: copy(item, (*path, key)) for key, item in value.items() if (*path, key) not in paths}
        if isinstance(value, list):
            return [copy(item, (*path, index)) for index, item in enumerate(value)]
        return value

    return copy(data, ())


def _misnamed(kind: Kind[Any], data: Any, errors: list[ErrorDetails]) -> Iterator[Path]:  # noqa: ANN401 (any document)
    """The right places of what stands under misspelt names."""
    for error in errors[: explain.MOST]:
        meant = explain.meant_by(error, kind)
        path = (*explain.document_path(error["loc"], data)[:-1], meant) if meant else ()
        if path and not _is_there(path, data):
            yield path


def _place(error: ErrorDetails, data: Any) -> Path:  # noqa: ANN401 (any document)
    """What has to go: the value, or what holds it where it is missing; a list as a whole, so that no index moves."""
    path = explain.document_path(error["loc"], data)
    if error["type"] in {"missing", "no_branch"} and not _is_there(path, data):
        path = path[:-1]
    while path and isinstance(path[-1], int):
        path = path[:-1]
    return path


def _is_there(path: Path, data: Any) -> bool:  # noqa: ANN401 (any document)
    for step in path:
        inside = isinstance(data, dict) and step in data
        if not inside and not (isinstance(data, list) and isinstance(step, int) and step < len(data)):
            return False
        data = data[step]
    return True
