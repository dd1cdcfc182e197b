import json
from pathlib import Path
from typing import Any

import pytest

from reprobridge_spec.archive.ro_crate import Stated, ro_crate
from reprobridge_spec.documents.files import FolderFiles
from reprobridge_spec.model.manifest import Manifest
from reprobridge_spec.model.run_record import RunRecord
from reprobridge_spec.rules.context import Context
from reprobridge_spec.validation.load import open_artifact
from tests.conftest import CHECKOUT

PROFILE = "https://w3id.org/ro/wfrun/process/0.5"
Graph = dict[str, dict[str, Any]]


@pytest.fixture(scope="module")
def chain() -> Context:
    context = open_artifact(FolderFiles(CHECKOUT / "conformance/base/chain")).context
    assert context is not None
    return context


def graph_of(context: Context, records: dict[str, RunRecord] | None = None, stated: Stated | None = None) -> Graph:
    sizes = {path: entry.size for path, entry in context.files.entries.items()}
    document = json.loads(ro_crate(context.manifest, sizes, context.records if records is None else records, stated))
    return {entity["@id"]: entity for entity in document["@graph"]}


def linked(value: Any) -> list[str]:
    return [one["@id"] for one in (value if isinstance(value, list) else [value])]


def actions_in(graph: Graph) -> list[dict[str, Any]]:
    return [entity for entity in graph.values() if entity["@type"] == "CreateAction"]


def changed(record: RunRecord, **update: Any) -> RunRecord:
    return record.model_copy(update={"predicate": record.predicate.model_copy(update=update)})


def test_each_record_is_one_action_that_the_root_mentions(chain: Context) -> None:
    graph = graph_of(chain)
    assert len(actions_in(graph)) == len(chain.records) > 3
    assert linked(graph["./"]["mentions"]) == [action["@id"] for action in actions_in(graph)]
    assert linked(graph["./"]["conformsTo"]) == [PROFILE]


def test_an_action_links_only_to_what_the_crate_describes(chain: Context) -> None:
    graph = graph_of(chain)
    for action in actions_in(graph):
        for key in ("instrument", "object", "result"):
            assert set(linked(action[key])) <= graph.keys()


def test_an_action_says_when_it_was_and_how_it_ended(chain: Context) -> None:
    (record,) = [one for one in chain.records.values() if one.predicate.run == "train-scored-s0-ef5239e7"]
    action = graph_of(chain)["#run-train-scored-s0-ef5239e7"]
    assert action["startTime"] == record.predicate.attempts[0].started.replace("Z", "+00:00")
    assert action["endTime"] == record.predicate.attempts[-1].ended.replace("Z", "+00:00")
    assert action["actionStatus"] == "http://schema.org/CompletedActionStatus"
    assert "#exit-status-0" in linked(action["result"])
    assert not {"error", "agent"} & action.keys()


def test_what_one_run_left_is_the_object_of_the_run_that_took_it(chain: Context) -> None:
    action = graph_of(chain)["#run-evaluate-scored-s0-293b229d"]
    assert "evidence/runs/train-scored-s0-ef5239e7/outputs/model.json" in linked(action["object"])


def test_runs_of_one_method_have_one_instrument_with_the_methods_digest(chain: Context) -> None:
    graph = graph_of(chain)
    said = {record.predicate.plan.method for record in chain.records.values()}
    instruments = {reference for action in actions_in(graph) for reference in linked(action["instrument"])}
    assert instruments == {f"urn:rra:method:{digest}" for digest in said}
    assert {graph[reference]["version"] for reference in instruments} == said


def test_scores_and_seeds_are_values_of_their_own(chain: Context) -> None:
    graph = graph_of(chain)
    scores = [one for one in graph.values() if one["@id"].startswith("#score-")]
    recorded = [score.value for record in chain.records.values() for score in record.predicate.scores.values()]
    assert sorted(one["value"] for one in scores) == sorted(value for value in recorded if value is not None)
    assert graph["#seed-0"] == {"@id": "#seed-0", "@type": "PropertyValue", "name": "RRA_SEED", "value": "0"}


@pytest.mark.parametrize(
    ("outcome", "reason", "error"), [("failed", "exit code 3", "exit code 3"), ("not-done", None, "not-done")]
)
def test_a_run_without_a_score_is_a_failed_action_that_says_why(
    chain: Context, outcome: str, reason: str | None, error: str
) -> None:
    path, record = next(iter(chain.records.items()))
    dumped = record.model_dump(mode="json", by_alias=True)
    dumped["predicate"] |= {"outcome": outcome, "reason": reason}
    dumped["predicate"]["attempts"][-1]["exit_code"] = 3
    (action,) = actions_in(graph_of(chain, {path: RunRecord.model_validate(dumped)}))
    assert action["actionStatus"] == "http://schema.org/FailedActionStatus"
    assert action["error"] == error
    assert "#exit-status-3" in linked(action["result"])


def test_an_agent_is_named_only_where_somebody_says_so(chain: Context) -> None:
    graph = graph_of(chain, stated=Stated(agent="Jane Doe"))
    assert {action["agent"]["@id"] for action in actions_in(graph)} == {"#agent"}
    assert graph["#agent"] == {"@id": "#agent", "@type": "Person", "name": "Jane Doe"}


def test_a_record_that_was_copied_is_an_action_of_its_own(chain: Context) -> None:
    path, record = next(iter(chain.records.items()))
    twice = {path: record, path.replace(record.predicate.run, "copy of it"): record}
    assert "#run-copy%20of%20it" in graph_of(chain, twice)
    assert len(actions_in(graph_of(chain, twice))) == 2


def test_an_input_that_the_manifest_does_not_know_has_its_digest_alone(chain: Context) -> None:
    path, record = next(iter(chain.records.items()))
    graph = graph_of(chain, {path: changed(record, inputs={"gone": "ab" * 32})})
    work = {"@id": f"#input-{'ab' * 32}", "@type": "CreativeWork", "name": "gone", "sha256": "ab" * 32}
    assert graph[work["@id"]] == work


def test_the_same_records_in_another_order_give_the_same_bytes(chain: Context) -> None:
    turned = dict(reversed(chain.records.items()))
    assert ro_crate(chain.manifest, {}, turned) == ro_crate(chain.manifest, {}, chain.records)


def test_without_records_a_crate_is_none_of_the_profile(chain: Context) -> None:
    graph = graph_of(chain, {})
    assert PROFILE not in graph
    assert not {"conformsTo", "mentions"} & graph["./"].keys()


def test_a_thousand_runs_stay_below_three_megabytes(chain: Context) -> None:
    record = next(iter(chain.records.values()))
    many = {
        f"evidence/runs/r{number}/run.json": changed(record, run=f"r{number}", seed=number) for number in range(1_000)
    }
    sizes = {f"evidence/runs/r{number}/{name}": 1 for number in range(1_000) for name in ("run.json", "log")}
    assert len(ro_crate(chain.manifest, sizes, many)) < 3_000_000


def anonymous(path: Path) -> Manifest:
    context = open_artifact(FolderFiles(path)).context
    assert context is not None
    return context.manifest.model_copy(update={"anonymous": True})


@pytest.mark.parametrize("name", ["chain", "gated", "repaired", "shipped-score"])
def test_a_crate_of_an_anonymous_artifact_names_nobody(name: str) -> None:
    manifest = anonymous(CHECKOUT / "conformance/base" / name)
    text = ro_crate(manifest, {}).decode()
    identifying = [*(manifest.paper.identifiers if manifest.paper else [])]
    identifying += [str(author) for author in (manifest.paper and manifest.paper.authors) or []]
    assert not [word for word in [*identifying, "orcid", "Author", "example.org"] if word in text]
