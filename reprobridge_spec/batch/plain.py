"""Values of our own as JSON and back, of whatever fields they have; what does not fit is said, not guessed."""

import base64
import dataclasses
import types
import typing
from collections.abc import Mapping
from enum import Enum
from typing import Any, TypeVar

T = TypeVar("T")


def to_plain(value: Any) -> Any:  # noqa: ANN401 (any value of a dataclass)
    """`value` as JSON values: dataclasses as objects, mappings as lists of pairs, bytes as base64.

    Raises:
        TypeError: it holds a value of another kind.
    """
    match value:
        case Enum():
            return value.value
        case None | bool() | int() | float() | str():
            return value
        case bytes():
            return base64.b64encode(value).decode()
        case list() | tuple():
            return [to_plain(item) for item in value]
        case Mapping():
            return [[to_plain(key), to_plain(item)] for key, item in value.items()]
        case _ if dataclasses.is_dataclass(value) and not isinstance(value, type):
            return {field.name: to_plain(getattr(value, field.name)) for field in dataclasses.fields(value)}
        case _:
            raise TypeError(f"{type(value).__name__} has no plain form")


def from_plain(kind: type[T], plain: Any) -> T:  # noqa: ANN401 (any JSON value)
    """The value of type `kind` that `to_plain` gave `plain` for.

    Raises:
        ValueError: it gave it for none.
    """
    try:
        value: T = _read(kind, plain)
    except (TypeError, KeyError) as error:
        raise ValueError(f"it is no {kind.__name__}: {error}") from error
    return value


def _read(kind: Any, plain: Any) -> Any:  # noqa: ANN401 (any annotation)
    origin = typing.get_origin(kind)
    if origin in {types.UnionType, typing.Union}:
        return _read_one_of(typing.get_args(kind), plain)
    if origin is tuple:
        return _read_tuple(typing.get_args(kind), plain)
    if origin is not None:
        key, item = typing.get_args(kind)
        return {_read(key, name): _read(item, value) for name, value in plain}
    if dataclasses.is_dataclass(kind):
        return _read_fields(kind, plain)
    if kind is bytes:
        return base64.b64decode(plain, validate=True)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return kind(plain)
    if type(plain) is not kind and not (kind is float and type(plain) is int):
        raise TypeError(f"{plain!r} is no {kind}")
    return plain


def _read_fields(kind: Any, plain: Any) -> Any:  # noqa: ANN401 (any dataclass)
    hints = typing.get_type_hints(kind)
    known = {field.name for field in dataclasses.fields(kind)}
    if not isinstance(plain, dict) or not plain.keys() <= known:
        raise TypeError(f"{plain!r} has not the fields of {kind.__name__}")
    return kind(**{name: _read(hints[name], value) for name, value in plain.items()})


def _read_tuple(kinds: tuple[Any, ...], plain: Any) -> tuple[Any, ...]:  # noqa: ANN401 (any JSON value)
    if not isinstance(plain, list):
        raise TypeError(f"{plain!r} is no list")
    if len(kinds) > 1 and kinds[1] is not Ellipsis:
        return tuple(_read(kind, item) for kind, item in zip(kinds, plain, strict=True))
    return tuple(_read(kinds[0], item) for item in plain)


def _read_one_of(kinds: tuple[Any, ...], plain: Any) -> Any:  # noqa: ANN401 (any JSON value)
    for kind in kinds:
        if kind is types.NoneType:
            if plain is None:
                return None
            continue
        try:
            return _read(kind, plain)
        except (TypeError, ValueError, KeyError):
            continue
    raise TypeError(f"{plain!r} is none of what is allowed")
