"""Artifacts with records that nobody made by running them: each experiment is as far as its test needs."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from reprobridge_spec import digest
from reprobridge_spec.documents.files import FolderFiles
from reprobridge_spec.rules.context import Context
from reprobridge_spec.validation.load import open_artifact
from tests.acceptance.artifacts import Launcher, replace, write
from tests.unit.launch.run_records import record

NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)


@dataclass(frozen=True, kw_only=True)
class Recorded:
    """An experiment of two runs, and what its records say.

    Attributes:
        scores: the score of each run that is there; None for one that failed.
        references: values of its references.
        more: lines of its experiment.
        method: digest of the plan, where it is not the present one.
        log: what each run printed.
        smoke: outcome of its smoke run; empty for none.
        reason: why a run failed.
        said: what records say otherwise.
    """

    scores: Sequence[str | None] = ()
    references: Sequence[str] = ()
    more: str = ""
    method: str = ""
    log: str = "done\n"
    smoke: str = "measured"
    reason: str = "exit code 1"
    said: Mapping[str, Any] = field(default_factory=dict)


GOOD = Recorded(scores=["90.0", "90.2"], references=["90.1", "90.3", "89.9"])


def artifact(folder: Path, experiments: Mapping[str, Recorded]) -> Path:
    """A new artifact in `folder`."""
    launchers = {name: Launcher(seeds="[0, 1]", more=body.more) for name, body in experiments.items()}
    write(folder, launchers)
    replace(folder / "rra.yaml", "estimator: single, over: seeds, n: 1", "estimator: mean, over: seeds, n: 2")
    opened = open_artifact(FolderFiles(folder))
    assert opened.context is not None
    assert opened.rest is None
    chain = _Chain(folder, opened.context)
    for name, body in experiments.items():
        chain.experiment(name, body)
    _references(folder, experiments)
    return folder


def context_of(folder: Path) -> Context:
    """The artifact's documents, read now."""
    opened = open_artifact(FolderFiles(folder))
    assert opened.context is not None
    return opened.context


def _references(folder: Path, experiments: Mapping[str, Recorded]) -> None:
    lines = ['rra: "1.0"', "references:"]
    for name, body in experiments.items():
        if body.references:
            lines.append(f"  {name}/accuracy:")
            lines += [f'    - {{value: "{value}", by: imported, n: 2, source: a paper}}' for value in body.references]
    if len(lines) > 2:
        (folder / "evidence").mkdir(exist_ok=True)
        (folder / "evidence" / "references.yaml").write_text("\n".join(lines) + "\n")


class _Chain:
    """The records of one campaign, as `rrspec run` writes them."""

    def __init__(self, folder: Path, context: Context) -> None:
        self.folder = folder
        self.context = context
        self.previous: str | None = None
        self.seconds = 0

    def experiment(self, name: str, body: Recorded) -> None:
        plans = self.context.plans
        plan: dict[str, Any] = {"method": plans.method(name), "campaign": plans.campaign(name)}
        if body.smoke:
            own = plan | {"smoke": plans.smoke(name)}
            smoke = {"mode": "smoke", "plan": own, "scores": {}, "outcome": body.smoke}
            self.write(f"{name}-smoke-s0", name, smoke, None, "smoke\n")
        for index, score in enumerate(body.scores):
            own = plan | {"tasks": {"accuracy": plans.task(f"{name}/accuracy")}}
            own |= {"method": body.method} if body.method else {}
            said: dict[str, Any] = {"plan": own, "seed": index, "index": index}
            said |= {"reason": body.reason} if score is None else {}
            self.write(f"{name}-scored-s{index}", name, said | dict(body.said), score, body.log)

    def write(self, label: str, name: str, said: dict[str, Any], score: str | None, log: str) -> None:
        nonce = digest.of_bytes(label.encode())[:32]
        run = f"{label}-{nonce[:8]}"
        place = self.folder / "evidence" / "runs" / run
        (place / "outputs").mkdir(parents=True)
        (place / "log").write_text(log)
        subject = [{"name": "log", "digest": {"sha256": digest.of_bytes(log.encode())}}]
        outputs = []
        if score is not None:
            data = json.dumps({"accuracy": float(score)}).encode()
            (place / "outputs" / "scores.json").write_bytes(data)
            outputs = [{"path": "scores.json", "size": len(data), "sha256": digest.of_bytes(data), "kept": True}]
            subject.append({"name": "outputs/scores.json", "digest": {"sha256": digest.of_bytes(data)}})
        made = record(score=score, **(self._common(run, name, nonce, log) | {"outputs": outputs} | said))
        document = made.model_dump(mode="json", by_alias=True, exclude_defaults=True)
        document["subject"] = subject
        data = json.dumps(document, indent=1).encode()
        (place / "run.json").write_bytes(data)
        self.previous = digest.of_bytes(data)

    def _common(self, run: str, name: str, nonce: str, log: str) -> dict[str, Any]:
        self.seconds += 3
        lock = "env/requirements.lock"
        start, end = (f"2026-11-29T10:{s // 60:02}:{s % 60:02}Z" for s in (self.seconds, self.seconds + 2))
        return {
            "run": run,
            "nonce": nonce,
            "previous": self.previous,
            "artifact": f"{self.context.manifest.id} {self.context.manifest.version}",
            "experiment": name,
            "command": list(self.context.experiments[name].command or []),
            "environment": {
                "id": "cpu",
                "lock": lock,
                "lock_sha256": digest.of_bytes((self.folder / lock).read_bytes()),
                "python": "3.11.7",
                "platform": "linux-64",
                "installer": "pip 26.3",
            },
            "attempts": [{"number": 1, "started": start, "ended": end, "exit_code": 0, "ending": "exit"}],
            "isolation": {"kind": "bubblewrap", "network": False, "read_only": True},
            "log": {"size": len(log.encode()), "sha256": digest.of_bytes(log.encode())},
        }
