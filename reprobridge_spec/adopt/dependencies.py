"""Which packages some programs need, as the files of a repository say it, and which of these files count."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from packaging.requirements import InvalidRequirement, Requirement
from packaging.utils import canonicalize_name

from reprobridge_spec.adopt.facts import Fact, Place, Topic
from reprobridge_spec.adopt.layout import Layout
from reprobridge_spec.documents import local_versions
from reprobridge_spec.documents.foreign.dependencies import read
from reprobridge_spec.documents.foreign.needs import Need, Needs, Source

MAIN = "main"
"""The environment of programs that no folder says anything about, but the root."""
_RANK = (
    Source.REQUIREMENTS,
    Source.PYPROJECT,
    Source.POETRY,
    Source.SETUP_CFG,
    Source.SETUP_PY,
    Source.CONDA,
    Source.PIPFILE,
    Source.DOCKERFILE,
    Source.REPO2DOCKER,
    Source.NOTEBOOK,
    Source.SHELL,
    Source.CONDA_LIST,
)
_OF_PROJECTS = frozenset({Source.PYPROJECT, Source.POETRY, Source.SETUP_CFG, Source.SETUP_PY})
_NOT_FOR_RUNS = ("dev", "test", "doc", "lint", "build", "optional", "example")
_ASIDE = frozenset({"docs", "doc", "tests", "test", ".github"})
_FOR_FILES = frozenset({"env", "envs", "environment", "requirements", "docker", "binder", ".binder", "conda"})
"""Folders in which files lie that speak for the folder around."""
_TWINS = (
    frozenset({"opencv-python", "opencv-python-headless", "opencv-contrib-python"}),
    frozenset({"tensorflow", "tensorflow-gpu", "tensorflow-cpu"}),
    frozenset({"pillow", "pillow-simd"}),
    frozenset({"faiss-cpu", "faiss-gpu"}),
    frozenset({"igraph", "python-igraph"}),
)
"""Packages of which each has the modules of the others."""
MOST_FILES = 60
"""Files that are read for what they ask for."""
_LARGEST = 8 << 20


@dataclass(slots=True, kw_only=True)
class Dependencies:
    """What the programs of one folder need, as far as the repository says.

    Attributes:
        id: of the environment.
        requirements: PEP 508 requirements by normal name, each with where it stands.
        imported: those of the requirements that no file asks for.
        python: what is said about Python, as a manifest has it.
        system: packages of Debian.
        conda: the environment file of conda that asks for packages which no index of Python has; empty where none does.
        cuda: the version of CUDA that it names.
        indexes: addresses of indexes and folders of wheels that are named for it.
    """

    id: str
    requirements: dict[str, Need] = field(default_factory=dict)
    imported: set[str] = field(default_factory=set)
    python: Need | None = None
    system: dict[str, Need] = field(default_factory=dict)
    conda: str = ""
    cuda: Need | None = None
    indexes: dict[str, Need] = field(default_factory=dict)

    def versions(self) -> dict[str, str | None]:
        """The exact version of each package that asks for one; None for the others, which may be the newest."""
        found: dict[str, str | None] = {}
        for name, need in self.requirements.items():
            exact = [one.version for one in Requirement(need.text).specifier if one.operator in {"==", "==="}]
            found[name] = exact[0] if exact and "*" not in exact[0] else None
        return found

    def lines(self) -> Iterator[str]:
        """The requirements as lines of a file, each with where it was found; before them the indexes of builds."""
        labels = (local_versions.label_of(need.text) for need in self.requirements.values())
        known = {index: "" for label in labels if label and (index := local_versions.index_for(label))}
        for address, place in (known | {one: str(Place(n.path, n.line)) for one, n in self.indexes.items()}).items():
            option = "--find-links" if address.endswith((".html", ".htm")) else "--extra-index-url"
            yield f"{option} {address}{f'  # {place}' if place else ''}"
        for name in sorted(self.requirements):
            need = self.requirements[name]
            mark = "guess: " if name in self.imported else ""
            yield f"{need.text}  # {mark}{Place(need.path, need.line)}"


def read_needs(layout: Layout, path: str) -> Needs:
    """What a file asks for; one that is none of the usual names is read as a file of requirements."""
    try:
        return read(path, layout.files.read(path, _LARGEST))
    except ValueError:
        return Needs(path=path, source=Source.REQUIREMENTS, fault=f"it is larger than {_LARGEST >> 20} MiB")


def speaks_for(path: str) -> str:
    """The folder that a file of dependencies speaks for."""
    folder = path.rpartition("/")[0]
    above, _, last = folder.rpartition("/")
    return above if last in _FOR_FILES else folder


def is_usable(needs: Needs) -> bool:
    """Whether a file says what runs need: of a kind that asks for packages, and not for developers alone."""
    return needs.source in _RANK and bool(needs.requirements) and not _is_aside(needs.path)


def _is_aside(path: str) -> bool:
    *folders, name = path.lower().split("/")
    stem = name.removesuffix(".txt").replace("requirements", "")
    return not _ASIDE.isdisjoint(folders) or any(word in stem for word in _NOT_FOR_RUNS)


def chosen_of(own: list[Needs]) -> list[Needs]:
    """Of the files that speak for a folder the best kind; beside requirements also what the project itself asks for."""
    usable = sorted(
        (needs for needs in own if is_usable(needs)),
        key=lambda needs: (_RANK.index(needs.source), len(needs.path), needs.path),
    )
    if not usable:
        return []
    first, *others = usable
    adds = [needs for needs in others if first.source is Source.REQUIREMENTS and needs.source in _OF_PROJECTS]
    return [first, *adds]


def beside(path: str, file: str) -> str:
    """The path of a file that another one names."""
    steps = path.split("/")[:-1]
    for step in file.split("/"):
        if step == ".." and steps:
            steps.pop()
        elif step not in {"", "."}:
            steps.append(step)
    return "/".join(steps)


def needs_conda(needs: Needs) -> bool:
    """Whether packages are asked for that conda alone has, beside those that wheels bring along."""
    return any("conda" in left.why and not left.is_minor for left in needs.left_out)


def pin(found: Dependencies, locks: list[Needs]) -> None:
    """Make what is asked for exact where a lock of the folder says which one version it was."""
    for lock in locks[:1]:
        names = Counter(name_of(need.text) for need in lock.requirements)
        pins = {
            name: need for need in lock.requirements if names[name := name_of(need.text)] == 1 and ";" not in need.text
        }
        for name, need in found.requirements.items():
            if name in pins and "==" not in need.text:
                found.requirements[name] = at(pins[name], lock)
        if not found.requirements:
            found.requirements = {name: at(need, lock) for name, need in pins.items() if name}


_UNREAD = "Correct or remove the file and run `rrspec init` again, or write what it asks for into the requirements."


def told(said: list[Needs], taken: set[str]) -> Iterator[Fact]:
    """What each file asks for, and whether it counts."""
    for needs in said:
        exact, all_ = needs.pinned
        used = "taken" if needs.path in taken else "not taken"
        text = needs.fault or f"{needs.source}: {all_} packages, {exact} of them pinned; {used}"
        yield Fact(Topic.DEPENDENCIES, text, Place(needs.path), _UNREAD if needs.fault else "")
    if not said:
        yield Fact(Topic.DEPENDENCIES, "no file says what is to be installed; the imports were read")


def is_provided(name: str, found: Dependencies) -> bool:
    """Whether a package under another name is asked for, which gives the same module."""
    return any(name in twins and not twins.isdisjoint(found.requirements) for twins in _TWINS)


def at(need: Need, needs: Needs) -> Need:
    """A need with the file that it stands in."""
    return Need(text=need.text, line=need.line, path=need.path or needs.path)


def name_of(text: str) -> str:
    """The normal name of a requirement; empty where it is none."""
    try:
        return canonicalize_name(Requirement(text).name)
    except InvalidRequirement:
        return ""
