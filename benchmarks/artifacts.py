"""The artifacts that are measured, from fixed seeds; each is one that `rrspec validate` accepts as it stands."""

import hashlib
import random
import sys
from pathlib import Path

LEAST = 'rra: "1.0"\nid: least\nversion: "0.1"\ntitle: The least draft\nlevel: draft\n'
"""The least manifest."""
_HEAD = """\
rra: "1.0"
id: measured
version: "1.0.0"
title: An artifact to be measured with
level: specified
license: Apache-2.0

paper:
  title: A paper with {tasks} scores
  identifiers: ["arxiv:2601.00000"]

codebase:
  path: code
  relation: modified
  upstream: {{url: "https://example.org/authors/code", commit: 0123456789abcdef0123456789abcdef01234567}}
  changes: guide/changes.yaml

environments:
  cpu:
    python: ">=3.11,<4"
    tool: pip-tools
    requirements: env/requirements.in
    locks: {{linux-64: env/requirements.lock}}

inputs:
  data:
    kind: dataset
    source: {{bundled: data}}
    digests: data.sha256
    license: CC0-1.0
"""
_INPUT = """\
  more-{number}:
    kind: dataset
    source: {{url: "{url}"}}
    sha256: "{sha256}"
    license: CC0-1.0
"""
_REST = """\

tables:
  main: {{document: paper, label: Table 1, own_cells: {tasks}}}

metrics:
  accuracy:
    name: accuracy
    unit: percent
    range: [0, 100]
    better: higher
    statistic: {{estimator: mean, over: seeds, n: 3}}

experiments:
{experiments}
guide:
  text: guide/guide.md
  decisions: guide/decisions.yaml
"""
_EXPERIMENT = """\
  train-{number}:
    environment: cpu
    inputs: [{inputs}]
    command: [python, launchers/run.py, --data, "{number}"]
    seeds: [0, 1, 2]
    resources: {{cpus: 1, memory: 2GiB, time: {{expected: 10min, limit: 1h}}}}
    smoke: {{append: [--epochs, "1"], time: 5min}}
    tasks:
"""
_TASK = """\
      accuracy-{number}:
        metric: accuracy
        measure: {{file: scores.json, json: /{number}}}
        at: {{table: main, row: Data {number}, column: Accuracy}}
        dataset: the test split of data set {number}
        published: "{value}"
"""
_LAUNCHER = """\
import json
import os
import random
import sys
from pathlib import Path

chance = random.Random(int(os.environ["RRA_SEED"]))
scores = {str(number): chance.random() for number in range(100)}
Path(os.environ["RRA_OUTPUT_DIR"], "scores.json").write_text(json.dumps(scores))
"""
_TASKS_OF_ONE = 5


def write(folder: Path, files: dict[str, bytes]) -> Path:
    """Files in a new artifact's folder."""
    for path, data in files.items():
        place = folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)
    return folder


def manifest(*, tasks: int, lines: int) -> str:
    """A manifest with so many tasks; what is missing to so many lines are further inputs."""
    more, blank = divmod(lines - (_HEAD + _REST + _experiments(tasks, 0)).count("\n"), _INPUT.count("\n"))
    rest = _REST.format(tasks=tasks, experiments=_experiments(tasks, more))
    return _HEAD.format(tasks=tasks) + "".join(_input(number) for number in range(more)) + "\n" * blank + rest


def _input(number: int) -> str:
    url = f"https://example.org/data/{number}.csv"
    sha256 = hashlib.sha256(url.encode()).hexdigest()
    return _INPUT.format(number=number, url=url, sha256=sha256)


def _experiments(tasks: int, more: int) -> str:
    chance = random.Random(tasks)
    firsts = range(0, tasks, _TASKS_OF_ONE)
    written = ""
    for number in range(tasks):
        if number in firsts:
            inputs = ["data", *(f"more-{one}" for one in range(firsts.index(number), more, len(firsts)))]
            written += _EXPERIMENT.format(number=number, inputs=", ".join(inputs))
        written += _TASK.format(number=number, value=f"{chance.uniform(10, 99):.2f}")
    return written


def documents(*, tasks: int, lines: int, changes: int, decisions: int) -> dict[str, bytes]:
    """An artifact without data."""
    made = {
        "rra.yaml": manifest(tasks=tasks, lines=lines),
        "env/requirements.in": "numpy==2.3.5\n",
        "env/requirements.lock": "numpy==2.3.5 \\\n    --hash=sha256:" + "ab" * 32 + "\n",
        "launchers/run.py": _LAUNCHER,
        "code/model.py": "def accuracy(right: int, of: int) -> float:\n    return 100 * right / of\n",
        "guide/guide.md": "# How the scores are measured\n\nEach launcher trains on one data set.\n",
        "guide/decisions.yaml": _decisions(decisions, tasks),
        "guide/changes.yaml": _changes(changes, tasks),
    }
    return {path: text.encode() for path, text in made.items()}


def _decisions(count: int, tasks: int) -> str:
    entries = "".join(
        f"  choice-{number}:\n"
        f"    source: {{document: paper, location: Section {number}}}\n"
        f"    gap: The paper does not say how step {number} is done.\n"
        f"    resolution: It is done as in the release, line {number}.\n"
        f"    sensitivity: {{measured: false, text: Both ways give the same in theory.}}\n"
        f"    tasks: [{_task(number % tasks)}]\n"
        for number in range(count)
    )
    return f'rra: "1.0"\ndecisions:\n{entries}' if entries else 'rra: "1.0"\ndecisions: {}\n'


def _changes(count: int, tasks: int) -> str:
    entries = "".join(
        f"  repair-{number}:\n"
        f"    kind: execution\n"
        f"    why: The call in line {number} is gone from the library.\n"
        f"    tasks: [{_task(number % tasks)}]\n"
        for number in range(count)
    )
    return f'rra: "1.0"\nchanges:\n{entries}' if entries else 'rra: "1.0"\nchanges: {}\n'


def _task(number: int) -> str:
    return f"train-{number - number % _TASKS_OF_ONE}/accuracy-{number}"


def with_data(files: dict[str, bytes], data: dict[str, bytes]) -> dict[str, bytes]:
    """The artifact with `data` as its bundled input, and the digest of each file of it."""
    listed = "".join(f"{hashlib.sha256(content).hexdigest()}  {path}\n" for path, content in sorted(data.items()))
    return {**files, **{f"data/{path}": content for path, content in data.items()}, "data.sha256": listed.encode()}


def small_data() -> dict[str, bytes]:
    """Files as an artifact of a paper has them: 188 texts and 4 checkpoints, 17 MB in all."""
    chance = random.Random(197)
    found = {f"checkpoints/{number}.bin": chance.randbytes(2_400_000) for number in range(4)}
    found |= {f"tables/{number}.csv": _rows(chance, 4500) for number in range(60)}
    return found | {f"notes/{number}.md": f"# Note {number}\n\n{'word ' * 400}\n".encode() for number in range(125)}


def _rows(chance: random.Random, count: int) -> bytes:
    return "".join(
        f"{row},{chance.uniform(1000, 9000):.3f},{chance.uniform(1000, 9000):.3f}\n" for row in range(count)
    ).encode()


def many_data() -> dict[str, bytes]:
    """10,000 files of 4 KB that compress by half, 41 MB in all."""
    chance = random.Random(10_000)
    return {f"{number % 100}/{number}.txt": chance.randbytes(1024).hex().encode() * 2 for number in range(10_000)}


def write_all(folder: Path) -> None:
    """Every artifact that is measured, each in a folder of its name."""
    few = documents(tasks=20, lines=324, changes=12, decisions=12)
    many_lines = documents(tasks=95, lines=5391, changes=110, decisions=95)
    write(folder / "least", {"rra.yaml": LEAST.encode()})
    write(folder / "lines-324", with_data(few, {"a.csv": b"1,2\n"}))
    write(folder / "lines-5391", with_data(many_lines, {"a.csv": b"1,2\n"}))
    write(folder / "files-198", with_data(few, small_data()))
    write(folder / "files-10009", with_data(few, many_data()))


if __name__ == "__main__":
    write_all(Path(sys.argv[1]))
