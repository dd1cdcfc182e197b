"""`rrspec init`: a repository with the traits that official code of papers has, adopted as a person would."""

import json
import os
import signal
import time
from pathlib import Path
from typing import Any

import pytest

from tests.acceptance.artifacts import records
from tests.conftest import CommandLine
from tests.unit.adopt.repository import MIT, committed

TRAIN = '''\
"""Trains a thing."""
import argparse
import json
import os
import random

import numpy as np

parser = argparse.ArgumentParser()
parser.add_argument("--dataset", default="moons")
parser.add_argument("--epochs", type=int, default=50)
parser.add_argument("--seed", type=int, default=0)
args = parser.parse_args()


def main():
    random.seed(args.seed)
    os.makedirs("results", exist_ok=True)
    values = np.array([random.random() for _ in range(args.epochs)]).astype(np.float)
    accuracy = float(values.mean())
    print(f"test accuracy: {accuracy:.4f}")
    with open("results/out.json", "w") as file:
        json.dump({"accuracy": accuracy}, file)


if __name__ == "__main__":
    main()
'''
README = """\
# Moons

Code of *Moons*, [arXiv:2601.00001](https://arxiv.org/abs/2601.00001).

```
pip install -r requirements.txt
python train.py --dataset moons
python train.py --dataset circles --epochs 100
```

| Method | Moons | Circles |
|---|---|---|
| Ours | 92.6 | 88.1 |
| Base | 90.1 | 85.0 |

Data: https://drive.google.com/file/d/abc/view
"""
TRAITS = {
    "README.md": README,
    "LICENSE": MIT,
    "requirements.txt": "numpy>=1.20\n",
    "train.py": TRAIN,
    "results/table.csv": "dataset,accuracy\nmoons,0.926\n",
    "plot.py": 'import matplotlib.pyplot as plt\nplt.savefig("/home/jane/figures/a.png")\n',
    "setup.py": 'import pathlib\npathlib.Path("EXECUTED").touch()\nfrom setuptools import setup\nsetup(name="moons")\n',
    ".gitattributes": "*.pt filter=lfs diff=lfs merge=lfs -text\n",
    "model.pt": f"version https://git-lfs.github.com/spec/v1\noid sha256:{'ab' * 32}\nsize 123456\n",
    "name with space.txt": "x\n",
}


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A clone with these traits."""
    committed(tmp_path / "moons", TRAITS, url="https://jane:token@example.org/jane/moons.git")
    return tmp_path / "moons"


def adopted(rrspec: CommandLine, *arguments: object) -> dict[str, Any]:
    """What `init` says of an adoption that went well."""
    done = rrspec("init", *arguments, "--format", "json")
    assert done.returncode == 0, done.stderr
    said: dict[str, Any] = json.loads(done.stdout)
    return said


def test_a_repository_becomes_a_draft_that_validates(rrspec: CommandLine, repository: Path, tmp_path: Path) -> None:
    before = {path: path.read_bytes() for path in repository.rglob("*") if path.is_file()}
    said = adopted(rrspec, repository)
    target = tmp_path / "moons-rra"
    assert said["folder"] == str(target)
    assert said["upstream"]["url"] == "https://example.org/jane/moons.git"
    assert said["upstream"]["license"] == "MIT"
    assert rrspec("validate", target).returncode == 0
    assert {path: path.read_bytes() for path in repository.rglob("*") if path.is_file()} == before
    assert all((target / "code" / path).read_text() == text for path, text in TRAITS.items())


def test_nothing_of_a_repository_is_executed(rrspec: CommandLine, repository: Path, tmp_path: Path) -> None:
    program = f"sh -c 'touch {tmp_path}/EXECUTED'"
    with (repository / ".git/config").open("a") as config:
        config.write(f'[filter "lfs"]\n\tsmudge = {program}\n\tclean = {program}\n[core]\n\tfsmonitor = {program}\n')
    for name in ("post-checkout", "pre-commit", "post-index-change"):
        hook = repository / ".git/hooks" / name
        hook.parent.mkdir(exist_ok=True)
        hook.write_text(f"#!/bin/sh\ntouch {tmp_path}/EXECUTED\n")
        hook.chmod(0o755)
    adopted(rrspec, repository)
    assert not list(tmp_path.rglob("EXECUTED"))


def test_each_command_of_the_readme_is_an_experiment_with_seed_and_smoke_run(
    rrspec: CommandLine, repository: Path
) -> None:
    first, second = adopted(rrspec, repository)["experiments"]
    assert first["command"] == ["python", "train.py", "--dataset", "moons", "--seed", "{seed}"]
    assert (first["found"], first["seeded"]) == ("README.md:7", "train.py:12")
    assert first["smoke"] == ["--epochs", "1"]
    assert second["command"][:4] == ["python", "train.py", "--dataset", "circles"]


def test_what_a_person_should_know_is_told_with_its_place(rrspec: CommandLine, repository: Path) -> None:
    told = {(fact["topic"], fact.get("place", "")) for fact in adopted(rrspec, repository)["facts"]}
    assert told >= {
        ("licence", "LICENSE"),
        ("tables", "README.md:11"),
        ("shipped results", "results/table.csv"),
        ("data", "README.md:16"),
        ("files that are not there", "model.pt"),
        ("paths of one machine", "plot.py:2"),
        ("seeds", "train.py:17"),
    }


def test_the_rest_is_listed_by_status(rrspec: CommandLine, repository: Path, tmp_path: Path) -> None:
    adopted(rrspec, repository)
    done = rrspec("status", "-C", tmp_path / "moons-rra", "--format", "json")
    points = json.loads(done.stdout)["open"]
    assert {point["kind"] for point in points} == {"todo", "guess"}
    assert any("guess: README.md:7" in point["text"] for point in points)


def test_a_removed_call_is_entered_and_repaired_only_where_that_is_asked_for(
    rrspec: CommandLine, repository: Path, tmp_path: Path
) -> None:
    (change,) = adopted(rrspec, repository, "-o", "plain")["changes"]
    assert (change["places"], change["repaired"]) == (["train.py:19"], False)
    assert "np.float)" in (tmp_path / "plain/code/train.py").read_text()
    (change,) = adopted(rrspec, repository, "-o", "mended", "--repair")["changes"]
    assert change["repaired"]
    assert (tmp_path / "mended/code/train.py").read_text() == TRAIN.replace("np.float)", "float)")
    done = rrspec("validate", "mended", "--release", repository)
    assert done.returncode == 0, done.stderr + done.stdout


def test_an_artifact_is_repaired_where_it_lies_and_only_once(
    rrspec: CommandLine, repository: Path, tmp_path: Path
) -> None:
    adopted(rrspec, repository)
    artifact = tmp_path / "moons-rra"
    done = rrspec("init", artifact, "--repair", "--format", "json")
    assert json.loads(done.stdout)["files"] == ["code/train.py"]
    record = (artifact / "guide/changes.yaml").read_text()
    assert "patch: guide/changes/numpy-float.patch" in record
    assert "TODO" not in record
    covered = rrspec("diff", "--changes", "--release", repository, cwd=artifact)
    assert (covered.returncode, "no change covers" in covered.stdout) == (0, False), covered.stderr
    again = rrspec("init", artifact, "--repair", "--format", "json")
    assert "files" not in json.loads(again.stdout)
    done = rrspec("validate", artifact, "--release", repository)
    assert done.returncode == 0, done.stderr + done.stdout


def test_a_lock_decides_what_is_repaired(rrspec: CommandLine, repository: Path, tmp_path: Path) -> None:
    adopted(rrspec, repository)
    artifact = tmp_path / "moons-rra"
    (artifact / "env/requirements.lock").write_text(f"numpy==1.22.0 \\\n    --hash=sha256:{'0' * 64}\n")
    done = rrspec("init", artifact, "--repair", "--format", "json")
    assert "changes" not in json.loads(done.stdout)


REFUSED = {
    "nothing": ("gone", 3, "there is no folder and no file"),
    "an artifact": ("artifact", 2, "artifact already"),
    "a file that is no archive": ("file", 1, "neither a ZIP file nor"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_cannot_be_adopted_is_said(what: str, rrspec: CommandLine, tmp_path: Path) -> None:
    name, code, words = REFUSED[what]
    (tmp_path / "artifact").mkdir()
    (tmp_path / "artifact/rra.yaml").write_text('rra: "1.0"\n')
    (tmp_path / "file").write_text("text")
    done = rrspec("init", name)
    assert done.returncode == code
    assert words in done.stderr


def test_names_that_no_artifact_can_have_are_left_out_with_a_word(rrspec: CommandLine, tmp_path: Path) -> None:
    (tmp_path / "r").mkdir()
    (tmp_path / "r/a.py").write_text("print(1)\n")
    for name in (b"bad\xff.py", b"a\nb.py", b"c\\d.py"):
        (tmp_path / "r" / os.fsdecode(name)).write_text("print(1)\n")
    said = adopted(rrspec, "r", "-o", "out")
    assert [path.name for path in (tmp_path / "out/code").iterdir()] == ["a.py"]
    assert sum("a file was left out" in fact["text"] for fact in said["facts"]) == 3
    assert rrspec("validate", "out").returncode == 0


def test_a_link_that_is_as_in_the_release_is_no_change(rrspec: CommandLine, tmp_path: Path) -> None:
    committed(tmp_path / "r", {"a.py": "x = 1\n"})
    (tmp_path / "r/b.py").symlink_to("a.py")
    committed(tmp_path / "r", {"b.py": ""}, is_new=False)
    adopted(rrspec, "r", "-o", "out")
    done = rrspec("diff", "--changes", "--release", tmp_path / "r", cwd=tmp_path / "out")
    assert (done.returncode, "b.py" in done.stdout) == (0, False), done.stderr


def test_results_without_anything_that_is_started_are_a_draft_too(rrspec: CommandLine, tmp_path: Path) -> None:
    committed(tmp_path / "r", {"lib.py": "def f():\n    pass\n", "results/a.csv": "dataset,accuracy\nx,0.5\n"})
    adopted(rrspec, "r", "-o", "out")
    done = rrspec("validate", "out")
    assert done.returncode == 0, done.stdout


def test_no_folder_is_overwritten(rrspec: CommandLine, repository: Path, tmp_path: Path) -> None:
    (tmp_path / "taken").mkdir()
    (tmp_path / "taken/mine.txt").write_text("mine")
    done = rrspec("init", repository, "-o", "taken")
    assert done.returncode == 2
    assert [path.name for path in (tmp_path / "taken").iterdir()] == ["mine.txt"]


def test_without_names_the_draft_comes_to_lie_beside_the_clone(rrspec: CommandLine, repository: Path) -> None:
    assert rrspec("init", cwd=repository).returncode == 0
    assert (repository.parent / "moons-rra/rra.yaml").is_file()


def test_an_artifact_never_comes_to_lie_inside_the_release(rrspec: CommandLine, repository: Path) -> None:
    done = rrspec("init", "-o", "draft", cwd=repository)
    assert done.returncode == 2
    assert "inside the release" in done.stderr


def test_a_link_of_a_repository_stays_a_link_and_is_told(rrspec: CommandLine, tmp_path: Path) -> None:
    (tmp_path / "r").mkdir()
    (tmp_path / "r/a.py").write_text("x = 1\n")
    (tmp_path / "r/b.py").symlink_to("/etc/hostname")
    said = adopted(rrspec, "r", "-o", "out")
    assert (tmp_path / "out/code/b.py").readlink() == Path("/etc/hostname")
    assert any(fact.get("place") == "b.py" and "link" in fact["text"] for fact in said["facts"])


@pytest.mark.slow
def test_a_kill_leaves_no_half_draft(rrspec: CommandLine, tmp_path: Path) -> None:
    files = {f"data/{number}.txt": "x" * 100 for number in range(3000)} | TRAITS
    for path, text in files.items():
        (tmp_path / "big" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "big" / path).write_text(text)
    for wait in (0.3, 0.6, 0.9, 1.2, 1.5):
        process = rrspec.start("init", "big", "-o", "out")
        time.sleep(wait)
        process.send_signal(signal.SIGKILL)
        process.communicate()
        if (tmp_path / "out").exists():
            assert (tmp_path / "out/rra.yaml").is_file()
            return
    adopted(rrspec, "big", "-o", "out")
    assert not [path for path in tmp_path.iterdir() if path.name.startswith(".") and "partial" in path.name]


RUNS = {
    "README.md": "# Sum\n\n```\npython main.py --n 5\n```\n",
    "main.py": """\
import argparse
import random

parser = argparse.ArgumentParser()
parser.add_argument("--n", type=int, default=3)
parser.add_argument("--seed", type=int, default=0)
args = parser.parse_args()
random.seed(args.seed)
with open("scores.txt", "w") as file:
    file.write(str(sum(random.random() for _ in range(args.n))))
print("accuracy:", round(args.n / 10 + random.random() / 100, 4))
""",
}


FILLED = {
    '"TODO: title of the artifact"': "Sums",
    '"TODO: SPDX expression of what you write, such as Apache-2.0"': "MIT",
    '"TODO: title of the paper, as printed"': "On sums",
    '"TODO: name of the metric, as in the paper"': "accuracy",
    '{document: paper, label: "TODO: label as printed, such as Table 2"}': "{document: paper, label: T1, own_cells: 1}",
    'row: "TODO: the row", column: "TODO: the column"': "row: ours, column: accuracy",
    '"TODO: data set and split"': "random numbers",
    '# published: "0.926"': 'published: "0.505"',
    "# smoke: {append: []": 'smoke: {append: [--n, "1"]',
}


def test_a_draft_whose_placeholders_are_filled_runs_as_the_readme_says(rrspec: CommandLine, tmp_path: Path) -> None:
    committed(tmp_path / "sum", RUNS, url="https://example.org/sum")
    (experiment,) = adopted(rrspec, "sum")["experiments"]
    artifact = tmp_path / "sum-rra"
    text = (artifact / "rra.yaml").read_text()
    for placeholder, value in FILLED.items():
        assert placeholder in text
        text = text.replace(placeholder, value)
    (artifact / "rra.yaml").write_text(text)
    assert rrspec("lock", "-C", artifact).returncode == 0
    done = rrspec("run", experiment["id"], "-C", artifact, "--isolation", "none")
    assert done.returncode == 0, done.stderr + done.stdout
    assert {record.predicate.seed for record in records(artifact)} == {0, 1, 2}
    assert list(artifact.glob("evidence/runs/*/outputs/scores.txt"))
    status = json.loads(rrspec("status", "-C", artifact, "--format", "json").stdout)
    assert status["tasks"][0]["standing"] == "scored"
