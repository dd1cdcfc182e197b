"""Packages of one environment that are the same thing twice, or two builds of it: the last one has its files."""

import re
from collections.abc import Iterable, Iterator, Sequence

from reprobridge_spec.documents import local_versions
from reprobridge_spec.documents.lock_file import Pin
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.lazy_pattern import lazy_pattern

_SAME = (
    frozenset(["torch", "pytorch", "pytorch-cpu", "pytorch-gpu"]),
    frozenset(["tensorflow", "tensorflow-cpu", "tensorflow-gpu"]),
    frozenset(["jaxlib", "jaxlib-cuda"]),
    frozenset(["onnxruntime", "onnxruntime-gpu"]),
    frozenset(["faiss", "faiss-cpu", "faiss-gpu", "faiss-gpu-cu11", "faiss-gpu-cu12"]),
    frozenset(["opencv-python", "opencv-python-headless", "opencv-contrib-python", "opencv-contrib-python-headless"]),
    frozenset(["cupy", "cupy-cuda11x", "cupy-cuda12x", "cupy-cuda13x"]),
)
_BUILT_TOGETHER = frozenset(["torch", "torchvision", "torchaudio"])
_OF_CUDA = lazy_pattern(r"nvidia-[a-z0-9-]{1,40}-cu(\d\d)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Locked:
    """One package of a lock.

    Attributes:
        name: in normal form.
        line: counted from one.
        of_pip: whether pip installs it, where another does the rest.
        marker: the environments that it is for; empty where it is for all.
    """

    name: str
    version: str
    line: int
    of_pip: bool = False
    marker: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Twice:
    """Two lines that bring the same thing; `line` is that of the later one."""

    message: str
    line: int


def of_pins(pins: Iterable[Pin]) -> list[Locked]:
    """The packages of a lock in pip's format."""
    return [Locked(name=pin.name, version=pin.version, line=pin.line, marker=pin.marker or "") for pin in pins]


def twice(packages: Iterable[Locked]) -> list[Twice]:
    """What an environment would get twice, in the order of lines; a package that is for some machines only is left out.

    Args:
        packages: all that is installed together.
    """
    counted = sorted((package for package in packages if not package.marker), key=lambda package: package.line)
    found = [*_same(counted), *_of_both(counted), *_builds(counted), *_cudas(counted)]
    return sorted(found, key=lambda one: (one.line, one.message))


def _same(packages: Sequence[Locked]) -> Iterator[Twice]:
    for names in _SAME:
        of_one = [package for package in packages if package.name in names]
        # conda's `pytorch-gpu` is a name for its `pytorch`, and brings nothing itself
        all_of_conda = "pytorch" in {package.name for package in of_one} and not any(one.of_pip for one in of_one)
        if not of_one or all_of_conda:
            continue
        first = of_one[0]
        for other in of_one[1:]:
            if other.name != first.name:
                yield _twice(other, f"{_shown(other)} is another copy of {_shown(first)} (line {first.line})")


def _of_both(packages: Sequence[Locked]) -> Iterator[Twice]:
    """Packages that conda and pip both bring."""
    by_conda = {package.name: package for package in packages if not package.of_pip}
    for package in packages:
        if package.of_pip and (other := by_conda.get(package.name)):
            yield _twice(package, f"pip installs {_shown(package)} over {_shown(other)} of conda (line {other.line})")


def _builds(packages: Sequence[Locked]) -> Iterator[Twice]:
    labelled = [
        (package, build)
        for package in packages
        if package.name in _BUILT_TOGETHER and (build := local_versions.build_in(package.version.partition("+")[2]))
    ]
    for package, build in labelled[1:]:
        first, of_first = labelled[0]
        if build != of_first:
            yield _twice(package, f"{_shown(package)} is another build than {_shown(first)} (line {first.line})")


def _cudas(packages: Sequence[Locked]) -> Iterator[Twice]:
    first: dict[str, Locked] = {}
    for package in packages:
        if match := _OF_CUDA.fullmatch(package.name):
            first.setdefault(match[1], package)
    oldest = min(first, default="")
    for cuda, package in sorted(first.items()):
        other = first[oldest]
        if cuda != oldest:
            message = f"{_shown(package)} brings the libraries of CUDA {cuda}, and {_shown(other)} (line {other.line})"
            yield _twice(package, f"{message} those of CUDA {oldest}")


def _shown(package: Locked) -> str:
    return f"{package.name} {package.version}"


def _twice(package: Locked, message: str) -> Twice:
    return Twice(message=re.sub(r"\s+", " ", message), line=package.line)
