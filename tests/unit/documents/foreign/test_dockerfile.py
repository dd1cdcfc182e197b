"""Dockerfiles and scripts: what they begin with, and what they install."""

import pytest

from reprobridge_spec.documents.foreign import dependencies, installs
from reprobridge_spec.documents.foreign.needs import Needs


def read(text: str) -> Needs:
    return dependencies.read("docker/Dockerfile", text.encode())


def run(command: str) -> Needs:
    return read(f"FROM python:3.8\nRUN {command}\n")


DOCKERFILE = """\
# syntax=docker/dockerfile:1
ARG CUDA=11.3.1
FROM nvidia/cuda:${CUDA}-cudnn8-devel-ubuntu20.04 AS base
ENV DEBIAN_FRONTEND=noninteractive TORCH="1.10.0"
RUN apt-get update && apt-get install -y --no-install-recommends \\
    python3-pip \\
    # for OpenCV
    libgl1=1.3 \\

    git && rm -rf /var/lib/apt/lists/*
COPY docker/requirements.txt /tmp/
RUN --mount=type=cache,target=/root/.cache pip3 install --no-cache-dir -U pip && \\
    pip3 install torch==${TORCH} -f https://download.pytorch.org/whl/cu113/torch_stable.html "numpy<1.20" 'scipy' \\
      -r /tmp/requirements.txt
FROM base
RUN <<EOF
python -m pip install pandas
EOF
RUN ["pip", "install", "tqdm"]
CMD pip install nothing
"""


def test_a_dockerfile_says_its_image_its_packages_and_its_indexes() -> None:
    needs = read(DOCKERFILE)
    image, cuda, python = needs.image, needs.cuda, needs.python

    assert image is not None
    assert (image.line, image.text) == (3, "nvidia/cuda:11.3.1-cudnn8-devel-ubuntu20.04")
    assert (cuda and cuda.text, python and python.text) == ("11.3", "3.8")
    assert [(need.line, need.text) for need in needs.system] == [(5, "python3-pip"), (5, "libgl1=1.3"), (5, "git")]
    assert [(need.line, need.text) for need in needs.requirements] == [
        (13, "torch==1.10.0"),
        (13, "numpy<1.20"),
        (13, "scipy"),
        (17, "pandas"),
        (19, "tqdm"),
    ]
    assert [index.text for index in needs.indexes] == ["https://download.pytorch.org/whl/cu113/torch_stable.html"]
    assert [(left.line, left.file) for left in needs.left_out] == [(13, "docker/requirements.txt")]


IMAGES = {
    "python:3.8-slim": ("3.8", None, []),
    "python:3.8.12": ("3.8.12", None, []),
    "docker.io/library/python:3.10-bullseye": ("3.10", None, []),
    "pytorch/pytorch:1.8.0-cuda11.1-cudnn8-runtime": (None, "11.1", ["torch==1.8.0"]),
    "pytorch/pytorch:1.5-cuda10.1-cudnn7-runtime": (None, "10.1", ["torch==1.5.*"]),
    "tensorflow/tensorflow:2.4.1-gpu": (None, None, ["tensorflow==2.4.1"]),
    "nvidia/cuda:10.2-cudnn7-devel": (None, "10.2", []),
    "registry.codeocean.com/codeocean/miniconda3:4.8.2-python3.8-ubuntu18.04": ("3.8", None, []),
    "continuumio/miniconda3": (None, None, []),
    "ubuntu:20.04": (None, None, []),
    "python": (None, None, []),
    "python:latest": (None, None, []),
    "python:2.7": ("2.7", None, []),
    "scratch": (None, None, []),
    "rocm/pytorch:latest": (None, None, []),
}


@pytest.mark.parametrize("image", IMAGES)
def test_the_name_of_an_image_tells_what_it_says(image: str) -> None:
    needs = read(f"FROM --platform=linux/amd64 {image}\n")

    found = (needs.python and needs.python.text, needs.cuda and needs.cuda.text, [n.text for n in needs.requirements])
    assert found == IMAGES[image]


INSTALLS = {
    "pip install a b==1": ["a", "b==1"],
    "pip3.8 install 'a>=1'": ["a>=1"],
    "python3 -m pip install --upgrade a": ["a"],
    "/opt/conda/bin/python -m pip install a": ["a"],
    "/opt/conda/bin/conda install -y -n base -c pytorch pytorch=1.8": ["torch==1.8.*"],
    "mamba create -n x python=3.9 numpy": ["numpy"],
    "sudo -H pip install a": ["a"],
    "PIP_NO_CACHE=1 pip install a": ["a"],
    "cd x && pip install a; pip install b || true": ["a", "b"],
    "uv pip install --system a": ["a"],
    'bash -c "pip install a && pip install b"': ["a", "b"],
    "pip install --target /x --platform any a": ["a"],
    "if true; then pip install a; fi": ["a"],
    "pip install -U pip setuptools wheel": [],
    "pip uninstall a": [],
    "pip download a": [],
    "pip freeze": [],
    "echo pip install a": [],
    "conda remove a": [],
    "conda clean -a": [],
    "conda update -y conda": [],
    "npm install a": [],
    "make install a": [],
    "apt-get remove a": [],
    "# pip install a": [],
    "cat <<X > y\npip install a\nX": [],
}


@pytest.mark.parametrize("command", INSTALLS)
def test_a_command_installs_what_it_says_and_no_other_does(command: str) -> None:
    needs = dependencies.read("postBuild", f"#!/bin/bash\n{command}\n".encode())

    assert [need.text for need in needs.requirements] == INSTALLS[command]


def test_commands_in_a_readme_have_the_lines_of_the_readme() -> None:
    needs = installs.needs_of("README.md", "$ pip install a\npip install b\n", first_line=10)

    assert [(need.line, need.text) for need in needs.requirements] == [(10, "a"), (11, "b")]


LEFT_OUT = {
    "pip install .": ".",
    "pip install -e '.[dev]'": ".",
    "pip install -e ./sub": "./sub",
    "pip install -rreq.txt": "req.txt",
    "pip install --requirement=req.txt": "req.txt",
    "conda env create -f environment.yml": "environment.yml",
    "conda env update --file=env.yml -n base": "env.yml",
    "pip install git+https://github.com/a/b": "",
    "pip install $PACKAGES": "",
    "pip install /wheels/a.whl": "",
    "conda install mkl": "",
    "poetry install --no-root": "pyproject.toml",
    "uv sync": "pyproject.toml",
    "pipenv sync": "Pipfile",
}


@pytest.mark.parametrize("command", LEFT_OUT)
def test_what_a_command_takes_from_elsewhere_is_left_out_with_its_file(command: str) -> None:
    needs = run(command)

    assert needs.requirements == ()
    assert [left.file for left in needs.left_out] == [LEFT_OUT[command]]


COPIED = {
    "COPY requirements.txt /tmp/": "requirements.txt",
    "COPY deps/requirements.txt /tmp/requirements.txt": "deps/requirements.txt",
    "ADD deps/base.txt /tmp/requirements.txt": "deps/base.txt",
    'COPY ["deps/requirements.txt", "/tmp/"]': "deps/requirements.txt",
    "COPY --chown=a:b deps/requirements.txt /tmp/": "deps/requirements.txt",
    "COPY . /tmp": "requirements.txt",
    "COPY --from=base /x/requirements.txt /tmp/": "requirements.txt",
    "": "requirements.txt",
}


@pytest.mark.parametrize("copy", COPIED)
def test_a_file_in_the_image_is_named_as_the_repository_has_it(copy: str) -> None:
    needs = read(f"FROM a\n{copy}\nRUN pip install -r /tmp/requirements.txt\n")

    assert [left.file for left in needs.left_out] == [COPIED[copy]]


def test_python_of_conda_wins_over_the_image_and_the_system_comes_last() -> None:
    found = [
        read("FROM python:3.8\nRUN conda install python=3.7.2").python,
        read("FROM ubuntu:22.04\nRUN apt-get install -y python3-pip").python,
        read("FROM ubuntu:22.04\nRUN apt-get install -y python3.9-dev").python,
        read("FROM ubuntu:22.04\nRUN apt-get install -y git").python,
    ]

    assert [python.text if python else None for python in found] == ["3.7.2", "3.10", "3.9", None]


FAULTS = {
    "nothing": "",
    "comments": "# a\n# b\n",
    "no image": "RUN pip install a\n",
    "half": "FROM",
    "a lone sign": "\\\n\\\n",
}


@pytest.mark.parametrize("text", FAULTS.values(), ids=FAULTS)
def test_what_names_no_image_is_told_and_not_raised(text: str) -> None:
    assert "no image" in (read(text).fault or "")


@pytest.mark.parametrize(
    "text",
    [
        "FROM a\nENV A=$A$A$A$A\n" * 3000,
        "FROM a\nRUN " + "$A" * 100_000,
        "FROM a\nRUN a \\\n" + "# x\n" * 30_000,
        "FROM a\n" + "\n" * 35_000,
        "FROM a\nRUN <<E\n" * 5000,
        "FROM a\nRUN " + "pip install a && " * 3000,
        "FROM a AS b\nFROM b AS a\n" * 3000,
        "FROM a\nRUN [" + "[" * 20_000,
    ],
)
def test_a_file_that_is_made_to_cost_time_is_read_all_the_same(text: str) -> None:
    assert read(text).image is not None


def test_a_variable_without_a_value_in_the_name_of_the_image_is_told() -> None:
    needs = read("ARG BASE\nFROM $BASE\n")

    assert [left.text for left in needs.left_out] == ["$BASE"]
