"""Records of a case that are made to fit again what was done to them, as a runner, or whoever forges them, would."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, assert_never

from reprobridge_spec import digest
from reprobridge_spec.archive.content import content_digest
from reprobridge_spec.conformance.node import Node, NodeFiles
from reprobridge_spec.errors import ArtifactError
from reprobridge_spec.model.operation import Resealed
from reprobridge_spec.model.resolved import experiments_of
from reprobridge_spec.plan.digests import Plans
from reprobridge_spec.rules.moments import moment
from reprobridge_spec.schemas.kinds import MANIFEST, MANIFEST_FILE, RUNS_FOLDER, VERIFICATIONS_FOLDER
from reprobridge_spec.schemas.load import load

_RECORD = "/run.json"


def reseal(parts: Sequence[Resealed], nodes: dict[str, Node]) -> None:
    """Make `parts` of all records fit what stands at `nodes`.

    Raises:
        ValueError: a record or the manifest cannot be read.
    """
    for part in Resealed:
        if part in parts:
            _part(part, nodes)


def _part(part: Resealed, nodes: dict[str, Node]) -> None:
    match part:
        case Resealed.PLANS:
            _edit(nodes, _records(nodes), _plans(nodes))
        case Resealed.FILES:
            _edit(nodes, _records(nodes), lambda path, record: _files(nodes, path, record))
        case Resealed.CHAIN:
            _chain(nodes)
        case Resealed.VERIFICATIONS:
            _verifications(nodes)
        case _:
            assert_never(part)


def _records(nodes: Mapping[str, Node]) -> list[str]:
    return sorted(path for path in nodes if path.startswith(f"{RUNS_FOLDER}/") and path.endswith(_RECORD))


def _edit(nodes: dict[str, Node], paths: Sequence[str], change: Callable[[str, Any], None]) -> None:
    for path in paths:
        document = json.loads(nodes[path].data)
        change(path, document)
        if document == json.loads(nodes[path].data):
            continue  # what fits already stays as it is, byte for byte
        nodes[path] = replace(nodes[path], data=json.dumps(document, indent=1, ensure_ascii=False).encode() + b"\n")


def _plans(nodes: Mapping[str, Node]) -> Callable[[str, Any], None]:
    files = NodeFiles(nodes)
    manifest = load(MANIFEST, files.read(MANIFEST_FILE, 1 << 20), MANIFEST_FILE).model
    if manifest is None:
        raise ValueError("the manifest has not the right form, so that there are no plans")
    experiments = experiments_of(manifest)
    plans = Plans(manifest, experiments, files)

    def change(_: str, record: Any) -> None:  # noqa: ANN401 (any JSON value)
        said = record["predicate"]
        name = said["experiment"]
        if name not in experiments:
            return
        said["plan"] |= {"method": plans.method(name), "campaign": plans.campaign(name)}
        if "smoke" in said["plan"]:
            said["plan"]["smoke"] = plans.smoke(name)
        if experiments[name].tasks:
            said["plan"]["tasks"] = {task: plans.task(f"{name}/{task}") for task in experiments[name].tasks or {}}
        if said["environment"]["lock"] in files.entries:
            said["environment"]["lock_sha256"] = files.sha256(said["environment"]["lock"])

    return change


def _files(nodes: Mapping[str, Node], path: str, record: Any) -> None:  # noqa: ANN401 (any JSON value)
    folder, said = path.removesuffix(_RECORD), record["predicate"]
    kept = [item for item in said["outputs"] if item["kept"]]
    about = [("log", said["log"]), *((f"outputs/{item['path']}", item) for item in kept)]
    for name, item in about:
        data = nodes[f"{folder}/{name}"].data
        item |= {"size": len(data), "sha256": digest.of_bytes(data)}
    record["subject"] = [{"name": name, "digest": {"sha256": item["sha256"]}} for name, item in about]


def _chain(nodes: dict[str, Node]) -> None:
    said = {path: json.loads(nodes[path].data)["predicate"] for path in _records(nodes)}
    order = sorted(said, key=lambda path: (moment(said[path]["attempts"][-1]["ended"]), path))
    last: dict[str, str | None] = {}

    def change(path: str, record: Any) -> None:  # noqa: ANN401 (any JSON value)
        record["predicate"]["previous"] = last.get(said[path]["campaign"])

    for path in order:
        _edit(nodes, [path], change)
        last[said[path]["campaign"]] = digest.of_bytes(nodes[path].data)


def _verifications(nodes: dict[str, Node]) -> None:
    try:
        content = content_digest(NodeFiles(nodes))
    except ArtifactError as error:
        raise ValueError(str(error)) from error
    records = {
        json.loads(nodes[path].data)["predicate"]["run"]: digest.of_bytes(nodes[path].data) for path in _records(nodes)
    }

    def change(_: str, document: Any) -> None:  # noqa: ANN401 (any JSON value)
        document["package"]["content_digest"] = content
        for run in document["runs"]:
            run["record_sha256"] = records.get(run["run"], run["record_sha256"])

    _edit(nodes, sorted(path for path in nodes if path.startswith(f"{VERIFICATIONS_FOLDER}/")), change)
