"""What code needs by what it imports."""

import json

import pytest

from reprobridge_spec.documents.foreign import import_tables
from reprobridge_spec.documents.foreign.import_names import needs_of_imports
from reprobridge_spec.documents.foreign.needs import Needs, Source


def read(files: dict[str, str], local: tuple[str, ...] = ()) -> Needs:
    return needs_of_imports(((path, text.encode()) for path, text in files.items()), local)


def asked(needs: Needs) -> list[str]:
    return [need.text for need in needs.requirements]


IMPORTS = {
    "import numpy": ["numpy"],
    "import numpy as np, torch": ["numpy", "torch"],
    "import torch.nn.functional as F": ["torch"],
    "from sklearn.linear_model import Ridge": ["scikit-learn"],
    "import cv2": ["opencv-python"],
    "from PIL import Image": ["pillow"],
    "import yaml": ["PyYAML"],
    "from google.protobuf import text_format": ["protobuf"],
    "from google.cloud import storage": ["google-cloud-storage"],
    "import google.cloud.storage": ["google-cloud-storage"],
    "from mpl_toolkits.mplot3d import Axes3D": ["matplotlib"],
    "from torch_geometric.nn import GCNConv": ["torch-geometric"],
    "from numpy import (\n  array)": ["numpy"],
    "x = 1; import numpy": ["numpy"],
    "def f():\n    import numpy": ["numpy"],
    "import os, sys, json": [],
    "from __future__ import print_function": [],
    "import cPickle": [],
    "from . import numpy": [],
    "from .numpy import x": [],
    "# import numpy": [],
    "'''\nimport numpy\n'''": [],
    "x = 'import numpy'": [],
    "important = 1": [],
    "import": [],
    "from numpy": [],
}


@pytest.mark.parametrize("text", IMPORTS)
def test_an_import_asks_for_the_distribution_that_has_the_module(text: str) -> None:
    assert asked(read({"train.py": text})) == IMPORTS[text]


UNKNOWN = ["my_secret_lib", "clip", "apex", "detectron2", "google.colab", "caffe", "spconv", "utils", "models.net"]


@pytest.mark.parametrize("module", UNKNOWN)
def test_a_module_that_nobody_knows_is_never_asked_of_an_index(module: str) -> None:
    needs = read({"train.py": f"import numpy\nimport {module}"})
    (left,) = needs.left_out

    assert asked(needs) == ["numpy"]
    assert (left.path, left.line) == ("train.py", 2)
    assert left.text in {module, module.partition(".")[0]}


LOCAL = {
    "a file beside it": {"a/train.py": "import helper", "a/helper.py": ""},
    "a file at the root": {"a/b/train.py": "import helper", "helper.py": ""},
    "a package": {"train.py": "from helper.x import y", "helper/__init__.py": "", "helper/x.py": ""},
    "a folder": {"train.py": "from helper.x import y", "helper/x.py": ""},
    "a file in src": {"train.py": "import helper", "src/helper.py": ""},
    "a file elsewhere": {"train.py": "import helper", "other/place/helper.py": ""},
    "a file with a known name": {"a/train.py": "import evaluate", "a/evaluate.py": ""},
    "a package with a known name": {"train.py": "import datasets", "datasets/__init__.py": ""},
}


@pytest.mark.parametrize("files", LOCAL.values(), ids=LOCAL)
def test_what_the_repository_has_itself_is_not_asked_for(files: dict[str, str]) -> None:
    needs = read(files)

    assert (asked(needs), needs.left_out) == ([], ())


FOREIGN = {
    "a known name elsewhere": {"train.py": "import torch", "other/torch.py": ""},
    "a folder of results": {"gym/train.py": "import torch", "torch/plot.py": ""},
}


@pytest.mark.parametrize("files", FOREIGN.values(), ids=FOREIGN)
def test_a_file_that_no_import_reaches_hides_no_known_package(files: dict[str, str]) -> None:
    assert asked(read(files)) == ["torch"]


def test_names_that_the_caller_knows_are_local_unless_they_are_known_packages() -> None:
    needs = read({"train.py": "import helper, numpy"}, local=("helper", "numpy"))

    assert (asked(needs), needs.left_out) == (["numpy"], ())


OPTIONAL = {
    "tried": {"train.py": "try:\n    import wandb\nexcept ImportError:\n    wandb = None"},
    "tried at last": {"train.py": "try:\n    import json5x as x\nexcept ImportError:\n    import wandb"},
    "in a test": {"tests/test_a.py": "import wandb"},
    "in documentation": {"docs/conf2.py": "import wandb"},
}


@pytest.mark.parametrize("files", OPTIONAL.values(), ids=OPTIONAL)
def test_what_the_code_goes_on_without_is_optional(files: dict[str, str]) -> None:
    needs = read(files)

    assert asked(needs) == []
    assert [need.text for need in needs.optional] == ["wandb"]


def test_what_is_needed_in_one_place_is_needed() -> None:
    needs = read({"tests/test_a.py": "import numpy", "train.py": "\nimport numpy"})
    (need,) = needs.requirements

    assert (need.path, need.line, needs.optional, needs.source) == ("train.py", 2, (), Source.IMPORTS)


def test_a_notebook_counts_as_its_cells() -> None:
    cells = [{"cell_type": "code", "source": "!pip install x\nimport numpy"}]
    needs = read({"a.ipynb": json.dumps({"cells": cells}), "b.ipynb": "import torch", "c.ipynb": "{}"})

    assert [(need.text, need.path, need.line) for need in needs.requirements] == [("numpy", "a.ipynb", 2)]


def test_a_setup_is_not_looked_at() -> None:
    assert asked(read({"setup.py": "import numpy", "conftest.py": "import torch"})) == []


@pytest.mark.parametrize(
    "data", [b"\xff\xfe\x00", b"import numpy\xff", "import numpy".encode("utf-16"), b"import \x00x"]
)
def test_any_bytes_can_be_looked_at(data: bytes) -> None:
    assert needs_of_imports([("a.py", data)], set()).fault is None


@pytest.mark.parametrize(
    "text",
    ["import a;" * 50_000, "from a import (b\n" * 30_000, "import " + "a," * 100_000, "    " * 100_000 + "import a"],
)
def test_a_file_that_is_made_to_cost_time_is_read_all_the_same(text: str) -> None:
    assert read({"a.py": text}).requirements == ()


def test_every_distribution_of_the_tables_has_the_form_of_one() -> None:
    modules = [*import_tables.NOT_ON_THE_INDEX, "numpy", "sklearn", "cupy"]

    assert [import_tables.distribution(module) for module in modules] == [
        *[None] * len(import_tables.NOT_ON_THE_INDEX),
        "numpy",
        "scikit-learn",
        None,
    ]
