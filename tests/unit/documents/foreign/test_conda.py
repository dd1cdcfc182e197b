"""Environment files of conda, and what a package of conda is on the index of Python."""

import pytest

from reprobridge_spec.documents.foreign import conda_names, conda_specs, dependencies
from reprobridge_spec.documents.foreign.needs import Needs


def read(text: str) -> Needs:
    return dependencies.read("environment.yml", text.encode())


ENVIRONMENT = """\
name: x
channels:
  - pytorch
  - conda-forge
dependencies:
  - python=3.8.5
  - pip
  - pytorch::pytorch=1.8.1=py3.8_cuda11.1_cudnn8.0.5_0
  - numpy=1.19
  - cudatoolkit=11.1
  - conda-forge::opencv=4.5.1
  - pip:
    - -r more.txt
    - wandb==0.12.1 # a comment
    - git+https://github.com/openai/CLIP.git
    - -e .
prefix: /home/me/x
"""


def test_an_environment_says_python_packages_channels_and_cuda() -> None:
    needs = read(ENVIRONMENT)
    python, cuda = needs.python, needs.cuda

    assert [(need.line, need.text) for need in needs.requirements] == [
        (8, "torch==1.8.1"),
        (9, "numpy==1.19.*"),
        (11, "opencv-python==4.5.1.*"),
        (14, "wandb==0.12.1"),
    ]
    assert (python and python.text, cuda and cuda.text) == ("3.8.5", "11.1")
    assert [index.text for index in needs.indexes] == ["pytorch", "conda-forge"]
    assert [(left.line, left.file) for left in needs.left_out] == [(10, ""), (13, "more.txt"), (15, ""), (16, ".")]


CONSTRAINTS = {
    "": "",
    "*": "",
    "=1.19": "==1.19.*",
    "=1.19.*": "==1.19.*",
    "=1.19.2": "==1.19.2",
    "==1.19": "==1.19",
    "1.19": "==1.19",
    "1.19.*": "==1.19.*",
    ">=1.19,<2.0a0": ">=1.19,<2.0a0",
    ">=1.19.*": ">=1.19",
    ">=1.19,<1.20.0": ">=1.19,<1.20.0",
    "=2021.3": "==2021.3.*",
    "1.19|1.20": None,
}


@pytest.mark.parametrize(("conda", "pip"), CONSTRAINTS.items(), ids=[f"({key})" for key in CONSTRAINTS])
def test_a_constraint_of_conda_is_said_as_pip_says_it(conda: str, pip: str | None) -> None:
    assert conda_specs.for_pip(conda) == pip


SPECS = {
    "numpy": ("numpy", "", ""),
    "numpy=1.19=py38_0": ("numpy", "==1.19", "py38_0"),
    "numpy 1.19 py38_0": ("numpy", "==1.19", "py38_0"),
    "conda-forge::numpy >=1.19": ("numpy", ">=1.19", ""),
    "jaxlib=*=*cuda*": ("jaxlib", "*", "*cuda*"),
    "numpy[version='>=1.19',build=py38_0]": ("numpy", ">=1.19", "py38_0"),
}


@pytest.mark.parametrize(("text", "wanted"), SPECS.items(), ids=SPECS)
def test_a_package_of_conda_has_a_name_a_constraint_and_a_build(text: str, wanted: tuple[str, str, str]) -> None:
    spec = conda_specs.parse(text)

    assert spec is not None
    assert (spec.name, spec.constraint, spec.build) == wanted


@pytest.mark.parametrize("text", ["", " ", "=1.0", "::", "git+https://a.org/b", "[version=1]", "a b c d e", "ä"])
def test_what_is_no_package_of_conda_is_left_out(text: str) -> None:
    assert conda_specs.parse(text) is None or read(f"dependencies: ['{text}']").requirements == ()


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("pytorch", "torch"),
        ("PyTorch", "torch"),
        ("opencv", "opencv-python"),
        ("numpy", "numpy"),
        ("librosa", "librosa"),
        ("an-unknown-package", "an-unknown-package"),
        ("mkl", None),
        ("cudatoolkit", None),
        ("libgcc-ng", None),
        ("_openmp_mutex", None),
        ("r-ggplot2", None),
        ("ld_impl_linux-64", None),
        ("cuda-nvcc", None),
        ("graphviz", None),
        ("xorg-libx11", None),
    ],
)
def test_a_name_of_conda_is_one_of_the_index_or_none(name: str, wanted: str | None) -> None:
    assert conda_names.pypi_name(name) == wanted


def test_a_library_that_wheels_bring_along_is_minor_and_a_program_is_not() -> None:
    needs = read("dependencies: [libgcc-ng=9, ffmpeg=4]")

    assert [(left.text, left.is_minor) for left in needs.left_out] == [("libgcc-ng=9", True), ("ffmpeg=4", False)]


@pytest.mark.parametrize(
    ("spec", "cuda"),
    [
        ("cudatoolkit=11.3", "11.3"),
        ("cudatoolkit==10.0.130", "10.0"),
        ("cudatoolkit=10.", "10"),
        ("pytorch-cuda=12.1", "12.1"),
        ("nvidia::cuda-version=12.4", "12.4"),
        ("pytorch=1.9.0=py3.8_cuda10.2_cudnn7_0", "10.2"),
        ("torchvision=0.10=py38_cu111", "11.1"),
        ("cudatoolkit", None),
        ("pytorch=1.9.0=py3.8_cpu_0", None),
        ("cudnn=8.2", None),
        ("cudatoolkit=*", None),
    ],
)
def test_cuda_is_told_by_its_packages_and_by_builds(spec: str, cuda: str | None) -> None:
    found = read(f"dependencies: ['{spec}']").cuda

    assert (found.text if found else None) == cuda


FAULTS = {
    "no list": "name: x\n",
    "a list": "- a\n",
    "nothing": "",
    "no YAML": "dependencies: [a\n",
    "an anchor": "dependencies: &a [b]\nx: *a\n",
    "a mapping": "dependencies: {a: 1}\n",
    "two documents": "dependencies: [a]\n---\nb: 1\n",
}


@pytest.mark.parametrize("text", FAULTS.values(), ids=FAULTS)
def test_what_is_no_environment_is_told_and_not_raised(text: str) -> None:
    needs = read(text)

    assert needs.fault
    assert needs.requirements == ()


def test_odd_entries_of_an_environment_are_passed_over() -> None:
    needs = read("dependencies: [a, null, [b], {pip: {c: d}}, {pip: [e, [f], null]}, {conda: [g]}]\nchannels: 3")

    assert [need.text for need in needs.requirements] == ["a", "e"]
