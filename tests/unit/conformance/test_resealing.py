import json
from typing import Any

import pytest

from reprobridge_spec import digest
from reprobridge_spec.archive.content import content_digest
from reprobridge_spec.conformance.node import Node, NodeFiles
from reprobridge_spec.conformance.resealing import reseal
from reprobridge_spec.model.operation import Resealed
from tests.unit.conformance.in_process import SUITE

LAST = "evidence/runs/half-scored-s2-36b4d2d9"
VERIFICATION = "evidence/verifications/first.json"


@pytest.fixture
def nodes() -> dict[str, Node]:
    root = SUITE / "base" / "repaired"
    return {
        path.relative_to(root).as_posix(): Node(data=path.read_bytes()) for path in root.rglob("*") if path.is_file()
    }


def predicate(nodes: dict[str, Node], folder: str = LAST) -> Any:
    return json.loads(nodes[f"{folder}/run.json"].data)["predicate"]


def test_what_fits_already_stays_byte_for_byte(nodes: dict[str, Node]) -> None:
    before = dict(nodes)
    reseal([Resealed.PLANS, Resealed.FILES], nodes)
    changed = [path for path in nodes if nodes[path] != before[path]]
    assert changed == []


def test_files_get_their_size_and_digest_in_record_and_statement(nodes: dict[str, Node]) -> None:
    nodes[f"{LAST}/log"] = Node(data=b"more\n")
    reseal([Resealed.FILES], nodes)
    assert predicate(nodes)["log"] == {"size": 5, "sha256": digest.of_bytes(b"more\n")}
    about = json.loads(nodes[f"{LAST}/run.json"].data)["subject"]
    assert about[0] == {"name": "log", "digest": {"sha256": digest.of_bytes(b"more\n")}}


def test_plans_are_those_of_what_is_there(nodes: dict[str, Node]) -> None:
    before = predicate(nodes)["plan"]
    nodes["code/points/more.py"] = Node(data=b"x = 1\n")
    reseal([Resealed.PLANS], nodes)
    after = predicate(nodes)["plan"]
    assert before["method"] != after["method"]
    assert before["tasks"] == after["tasks"]


def test_each_record_names_the_one_that_ended_before_it(nodes: dict[str, Node]) -> None:
    reseal([Resealed.CHAIN], nodes)
    campaign = predicate(nodes)["campaign"]
    records = {path: node.data for path, node in nodes.items() if path.endswith("/run.json")}
    said = [json.loads(data)["predicate"] for _, data in sorted(records.items())]
    of_one = [item for item in said if item["campaign"] == campaign]
    digests = [digest.of_bytes(records[f"evidence/runs/{item['run']}/run.json"]) for item in of_one]
    assert [item["previous"] for item in of_one] == [None, *digests[:-1]]


def test_verifications_name_the_content_and_the_records_that_are_there(nodes: dict[str, Node]) -> None:
    nodes["guide/more.md"] = Node(data=b"more\n")
    document = json.loads(nodes[VERIFICATION].data)
    document["runs"][1]["run"] = predicate(nodes)["run"]
    nodes[VERIFICATION] = Node(data=json.dumps(document).encode())
    reseal([Resealed.VERIFICATIONS], nodes)
    after = json.loads(nodes[VERIFICATION].data)
    assert after["package"]["content_digest"] == content_digest(NodeFiles(nodes))
    assert after["runs"][1]["record_sha256"] == digest.of_bytes(nodes[f"{LAST}/run.json"].data)
    assert after["runs"][2] == document["runs"][2]


def test_without_a_manifest_there_are_no_plans(nodes: dict[str, Node]) -> None:
    nodes["rra.yaml"] = Node(data=b"id: [\n")
    with pytest.raises(ValueError, match="no plans"):
        reseal([Resealed.PLANS], nodes)
