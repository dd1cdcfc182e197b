"""What an artifact states: its documents without the placeholders that stand where something has still to be written.

A draft may hold them. What an export made of one would be a statement that nobody made.
"""

from dataclasses import replace
from typing import Any, TypeVar

from reprobridge_spec.frozen import dataclass
from reprobridge_spec.location import Path, dotted
from reprobridge_spec.model.base import Model
from reprobridge_spec.model.experiment import Experiment
from reprobridge_spec.model.inputs import Input, ManualSource
from reprobridge_spec.model.paper import Codebase
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.placeholders import is_made_up_digest, placeholder_in
from reprobridge_spec.schemas.kinds import MANIFEST_FILE
from reprobridge_spec.schemas.load import Loaded

UNSTATED = "not stated"
"""Stands where a document must say something and holds a placeholder."""
_UNSAID = object()
_ALONE = frozenset({"identifiers", "mirrors"})
"""Lists whose items each say something; of any other, such as a command or authors, a part would say what is wrong."""
_T = TypeVar("_T", bound=Model)


@dataclass(frozen=True, slots=True)
class Stated:
    """Documents without placeholders.

    Attributes:
        context: the artifact, as far as it states anything.
        left_out: one sentence for each placeholder, in the order of the documents.
    """

    context: Context
    left_out: tuple[str, ...]


def stated(context: Context) -> Stated:
    """The same artifact without its placeholders; where no other name is stated, the id is its title."""
    found: list[str] = []
    manifest = _Reader(MANIFEST_FILE, found).whole(context.manifest)
    if manifest.title == UNSTATED:
        manifest = manifest.model_copy(update={"title": manifest.id})
    decisions, changes = _document(context.decisions, found), _document(context.changes, found)
    if not found:
        return Stated(context, ())
    return Stated(replace(context, manifest=manifest, decisions=decisions, changes=changes), tuple(found))


def _document(loaded: Loaded[_T] | None, found: list[str]) -> Loaded[_T] | None:
    if loaded is None or loaded.model is None:
        return loaded
    return replace(loaded, model=_Reader(loaded.file, found).whole(loaded.model))


class _Reader:
    """Reads one document, and notes what it leaves out."""

    def __init__(self, file: str, found: list[str]) -> None:
        self._file = file
        self._found = found

    def whole(self, model: _T) -> _T:
        """The document; what it cannot be without is `UNSTATED`."""
        made: _T = self._model(model, (), is_kept=True)
        return made

    def _value(self, value: Any, place: Path) -> Any:  # noqa: ANN401 (any value of a document)
        if isinstance(value, str):
            return self._text(value, place)
        if isinstance(value, Model):
            return self._model(value, place, is_kept=_is_kept(value, place))
        if isinstance(value, dict):
            said = {key: self._value(item, (*place, key)) for key, item in value.items()}
            return _same_or(value, {key: item for key, item in said.items() if item is not _UNSAID})
        if isinstance(value, list):
            items = [self._value(item, (*place, index)) for index, item in enumerate(value)]
            if _UNSAID in items and place[-1] not in _ALONE:
                return _UNSAID
            return _same_or(value, [item for item in items if item is not _UNSAID])
        return value

    def _text(self, text: str, place: Path) -> object:
        holder = placeholder_in(text)
        if holder is None and not is_made_up_digest(text):
            return text
        why = f"holds the placeholder `{holder[1]}`" if holder else "is one digit repeated"
        self._found.append(f"`{dotted(place)}` of {self._file}, which {why}")
        return _UNSAID

    def _model(self, model: Any, place: Path, *, is_kept: bool) -> Any:  # noqa: ANN401 (any model of a document)
        changed: dict[str, Any] = {}
        for name, field in type(model).model_fields.items():
            value = getattr(model, name)
            said = self._value(value, (*place, field.alias or name))
            if said is not _UNSAID:
                if said is not value:
                    changed[name] = said
            elif not field.is_required():
                changed[name] = field.default
            elif is_kept:
                is_source = isinstance(model, Input) and name == "source"
                changed[name] = ManualSource(manual=UNSTATED) if is_source else UNSTATED
            else:
                return _UNSAID
        return model.model_copy(update=changed) if changed else model


def _is_kept(model: Model, place: Path) -> bool:
    """Whether something stays although a text is missing: others refer to it, or it says that something is missing."""
    if isinstance(model, Input | Codebase | Experiment):
        return True
    match place:
        case ("environments" | "tables" | "metrics", _):
            return True
        case ("experiments", _, "tasks", _):
            return True
        case (*_, "blocked") | (*_, "left_out", int()):
            return True
        case _:
            return False


def _same_or(value: Any, said: Any) -> Any:  # noqa: ANN401 (a list or a dictionary)
    """`value` where nothing of it changed, so that what holds it stays as it is."""
    before, after = (list(one.values()) if isinstance(one, dict) else one for one in (value, said))
    is_same = len(before) == len(after) and all(one is other for one, other in zip(before, after, strict=True))
    return value if is_same else said
