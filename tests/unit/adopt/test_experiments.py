"""Which commands of a repository become experiments, and what is guessed about each."""

from typing import Any

import pytest

from reprobridge_spec.adopt.commands import TO_FILL_IN, commands_of
from reprobridge_spec.adopt.experiments import MOST, Planned, commands_without_text, planned
from reprobridge_spec.adopt.programs import Programs
from reprobridge_spec.documents.foreign.runs import read_formats
from tests.unit.adopt.repository import layout_of

PARSER = """\
import argparse
parser = argparse.ArgumentParser()
parser.add_argument("--data", required=True)
parser.add_argument("--epochs", type=int, default=9)
parser.add_argument("--seed", type=int, default=1)
args = parser.parse_args()
print("Accuracy: {:.3f}".format(0.5))
"""


def experiments(files: dict[str, str]) -> list[Planned]:
    layout = layout_of(files)
    formats = read_formats(layout.paths, lambda path: layout.files.read(path, 1 << 20))
    programs = Programs(layout)
    said, _ = commands_of(layout, formats)
    return planned(said or list(commands_without_text(programs)), programs)


def block(*lines: str) -> str:
    return "# x\n\n```bash\n" + "".join(f"{line}\n" for line in lines) + "```\n"


STARTED: dict[str, tuple[dict[str, str], list[tuple[str, ...]]]] = {
    "a command of the README": (
        {"README.md": block("python main.py --a 1"), "main.py": ""},
        [("python", "main.py", "--a", "1")],
    ),
    "a command at a prompt": ({"README.md": block("$ python main.py"), "main.py": ""}, [("python", "main.py")]),
    "what a reader has to fill in": (
        {"README.md": block("python main.py --data <path to data> --seed $SEED"), "main.py": ""},
        [("python", "main.py", "--data", TO_FILL_IN, "--seed", TO_FILL_IN)],
    ),
    "a script in a folder that is entered": (
        {"README.md": block("cd code", "python main.py"), "code/main.py": ""},
        [("python", "main.py")],
    ),
    "a shell script": ({"README.md": block("bash run.sh"), "run.sh": "echo\n"}, [("bash", "run.sh")]),
    "a shell script that nobody names": ({"run.sh": "python x.py\n"}, [("bash", "run.sh")]),
    "one command twice": (
        {"README.md": block("python main.py", "python main.py"), "main.py": ""},
        [("python", "main.py")],
    ),
    "an entry point of MLflow": (
        {"MLproject": "name: x\nentry_points:\n  main:\n    command: python main.py --a 2\n", "main.py": ""},
        [("python", "main.py", "--a", "2")],
    ),
    "a program without a text, with what it asks for": (
        {"main.py": PARSER + 'if __name__ == "__main__":\n    pass\n'},
        [("python", "main.py", "--data", TO_FILL_IN, "--seed", "{seed}")],
    ),
    "a script that names what lies beside it, from its folder": (
        {"README.md": block("bash exp/run.sh"), "exp/run.sh": "python train.py\n", "exp/train.py": ""},
        [("bash", "run.sh")],
    ),
    "a script that names what lies at the root, from there": (
        {"README.md": block("bash exp/run.sh"), "exp/run.sh": "python train.py\n", "exp/train.py": "", "train.py": ""},
        [("bash", "exp/run.sh")],
    ),
    "a script that is started by its own name, which may not be executable": (
        {"README.md": block("./run.sh", "bash run.sh"), "run.sh": "echo\n"},
        [("bash", "run.sh")],
    ),
    "a text of another name": (
        {"docs.md": "", "gym/readme-gym.md": block("python experiment.py"), "gym/experiment.py": ""},
        [("python", "experiment.py")],
    ),
    "a list that Hydra takes": (
        {"README.md": block("python main.py data=[a,b] [optional]"), "main.py": ""},
        [("python", "main.py", "data=[a,b]", TO_FILL_IN)],
    ),
    "paths and names that stand for others": (
        {"README.md": block("python main.py --x=/path/to/x NAME_OF_THE_FILE {input:x}"), "main.py": ""},
        [("python", "main.py", "TODO: --x=/path/to/x", "TODO: NAME_OF_THE_FILE", TO_FILL_IN)],
    ),
    "a notebook where nothing else is": (
        {"a.ipynb": "{}"},
        [("jupyter", "nbconvert", "--to", "notebook", "--execute", "--inplace", "a.ipynb")],
    ),
}
NOT_STARTED = {
    "an installation": {"README.md": block("pip install -r requirements.txt", "conda create -n x python=3.8")},
    "a script that is not there": {"README.md": block("python gone.py")},
    "a script of another repository": {"README.md": block("git clone https://example.org/x", "cd x", "python main.py")},
    "a module that is imported": {"lib.py": "import os\ndef f():\n    pass\n"},
    "a package": {"setup.py": "from setuptools import setup\nsetup()\n", "x/__init__.py": ""},
    "a folder": {"README.md": block("python code"), "code/lib.py": "x = 1\n"},
    "a sentence": {"README.md": "Run the python code to see.\n"},
    "what developers do": {"Makefile": "test:\n\tpytest tests\nstyle:\n\tblack --check .\n"},
    "a test": {"tests/test_x.py": 'if __name__ == "__main__":\n    print(1)\n'},
    "somebody else's": {"third_party/run.sh": "echo\n", "third_party/main.py": 'if __name__ == "__main__":\n    f()\n'},
}


@pytest.mark.parametrize("what", STARTED)
def test_an_experiment_is_made_of(what: str) -> None:
    files, words = STARTED[what]
    assert [one.words for one in experiments(files)] == words


@pytest.mark.parametrize("what", NOT_STARTED)
def test_no_experiment_is_made_of(what: str) -> None:
    assert experiments(NOT_STARTED[what]) == []


def test_no_more_experiments_are_drafted_than_a_person_reads() -> None:
    files = {"README.md": block(*(f"python main.py --n {n}" for n in range(30))), "main.py": ""}
    assert len(experiments(files)) == MOST


def test_ids_are_unique_and_say_what_tells_commands_apart() -> None:
    lines = ("python main.py --dataset cora", "python main.py --dataset pubmed", "python main.py --dataset cora --n 2")
    found = experiments({"README.md": block(*lines), "main.py": ""})
    assert [one.id for one in found] == ["main", "main-pubmed", "main-cora"]


GUESSES: dict[str, tuple[dict[str, str], dict[str, Any]]] = {
    "a seed that is an option": (
        {"README.md": block("python main.py --data x --seed 5"), "main.py": PARSER},
        {"words": ("python", "main.py", "--data", "x", "--seed", "{seed}"), "seeded": "main.py:5"},
    ),
    "what makes a run short": (
        {"README.md": block("python main.py --data x"), "main.py": PARSER},
        {"smoke": ("--epochs", "1"), "short": "main.py:4"},
    ),
    "a score that is printed": (
        {"README.md": block("python main.py --data x"), "main.py": PARSER},
        {"printed": "main.py:7"},
    ),
    "a score that an imported file prints": (
        {
            "README.md": block("python main.py"),
            "main.py": "from lib.train import run\nrun()\n",
            "lib/train.py": 'def run():\n    print("test accuracy: {:.2f}".format(1))\n',
        },
        {"printed": "lib/train.py:2"},
    ),
    "the program in a shell script": (
        {
            "README.md": block("bash run.sh"),
            "run.sh": "for s in 1 2; do\n  python -u main.py --seed $s\ndone\n",
            "main.py": PARSER,
        },
        {"program": "main.py", "smoke": (), "seeded": "None"},
    ),
    "files that are written": (
        {
            "README.md": block("python main.py"),
            "main.py": 'import pandas as pd\npd.DataFrame().to_csv("results/a.csv")\n',
        },
        {"keep": ("results/a.csv",)},
    ),
    "paths that the release lacks": (
        {"README.md": block("python main.py --data ./data/x.csv --out ./out/y.csv"), "main.py": ""},
        {"missing": ("./data/x.csv",)},
    ),
    "a card": (
        {"README.md": block("python main.py"), "main.py": "import torch\nmodel = torch.nn.Linear(1, 1).cuda()\n"},
        {"card": "main.py:2"},
    ),
    "a setting of Hydra": (
        {
            "README.md": block("python main.py"),
            "main.py": 'import hydra\n@hydra.main(config_path="conf", config_name="main")\ndef f(c):\n    pass\nf()\n',
            "conf/main.yaml": "defaults: [_self_]\nseed: 3\nepochs: 20\n",
        },
        {"words": ("python", "main.py", "seed={seed}"), "seeded": "conf/main.yaml:2", "smoke": ("epochs=1",)},
    ),
}


@pytest.mark.parametrize("what", GUESSES)
def test_it_is_guessed_with_its_place(what: str) -> None:
    files, guesses = GUESSES[what]
    (one,) = experiments(files)
    found = {name: getattr(one, name) for name in guesses}
    assert {name: value if isinstance(value, tuple) else str(value) for name, value in found.items()} == guesses


def test_a_seed_that_the_code_fixes_is_no_option() -> None:
    code = PARSER.replace("args =", "import random\nrandom.seed(0)\nargs =")
    (one,) = experiments({"README.md": block("python main.py --data x"), "main.py": code})
    assert (one.seeded, one.words) == (None, ("python", "main.py", "--data", "x"))


def test_the_score_of_a_test_is_told_from_that_of_training() -> None:
    code = "print('train acc {:.3f}'.format(1))\nprint('test acc {:.3f}'.format(1))\n"
    (one,) = experiments({"README.md": block("python main.py"), "main.py": code})
    assert one.pattern.startswith(r"test\s*acc")


def test_a_count_of_crashes_is_no_score() -> None:
    (one,) = experiments({"README.md": block("python main.py"), "main.py": "print('score (crashed): {}'.format(1))\n"})
    assert one.pattern == ""


def test_a_guarded_card_is_not_asked_for() -> None:
    code = 'import torch\ndevice = "cuda" if torch.cuda.is_available() else "cpu"\ntorch.nn.Linear(1, 1).to(device)\n'
    (one,) = experiments({"README.md": block("python main.py"), "main.py": code})
    assert one.card is None


def test_python_2_is_told_and_guessed_nothing_about() -> None:
    layout = layout_of({"README.md": block("python main.py"), "main.py": 'print "hello"\n'})
    programs = Programs(layout)
    said, _ = commands_of(layout, ())
    (one,) = planned(said, programs)
    assert (one.seeded, one.smoke) == (None, ())
    assert any("Python 2" in fact.text for fact in programs.facts)
