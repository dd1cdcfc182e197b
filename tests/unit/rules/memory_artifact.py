"""A whole artifact in memory, and edits of it: what the cases of rules are made of."""

import json
import pickle
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from reprobridge_spec import digest
from reprobridge_spec.documents import yaml_tree
from reprobridge_spec.documents.files import Entry, Kind, is_ignored
from reprobridge_spec.documents.yaml_tree import Tree
from reprobridge_spec.launch.results import judge_tasks
from reprobridge_spec.model.base import Model
from reprobridge_spec.model.run_record import Mode, RunRecord
from reprobridge_spec.model.verdict import TaskResult
from reprobridge_spec.model.verification import Verification
from reprobridge_spec.rules import run_records
from reprobridge_spec.rules.asked import Asked
from reprobridge_spec.rules.context import Context
from reprobridge_spec.schemas import kinds
from reprobridge_spec.schemas.kinds import MANIFEST_FILE, REFERENCES_FILE
from reprobridge_spec.schemas.load import Loaded

M = TypeVar("M", bound=Model)

HERE = Path(__file__).parent
DECISIONS_FILE, CHANGES_FILE = "guide/decisions.yaml", "guide/changes.yaml"
VERIFICATION_FILE = "evidence/verifications/one.json"
HARDWARE = {"cpu": "one", "cores": 1, "memory_bytes": 1, "host_digest": "a1" * 32}
ISOLATION = {"kind": "bubblewrap", "network": False, "read_only": True}
TOOL = {"name": "rrspec", "version": "1.0.0"}


class MemoryFiles:
    """The files of an artifact as a mapping; what is in `kinds_of` is no plain file.

    As with a folder, files with an ignored step in their path are listed by that step, and are no entries.
    """

    def __init__(
        self,
        contents: dict[str, bytes],
        kinds_of: dict[str, Kind],
        unreadable: set[str],
        *,
        targets: dict[str, str] | None = None,
        sizes: dict[str, int] | None = None,
        executables: set[str] | None = None,
        ignoring: bool = True,
    ) -> None:
        self._contents = contents
        self._unreadable = unreadable
        targets, sizes = targets or {}, sizes or {}
        paths = sorted(contents.keys() | kinds_of.keys() | sizes.keys())
        ignored = {path: found for path in paths if ignoring and (found := _ignored_step(path))}
        self.ignored = tuple(sorted(set(ignored.values())))
        self.entries = {
            path: Entry(
                kinds_of.get(path, Kind.FILE),
                sizes.get(path, len(contents.get(path, b""))),
                executable=path in (executables or ()),
                target=targets.get(path),
            )
            for path in paths
            if path not in ignored
        }

    def read(self, path: str, limit: int) -> bytes:
        if path not in self._contents or path in self._unreadable:
            raise FileNotFoundError(path)
        if len(self._contents[path]) > limit:
            raise ValueError(f"{path} is longer than {limit} bytes")
        return self._contents[path]

    def pieces(self, path: str) -> Iterator[bytes]:
        yield self.read(path, 1 << 40)

    def head(self, path: str) -> bytes:
        return self.read(path, 1 << 30)[:16]

    def sha256(self, path: str) -> str:
        if path not in self._contents:
            raise FileNotFoundError(path)
        return digest.of_bytes(self._contents[path])


def _ignored_step(path: str) -> str:
    """The path up to its first ignored step; empty where there is none."""
    steps = path.split("/")
    return next(("/".join(steps[: end + 1]) for end, step in enumerate(steps) if is_ignored(step)), "")


@dataclass
class Artifact:
    """Documents as data by path, and all other files as bytes.

    Attributes:
        malformed: documents that have not the right form.
        unreadable: files that cannot be read.
        targets: where links point.
        sizes: of files that are larger than what is kept of them.
        executables: files that may be executed.
        asked: what whoever checks brings along.
    """

    documents: dict[str, Any]
    contents: dict[str, bytes]
    kinds_of: dict[str, Kind] = field(default_factory=dict)
    malformed: set[str] = field(default_factory=set)
    unreadable: set[str] = field(default_factory=set)
    targets: dict[str, str] = field(default_factory=dict)
    sizes: dict[str, int] = field(default_factory=dict)
    executables: set[str] = field(default_factory=set)
    asked: Asked = field(default_factory=Asked)

    def context(self) -> Context:
        """The context that the rules get."""
        manifest = _model(kinds.MANIFEST.model, self.documents[MANIFEST_FILE])
        files = MemoryFiles(
            {**self.contents, **{path: json.dumps(data).encode() for path, data in self.documents.items()}},
            self.kinds_of,
            self.unreadable,
            targets=self.targets,
            sizes=self.sizes,
            executables=self.executables,
        )
        return Context(
            level=manifest.level,
            files=files,
            manifest=manifest,
            manifest_tree=Tree(self.documents[MANIFEST_FILE]),
            decisions=self._loaded(kinds.DECISIONS.model, DECISIONS_FILE),
            changes=self._loaded(kinds.CHANGES.model, CHANGES_FILE),
            references=self._loaded(kinds.REFERENCES.model, REFERENCES_FILE),
            records=self._all(RunRecord, lambda path: path.endswith("/run.json")),
            verifications=self._all(Verification, lambda path: path.startswith("evidence/verifications/")),
            reviews=tuple(
                found
                for path in sorted(self.documents)
                if path.startswith("evidence/reviews/") and (found := self._loaded(kinds.REVIEW.model, path))
            ),
            content_digest=lambda: self._content_digest(files),
            asked=self.asked,
        )

    def _loaded(self, model: type[M], path: str) -> Loaded[M] | None:
        if path not in self.documents:
            return None
        data = self.documents[path]
        body = None if path in self.malformed else _model(model, data)
        return Loaded(file=path, model=body, tree=Tree(data))

    def _all(self, model: type[M], is_one: Callable[[str], bool]) -> dict[str, M]:
        return {path: _model(model, data) for path, data in sorted(self.documents.items()) if is_one(path)}

    def _content_digest(self, files: MemoryFiles) -> str:
        if MANIFEST_FILE in self.unreadable:
            raise FileNotFoundError(MANIFEST_FILE)
        return digest.of_value({path: files.sha256(path) for path in files.entries if not path.startswith("evidence/")})


def _model(model: type[M], data: Any) -> M:
    """The model of a document, without keys of one's own, as documents are read; made once for equal ones."""
    key = (model, pickle.dumps(data))
    if key not in _MODELS:
        _MODELS[key] = model.model_validate(_without_own_keys(data), context=set())
    found: M = _MODELS[key]
    return found


_MODELS: dict[tuple[type[Model], bytes], Any] = {}


def _without_own_keys(data: Any) -> Any:
    if isinstance(data, dict):
        return {key: _without_own_keys(value) for key, value in data.items() if not key.startswith("x-")}
    return [_without_own_keys(item) for item in data] if isinstance(data, list) else data


def without_files(manifest: str) -> Artifact:
    """An artifact of which only the manifest is there, from its text."""
    return Artifact({MANIFEST_FILE: yaml_tree.read(manifest.encode()).data}, {})


def base() -> Artifact:
    """The artifact of `base.yaml`, on which no rule finds anything; each caller gets a copy of its own."""
    made = _base()
    return Artifact(_copied(made.documents), dict(made.contents))


def _copied(data: Any) -> Any:
    if isinstance(data, dict):
        return {key: _copied(value) for key, value in data.items()}
    return [_copied(item) for item in data] if isinstance(data, list) else data


@cache
def _base() -> Artifact:
    data = yaml_tree.read((HERE / "base.yaml").read_bytes()).data
    artifact = Artifact(data["documents"], {path: text.encode() for path, text in data["files"].items()})
    context = artifact.context()
    previous: str | None = None
    for number, (run, said) in enumerate(data["runs"].items()):
        folder = f"evidence/runs/{run}"
        scores = {"accuracy": said["accuracy"]} if "accuracy" in said else {}
        artifact.contents[f"{folder}/log"] = b"done\n"
        if scores:
            artifact.contents[f"{folder}/outputs/scores.json"] = json.dumps(scores).encode()
        record = _record(context, artifact, run, said, scores)
        record["predicate"] |= {"nonce": f"{number:032x}", "previous": previous}
        artifact.documents[f"{folder}/run.json"] = record
        previous = digest.of_bytes(json.dumps(record).encode())
    artifact.documents[VERIFICATION_FILE] = _verification(artifact.context())
    return artifact


def _record(context: Context, artifact: Artifact, run: str, said: dict[str, str], scores: dict[str, str]) -> Any:
    experiment = said["experiment"]
    body = context.experiments[experiment]
    kept = {
        path.removeprefix(f"evidence/runs/{run}/"): data
        for path, data in artifact.contents.items()
        if path.startswith(f"evidence/runs/{run}/")
    }
    files = {name: {"size": len(data), "sha256": digest.of_bytes(data)} for name, data in kept.items()}
    is_smoke = said["mode"] == "smoke"
    return {
        "_type": "https://in-toto.io/Statement/v1",
        "subject": [{"name": name, "digest": {"sha256": file["sha256"]}} for name, file in files.items()],
        "predicateType": "urn:rra:run:1.0",
        "predicate": {
            "rra": "1.0",
            "run": run,
            "campaign": "0b" * 16,
            "artifact": "small-paper 1.0.0",
            "experiment": experiment,
            "mode": said["mode"],
            "seed": int(said["seed"]),
            "index": int(said["index"]),
            "plan": {
                "method": context.plans.method(experiment),
                "campaign": context.plans.campaign(experiment),
                "smoke": context.plans.smoke(experiment) if is_smoke else None,
                "tasks": {name: context.plans.task(f"{experiment}/{name}") for name in body.tasks or {}},
            },
            "command": [*(body.command or []), *(body.smoke.append if is_smoke and body.smoke else [])],
            "environment": _environment(context),
            "inputs": {},
            "attempts": [_attempt()],
            "outcome": "measured",
            "isolation": ISOLATION,
            "hardware": HARDWARE,
            "used": {"wall_seconds": 1, "cpu_seconds": 1, "peak_memory_bytes": 1},
            "outputs": [
                {"path": name.removeprefix("outputs/"), **file, "kept": True}
                for name, file in files.items()
                if name != "log"
            ],
            "log": files["log"],
            "scores": {name: {"value": value, "how": "scores.json /accuracy"} for name, value in scores.items()},
            "tool": TOOL,
        },
    }


def _attempt() -> dict[str, Any]:
    started, ended = "2026-11-29T16:00:00Z", "2026-11-29T16:01:00Z"
    return {"number": 1, "started": started, "ended": ended, "exit_code": 0, "ending": "exit"}


def _environment(context: Context) -> dict[str, Any]:
    lock = "env/requirements.lock"
    return {
        "id": "cpu",
        "lock": lock,
        "lock_sha256": context.files.sha256(lock),
        "python": "3.11.7",
        "platform": "linux-64",
        "installer": "pip 25.0",
        "variables": dict(context.manifest.environments["cpu"].variables),
    }


def _verification(context: Context) -> dict[str, Any]:
    content = context.content_digest()
    package = {"file": "p.zip", "artifact_digest": "c1" * 32, "content_digest": content, "files": 1}
    return {
        "rra": "1.0",
        "artifact": "small-paper 1.0.0",
        "package": package,
        "evidence": "witnessed",
        "seeds": "given",
        "started": "2026-11-29T17:00:00Z",
        "ended": "2026-11-29T18:00:00Z",
        "holds": True,
        "coverage": {"tasks": 3, "own_cells": 5},
        "environments": [_environment(context)],
        "isolation": ISOLATION,
        "hardware": HARDWARE,
        "tasks": [json.loads(row.model_dump_json()) for row in _rows(context)],
        "runs": [_summary(context, path, record) for path, record in _own_runs(context)],
        "setup_seconds": 1,
        "run_seconds": 1,
        "tool": TOOL,
    }


def _own_runs(context: Context) -> list[tuple[str, RunRecord]]:
    """The runs with the experiments' own seeds, as a verification makes them."""
    behind = run_records.behind_references(context)
    return [(path, record) for path, record in context.records.items() if record.predicate.run not in behind]


def _rows(context: Context) -> list[TaskResult]:
    scored = [record for _, record in _own_runs(context) if record.predicate.mode is Mode.SCORED]
    references = context.references.model if context.references else None
    return judge_tasks(context.experiments, list(context.experiments), scored, references, {})


def _summary(context: Context, path: str, record: RunRecord) -> dict[str, str]:
    run = record.predicate
    made = {"run": run.run, "experiment": run.experiment, "mode": run.mode.value, "outcome": run.outcome.value}
    return {**made, "record_sha256": context.files.sha256(path)}
