"""What the name of a Docker image tells about the Python, the CUDA and the framework in it."""

import re

from reprobridge_spec.documents.foreign.gathering import Gathering
from reprobridge_spec.documents.foreign.needs import Need
from reprobridge_spec.lazy_pattern import lazy_pattern

_PYTHON = lazy_pattern(r"(?:\S{1,200}/)?python:(\d\.\d{1,2}(?:\.\d{1,2})?)(?:[-_@].*)?")
_PYTHON_IN_TAG = lazy_pattern(r"(?:python|(?<![a-z])py|cp)-?_?(3\.\d{1,2}(?:\.\d{1,2})?|3\d{1,2}(?![\d.]))")
_CUDA_IMAGE = lazy_pattern(r"(?:\S{1,200}/)?cuda(?:gl)?:(\d{1,2}\.\d{1,2})(?:\.\d{1,3})?(?:[-_@].*)?")
_CUDA_IN_TAG = lazy_pattern(r"(?:cuda|cu)-?_?(\d{1,2}\.\d)|(?<![a-z])cu(1[0-3]\d|9\d)(?!\d)")
_FRAMEWORK = lazy_pattern(
    r"(?:docker\.io/|registry\.codeocean\.com/codeocean/)?"
    r"(?:pytorch/pytorch|tensorflow/tensorflow|pytorch|tensorflow|jax)"
    r":v?(\d{1,2}\.\d{1,3}(?:\.\d{1,3})?)(?:[-_@].*)?"
)
_OF_SYSTEM = lazy_pattern(r"(?:ubuntu|debian)[:-]?(\d{2}\.\d{2}|[a-z]{4,9}|\d{2})(?![\w.])")
_PYTHON_OF_SYSTEM = {
    "18.04": "3.6",
    "bionic": "3.6",
    "20.04": "3.8",
    "focal": "3.8",
    "22.04": "3.10",
    "jammy": "3.10",
    "24.04": "3.12",
    "noble": "3.12",
    "10": "3.7",
    "buster": "3.7",
    "11": "3.9",
    "bullseye": "3.9",
    "12": "3.11",
    "bookworm": "3.11",
}
_OF_NVIDIA = lazy_pattern(r"nvcr\.io/nvidia/(pytorch|tensorflow|jax|pyg|mxnet):(\S{1,60})")


def take(gathering: Gathering, image: Need) -> None:
    """Put what the name of the image tells to the needs; what the file itself says of Python stands."""
    name = image.text
    if "$" in name:
        gathering.leave(name, image.line, "is an image whose name something else fills in", "Write which image it was.")
        return
    if found := _PYTHON.fullmatch(name):
        gathering.say_python(found[1], image.line)
    elif found := _PYTHON_IN_TAG.search(name.partition(":")[2]):
        gathering.say_python(found[1] if "." in found[1] else f"3.{found[1][1:]}", image.line)
    elif (found := _OF_SYSTEM.search(name)) and found[1] in _PYTHON_OF_SYSTEM and gathering.has_system_python():
        gathering.say_python(_PYTHON_OF_SYSTEM[found[1]], image.line)
    _cuda(gathering, image)
    _framework(gathering, image)


def _cuda(gathering: Gathering, image: Need) -> None:
    if found := _CUDA_IMAGE.fullmatch(image.text):
        gathering.say_cuda(found[1], image.line)
    elif found := _CUDA_IN_TAG.search(image.text.partition(":")[2]):
        gathering.say_cuda(found[1] or f"{found[2][:-1]}.{found[2][-1]}", image.line)


def _framework(gathering: Gathering, image: Need) -> None:
    if found := _FRAMEWORK.fullmatch(image.text):
        name = re.sub(r"^pytorch$", "torch", image.text.partition(":")[0].rpartition("/")[2])
        any_patch = ".*" if found[1].count(".") == 1 else ""
        gathering.add(f"{name}=={found[1]}{any_patch}", image.line)
    elif found := _OF_NVIDIA.fullmatch(image.text):
        why = f"the image brings a build of {found[1]} that no index has"
        advice = f"See in NVIDIA's release notes of {found[2]} which version it is, and ask for that one."
        gathering.leave(image.text, image.line, why, advice)
