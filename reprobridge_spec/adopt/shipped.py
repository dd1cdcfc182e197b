"""Result files that a repository ships: they are never counted as scores, and no run gets to see them."""

from collections import defaultdict
from collections.abc import Iterator

from reprobridge_spec.adopt.facts import Fact, Place, Topic
from reprobridge_spec.adopt.layout import LIMIT, Layout
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.lazy_pattern import lazy_pattern

_ENDS = (".csv", ".tsv", ".json", ".jsonl", ".txt", ".log", ".out", ".pkl", ".npy", ".npz", ".xlsx", ".tex")
_WORD = lazy_pattern(
    r"(?:^|[_. -])(?:results?|scores?|metrics?|accurac(?:y|ies)|leaderboards?|performances?|evaluations?|reports?"
    r"|summary|predictions?|outputs?|logs?)(?:[_. -]|$)"
)
_FOLDERS = frozenset(
    {
        "results",
        "result",
        "outputs",
        "output",
        "logs",
        "log",
        "scores",
        "runs",
        "wandb",
        "lightning_logs",
        "predictions",
    }
)
_FEW = 6
_SHOWN = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Shipped:
    """The result files of a repository.

    Attributes:
        globs: which they are, from the root.
        tables: those that are tables with a head, the nearest to the root first.
        facts: what is to be said about them.
    """

    globs: tuple[str, ...]
    tables: tuple[str, ...]
    facts: tuple[Fact, ...]


def shipped_results(layout: Layout) -> Shipped:
    """The files that could pass as scores, by their names; what code or data stands beside is not touched."""
    folders = set(_result_folders(layout))
    found = [path for path in layout.own if _is_result(path, folders)]
    tables = [path for path in found if path.endswith((".csv", ".tsv")) and layout.files.entries[path].size <= LIMIT]
    globs = tuple(_globs(found, folders))
    facts = [
        Fact(Topic.RESULTS, f"{count} files: {glob}" if "*" in glob else glob, Place(first))
        for glob, first, count in _counted(found, globs)
    ]
    return Shipped(globs=globs, tables=tuple(tables), facts=tuple(facts))


def _result_folders(layout: Layout) -> Iterator[str]:
    """Folders that hold results and nothing that a program reads as code."""
    code: dict[str, bool] = defaultdict(bool)
    for path in layout.own:
        steps = path.split("/")
        for depth, step in enumerate(steps[:-1], start=1):
            if step.lower() in _FOLDERS:
                code["/".join(steps[:depth])] |= path.endswith((".py", ".sh", ".ipynb", ".yaml", ".yml"))
                break
    yield from (folder for folder, has_code in code.items() if not has_code)


def _is_result(path: str, folders: set[str]) -> bool:
    if _folder_of(path, folders):
        return True
    name = path.rpartition("/")[2].lower()
    return name.endswith(_ENDS) and _WORD.search(name) is not None and "requirements" not in name


def _folder_of(path: str, folders: set[str]) -> str:
    steps = path.split("/")
    return next((folder for n in range(1, len(steps)) if (folder := "/".join(steps[:n])) in folders), "")


def _globs(found: list[str], folders: set[str]) -> Iterator[str]:
    yield from sorted(f"{folder}/**" for folder in folders)
    by_name: dict[tuple[str, str], list[str]] = defaultdict(list)
    for path in found:
        if not _folder_of(path, folders):
            by_name[path.partition("/")[0], path.rpartition("/")[2]].append(path)
    for (top, name), paths in sorted(by_name.items()):
        yield from [f"{top}/**/{name}"] if len(paths) > _FEW else sorted(paths)


def _counted(found: list[str], globs: tuple[str, ...]) -> Iterator[tuple[str, str, int]]:
    for glob in globs:
        start, _, end = glob.partition("**")
        own = [path for path in found if path.startswith(start) and path.endswith(end)] if "**" in glob else [glob]
        if own:
            yield glob, own[0], len(own)
