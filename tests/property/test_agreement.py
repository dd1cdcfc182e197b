"""The models and the JSON Schemas agree on every document, however it was changed."""

import json
import re
from collections.abc import Iterator
from copy import deepcopy
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from reprobridge_spec import resources
from reprobridge_spec.documents import json_tree, yaml_tree
from reprobridge_spec.model.scalars import Plain
from reprobridge_spec.schemas import codes, generate, kinds, kinds_beside, second_opinion
from reprobridge_spec.schemas.as_json import as_json
from reprobridge_spec.schemas.kinds import Kind
from reprobridge_spec.schemas.load import load

EXAMPLES = resources.folder("schema") / "1.0" / "examples"
MANIFESTS = Path(__file__).parents[1] / "unit" / "schemas" / "documents"
DOCUMENTS: dict[str, tuple[Kind[Any], Path]] = {
    "gated": (kinds.MANIFEST, MANIFESTS / "gated-evaluation.rra.yaml"),
    "rocket": (kinds.MANIFEST, MANIFESTS / "rocket-ucr.rra.yaml"),
    "small": (kinds.MANIFEST, EXAMPLES / "manifest.yaml"),
    "decisions": (kinds.DECISIONS, EXAMPLES / "decisions.yaml"),
    "changes": (kinds.CHANGES, EXAMPLES / "changes.yaml"),
    "references": (kinds.REFERENCES, EXAMPLES / "references.yaml"),
    "run-record": (kinds.RUN_RECORD, EXAMPLES / "run-record.json"),
    "verification": (kinds.VERIFICATION, EXAMPLES / "verification.json"),
    "review": (kinds.REVIEW, EXAMPLES / "review.yaml"),
    "findings": (kinds_beside.FINDINGS, EXAMPLES / "findings.json"),
}
SCHEMAS = {kind.name: generate.schema_of(kind) for kind in kinds_beside.ALL}

TEXTS = st.text(st.sampled_from("aZ09-_/.:, \n#é😀|~[]"), max_size=8)
_SCALARS = "0 -0 1 -1 007 16.0 1.5 .5 1e2 1e400 1e-400 3.10 no yes true True null ~x open a/b"
UNQUOTED = st.sampled_from([Plain(text) for text in re.split(" ", _SCALARS)])
NUMBERS = st.sampled_from([0, 1, -1, 10**30, Decimal("1.0"), Decimal("1.5"), Decimal("1E+300"), True, False])
OTHERS: st.SearchStrategy[Any] = st.sampled_from([None, [], {}, [None], [[]], {"x-a": None}]).map(deepcopy)
KEYS = (
    st.sampled_from(["x-", "x-a", "from_", "json_", "|url", "[key]", "", "a\n", "A", "seeds", "value", "url"]) | TEXTS
)


@pytest.mark.parametrize("name", DOCUMENTS)
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_model_and_schema_agree_on_a_changed_document(name: str, data: st.DataObject) -> None:
    """The schemas say which form documents have, and the models read exactly these."""
    kind, path = DOCUMENTS[name]
    changed = _tree(path)
    for _ in range(data.draw(st.integers(1, 3), label="changes")):
        changed = _change(changed, data, is_json=path.suffix == ".json")
    text = "".join(_written(changed))
    result = load(kind, text.encode(), path.name)
    assert result.tree is not None, result.findings
    # the schemas of 1.0 are not asked about documents of a newer version
    assume(all(finding.rule != codes.NEWER.code for finding in result.findings))
    faults = second_opinion.faults(as_json(result.tree.data, SCHEMAS[kind.name]), SCHEMAS[kind.name])
    assert (result.model is None) == bool(faults), (result.findings, faults, text)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_document_that_nothing_was_changed_in_has_its_form(name: str) -> None:
    kind, path = DOCUMENTS[name]
    result = load(kind, "".join(_written(_tree(path))).encode(), path.name)
    assert (result.model is not None, result.findings) == (True, ())


_FLOW = re.compile(r"[,:#{}\[\]\n]")
"""What ends a scalar without quotes in flow style."""


def _tree(path: Path) -> Any:
    reader = json_tree if path.suffix == ".json" else yaml_tree
    return deepcopy(reader.read(path.read_bytes()).data)


def _change(tree: Any, data: st.DataObject, *, is_json: bool) -> Any:
    nodes = list(_nodes(tree))
    if not nodes:
        return tree
    owner, step = data.draw(st.sampled_from(nodes), label="place")
    match data.draw(st.sampled_from(["delete", "replace", "copy", "rename"]), label="change"):
        case "delete":
            del owner[step]
        case "replace":
            owner[step] = data.draw(TEXTS | OTHERS | (NUMBERS if is_json else UNQUOTED), label="value")
        case "copy":
            other, place = data.draw(st.sampled_from(nodes), label="from")
            owner[step] = deepcopy(other[place])
        case "rename" if isinstance(owner, dict):
            owner[data.draw(KEYS, label="key")] = owner.pop(step)
    return tree


def _nodes(tree: Any) -> Iterator[tuple[Any, Any]]:
    for step, value in tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ():
        yield tree, step
        yield from _nodes(value)


def _written(value: Any) -> Iterator[str]:
    """`value` as JSON, in which unquoted scalars stand without quotes: YAML in flow style."""
    if isinstance(value, dict):
        yield "{"
        for key, item in value.items():
            yield f"{json.dumps(str(key), ensure_ascii=False)}: "
            yield from _written(item)
            yield ", " if key != next(reversed(value)) else ""
        yield "}"
    elif isinstance(value, list):
        yield "["
        for index, item in enumerate(value):
            yield from _written(item)
            yield ", " if index < len(value) - 1 else ""
        yield "]"
    elif isinstance(value, Decimal) or (isinstance(value, Plain) and not _FLOW.search(value)):
        yield str(value)
    else:
        yield json.dumps(value, ensure_ascii=False)
