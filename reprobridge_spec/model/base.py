"""The base of every document model, and unions told apart by the key that is there."""

from inspect import get_annotations
from typing import Annotated, Any, ClassVar, Final, Self, dataclass_transform

from reprobridge_spec.frozen import dataclass
from reprobridge_spec.model import core
from reprobridge_spec.model.annotations import Discriminator, Field, Tag

TAG_MARK = "|"
"""First character of a union's branch names, which are no part of a place in a document."""
_REQUIRED: Final = object()


@dataclass(frozen=True, slots=True)
class ModelField:
    """One field of a model.

    Attributes:
        annotation: its type, with all that is said of it.
        alias: its key in documents, where that is not its name.
        default: its value where a document does not give one.
    """

    annotation: Any
    alias: str | None
    default: Any

    def is_required(self) -> bool:
        """Whether a document has to give it."""
        return self.default is _REQUIRED


@dataclass_transform(kw_only_default=True, frozen_default=True)
class Model:
    """A frozen value with known fields; what each field means is the text under it.

    It has the methods of pydantic's models that are used here, over the same validator. Making one by its name
    checks every value, and raises pydantic-core's ValidationError.
    """

    __slots__ = ("__dict__", "__pydantic_extra__", "__pydantic_fields_set__", "__pydantic_private__")

    __pydantic_fields_set__: set[str]
    model_fields: ClassVar[dict[str, ModelField]] = {}
    """Fields by name, those of a base first."""

    def __init_subclass__(cls) -> None:
        own = {
            name: _field(annotation, cls.__dict__.get(name, _REQUIRED))
            for name, annotation in get_annotations(cls).items()
        }
        cls.model_fields = {**cls.model_fields, **own}

    def __init__(self, **values: Any) -> None:  # noqa: ANN401 (the validator checks them)
        core.validator(type(self)).validate_python(values, self_instance=self)

    @property
    def model_fields_set(self) -> set[str]:
        """Names of the fields that were given."""
        return self.__pydantic_fields_set__

    @classmethod
    def model_validate(
        cls,
        data: Any,  # noqa: ANN401 (any document value)
        *,
        context: set[int] | None = None,
        by_alias: bool | None = None,
        by_name: bool | None = None,
    ) -> Self:
        """The value that `data` is; `context` takes the ids of the scalars that became numbers or truth values.

        Raises:
            ValidationError: it is none; all faults at once.
        """
        read: Self = core.validator(cls).validate_python(data, context=context, by_alias=by_alias, by_name=by_name)
        return read

    @classmethod
    def model_validate_json(cls, text: str | bytes) -> Self:
        """The value that a JSON text is; see `model_validate`."""
        read: Self = core.validator(cls).validate_json(text)
        return read

    def model_copy(self, *, update: dict[str, Any]) -> Self:
        """The same with other values for some fields, which are taken as they are."""
        copy = object.__new__(type(self))
        copy.__setstate__(({**self.__dict__, **update}, self.__pydantic_fields_set__ | update.keys()))
        return copy

    def model_dump(
        self,
        *,
        mode: str = "python",
        by_alias: bool = False,
        exclude_defaults: bool = False,
        exclude_none: bool = False,
    ) -> Any:  # noqa: ANN401 (any document value)
        """The value as mappings and lists; `mode="json"`: of what JSON knows."""
        return core.serializer(type(self)).to_python(
            self, mode=mode, by_alias=by_alias, exclude_defaults=exclude_defaults, exclude_none=exclude_none
        )

    def model_dump_json(
        self, *, by_alias: bool = False, exclude_defaults: bool = False, indent: int | None = None
    ) -> str:
        """The value as JSON text."""
        written = core.serializer(type(self)).to_json(
            self, indent=indent, by_alias=by_alias, exclude_defaults=exclude_defaults
        )
        return written.decode()

    def __getstate__(self) -> tuple[dict[str, Any], set[str]]:
        return self.__dict__, self.__pydantic_fields_set__

    def __setstate__(self, state: tuple[dict[str, Any], set[str]]) -> None:
        values, given = state
        object.__setattr__(self, "__dict__", values)
        object.__setattr__(self, "__pydantic_fields_set__", given)

    def __eq__(self, other: object) -> bool:
        return self.__dict__ == other.__dict__ if type(other) is type(self) else NotImplemented

    def __hash__(self) -> int:
        return hash((type(self), *self.__dict__.values()))

    def __repr__(self) -> str:
        values = ", ".join(f"{name}={value!r}" for name, value in self.__dict__.items())
        return f"{type(self).__name__}({values})"

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} is frozen, {name} stays as it is")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{type(self).__name__} is frozen, {name} stays as it is")


def _field(annotation: Any, default: Any) -> ModelField:  # noqa: ANN401 (annotations are read)
    marks = [mark for mark in getattr(annotation, "__metadata__", ()) if isinstance(mark, Field)]
    return ModelField(annotation, next((mark.alias for mark in marks if mark.alias), None), default)


def branch(key: str) -> Tag:
    """The mark of a union's branch that is chosen where `key` is there."""
    return Tag(TAG_MARK + key)


def by_key(*keys: str, otherwise: str | None = None) -> Discriminator:
    """Chooses the branch of a union by the first of `keys` that a mapping has.

    Args:
        keys: names of branches, each the name of a key.
        otherwise: the branch for a value that is no mapping, or has none of the keys.
    """

    def choose(value: Any) -> str | None:  # noqa: ANN401 (any document value)
        present = value if isinstance(value, dict) else getattr(value, "__dict__", None)
        if isinstance(present, dict):
            for key in keys:
                if key in present or f"{key}_" in present:
                    return TAG_MARK + key
        return TAG_MARK + otherwise if otherwise else None

    return Discriminator(choose, keys)


def text_or(kind: type[Model], key: str) -> Any:  # noqa: ANN401 (an annotation is built)
    """A type that is either a text or a mapping of `kind`."""
    return Annotated[
        Annotated[str, Tag(TAG_MARK + "text")] | Annotated[kind, Tag(TAG_MARK + key)],
        Discriminator(lambda value: TAG_MARK + (key if isinstance(value, dict | Model) else "text"), (key,)),
    ]
