"""A second implementation of the schema level, made of the standard's text and schemas, and of nothing of rrspec.

`python minimal.py validate --format json --level draft DIR` reads the documents of an artifact, says which fault of
form (RRM001 to RRM007) each has, and looks at nothing else. It shows that the suite can be passed by others.
"""

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema_rs
import yaml

SCHEMAS = Path(__file__).parents[2] / "schema" / "1.0"
MOST_BYTES, MOST_VALUES, DEEPEST = 8 << 20, 200_000, 40
INTEGER = re.compile(r"-?(0|[1-9][0-9]{0,17})")
NUMBER = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]{1,4})?")
CORE = re.compile(
    r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+|[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?"
    r"|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)|true|True|TRUE|false|False|FALSE"
)
RESOLVER: Any = yaml.resolver.Resolver()
OPENING = {"BlockMappingStartToken", "BlockSequenceStartToken", "FlowMappingStartToken", "FlowSequenceStartToken"}
CLOSING = {"BlockEndToken", "FlowMappingEndToken", "FlowSequenceEndToken"}
NULLS = {"", "~", "null", "Null", "NULL"}


class RefusedError(Exception):
    """The document cannot be read."""


class Plain(str):
    """A scalar without quotes."""

    __slots__ = ()


def read_yaml(data: bytes) -> Any:
    """The values of a YAML document; a scalar is a text."""
    try:
        text = data.decode("utf-8-sig")
        if len(data) > MOST_BYTES:
            raise RefusedError("it is too long")
        values = depth = 0
        for token in yaml.scan(text, Loader=yaml.CLoader):
            kind = type(token).__name__
            if kind in {"AnchorToken", "AliasToken", "TagToken"}:
                raise RefusedError(f"a {kind}")
            values += kind == "ScalarToken"
            depth += kind in OPENING
            depth -= kind in CLOSING
            if values > MOST_VALUES or depth > DEEPEST:
                raise RefusedError("it is too large")
        return value_of(yaml.compose(text, Loader=yaml.CLoader))
    except (UnicodeDecodeError, yaml.YAMLError) as error:
        raise RefusedError(str(error)) from error


def value_of(node: Any) -> Any:
    """The value of a node."""
    if node is None:
        return None
    if isinstance(node, yaml.ScalarNode):
        if not node.style and node.value == "<<":
            raise RefusedError("a merge key")
        return str(node.value) if node.style else None if node.value in NULLS else Plain(node.value)
    if isinstance(node, yaml.SequenceNode):
        return [value_of(item) for item in node.value]
    found: dict[str, Any] = {}
    for key, item in node.value:
        if not isinstance(key, yaml.ScalarNode) or key.value in found or (key.value == "<<" and not key.style):
            raise RefusedError("a key that is no text, or stands twice")
        found[str(key.value) if key.style else Plain(key.value)] = value_of(item)
    return found


def read_json(data: bytes) -> Any:
    """The values of a JSON document."""

    def distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if len({key for key, _ in pairs}) != len(pairs):
            raise RefusedError("a key stands twice")
        return dict(pairs)

    def refuse(word: str) -> Any:
        raise RefusedError(word)

    try:
        return json.loads(data.decode("utf-8-sig"), object_pairs_hook=distinct, parse_constant=refuse)
    except (ValueError, RecursionError) as error:
        raise RefusedError(str(error)) from error


class Typed:
    """Values by a schema: what a field makes of a plain scalar, and which texts others would read otherwise."""

    def __init__(self, schema: dict[str, Any]) -> None:
        self.definitions = schema.get("$defs", {})
        self.left_unquoted = False

    def of(self, value: Any, schemas: list[Any]) -> Any:
        """`value` as JSON."""
        branches = [branch for schema in schemas for branch in self.branches(schema)]
        if isinstance(value, dict):
            is_map = any(branch.get("type") == "object" and "properties" not in branch for branch in branches)
            for key in value if is_map else ():
                self.look(key)
            return {str(key): self.of(item, list(self.below(branches, key))) for key, item in value.items()}
        if isinstance(value, list):
            return [self.of(item, [branch["items"] for branch in branches if "items" in branch]) for item in value]
        if not isinstance(value, Plain):
            return value
        types = {branch.get("type") for branch in branches}
        if "integer" in types and INTEGER.fullmatch(value):
            return int(value)
        if "number" in types and NUMBER.fullmatch(value) and abs(float(value)) != float("inf"):
            return float(value)
        if "boolean" in types and value in {"true", "false"}:
            return value == "true"
        if "string" in types or any("enum" in branch or "const" in branch for branch in branches):
            self.look(value)
        return str(value)

    def look(self, text: str) -> None:
        """Note a text that readers of YAML 1.1 or 1.2 take for something else."""
        resolved = RESOLVER.resolve(yaml.ScalarNode, str(text), (True, False))
        self.left_unquoted |= isinstance(text, Plain) and bool(
            CORE.fullmatch(text) or not resolved.endswith((":str", ":null", ":merge"))
        )

    def branches(self, schema: Any) -> Iterator[dict[str, Any]]:
        """A schema, and what it refers to."""
        if isinstance(schema, dict):
            yield schema
            if "$ref" in schema:
                yield from self.branches(self.definitions[schema["$ref"].rpartition("/")[2]])
            for branch in schema.get("anyOf", ()):
                yield from self.branches(branch)

    def below(self, branches: list[dict[str, Any]], key: str) -> Iterator[Any]:
        """The schemas of a key."""
        for branch in branches:
            if key in branch.get("properties", {}):
                yield branch["properties"][key]
            else:
                yield from (
                    schema for pattern, schema in branch.get("patternProperties", {}).items() if pattern != "^x-"
                )
                yield branch.get("additionalProperties")


def codes_of(kind: str, data: Any, version: Any) -> Iterator[tuple[str, str]]:
    """Code and severity of each fault of form."""
    numbers = re.fullmatch(r"([0-9]+)\.([0-9]+)", version) if isinstance(version, str) else None
    if numbers and numbers[1] != "1":
        yield "RRM002", "error"
        return
    newer = bool(numbers and int(numbers[2]) > 0)
    schema = json.loads((SCHEMAS / f"{kind}.schema.json").read_text(encoding="utf-8"))
    typed = Typed(schema)
    found = typed.of(data, [schema])
    errors = [one for error in jsonschema_rs.Draft202012Validator(schema).iter_errors(found) for one in chosen(error)]
    codes = {"additionalProperties": "RRM004", "required": "RRM005"}
    for error in errors:
        code = codes.get(error.kind.name, "RRM006")
        if code == "RRM004" and not has_fields(schema, list(error.schema_path)):
            code = "RRM006"
        if not (newer and code == "RRM004"):
            yield code, "error"
    if newer:
        yield "RRM003", "note"
    if typed.left_unquoted:
        yield "RRM007", "warning"


def chosen(error: Any) -> list[Any]:
    """The errors of the branch that is nearest to what stands there."""
    if error.kind.name != "anyOf":
        return [error]
    branches = [[one for inner in branch for one in chosen(inner)] for branch in error.kind.context]
    place = list(error.instance_path)
    wrong_type = [branch for branch in branches if any(is_type_of(one, place) for one in branch)]
    return min([branch for branch in branches if branch not in wrong_type] or branches, key=len)


def is_type_of(error: Any, place: list[Any]) -> bool:
    """Whether a branch is of another type altogether."""
    return error.kind.name == "type" and list(error.instance_path) == place


def has_fields(schema: Any, steps: list[Any]) -> bool:
    """Whether the mapping that refuses a key has known fields, and is no map keyed by id."""
    node = schema
    for step in steps[:-1]:
        node = schema["$defs"][node["$ref"].rpartition("/")[2]] if step == "$ref" else node[step]
    return "properties" in node


PLACES = {
    "rra.yaml": "manifest",
    "guide/decisions.yaml": "decisions",
    "guide/changes.yaml": "changes",
    "evidence/references.yaml": "references",
    "evidence/runs/*/run.json": "run-record",
    "evidence/verifications/*.json": "verification",
}


def main() -> int:
    """Print the findings."""
    root = Path(sys.argv[-1])
    findings = []
    for place, kind in PLACES.items():
        for path in root.glob(place):
            try:
                data = (read_json if path.suffix == ".json" else read_yaml)(path.read_bytes())
                owner = data.get("predicate") if kind == "run-record" and isinstance(data, dict) else data
                found = list(codes_of(kind, data, owner.get("rra") if isinstance(owner, dict) else None))
            except RefusedError:
                found = [("RRM001", "error")]
            name = path.relative_to(root).as_posix()
            findings += [{"rule": code, "severity": weight, "file": name} for code, weight in found]
    print(json.dumps({"findings": findings}))  # noqa: T201 (the result)
    return int(any(finding["severity"] == "error" for finding in findings))


if __name__ == "__main__":
    sys.exit(main())
