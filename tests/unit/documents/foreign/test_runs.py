"""Formats of other people that say what is run."""

import json

import pytest

from reprobridge_spec.documents.foreign.runs import ForeignFormat, Format, read_formats


def read(files: dict[str, str]) -> tuple[ForeignFormat, ...]:
    return read_formats(sorted(files), lambda path: files[path].encode())


def one(files: dict[str, str]) -> ForeignFormat:
    (found,) = read(files)
    return found


MLPROJECT = """\
name: wine
conda_env: conda.yaml
entry_points:
  main:
    parameters:
      alpha: {type: float, default: 0.5}
      data: path
    command: "python train.py {alpha} {data}"
  test:
    command: "pytest"
"""


def test_an_mlproject_says_entry_points_parameters_and_its_environment() -> None:
    found = one({"x/MLproject": MLPROJECT})
    main, test = found.runs

    assert (found.format, found.environments) == (Format.MLPROJECT, ("x/conda.yaml",))
    assert (main.name, main.command, main.template) == (
        "main",
        "python train.py 0.5 {data}",
        "python train.py {alpha} {data}",
    )
    assert (dict(main.parameters), main.folder, main.line) == ({"alpha": "0.5", "data": ""}, "x", 4)
    assert (test.command, dict(test.parameters)) == ("pytest", {})


def test_an_mlproject_may_name_an_image() -> None:
    image = one({"MLproject": "docker_env:\n  image: a/b:1\n"}).image

    assert image is not None
    assert image.text == "a/b:1"


DVC = """\
vars:
  - extra: {rate: 0.1}
stages:
  train:
    wdir: src
    cmd:
      - python prepare.py
      - python train.py ${train.epochs} ${extra.rate} ${unknown}
    deps: [train.py, ../data/a.csv]
    params: [train.epochs, other.yaml: [seed]]
    outs:
      - model.pt: {cache: false}
    metrics: [scores.json]
  each:
    foreach: [a, b]
    do:
      cmd: python eval.py ${item}
      outs: ["out/${item}.txt"]
  named:
    foreach:
      x: {n: 1}
      y: {n: 2}
    do:
      cmd: run ${key} ${item.n}
  grid:
    matrix:
      model: [cnn, mlp]
      seed: [1, 2]
    cmd: go ${item.model} ${item.seed}
"""


def test_stages_of_dvc_are_filled_in_and_written_out() -> None:
    found = one({"dvc.yaml": DVC, "params.yaml": "train: {epochs: 10}\n"})
    runs = {run.name: run for run in found.runs}
    train = runs["train"]

    assert train.command == "python prepare.py && python train.py 10 0.1 ${unknown}"
    assert (train.folder, train.line) == ("src", 4)
    assert dict(train.parameters) == {"train.epochs": "10", "seed": ""}
    assert train.inputs == ("src/train.py", "data/a.csv")
    assert (train.outputs, train.metrics) == (("src/model.pt", "src/scores.json"), ("src/scores.json",))
    assert {name: run.command for name, run in runs.items() if "@" in name} == {
        "each@a": "python eval.py a",
        "each@b": "python eval.py b",
        "named@x": "run x 1",
        "named@y": "run y 2",
        "grid@cnn-1": "go cnn 1",
        "grid@cnn-2": "go cnn 2",
        "grid@mlp-1": "go mlp 1",
        "grid@mlp-2": "go mlp 2",
    }
    assert runs["each@b"].outputs == ("out/b.txt",)


CAPSULE = {
    "metadata/metadata.yml": "name: A paper\n",
    "code/run": "python main.py",
    "environment/Dockerfile": "FROM registry.codeocean.com/codeocean/miniconda3:4.8.2-python3.8-ubuntu18.04\n",
    "environment/postInstall": "pip install a",
    "results/table.csv": "",
    "REPRODUCING.md": "This Code Ocean Compute Capsule\n\nregistry.codeocean.com/published/1-2:v1\n",
}


def test_a_capsule_says_its_run_its_environment_and_its_title() -> None:
    found = one(CAPSULE)
    (run,) = found.runs

    assert found.format is Format.CODE_OCEAN
    assert (run.command, run.folder, run.inputs, run.outputs) == ("bash run", "code", ("data",), ("results",))
    assert found.environments == ("environment/Dockerfile", "environment/postInstall")
    assert found.image is not None
    assert (found.image.text, found.image.line) == ("registry.codeocean.com/published/1-2:v1", 3)
    assert any("A paper" in note.text for note in found.notes)
    assert any("none of them is a score" in note.text for note in found.notes)


@pytest.mark.parametrize(
    ("without", "wanted"),
    [
        ({"REPRODUCING.md"}, Format.CODE_OCEAN),
        ({"metadata/metadata.yml"}, Format.CODE_OCEAN),
        ({"environment/Dockerfile", "environment/postInstall"}, Format.CODE_OCEAN),
        ({"metadata/metadata.yml", "REPRODUCING.md"}, None),
        ({"code/run", "environment/Dockerfile", "REPRODUCING.md"}, None),
    ],
)
def test_a_capsule_is_known_by_what_only_capsules_have(without: set[str], wanted: Format | None) -> None:
    found = read({path: text for path, text in CAPSULE.items() if path not in without})

    assert [format_.format for format_ in found] == ([wanted] if wanted else [])


def test_a_capsule_in_the_folder_of_the_benchmark_is_a_task_of_it() -> None:
    assert one({f"capsule-1234567/{path}": text for path, text in CAPSULE.items()}).format is Format.CORE_BENCH


def test_a_list_of_tasks_of_core_bench_says_prompts_and_questions() -> None:
    task = {"capsule_id": "capsule-1", "task_prompt": "Run it.", "results": [{"What is x?": 1}, {"What is x?": 2}]}
    found = one({"dataset/core_train.json": json.dumps([task, {"other": 1}])})

    assert [note.text for note in found.notes] == ["capsule-1: Run it.", "capsule-1 asks: What is x?"]
    assert read({"task.json": "[]", "tasks.json": '{"a": 1}'}) == ()


HARBOR = {
    "t/task.toml": '[environment]\ncpus = 2\nmemory_mb = 2048\n[agent]\ntimeout_sec = 120.0\n[metadata]\nx = "y"\n',
    "t/instruction.md": "Do it.",
    "t/environment/Dockerfile": "FROM python:3.11",
    "t/tests/test.sh": "",
    "t/solution/solve.sh": "",
}


def test_a_task_of_harbor_has_its_tests_as_score() -> None:
    found = one(HARBOR)
    notes = [note.text for note in found.notes]

    assert (found.format, found.environments) == (Format.HARBOR, ("t/environment/Dockerfile",))
    assert [(run.name, run.command, run.folder) for run in found.runs] == [
        ("solution", "bash solution/solve.sh", "t"),
        ("tests", "bash tests/test.sh", "t"),
    ]
    assert "The tests of the task are the score: tests/test.sh runs them on what was done." in notes
    assert "It gives 120.0 s for the work." in notes


def test_a_task_of_terminal_bench_is_read_too() -> None:
    found = one({"t/task.yaml": "instruction: |-\n  Do it.\n", "t/run-tests.sh": "", "t/Dockerfile": "FROM a"})

    assert [run.name for run in found.runs] == ["tests"]
    assert found.environments == ("t/Dockerfile",)


BINDERS = {
    "a folder of its own": (["binder/environment.yml", "binder/postBuild", "requirements.txt"], 2),
    "a hidden folder": ([".binder/requirements.txt"], 1),
    "the root": (["apt.txt", "requirements.txt", "postBuild"], 3),
    "a Dockerfile alone": (["binder/Dockerfile", "binder/environment.yml"], 1),
    "no sign of it": (["requirements.txt", "environment.yml", "start", "Dockerfile"], 0),
    "a folder elsewhere": (["x/binder/environment.yml", "docs/runtime.txt"], 0),
    "nothing": ([], 0),
}


@pytest.mark.parametrize(("paths", "count"), BINDERS.values(), ids=BINDERS)
def test_files_of_repo2docker_are_found_where_it_looks(paths: list[str], count: int) -> None:
    found = read(dict.fromkeys(paths, ""))

    assert [len(format_.environments) for format_ in found] == ([count] if count else [])


MAKEFILE = """\
PY ?= python3
EPOCHS := 5
all: train.log
train: data.csv
\t@$(PY) train.py \\
\t  --epochs ${EPOCHS} $$HOME
clean:
\trm -rf out
"""


def test_a_makefile_says_the_rules_that_start_a_program() -> None:
    (run,) = one({"Makefile": MAKEFILE}).runs

    assert (run.name, run.line, run.inputs) == ("train", 4, ("data.csv",))
    assert run.command == "python3 train.py --epochs 5 $HOME"
    assert dict(run.parameters) == {"PY": "python3", "EPOCHS": "5"}


def test_a_makefile_without_a_program_says_nothing() -> None:
    assert read({"Makefile": "clean:\n\trm x\n", "x/Makefile": ""}) == ()


FAULTS = {
    "MLproject": "[",
    "dvc.yaml": "- a",
    "x/dvc.yaml": "a: &b 1\nc: *b\n",
    "Makefile": "\n" * 100_000,
    "task.json": "{",
}


@pytest.mark.parametrize("path", FAULTS)
def test_what_cannot_be_read_is_told_and_not_raised(path: str) -> None:
    assert one({path: FAULTS[path]}).fault


def test_a_file_that_cannot_be_opened_is_told_and_not_raised() -> None:
    def missing(path: str) -> bytes:
        raise FileNotFoundError(2, "No such file", path)

    (found,) = read_formats(["MLproject"], missing)

    assert found.fault == "cannot be opened: No such file"


ODD = [
    "stages: {a: {foreach: '${a}', do: {cmd: [1, {a: b}]}}, b: {matrix: {x: [1], y: '${z}'}, cmd: a}, c: null}",
    "stages: {d: {cmd: a, deps: {a: b}, params: [{a: 1}, [b]], outs: [3], wdir: [a]}}\nvars: [1, a.yaml, {a: 1}]",
    "stages: [a]\nentry_points: {a: {command: {}}, b: {command: x, parameters: [a]}, c: 3}\nname: [a]\ndocker_env: 3",
    "entry_points: [a]\nconda_env: [1]\nstages: {a: {foreach: {b: {c: [d]}}, do: 3}}",
    "stages: {a: {matrix: {a: [], b: [1]}, cmd: x}, b: {foreach: [], do: {cmd: x}}}",
    "",
    "3",
]


@pytest.mark.parametrize("text", ODD)
def test_odd_values_are_passed_over(text: str) -> None:
    for path in ("MLproject", "dvc.yaml", "metadata/metadata.yml", "t/task.yaml"):
        read({path: text, "code/run": "", "t/run-tests.sh": "", "params.yaml": text})


@pytest.mark.parametrize("path", ["../x", "/abs", "a/../../x", "a//b", "s3://b/c"])
def test_a_path_that_leads_out_of_the_repository_stays_as_it_is_named(path: str) -> None:
    (run,) = one({"dvc.yaml": f"stages: {{a: {{cmd: x, outs: ['{path}']}}}}"}).runs

    assert run.outputs in {(path,), (), ("a/b",)}
