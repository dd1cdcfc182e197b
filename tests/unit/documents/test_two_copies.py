import pytest

from reprobridge_spec.documents import lock_file
from reprobridge_spec.documents.two_copies import Locked, of_pins, twice

TWICE = {
    "conda and pip": (
        [("pytorch", "2.1", False), ("torch", "2.1", True)],
        "torch 2.1 is another copy of pytorch 2.1 (line 1)",
    ),
    "the same name": (
        [("numpy", "1.26.4", False), ("numpy", "2.0.0", True)],
        "pip installs numpy 2.0.0 over numpy 1.26.4 of conda (line 1)",
    ),
    "two builds": (
        [("torch", "2.1.0+cu118", False), ("torchvision", "0.16.0+cu121", False)],
        "torchvision 0.16.0+cu121 is another build than torch 2.1.0+cu118 (line 1)",
    ),
    "a build for CPUs": (
        [("torch", "2.1.0+cu118", False), ("torchaudio", "2.1.0+cpu", False)],
        "torchaudio 2.1.0+cpu is another build than torch 2.1.0+cu118 (line 1)",
    ),
    "two CUDAs": (
        [("nvidia-cublas-cu12", "12.1", False), ("nvidia-cudnn-cu11", "8.9", False)],
        "nvidia-cublas-cu12 12.1 brings the libraries of CUDA 12, and nvidia-cudnn-cu11 8.9 (line 2) those of CUDA 11",
    ),
    "sisters": (
        [("opencv-python", "4.9", False), ("opencv-python-headless", "4.9", False)],
        "opencv-python-headless 4.9 is another copy of opencv-python 4.9 (line 1)",
    ),
}
ONCE = {
    "nothing": [],
    "one framework": [("torch", "2.1.0+cu118", False), ("torchvision", "0.16.0+cu118", False)],
    "a name that brings nothing": [("pytorch", "2.1", False), ("pytorch-gpu", "2.1", False)],
    "one CUDA": [("nvidia-cublas-cu12", "12.1", False), ("nvidia-cudnn-cu12", "8.9", False)],
    "builds without a label": [("torch", "2.1.0", False), ("torchvision", "0.16.0+cu121", False)],
}


def locked(packages: list[tuple[str, str, bool]]) -> list[Locked]:
    return [
        Locked(name=name, version=version, line=line, of_pip=of_pip)
        for line, (name, version, of_pip) in enumerate(packages, start=1)
    ]


@pytest.mark.parametrize(("packages", "message"), TWICE.values(), ids=TWICE)
def test_what_is_there_twice_is_said_with_both_lines(packages: list[tuple[str, str, bool]], message: str) -> None:
    assert [found.message for found in twice(locked(packages))] == [message]
    assert [found.message for found in twice(reversed(locked(packages)))] == [message]


@pytest.mark.parametrize("packages", ONCE.values(), ids=ONCE)
def test_what_is_there_once_is_no_matter(packages: list[tuple[str, str, bool]]) -> None:
    assert twice(locked(packages)) == []


def test_builds_for_different_machines_do_not_meet() -> None:
    text = "torch==2.1.0+cu118 ; sys_platform == 'linux'\ntorchvision==0.16.0+cpu ; sys_platform == 'win32'\n"
    assert twice(of_pins(lock_file.read(text.encode()).pins)) == []
