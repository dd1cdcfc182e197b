"""What some releases that papers often pin are known to ask for; a release never changes what it asks for.

It is no resolver: a few facts about packages that are often forced together, and nothing about any other.
"""

from collections.abc import Iterator

from packaging.specifiers import SpecifierSet
from packaging.version import InvalidVersion, Version

from reprobridge_spec.frozen import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """What a release asks of another package.

    Attributes:
        name: of the other package, in normal form.
    """

    name: str
    specifier: SpecifierSet


_RANGES = {
    "matplotlib": ((">=3.7.3,<3.8.4", "numpy", "<2"),),
    "numba": ((">=0.58.1,<0.60", "numpy", "<1.27"),),
    "pandas": ((">=2.1.2,<2.2.2", "numpy", "<2"),),
    "scikit-learn": ((">=1.3.2,<1.4.2", "numpy", "<2"),),
    "scipy": ((">=1.9.3,<1.13", "numpy", "<2"), ("==1.9.3", "numpy", "<1.26"), ("==1.10.1", "numpy", "<1.27")),
    "tensorflow": (
        (">=2.15,<2.18", "numpy", "<2"),
        ("==2.18.0", "numpy", "<2.1"),
        ("==2.15.0", "keras", ">=2.15,<2.16"),
    ),
}
_TORCH_OF_TORCHVISION = {
    "0.22.0": "2.7.0",
    "0.21.0": "2.6.0",
    "0.20.1": "2.5.1",
    "0.20.0": "2.5.0",
    "0.19.1": "2.4.1",
    "0.19.0": "2.4.0",
    "0.18.1": "2.3.1",
    "0.18.0": "2.3.0",
    "0.17.2": "2.2.2",
    "0.17.1": "2.2.1",
    "0.17.0": "2.2.0",
    "0.16.2": "2.1.2",
    "0.16.1": "2.1.1",
    "0.16.0": "2.1.0",
    "0.15.2": "2.0.1",
    "0.15.1": "2.0.0",
    "0.14.1": "1.13.1",
    "0.14.0": "1.13.0",
    "0.13.1": "1.12.1",
    "0.13.0": "1.12.0",
    "0.12.0": "1.11.0",
    "0.11.2": "1.10.1",
    "0.11.1": "1.10.0",
    "0.10.1": "1.9.1",
    "0.10.0": "1.9.0",
    "0.9.1": "1.8.1",
    "0.9.0": "1.8.0",
}
_TORCH_OF_TORCHAUDIO = {"2.0.1": "2.0.0", "2.0.2": "2.0.1"}
_TORCHAUDIO_AS_TORCH = SpecifierSet(">=2.1,<=2.7.0")
"""The versions that ask for the PyTorch of their own number."""


def of(name: str, version: str) -> Iterator[Known]:
    """What `version` of `name` (in normal form) is known to ask for."""
    try:
        release = Version(version)
    except InvalidVersion:
        return
    for versions, other, asked in _RANGES.get(name, ()):
        if SpecifierSet(versions).contains(release, prereleases=True):
            yield Known(name=other, specifier=SpecifierSet(asked))
    torch = _torch(name, release)
    if torch is not None:
        yield Known(name="torch", specifier=SpecifierSet(f"=={torch}"))


def _torch(name: str, release: Version) -> str | None:
    if name == "torchvision":
        return _TORCH_OF_TORCHVISION.get(release.public)
    if name == "torchaudio":
        same = release.public if release in _TORCHAUDIO_AS_TORCH else None
        return _TORCH_OF_TORCHAUDIO.get(release.public, same)
    return None
