"""Which file is asked for where a path leads to none."""

import pytest

from reprobridge_spec.rules.near_path import near_path

SLIPS = {
    "launchers/evalute.py": "launchers/evaluate.py",
    "train.py": "code/Train.py",
    "small/model.py.py": "code/small/model.py",
    "config/base.yml": "configs/base.yaml",
    "scripts/run_all.sh": "scripts/run-all.sh",
    "requirments.txt": "env/requirements.txt",
    "fig/plot.jpeg": "figs/plot.jpg",
    "tables/table2.py": "code/tables/tabel2.py",
    "Makefil": "code/Makefile",
}
OTHERS = {
    "code/example.py": "code/model.py",
    "configs/dataset.yaml": "configs/imagenet.yaml",
    "code/configs/large.yaml": "code/configs/small.yaml",
    "scripts/table1.py": "scripts/table2.py",
    "train_resnet.py": "train_densenet.py",
    "run_train.sh": "run_eval.sh",
    "a/very/long/common/path/to/one.py": "a/very/long/common/path/to/two.py",
    "launchers/evaluate.py": "launchers/evaluate.sh",
    "main.py": "main",
    "v1.0.yaml": "v1.1.yaml",
}


def advice(named: str, *known: str) -> str:
    return near_path(named, known, otherwise="Add it.")


@pytest.mark.parametrize(("named", "meant"), SLIPS.items())
def test_a_slip_in_a_path_is_asked_for(named: str, meant: str) -> None:
    assert advice(named, "code/another.py", "b.yaml", meant) == f"Did you mean `{meant}`?"


@pytest.mark.parametrize(("named", "beside"), OTHERS.items())
def test_a_file_of_another_name_is_no_slip(named: str, beside: str) -> None:
    assert advice(named, beside) == "Add it."


def test_of_files_of_one_name_the_likest_path_is_asked_for() -> None:
    assert advice("code/small/modle.py", "docs/model.py", "code/small/model.py").endswith(" `code/small/model.py`?")


def test_of_several_near_names_the_nearest_is_asked_for() -> None:
    assert advice("a/trainer.py", "b/trained.py", "c/trainers.py") == "Did you mean `c/trainers.py`?"


def test_where_there_is_no_file_none_is_asked_for() -> None:
    assert advice("a.py") == "Add it."
