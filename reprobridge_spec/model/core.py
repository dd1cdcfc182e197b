"""Models as pydantic-core validates them: from annotations to its core schema.

This is what pydantic's own classes do when they are made, for the few kinds of annotation that documents need. It
takes a hundredth of the time, which is why `rrspec validate` imports pydantic-core alone.
"""

from collections.abc import Callable, Mapping
from decimal import Decimal
from enum import Enum
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic_core import SchemaSerializer, SchemaValidator

from reprobridge_spec.model.annotations import After, Before, Discriminator, Field, InJson, Tag

Schema = dict[str, Any]
"""A core schema, or a part of one."""
Meanings = Callable[[Any], Mapping[str, str]]
"""What the fields of a model mean, by name."""

_SCALARS: dict[Any, str] = {str: "str", int: "int", bool: "bool", Decimal: "decimal", Any: "any"}
_CONFIG = {"extra_fields_behavior": "forbid", "validate_by_name": True, "validate_by_alias": True}
_BOUNDS = ("ge", "gt", "min_length", "max_length", "pattern")


_validators: dict[type, SchemaValidator] = {}
_serializers: dict[type, SchemaSerializer] = {}


def validator(model: type) -> SchemaValidator:
    """What reads values of `model`, made at the first use."""
    if model not in _validators:
        _validators[model] = SchemaValidator(core_schema(model))
    return _validators[model]


def serializer(model: type) -> SchemaSerializer:
    """What writes values of `model`, made at the first use."""
    if model not in _serializers:
        _serializers[model] = SchemaSerializer(core_schema(model))
    return _serializers[model]


def core_schema(model: Any, meanings: Meanings | None = None) -> Schema:  # noqa: ANN401 (a class with `model_fields`)
    """The core schema of `model`.

    Args:
        model: the class.
        meanings: tells what fields are for, which only generated schemas need.

    Raises:
        TypeError: an annotation of a kind that documents do not need.
    """
    compiler = _Compiler(meanings)
    whole = compiler.schema(model)
    return {"type": "definitions", "schema": whole, "definitions": list(compiler.definitions.values())}


class _Compiler:
    def __init__(self, meanings: Meanings | None) -> None:
        self.definitions: dict[str, Schema] = {}
        self._begun: set[str] = set()
        self._meanings = meanings

    def schema(self, annotation: Any) -> Schema:  # noqa: ANN401 (annotations are walked)
        if annotation in _SCALARS:
            return {"type": _SCALARS[annotation]}
        origin = get_origin(annotation)
        if origin is Annotated:
            return self._annotated(annotation.__origin__, annotation.__metadata__)
        if origin in {Union, UnionType}:
            return self._nullable(get_args(annotation))
        if origin is list:
            return {"type": "list", "items_schema": self.schema(*get_args(annotation))}
        if origin is dict:
            keys, values = get_args(annotation)
            return {"type": "dict", "keys_schema": self.schema(keys), "values_schema": self.schema(values)}
        if origin is Literal:
            return {"type": "literal", "expected": list(get_args(annotation))}
        if isinstance(annotation, type):
            return self._defined(annotation)
        raise TypeError(f"documents hold no {annotation!r}")

    def _annotated(self, base: Any, marks: tuple[Any, ...]) -> Schema:  # noqa: ANN401 (annotations are walked)
        first, *others = marks
        if isinstance(first, Discriminator):
            return self._tagged_union(base, first)
        schema = self.schema(base)
        for mark in (first, *others):
            schema = _marked(schema, mark)
        return schema

    def _nullable(self, parts: tuple[Any, ...]) -> Schema:
        inner = [part for part in parts if part is not NoneType]
        if len(inner) != 1 or len(parts) != 2:  # noqa: PLR2004 (a value, or nothing)
            raise TypeError(f"nothing tells the branches of {parts!r} apart")
        return {"type": "nullable", "schema": self.schema(inner[0])}

    def _tagged_union(self, union: Any, discriminator: Discriminator) -> Schema:  # noqa: ANN401
        branches = {_tag_of(branch): self.schema(branch) for branch in get_args(union)}
        return {
            "type": "tagged-union",
            "choices": branches,
            "discriminator": discriminator.choose,
            "custom_error_type": "no_branch",
            "custom_error_message": ", ".join(discriminator.keys),
        }

    def _defined(self, named: type) -> Schema:
        reference = f"{named.__module__}.{named.__qualname__}:{id(named)}"
        if reference not in self._begun:
            self._begun.add(reference)
            body = _choices(named) if issubclass(named, Enum) else self._mapping(named)
            # after those that it holds
            self.definitions[reference] = {**body, "ref": reference}
        return {"type": "definition-ref", "schema_ref": reference}

    def _mapping(self, model: Any) -> Schema:  # noqa: ANN401 (a class with `model_fields`)
        if not hasattr(model, "model_fields"):
            raise TypeError(f"documents hold no {model!r}")
        meanings = self._meanings(model) if self._meanings else {}
        fields = {name: self._field(field, meanings.get(name)) for name, field in model.model_fields.items()}
        return {
            "type": "model",
            "cls": model,
            "schema": {"type": "model-fields", "model_name": model.__name__, "fields": fields},
            "config": _CONFIG,
        }

    def _field(self, field: Any, meaning: str | None) -> Schema:  # noqa: ANN401 (a `ModelField`)
        schema = self.schema(field.annotation)
        if not field.is_required():
            schema = {"type": "default", "schema": schema, "default": field.default}
        built: Schema = {"type": "model-field", "schema": schema}
        if field.alias:
            built |= {"validation_alias": field.alias, "serialization_alias": field.alias}
        if meaning:
            built["metadata"] = {"pydantic_js_updates": {"description": meaning}}
        return built


def _choices(choice: type[Enum]) -> Schema:
    return {"type": "enum", "cls": choice, "members": list(choice), "sub_type": "str"}


def _tag_of(branch: Any) -> str:  # noqa: ANN401 (annotations are walked)
    return next(mark.tag for mark in getattr(branch, "__metadata__", ()) if isinstance(mark, Tag))


def _marked(schema: Schema, mark: Any) -> Schema:  # noqa: ANN401 (annotations are walked)
    match mark:
        case Field():
            bounds = {name: bound for name in _BOUNDS if (bound := getattr(mark, name)) is not None}
            extra = {"metadata": {"pydantic_js_extra": {"uniqueItems": True}}} if mark.unique else {}
            return {**schema, **bounds, **extra}
        case Before():
            return {
                "type": "function-before",
                "function": {"type": "with-info", "function": mark.read},
                "schema": schema,
            }
        case After():
            return {"type": "function-after", "function": {"type": "no-info", "function": mark.check}, "schema": schema}
        case InJson():
            return {**schema, "serialization": {"type": "function-plain", "function": mark.write, "when_used": "json"}}
        case Tag():
            return schema
        case _:
            raise TypeError(f"{mark!r} says nothing of a value in a document")
