"""What is known of a package that was built: where it came from, its wheel, and what that says it needs."""

from pathlib import Path
from typing import Protocol

from packaging.tags import Tag
from packaging.utils import parse_wheel_filename

from reprobridge_spec.documents.lock_file import Pin
from reprobridge_spec.frozen import dataclass

_FOR_ALL = Tag("py3", "none", "any")


@dataclass(frozen=True, slots=True, kw_only=True)
class Needs:
    """What a release of a package says it needs.

    Attributes:
        name: in normal form.
        requires: requirements, as its metadata has them.
        extras: names of its extras.
        python: bound on the Python; empty for any.
    """

    name: str
    version: str
    requires: tuple[str, ...] = ()
    extras: tuple[str, ...] = ()
    python: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceDistribution:
    """A source distribution, as an index offers it.

    Attributes:
        name: of the package, in normal form.
        address: of the file, `https:` or `file:` for example.
        sha256: its digest, as the index has it.
    """

    name: str
    version: str
    address: str
    sha256: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BuiltWheel:
    """A wheel that was built.

    Attributes:
        file: where it lies in the cache, by the name of a wheel.
        pin: the package with the digest of the wheel and what it was built from.
        needs: what its metadata says.
    """

    file: Path
    pin: Pin
    needs: Needs

    @property
    def is_for_all(self) -> bool:
        """Whether it is for every platform and every Python 3."""
        return _FOR_ALL in parse_wheel_filename(self.file.name)[3]


@dataclass(frozen=True, slots=True, kw_only=True)
class WheelBuild:
    """A source distribution that is to become a wheel.

    Attributes:
        archive: the source distribution.
        environment: a virtual environment with pip and what builds it.
        base_prefix: the installation that this one's Python belongs to.
        folder: an empty folder that gets the wheel, and nothing else.
    """

    archive: Path
    environment: Path
    base_prefix: Path
    folder: Path


class WheelMaker(Protocol):
    """Builds a wheel where the build can neither reach a network nor read or write what is not its own."""

    def __call__(self, build: WheelBuild) -> None:
        """Puts the wheel of `build` into its folder.

        Raises:
            ArtifactError: it cannot be built; the message has the end of what was said.
            NotDoneError: nothing here keeps the build apart.
        """
        ...
