"""What a document of faulty form says at places that have none: so that one look finds more than one fault."""

from typing import Any, Generic, TypeVar

from pydantic_core import ErrorDetails, ValidationError

from reprobridge_spec.frozen import dataclass
from reprobridge_spec.location import Path
from reprobridge_spec.model.base import Model
from reprobridge_spec.schemas import explain
from reprobridge_spec.schemas.kinds import Kind
from reprobridge_spec.schemas.misspelt import renamed

M = TypeVar("M", bound=Model)

_ROUNDS = 16
"""To leave out a value may lay open that it is needed, to rename one what is below it; documents are not nested so deep
that this is not enough."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Readable(Generic[M]):
    """The rest of a document.

    Attributes:
        model: what it says without places that have no form. What stands under a misspelt name is read as what stands
            under the right one, so that nothing follows from its absence.
        left_out: those places, none within another.
        misnamed: the places of the right names.
        around: the places of the mappings in which something is left out or misnamed.
    """

    model: M
    left_out: frozenset[Path]
    misnamed: frozenset[Path]
    around: frozenset[Path]

    def touches(self, path: Path) -> bool:
        """Whether what is said about `path` may follow from something that has no form there, or just below."""
        beginnings = (path[:end] for end in range(len(path) + 1))
        return path in self.around or any(one in self.left_out or one in self.misnamed for one in beginnings)


def readable(kind: Kind[M], data: Any, errors: list[ErrorDetails]) -> Readable[M] | None:  # noqa: ANN401 (any document)
    """What `data` says without the places of `errors`; None where what is left has no form either."""
    left_out: set[Path] = set()
    misnamed: set[Path] = set()
    for _ in range(_ROUNDS):
        if names := _meant(kind, data, errors):
            data = renamed(data, names)
            misnamed |= {(*path[:-1], name) for path, name in names.items()}
        else:
            places = {_place(error, data) for error in errors}
            if () in places:
                return None
            left_out |= places
        try:
            model = kind.model.model_validate(without(data, left_out), context=set(), by_alias=True, by_name=False)
        except ValidationError as error:
            errors = error.errors(include_url=False, include_input=True)
            continue
        outer = frozenset(path for path in left_out if not any(path[:end] in left_out for end in range(len(path))))
        around = frozenset(path[:-1] for path in outer | misnamed)
        return Readable(model=model, left_out=outer, misnamed=frozenset(misnamed), around=around)
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


def _meant(kind: Kind[Any], data: Any, errors: list[ErrorDetails]) -> dict[Path, str]:  # noqa: ANN401 (any document)
    """The right name of what stands under each misspelt one, where nothing stands under the right one."""
    names: dict[Path, str] = {}
    taken: set[Path] = set()
    for error in errors[: explain.MOST]:
        if meant := explain.meant_by(error, kind):
            path = explain.document_path(error["loc"], data)
            right = (*path[:-1], meant)
            if right not in taken and not _is_there(right, data):
                names[path] = meant
                taken.add(right)
    return names


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
