"""Which CUDA a framework was built for, as far as its pin tells, and which cards that CUDA can make code for."""

import re

from packaging.specifiers import InvalidSpecifier, SpecifierSet
from packaging.version import InvalidVersion, Version

from reprobridge_spec.documents import local_versions
from reprobridge_spec.frozen import dataclass

Cuda = tuple[int, int]

_NEWEST_MAJOR: tuple[tuple[Cuda, int], ...] = (((12, 8), 12), ((11, 8), 9), ((11, 0), 8), ((9, 0), 7), ((8, 0), 6))
"""From which CUDA on code can be made for cards up to which major capability, the newest first."""
_DEFAULT_OF_TORCH: tuple[tuple[str, str, Cuda], ...] = (
    ("2.8", "2.9", (12, 8)),
    ("2.7", "2.8", (12, 6)),
    ("2.5", "2.7", (12, 4)),
    ("2.1", "2.5", (12, 1)),
    ("1.13", "2.1", (11, 7)),
    ("1.6", "1.13", (10, 2)),
)
"""What the package index's own Linux wheels of PyTorch are built for: from a version, below another."""
_CARDS = {
    r"B[123]00|GB[23]00": 10.0,
    r"H[12]00|H800|H20|GH200": 9.0,
    r"A100|A800|A30": 8.0,
    r"A40|A10G?|A16|A[456]000|RTX ?A\d{4}|(?:RTX ?)?30[5-9]0(?: ?TI)?": 8.6,
    r"L4|L40S?|(?:RTX ?)?40[6-9]0(?: ?TI| ?SUPER)?|RTX ?6000 ?ADA": 8.9,
    r"V100": 7.0,
    r"T4|(?:RTX ?)?20[678]0(?: ?TI| ?SUPER)?|TITAN ?RTX": 7.5,
    r"P100": 6.0,
    r"(?:RTX ?)?50[6-9]0(?: ?TI)?": 12.0,
}
_KNOWN = (3.5, 3.7, 5.0, 5.2, 6.0, 6.1, 7.0, 7.5, 8.0, 8.6, 8.9, 9.0, 10.0, 12.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Build:
    """What a framework was built for.

    Attributes:
        what: the pin that tells it.
        cuda: None where it was built for CPUs alone.
        line: of that pin, where it is known.
        is_said: whether the pin itself names it; else it is what the package index is known to serve.
    """

    what: str
    cuda: Cuda | None
    line: int
    is_said: bool


def of_pin(name: str, version: str, line: int) -> Build | None:
    """The build that a pin of PyTorch tells; None where it tells none."""
    label = version.partition("+")[2]
    if name not in {"torch", "jaxlib", "torchvision"}:
        return None
    if label == "cpu":
        return Build(what=f"{name} {version}", cuda=None, line=line, is_said=True)
    if label:
        cuda = local_versions.cuda_of(label)
        return Build(what=f"{name} {version}", cuda=cuda, line=line, is_said=True) if cuda else None
    default = _default(version) if name == "torch" else None
    return Build(what=f"{name} {version}", cuda=default, line=line, is_said=False) if default else None


def of_runtime(name: str, version: str, line: int) -> Build | None:
    """The CUDA that a package which carries the runtime tells; None for every other package."""
    if re.fullmatch(r"nvidia-cuda-runtime(-cu\d\d)?|cuda-cudart|cudatoolkit|pytorch-cuda|cuda-version", name) is None:
        return None
    cuda = two_numbers(version)
    return Build(what=f"{name} {version}", cuda=cuda, line=line, is_said=True) if cuda else None


def two_numbers(version: str) -> Cuda | None:
    """Major and minor number of a version of CUDA; None where it has not both."""
    match = re.match(r"(\d{1,3})\.(\d{1,3})(?!\d)", version)
    return (int(match[1]), int(match[2])) if match else None


def newest_major(cuda: Cuda) -> int:
    """The newest major capability of cards that this CUDA can make code for."""
    return next((major for since, major in _NEWEST_MAJOR if cuda >= since), 5)


def capability_of(card: str) -> float | None:
    """The compute capability of a card by its name; None where it is not known."""
    name = card.upper().replace("-", " ")
    for pattern, capability in _CARDS.items():
        if re.search(rf"(?<![A-Z0-9])(?:{pattern})(?![A-Z0-9])", name):
            return capability
    return None


def admits_some(bound: str, newest: int) -> bool:
    """Whether a bound on the capability (`>=8.0`) admits a card that is not too new; True if it cannot be told."""
    try:
        specifiers = SpecifierSet(bound if bound[:1] in "<>=!~" else f"=={bound}")
    except InvalidSpecifier:
        return True
    return any(str(known) in specifiers for known in _KNOWN if known < newest + 1)


def _default(version: str) -> Cuda | None:
    try:
        release = Version(version)
    except InvalidVersion:
        return None
    for since, until, cuda in _DEFAULT_OF_TORCH:
        if Version(since) <= release < Version(until):
            return cuda
    return None
