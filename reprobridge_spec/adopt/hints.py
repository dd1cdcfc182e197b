"""What a person should know about a repository before it is run, and what no draft can say."""

from collections.abc import Iterator, Mapping

from reprobridge_spec.adopt.facts import Fact, Place, Topic
from reprobridge_spec.adopt.layout import LIMIT, Layout
from reprobridge_spec.adopt.programs import Program, Programs
from reprobridge_spec.documents.files import Kind
from reprobridge_spec.documents.foreign import notebook
from reprobridge_spec.documents.lfs_pointer import LONGEST, pointer_in
from reprobridge_spec.documents.python_tree.module import Module, read
from reprobridge_spec.documents.python_tree.removed.find import find
from reprobridge_spec.documents.python_tree.removed.signs import may_use
from reprobridge_spec.rules.machine_paths import machine_paths

_MOST = 40
_LARGE_KINDS = (
    *(".pt", ".pth", ".ckpt", ".bin", ".h5", ".hdf5", ".npz", ".npy", ".pkl", ".safetensors", ".onnx", ".parquet"),
    *(".zip", ".gz", ".tar", ".tgz", ".mat", ".mp4", ".csv", ".tsv", ".jsonl", ".pdf", ".png", ".jpg"),
)
"""What files are called that are kept elsewhere most often."""


def of_programs(programs: Programs) -> Iterator[Fact]:
    """What the repository's programs say: seeds, cards, services, data and weights that they load by name."""
    for program in programs.entries:
        yield from _seeds(program)
        if program.accelerator.needed:
            text = "it needs a card: nothing asks whether there is one"
            advice = "Its experiments ask for one. To run it without, ask for the device, as a change of its own."
            yield _at(program, Topic.ACCELERATORS, text, program.accelerator.lines, advice)
        for tracker in program.trackers:
            advice = "A run has no network: switch it off, with its own option or variable."
            yield Fact(Topic.TRACKERS, f"it reports to {tracker}", Place(program.path), advice)
        for loaded in program.loaded:
            topic = Topic.CHECKPOINTS if "model" in loaded.how or "hub" in loaded.how else Topic.DATA
            yield Fact(topic, f"{loaded.name} ({loaded.how})", Place(program.path, loaded.line))


def _seeds(program: Program) -> Iterator[Fact]:
    seeds = program.seeds
    if seeds.option:
        yield _at(program, Topic.SEEDS, f"`{seeds.option}` takes the seed", seeds.set_at)
    elif seeds.set_at:
        advice = "Let it come from the launcher, as a change of its own."
        yield _at(program, Topic.SEEDS, "the seed is fixed in the code", seeds.set_at, advice)
    else:
        advice = "Set one from the launcher, as a change of its own; without it, runs differ by chance."
        yield Fact(Topic.SEEDS, "no seed is set", Place(program.path), advice)


def _at(program: Program, topic: Topic, text: str, lines: tuple[int, ...], advice: str = "") -> Fact:
    return Fact(topic, text, Place(program.path, lines[0] if lines else 0), advice)


def of_files(layout: Layout) -> Iterator[Fact]:
    """Files that are not what they seem, and paths that only one machine has."""
    for path, entry in layout.files.entries.items():
        if entry.kind is Kind.LINK:
            yield Fact(
                Topic.POINTERS, "it is a link", Place(path), "No package holds links: put the file itself there."
            )
    yield from _pointers(layout)
    yield from _machine_paths(layout)


def of_notebooks(layout: Layout, versions: Mapping[str, str | None]) -> Iterator[Fact]:
    """What the notebooks use that the packages of the environment no longer have.

    It is no entry of the change record: a notebook that no experiment executes needs no mending.

    Args:
        layout: the files.
        versions: exact version of each package; None for the newest.
    """
    for path in layout.notebooks:
        if layout.files.entries[path].size > notebook.MAX_BYTES:
            continue
        found = notebook.read(path, layout.files.read(path, notebook.MAX_BYTES))
        if isinstance(found, str) or found.language != "python" or not may_use(found.source):
            continue
        module = read(path, found.source)
        for use in find(module, versions) if isinstance(module, Module) else ():
            cell, line = found.place(use.line)
            text = f"`{use.text}` in cell {cell}, line {line}: {use.removal.says} since {use.removal.distribution}"
            yield Fact(Topic.REMOVED, f"{text} {use.removal.removed}", Place(path), use.removal.advice)


def _pointers(layout: Layout) -> Iterator[Fact]:
    marked = [path for path in layout.paths if path.rpartition("/")[2] == ".gitattributes"]
    are_marked = any(b"filter=lfs" in layout.files.read(path, LIMIT) for path in marked)
    for path in layout.paths:
        if are_marked or path.endswith(_LARGE_KINDS):
            small = 0 < layout.files.entries[path].size <= LONGEST
            if small and (pointer := pointer_in(layout.files.read(path, LONGEST))):
                text = f"it is a pointer of Git LFS, and its {pointer.size:,} bytes are elsewhere"
                yield Fact(Topic.POINTERS, text, Place(path), "`git lfs pull`, then adopt the folder again.")


def _machine_paths(layout: Layout) -> Iterator[Fact]:
    count = 0
    for path in [*layout.python, *layout.shell]:
        data = layout.files.read(path, LIMIT)
        for found in machine_paths(data):
            if found.certain and count < _MOST:
                count += 1
                line = data.count(b"\n", 0, found.start) + 1
                yield Fact(Topic.PATHS, found.text, Place(path, line), "Let it come as an option, or as an input.")
