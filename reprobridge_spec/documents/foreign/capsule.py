"""Capsules of Code Ocean, as they are or as tasks of CORE-Bench."""

from collections.abc import Collection, Iterator

from reprobridge_spec.documents.foreign import conda, dockerfile
from reprobridge_spec.documents.foreign.formats import ForeignFormat, ForeignRun, Format, Read, folder_of, joined
from reprobridge_spec.documents.foreign.needs import Need
from reprobridge_spec.documents.foreign.other_locks import json_of
from reprobridge_spec.documents.foreign.text import ForeignError, text_of
from reprobridge_spec.documents.foreign.toml_text import at, list_at, table_at
from reprobridge_spec.lazy_pattern import lazy_pattern

_OF_THE_BENCHMARK = lazy_pattern(r"(?:.*/)?capsule-\d{5,9}")
_IMAGE = lazy_pattern(r"registry\.codeocean\.com/published/[\w./:-]{1,200}")
_RUNS = ("run", "run.sh")
_MOST_TASKS = 300


def read(path: str, reader: Read, paths: Collection[str]) -> ForeignFormat:
    """What a capsule says, by its `metadata/metadata.yml` or its `REPRODUCING.md`.

    Raises:
        ForeignError: the metadata is no YAML.
    """
    root = folder_of(path) if path.endswith("REPRODUCING.md") else folder_of(folder_of(path))
    instructions = joined(root, "REPRODUCING.md")
    made = joined(root, "environment/Dockerfile")
    notes: list[Need] = []
    if path.endswith(".yml"):
        title = at(conda.tree_of(reader(path)).data, "name")
        notes += [Need(text=f"The capsule is called “{title}”.", line=1, path=path)] if isinstance(title, str) else []
    image = _published(reader(instructions), instructions) if instructions in paths else None
    if instructions in paths:
        notes.append(Need(text="How Code Ocean says to run it is written here.", line=1, path=instructions))
    if image is None and made in paths:
        found = dockerfile.read(made, reader(made)).image
        image = Need(text=found.text, line=found.line, path=made) if found else None
    if any(name.startswith(joined(root, "results/")) for name in paths):
        notes.append(Need(text="The results that it ships were made elsewhere; none of them is a score.", line=1))
    is_task = _OF_THE_BENCHMARK.fullmatch(root) is not None
    others = [joined(root, "environment/postInstall")]
    return ForeignFormat(
        format=Format.CORE_BENCH if is_task else Format.CODE_OCEAN,
        path=path,
        runs=tuple(_runs(root, paths)),
        notes=tuple(notes),
        environments=tuple(name for name in (made, *others) if name in paths),
        image=image,
    )


def _published(data: bytes, path: str) -> Need | None:
    text = text_of(data)
    match = _IMAGE.search(text)
    return Need(text=match[0], line=text.count("\n", 0, match.start()) + 1, path=path) if match else None


def _runs(root: str, paths: Collection[str]) -> Iterator[ForeignRun]:
    for name in _RUNS:
        if joined(root, f"code/{name}") in paths:
            yield ForeignRun(
                name="run",
                command=f"bash {name}",
                template=f"bash {name}",
                folder=joined(root, "code"),
                line=1,
                parameters={},
                inputs=(joined(root, "data"),),
                outputs=(joined(root, "results"),),
            )
            return


def read_tasks(path: str, reader: Read) -> ForeignFormat | None:
    """What a list of tasks of CORE-Bench says; None where a file of JSON is none.

    Raises:
        ForeignError: it is no JSON.
    """
    found = json_of(reader(path))
    tasks = [task for task in (found if isinstance(found, list) else [found]) if _is_task(task)]
    if not tasks:
        return None
    notes = [note for task in tasks[:_MOST_TASKS] for note in _notes(task)]
    return ForeignFormat(format=Format.CORE_BENCH, path=path, notes=tuple(notes))


def _is_task(task: object) -> bool:
    return {"capsule_id", "task_prompt", "results"} <= table_at(task).keys()


def _notes(task: object) -> Iterator[Need]:
    which = at(task, "capsule_id")
    yield Need(text=f"{which}: {str(at(task, 'task_prompt')).strip()[:2_000]}", line=1)
    questions = dict.fromkeys(key for answers in list_at(task, "results")[:20] for key in table_at(answers))
    for question in list(questions)[:50]:
        yield Need(text=f"{which} asks: {str(question)[:500]}", line=1)


def is_published_capsule(data: bytes) -> bool:
    """Whether a `REPRODUCING.md` is Code Ocean's."""
    try:
        return "Code Ocean" in text_of(data)
    except ForeignError:
        return False
