"""What the models say of the place of a validation error: its type, its meaning, the keys that are known there."""

from typing import Any, get_args, get_origin

from reprobridge_spec.model.base import TAG_MARK, Model
from reprobridge_spec.schemas.kinds import Kind
from reprobridge_spec.schemas.meanings import meanings

Location = tuple[str | int, ...]
"""Steps as pydantic gives them: keys, indices, names of union branches."""


def annotation_at(location: Location, kind: Kind[Any]) -> Any:  # noqa: ANN401 (an annotation)
    """The type of the value at `location`; None where the models do not know it."""
    current: Any = kind.model
    for step in location:
        current = _step(current, step)
    return current


def model_at(location: Location, kind: Kind[Any]) -> type[Model] | None:
    """The model of the mapping at `location`; None where that is none, or may be one of several."""
    models = [
        part for part in _flat(annotation_at(location, kind)) if isinstance(part, type) and issubclass(part, Model)
    ]
    return models[0] if len(set(models)) == 1 else None


def known_keys(model: type[Model]) -> list[str]:
    """The keys of a mapping of `model`, as documents write them."""
    return [field.alias or name for name, field in model.model_fields.items()]


def needed_keys(model: type[Model]) -> list[str]:
    """The keys that a mapping of `model` cannot do without; all keys where it can do without each."""
    needed = [field.alias or name for name, field in model.model_fields.items() if field.is_required()]
    return needed or known_keys(model)


def branch_keys(location: Location, kind: Kind[Any]) -> list[str]:
    """The keys that tell the branches of the union at `location` apart; empty where there is no union."""
    tags = [getattr(mark, "tag", None) for part in _flat(annotation_at(location, kind)) for mark in _marks(part)]
    return [tag.removeprefix(TAG_MARK) for tag in tags if isinstance(tag, str)]


def meaning_of(location: Location, kind: Kind[Any]) -> str:
    """What the field that holds the value at `location` is for, without a full stop; empty where nothing says it."""
    named = [index for index, step in enumerate(location) if _is_key(step)]
    for index in reversed(named):
        owner = model_at(location[:index], kind)
        for name, field in owner.model_fields.items() if owner else ():
            meaning = meanings(owner).get(name) if owner and location[index] in {name, field.alias} else None
            if meaning:
                return meaning[0].lower() + meaning[1:].removesuffix(".")
    return ""


def _is_key(step: str | int) -> bool:
    return isinstance(step, str) and not step.startswith(TAG_MARK) and step != "[key]"


def _step(annotation: Any, step: str | int) -> Any:  # noqa: ANN401 (annotations are walked)
    if isinstance(step, str) and step.startswith(TAG_MARK):
        return _branch(annotation, step)
    if get_origin(annotation) in {dict, list}:
        return get_args(annotation)[-1]
    if isinstance(annotation, type) and issubclass(annotation, Model):
        return next(
            (field.annotation for name, field in annotation.model_fields.items() if step in {name, field.alias}),
            None,
        )
    inner = [part for part in get_args(annotation) if part is not type(None)]
    return _step(inner[0], step) if inner else None


def _branch(annotation: Any, tag: str) -> Any:  # noqa: ANN401 (annotations are walked)
    for part in _flat(annotation):
        if any(getattr(mark, "tag", None) == tag for mark in _marks(part)):
            return get_args(part)[0]
    return None


def _marks(annotation: Any) -> tuple[Any, ...]:  # noqa: ANN401 (annotations are walked)
    return getattr(annotation, "__metadata__", ())


def _flat(annotation: Any) -> list[Any]:  # noqa: ANN401 (annotations are walked)
    parts = [annotation]
    if get_origin(annotation) in {dict, list}:
        # what stands inside is another place
        return parts
    for part in get_args(annotation):
        parts += _flat(part)
    return parts
