"""What a file of a repository says that the code needs to run."""

from enum import StrEnum

from reprobridge_spec.frozen import dataclass
from reprobridge_spec.lazy_pattern import lazy_pattern

_EXACT = lazy_pattern(r"[^;@]{1,300}?={2,3}\s*[^\s=<>!~,;*]{1,100}\s*(?:;.*)?")


class Source(StrEnum):
    """What kind of file says it, in words for people."""

    REQUIREMENTS = "requirements file"
    SETUP_PY = "setup.py"
    SETUP_CFG = "setup.cfg"
    PYPROJECT = "pyproject.toml"
    POETRY = "pyproject.toml of Poetry"
    PIPFILE = "Pipfile"
    CONDA = "conda environment file"
    DOCKERFILE = "Dockerfile"
    NOTEBOOK = "notebook"
    SHELL = "shell script"
    POETRY_LOCK = "lock of Poetry"
    UV_LOCK = "lock of uv"
    PDM_LOCK = "lock of PDM"
    PIPFILE_LOCK = "lock of Pipenv"
    PYLOCK = "pylock.toml"
    CONDA_LOCK = "lock of conda-lock"
    PIXI_LOCK = "lock of pixi"
    CONDA_LIST = "list of a conda environment"
    REPO2DOCKER = "repo2docker configuration"
    IMPORTS = "imports"


LOCKS = frozenset(
    {
        Source.POETRY_LOCK,
        Source.UV_LOCK,
        Source.PDM_LOCK,
        Source.PIPFILE_LOCK,
        Source.PYLOCK,
        Source.CONDA_LOCK,
        Source.PIXI_LOCK,
        Source.CONDA_LIST,
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Need:
    """One thing that is asked for.

    Attributes:
        text: for a package of Python a PEP 508 requirement, changed as little as possible.
        line: counted from one.
        path: the file, where it is another one than that of the needs; empty else.
    """

    text: str
    line: int
    path: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftOut:
    """Something that is asked for and that no package index can answer as it stands.

    Attributes:
        text: as it stands in the file, without user names and passwords.
        line: counted from one.
        why: the rest of a sentence or a sentence, for people.
        advice: one sentence on what to do.
        file: the other file or folder of the repository that is named, as it is named there; empty where none is.
        path: the file, where it is another one than that of the needs; empty else.
        is_minor: whether there is mostly nothing to do: wheels bring it along, or Python has it itself.
    """

    text: str
    line: int
    why: str
    advice: str
    file: str = ""
    path: str = ""
    is_minor: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Needs:
    """What one file asks for.

    Attributes:
        path: the file.
        requirements: all that an install of the project asks for.
        optional: extras, groups for developers, tools for tests.
        python: as `python` in a manifest: `3.8`, `3.8.5` or `>=3.7,<3.9`.
        system: packages of Debian.
        indexes: addresses of indexes and of folders of wheels, and channels of conda, as the file names them.
        image: the image that a Dockerfile begins with.
        cuda: the version of CUDA, such as `11.3`.
        left_out: what no package index can answer.
        fault: why the file could not be read, or not to its end; None where it was.
    """

    path: str
    source: Source
    requirements: tuple[Need, ...] = ()
    optional: tuple[Need, ...] = ()
    python: Need | None = None
    system: tuple[Need, ...] = ()
    indexes: tuple[Need, ...] = ()
    image: Need | None = None
    cuda: Need | None = None
    left_out: tuple[LeftOut, ...] = ()
    fault: str | None = None

    @property
    def is_lock(self) -> bool:
        """Whether it holds one exact version of everything, as a program found it."""
        return self.source in LOCKS

    @property
    def pinned(self) -> tuple[int, int]:
        """How many requirements ask for one exact version, and how many there are."""
        exact = sum(1 for need in self.requirements if is_exact(need.text))
        return exact, len(self.requirements)


def is_exact(requirement: str) -> bool:
    """Whether a requirement asks for one exact version."""
    return _EXACT.fullmatch(requirement) is not None
