"""Repositories for repo2docker and Binder: files that make an environment, in a folder of their own or at the root."""

from collections.abc import Collection

from reprobridge_spec.documents.foreign.formats import ForeignFormat, Format, joined
from reprobridge_spec.documents.foreign.needs import Need

_FOLDERS = ("binder", ".binder")
_FILES = (
    "Dockerfile",
    "default.nix",
    "environment.yml",
    "environment.yaml",
    "Pipfile",
    "Pipfile.lock",
    "requirements.txt",
    "setup.py",
    "pyproject.toml",
    "Project.toml",
    "REQUIRE",
    "DESCRIPTION",
    "install.R",
    "runtime.txt",
    "apt.txt",
    "postBuild",
    "start",
)
"""What decides alone stands first: behind a Dockerfile nothing else is looked at."""
_TELLING = frozenset({"postBuild", "apt.txt", "runtime.txt", "install.R"})
"""Files that nothing else uses at the root of a repository."""


def find(paths: Collection[str]) -> ForeignFormat | None:
    """The files of a repository that repo2docker would use; None where nothing says that it is for it."""
    for folder in (*_FOLDERS, ""):
        files = [joined(folder, name) for name in _FILES if joined(folder, name) in paths]
        if not folder and _TELLING.isdisjoint(files):
            return None
        if files:
            alone = files[:1] if files[0].endswith(("Dockerfile", "default.nix")) else files
            return ForeignFormat(
                format=Format.REPO2DOCKER,
                path=files[0],
                notes=tuple(_notes(alone)),
                environments=tuple(alone),
            )
    return None


def _notes(files: list[str]) -> list[Need]:
    said = {
        "postBuild": "It is run once when the image is made; look at what it downloads.",
        "start": "It is run before each session.",
    }
    return [Need(text=said[name], line=1, path=path) for path in files if (name := path.rpartition("/")[2]) in said]
