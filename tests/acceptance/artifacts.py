"""Artifacts around launchers that the tests write: each launcher is an experiment with one task."""

import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from reprobridge_spec.model.run_record import RunRecord
from reprobridge_spec.schemas.kinds import RUN_RECORD
from reprobridge_spec.schemas.load import load
from tests.conftest import CHECKOUT

BASE = CHECKOUT / "conformance" / "base" / "shipped-score"

PRELUDE = """\
import json, os, signal, subprocess, sys, time
from pathlib import Path

output = Path(os.environ["RRA_OUTPUT_DIR"])


def score(value):
    (output / "scores.json").write_text(json.dumps({"accuracy": value}))


"""
GOOD = "score(180 / 2)"
"""Gives what the paper says."""


@dataclass(frozen=True, kw_only=True)
class Launcher:
    """A launcher's code after the prelude, and what its experiment says otherwise than others."""

    code: str = GOOD
    limit: str = "1min"
    measure: str = "{file: scores.json, json: /accuracy}"
    seeds: str = "[0]"
    cpus: int = 1
    gpus: int = 0
    more: str = ""


_EXPERIMENT = """\
  {name}:
    environment: cpu
    command: [python, launchers/{name}.py]
    seeds: {seeds}
    resources: {{cpus: {cpus}, {gpus}time: {{limit: {limit}}}}}
    smoke: {{time: {limit}}}
{more}\
    tasks:
      accuracy:
        metric: accuracy
        measure: {measure}
        at: {{table: main, column: {name}}}
        dataset: the test split
        published: "90.0"
"""


def write(folder: Path, launchers: Mapping[str, Launcher]) -> Path:
    """A new artifact in `folder` whose experiments are `launchers`."""
    shutil.copytree(BASE, folder)
    text = (folder / "rra.yaml").read_text()
    head, _, rest = text.partition("experiments:\n")
    guide = rest[rest.index("guide:") :]
    body = ""
    for name, launcher in launchers.items():
        (folder / "launchers" / f"{name}.py").write_text(PRELUDE + launcher.code + "\n")
        more = "".join(f"    {line}\n" for line in launcher.more.splitlines())
        gpus = f"gpus: {{count: {launcher.gpus}}}, " if launcher.gpus else ""
        body += _EXPERIMENT.format(name=name, **(vars(launcher) | {"more": more, "gpus": gpus}))
    head = head.replace("own_cells: 1", f"own_cells: {len(launchers)}")
    (folder / "rra.yaml").write_text(f"{head}experiments:\n{body}\n{guide}")
    return folder


def replace(path: Path, old: str, new: str) -> None:
    """Put `new` in the one place of `old`."""
    text = path.read_text()
    assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {path}"
    path.write_text(text.replace(old, new))


def records(artifact: Path) -> list[RunRecord]:
    """The records in an artifact's evidence, oldest first; each of the right form."""
    found = []
    for path in sorted(artifact.glob("evidence/runs/*/run.json"), key=lambda path: path.stat().st_mtime_ns):
        loaded = load(RUN_RECORD, path.read_bytes(), "run.json")
        assert loaded.findings == ()
        assert loaded.model is not None
        found.append(loaded.model)
    return found


def by_experiment(runs: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """The runs of a result in JSON, by experiment; one each."""
    found = {run["experiment"]: run for run in runs}
    assert len(found) == len(runs)
    return found
