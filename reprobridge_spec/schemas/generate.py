"""The JSON Schemas of the standard, generated from the models."""

import inspect
import json
from typing import Any

from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core import core_schema

from reprobridge_spec.model import core
from reprobridge_spec.schemas.kinds import SPEC_VERSION, Kind
from reprobridge_spec.schemas.kinds_beside import ALL
from reprobridge_spec.schemas.meanings import meanings

DIALECT = "https://json-schema.org/draft/2020-12/schema"


class _Generator(GenerateJsonSchema):
    """Keys that begin with `x-` are free in every mapping with known fields; titles are left to descriptions."""

    def model_schema(self, schema: core_schema.ModelSchema) -> JsonSchemaValue:
        generated = self.generate_inner(schema["schema"])
        generated["description"] = inspect.cleandoc(schema["cls"].__doc__ or "")
        generated["additionalProperties"] = False
        generated["patternProperties"] = {"^x-": True}
        return generated

    def decimal_schema(self, schema: core_schema.DecimalSchema) -> JsonSchemaValue:
        bounds = {"exclusiveMinimum": schema["gt"]} if "gt" in schema else {}
        return {"type": "number", **bounds}

    def dict_schema(self, schema: core_schema.DictSchema) -> JsonSchemaValue:
        generated = super().dict_schema(schema)
        if "patternProperties" in generated:
            # a key that is no id is refused, not ignored
            generated.setdefault("additionalProperties", False)
        return generated

    def field_title_should_be_set(self, schema: Any) -> bool:  # noqa: ANN401, ARG002 (pydantic's signature)
        return False

    def tagged_union_schema(self, schema: core_schema.TaggedUnionSchema) -> JsonSchemaValue:
        generated = super().tagged_union_schema(schema)
        generated.pop("discriminator", None)
        # the branch is chosen by the key that is there, and a mapping may match one branch only
        if "oneOf" in generated:
            generated["anyOf"] = generated.pop("oneOf")
        return generated


def file_name(kind: Kind[Any]) -> str:
    """Name of the schema file of `kind`."""
    return f"{kind.name}.schema.json"


def schema_of(kind: Kind[Any]) -> dict[str, Any]:
    """The JSON Schema of `kind`, which says of the document's data what the model says."""
    generator = _Generator(by_alias=True, ref_template="#/$defs/{model}")
    body = generator.generate(core.core_schema(kind.model, meanings), mode="validation")
    _tidy(body)
    return {
        "$schema": DIALECT,
        "$id": f"urn:rra:schema:{SPEC_VERSION}:{kind.name}",
        "title": f"RRA {SPEC_VERSION} {kind.name}",
        **body,
    }


def text_of(kind: Kind[Any]) -> str:
    """The schema file of `kind`."""
    return json.dumps(schema_of(kind), indent=2, ensure_ascii=False) + "\n"


def files() -> dict[str, str]:
    """Every schema file of this version: name and text."""
    return {file_name(kind): text_of(kind) for kind in ALL}


def _tidy(node: Any) -> None:  # noqa: ANN401 (a JSON Schema)
    """Drop what says nothing: defaults of null, and titles that repeat a name."""
    if isinstance(node, dict):
        if node.get("default", 0) is None:
            del node["default"]
        if isinstance(node.get("title"), str):
            del node["title"]
        for key, item in node.items():
            if key == "properties":
                # here keys are names of fields, `title` and `default` among them
                for schema in item.values():
                    _tidy(schema)
            else:
                _tidy(item)
    elif isinstance(node, list):
        for item in node:
            _tidy(item)
