"""Which formats of other people a repository is written in, and what they say is run."""

from collections.abc import Callable, Collection, Iterator

from reprobridge_spec.documents.foreign import capsule, dvc_yaml, harbor, makefile, mlproject, repo2docker
from reprobridge_spec.documents.foreign.formats import ForeignFormat, ForeignRun, Format, Read, folder_of, joined
from reprobridge_spec.documents.foreign.text import ForeignError
from reprobridge_spec.lazy_pattern import lazy_pattern

__all__ = ["ForeignFormat", "ForeignRun", "Format", "read_formats"]

_TASKS = lazy_pattern(r"(?:.*/)?(?:core[-_]?(?:bench[\w-]{0,30}|train|test)|task|tasks)\.json")
_MOST = 200
"""Files of one format that are looked at."""
Reading = Callable[[], ForeignFormat | None]


def read_formats(paths: Collection[str], read: Read) -> tuple[ForeignFormat, ...]:
    """What formats of other people say about a repository, in the order of their files; faults are told, not raised.

    Args:
        paths: all files of the repository, from its root, sorted; a set, or a list that is made into one here.
        read: gives the content of a file.
    """
    known = paths if isinstance(paths, set | frozenset | dict) else frozenset(paths)
    found: list[ForeignFormat] = []
    counts: dict[Format, int] = {}
    for path in paths:
        for kind, reading in _readings(path, known, read):
            counts[kind] = counts.get(kind, 0) + 1
            if counts[kind] <= _MOST and (one := _taken(kind, path, reading)) is not None:
                found.append(one)
    binder = repo2docker.find(known)
    return (*found, binder) if binder else tuple(found)


def _readings(path: str, known: Collection[str], read: Read) -> Iterator[tuple[Format, Reading]]:
    folder, _, name = path.rpartition("/")
    match name:
        case "MLproject":
            yield Format.MLPROJECT, lambda: mlproject.read(path, read)
        case "dvc.yaml":
            yield Format.DVC, lambda: dvc_yaml.read(path, read)
        case "metadata.yml" if folder.rpartition("/")[2] == "metadata" and _has_code(folder_of(folder), known):
            yield Format.CODE_OCEAN, lambda: capsule.read(path, read, known)
        case "REPRODUCING.md" if joined(folder, "metadata/metadata.yml") not in known:
            yield Format.CODE_OCEAN, lambda: _instructed(path, read, known)
        case "task.toml" if joined(folder, "instruction.md") in known:
            yield Format.HARBOR, lambda: harbor.read(path, read, known)
        case "task.yaml" if joined(folder, "run-tests.sh") in known:
            yield Format.HARBOR, lambda: harbor.read_older(path, read, known)
        case "Makefile" | "makefile" | "GNUmakefile":
            yield Format.MAKEFILE, lambda: _with_runs(makefile.read(path, read))
        case _ if name.endswith(".json") and _TASKS.fullmatch(path):
            yield Format.CORE_BENCH, lambda: capsule.read_tasks(path, read)


def _has_code(root: str, known: Collection[str]) -> bool:
    names = ("code/run", "code/run.sh", "environment/Dockerfile", "REPRODUCING.md")
    return any(joined(root, name) in known for name in names)


def _instructed(path: str, read: Read, known: Collection[str]) -> ForeignFormat | None:
    return capsule.read(path, read, known) if capsule.is_published_capsule(read(path)) else None


def _with_runs(found: ForeignFormat) -> ForeignFormat | None:
    return found if found.runs else None


def _taken(kind: Format, path: str, reading: Reading) -> ForeignFormat | None:
    try:
        return reading()
    except ForeignError as error:
        return ForeignFormat(format=kind, path=path, fault=str(error))
    except OSError as error:
        return ForeignFormat(format=kind, path=path, fault=f"cannot be opened: {error.strerror or error}")
