"""Tasks of Harbor, and of Terminal-Bench before it: an instruction, an environment, and tests that give the score."""

from collections.abc import Collection, Iterator

from reprobridge_spec.documents.foreign import conda, toml_text
from reprobridge_spec.documents.foreign.formats import ForeignFormat, ForeignRun, Format, Read, folder_of, joined
from reprobridge_spec.documents.foreign.needs import Need
from reprobridge_spec.documents.foreign.text import ForeignError
from reprobridge_spec.documents.foreign.toml_text import Toml, at

_TESTS_ARE_THE_SCORE = "The tests of the task are the score: {} runs them on what was done."
_SOLUTION = "A solution is shipped; what it gives is what the task's author got, not a measurement."
_NUMBERS = {
    ("environment", "cpus"): "It asks for {} CPUs.",
    ("environment", "memory_mb"): "It asks for {} MB of memory.",
    ("environment", "gpus"): "It asks for {} GPUs.",
    ("agent", "timeout_sec"): "It gives {} s for the work.",
    ("verifier", "timeout_sec"): "It gives {} s for the tests.",
}


def read(path: str, reader: Read, paths: Collection[str]) -> ForeignFormat:
    """What a task says by its `task.toml`, next to an `instruction.md`.

    Raises:
        ForeignError: it is no TOML.
    """
    toml = toml_text.read(reader(path))
    folder = folder_of(path)
    made = [joined(folder, f"environment/{name}") for name in ("Dockerfile", "docker-compose.yaml")]
    image = at(toml.data, "environment", "docker_image")
    notes = [
        Need(text="What is asked for is written here.", line=1, path=joined(folder, "instruction.md")),
        *_about(folder, ("tests/test.sh",), "solution/solve.sh", paths),
        *_numbers(toml),
    ]
    return ForeignFormat(
        format=Format.HARBOR,
        path=path,
        runs=tuple(_runs(folder, ("solution/solve.sh", "tests/test.sh"), paths)),
        notes=tuple(notes),
        environments=tuple(name for name in made if name in paths),
        image=Need(text=image, line=toml.line("environment", "docker_image")) if isinstance(image, str) else None,
    )


def read_older(path: str, reader: Read, paths: Collection[str]) -> ForeignFormat:
    """What a task of Terminal-Bench says by its `task.yaml`, next to a `run-tests.sh`.

    Raises:
        ForeignError: it is no YAML with an instruction.
    """
    tree = conda.tree_of(reader(path))
    if not isinstance(at(tree.data, "instruction"), str):
        raise ForeignError("has no instruction")
    folder = folder_of(path)
    made = [joined(folder, name) for name in ("Dockerfile", "docker-compose.yaml")]
    notes = [
        Need(text="What is asked for is written here.", line=conda.line_of(tree, ("instruction",))),
        *_about(folder, ("run-tests.sh",), "solution.sh", paths),
    ]
    return ForeignFormat(
        format=Format.HARBOR,
        path=path,
        runs=tuple(_runs(folder, ("solution.sh", "run-tests.sh"), paths)),
        notes=tuple(notes),
        environments=tuple(name for name in made if name in paths),
    )


def _about(folder: str, tests: tuple[str, ...], solution: str, paths: Collection[str]) -> Iterator[Need]:
    for name in tests:
        if joined(folder, name) in paths:
            yield Need(text=_TESTS_ARE_THE_SCORE.format(name), line=1, path=joined(folder, name))
    if joined(folder, solution) in paths:
        yield Need(text=_SOLUTION, line=1, path=joined(folder, solution))


def _numbers(toml: Toml) -> Iterator[Need]:
    for (table, key), sentence in _NUMBERS.items():
        value = at(toml.data, table, key)
        if isinstance(value, int | float) and value:
            yield Need(text=sentence.format(value), line=toml.line(table, key))


def _runs(folder: str, scripts: tuple[str, str], paths: Collection[str]) -> Iterator[ForeignRun]:
    for name, script in zip(("solution", "tests"), scripts, strict=True):
        if joined(folder, script) in paths:
            command = f"bash {script}"
            yield ForeignRun(name=name, command=command, template=command, folder=folder, line=1, parameters={})
