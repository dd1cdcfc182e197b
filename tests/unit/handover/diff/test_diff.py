"""Two artifacts beside each other: what differs, and which runs that makes stale."""

import os
import shutil
import tarfile
import zipfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from reprobridge_spec.archive.content import MANIFEST, manifest_text
from reprobridge_spec.documents.files import FolderFiles
from reprobridge_spec.errors import ArtifactError, NoArtifactError
from reprobridge_spec.handover.diff.diff import diff
from reprobridge_spec.handover.diff.side import opened_files, side_of
from reprobridge_spec.model.difference import ArtifactDifference, FileChange
from reprobridge_spec.validation.load import open_artifact
from tests.acceptance.artifacts import replace
from tests.conftest import CHECKOUT

BASE = CHECKOUT / "conformance" / "base" / "repaired"
CHAIN = CHECKOUT / "conformance" / "base" / "chain"

Edit = Callable[[Path], object]


@pytest.fixture
def other(tmp_path: Path) -> Path:
    target = tmp_path / "other"
    shutil.copytree(BASE, target)
    return target


@pytest.fixture
def compared() -> Iterator[Callable[..., ArtifactDifference]]:
    with ExitStack() as held:

        def compared(first: Path, second: Path, *, shows: bool = False) -> ArtifactDifference:
            old, new = (held.enter_context(opened_files(path)) for path in (first, second))
            return diff(side_of(old, "first"), side_of(new, "second"), shows=shows)

        yield compared


Compared = Callable[..., ArtifactDifference]


def packed(target: Path) -> Path:
    """A package of `BASE`, as its list says."""
    files = FolderFiles(BASE)
    contents = {path: files.read(path, 1 << 30) for path in files.entries}
    contents[MANIFEST] = manifest_text({path: files.sha256(path) for path in files.entries})
    folder = target.with_name("repaired-1.0.0")
    for path, data in contents.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)
    if target.suffix == ".zip":
        with zipfile.ZipFile(target, "w") as file:
            for path in contents:
                file.write(folder / path, f"{folder.name}/{path}")
    else:
        with tarfile.open(target, "w:gz") as tar:
            tar.add(folder, folder.name)
    return target


def only(said: ArtifactDifference) -> FileChange:
    (change,) = said.files
    return change


def test_an_artifact_is_the_same_as_itself(compared: Compared) -> None:
    said = compared(BASE, BASE)
    assert said.same
    assert (said.files, said.entries, said.packages, said.stale, said.not_told) == ([], [], [], [], [])
    assert said.compared == 2


@pytest.mark.parametrize("suffix", [".zip", ".tgz"])
def test_an_artifact_is_the_same_as_its_package(compared: Compared, tmp_path: Path, suffix: str) -> None:
    package = packed(tmp_path / f"repaired{suffix}")
    said = compared(BASE, package)
    assert said.same
    assert said.first.content_digest == said.second.content_digest
    assert said.not_told == []


def test_what_lies_beside_an_artifact_by_chance_is_not_compared(compared: Compared, other: Path) -> None:
    (other / "older.rra.zip").write_bytes(b"x")
    (other / "code" / "__pycache__").mkdir()
    (other / "code" / "__pycache__" / "a.pyc").write_bytes(b"x")
    assert compared(BASE, other).same


def moved_and_edited(root: Path) -> None:
    (root / "code/points/model.py").rename(root / "code/model.py")
    (root / "code/model.py").write_bytes((root / "code/model.py").read_bytes() + b"x\n")


FILES: dict[str, tuple[Edit, dict[str, object]]] = {
    "a line": (
        lambda root: replace(root / "code/points/model.py", "The label", "A label"),
        {"path": "code/points/model.py", "way": "changed", "area": "code", "added": 1, "removed": 1},
    ),
    "one that comes": (
        lambda root: (root / "launchers/new.py").write_text("a\nb\n"),
        {"path": "launchers/new.py", "way": "added", "area": "launchers", "added": 2, "removed": 0},
    ),
    "one that goes": (
        lambda root: (root / "code/README.md").unlink(),
        {"path": "code/README.md", "way": "removed", "area": "code"},
    ),
    "one that moves": (
        lambda root: (root / "data/points.csv").rename(root / "data/all.csv"),
        {"path": "data/all.csv", "before": "data/points.csv", "way": "renamed", "area": "other", "notes": []},
    ),
    "one that moves and changes": (
        moved_and_edited,
        {"path": "code/model.py", "before": "code/points/model.py", "way": "renamed", "added": 1, "removed": 0},
    ),
    "a run bit": (
        lambda root: (root / "code/points/model.py").chmod(0o755),
        {"path": "code/points/model.py", "way": "mode", "notes": ["can now be executed"]},
    ),
    "one that is no text": (
        lambda root: (root / "data/new.bin").write_bytes(b"\0\1"),
        {"path": "data/new.bin", "way": "added", "added": None, "notes": ["no text: 2 bytes"]},
    ),
    "line ends alone": (
        lambda root: (root / "code/README.md").write_bytes(
            (root / "code/README.md").read_bytes().replace(b"\n", b"\r\n")
        ),
        {"notes": ["line ends: of Unix before, of Windows now", "nothing else differs"]},
    ),
    "a link": (
        lambda root: (root / "code/link").symlink_to("README.md"),
        {"path": "code/link", "way": "added", "notes": ["is a link to README.md"]},
    ),
    "a pipe": (
        lambda root: os.mkfifo(root / "code/pipe"),
        {"path": "code/pipe", "notes": ["is a special file"]},
    ),
    "a large one": (
        lambda root: (root / "data/large.txt").write_bytes(b"0\n" * (3 << 20)),
        {"path": "data/large.txt", "added": None, "notes": ["large: 6,291,456 bytes"]},
    ),
    "a name that is no UTF-8": (
        lambda root: (root / os.fsdecode(b"data/caf\xe9")).write_bytes(b"x\n"),
        {"path": "data/caf\\xe9", "way": "added"},
    ),
}


@pytest.mark.parametrize(("edit", "expected"), FILES.values(), ids=FILES)
def test_a_file_that_differs_is_told(compared: Compared, other: Path, edit: Edit, expected: dict[str, object]) -> None:
    edit(other)
    change = only(compared(BASE, other))
    assert {name: getattr(change, name) for name in expected} == expected


def test_a_text_is_shown_line_by_line_where_that_is_asked_for(compared: Compared, other: Path) -> None:
    replace(other / "code/points/model.py", "The label", "A label")
    assert only(compared(BASE, other)).patch is None
    shown = only(compared(BASE, other, shows=True)).patch or ""
    assert shown.startswith("--- a/code/points/model.py\n+++ b/code/points/model.py\n@@ ")
    assert '+    """A label' in shown


def test_a_secret_is_not_shown(compared: Compared, other: Path) -> None:
    token = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    (other / "code/token.py").write_text(f'TOKEN = "{token}"\n')
    replace(other / "rra.yaml", "arxiv:2601.00001", f"https://me:{token}@example.org/x")
    text = compared(BASE, other, shows=True).model_dump_json()
    assert "TOKEN" in text
    assert token not in text


def test_quotes_and_layout_alone_are_no_difference_of_documents(compared: Compared, other: Path) -> None:
    replace(other / "rra.yaml", "level: executed", 'level:   "executed" # as before')
    assert compared(BASE, other).entries == []


def test_what_is_said_otherwise_is_told_by_its_id(compared: Compared, other: Path) -> None:
    replace(other / "rra.yaml", 'version: "1.0.0"', 'version: "1.1.0"')
    replace(other / "rra.yaml", '{PYTHONHASHSEED: "0"}', '{PYTHONHASHSEED: "0", A: b}')
    replace(other / "guide/changes.yaml", "kind: correctness", "kind: execution")
    changes = {
        (change.document, change.section, change.id): [(f.field, f.before, f.after) for f in change.fields]
        for change in compared(BASE, other).entries
    }
    assert changes == {
        ("rra.yaml", "artifact", "artifact"): [("version", "1.0.0", "1.1.0")],
        ("rra.yaml", "environments", "cpu"): [("variables.A", None, "b")],
        ("guide/changes.yaml", "changes", "square"): [("kind", "correctness", "execution")],
    }


def test_tasks_are_told_by_their_full_ids(compared: Compared, other: Path) -> None:
    text = (other / "rra.yaml").read_text()
    (other / "rra.yaml").write_text(text.replace("      count:\n", "      number:\n"))
    changes = [(change.section, change.id, change.way.value) for change in compared(BASE, other).entries]
    assert ("tasks", "half/count", "removed") in changes
    assert ("tasks", "half/number", "added") in changes
    assert all(section == "tasks" for section, _, _ in changes)


def test_packages_of_locks_are_compared_by_version(compared: Compared, other: Path, tmp_path: Path) -> None:
    one, two = (f"--hash=sha256:{digit * 64}" for digit in "12")
    first = tmp_path / "first"
    shutil.copytree(BASE, first)
    (first / "env/requirements.lock").write_text(f"numpy==1.26.4 {one}\nold==1 {one}\nsame==1 {one}\nfiles==1 {one}\n")
    (other / "env/requirements.lock").write_text(f"Numpy==2.0.1 {one}\nnew==1 {one}\nsame==1 {one}\nfiles==1 {two}\n")
    changes = compared(first, other).packages
    assert {change.platform for change in changes} == {"linux-64", "linux-aarch64"}
    assert [(c.package, c.before, c.after) for c in changes if c.platform == "linux-64"] == [
        ("files", "1", "1"),
        ("new", None, "1"),
        ("numpy", "1.26.4", "2.0.1"),
        ("old", "1", None),
    ]


STALE: dict[str, tuple[Edit, list[tuple[str, str]]]] = {
    "code": (
        lambda root: replace(root / "code/points/model.py", "The label", "A label"),
        [("code", "code/points/model.py")],
    ),
    "a launcher": (
        lambda root: (root / "launchers/new.py").write_text("x\n"),
        [("launchers", "launchers/new.py")],
    ),
    "a lock": (
        lambda root: (root / "env/requirements.lock").write_text("\n\n"),
        [("environment-files", "env/requirements.lock"), ("environment", "cpu: locks")],
    ),
    "variables": (
        lambda root: replace(root / "rra.yaml", '{PYTHONHASHSEED: "0"}', '{PYTHONHASHSEED: "1"}'),
        [("environment", "cpu: variables")],
    ),
    "python": (
        lambda root: replace(root / "rra.yaml", '">=3.11,<4"', '">=3.12,<4"'),
        [("environment", "cpu: python")],
    ),
    "the command": (
        lambda root: replace(root / "rra.yaml", "command: [python, launchers", "command: [python, -O, launchers"),
        [("command", "")],
    ),
    "an input": (
        lambda root: replace(root / "rra.yaml", "d5eeec7835f9180f", "d5eeec7835f9180e"),
        [("inputs", "points")],
    ),
}


@pytest.mark.parametrize(("edit", "causes"), STALE.values(), ids=STALE)
def test_a_stale_experiment_is_told_with_what_decided_it(
    compared: Compared, other: Path, edit: Edit, causes: list[tuple[str, str]]
) -> None:
    edit(other)
    stale = {one.experiment: one for one in compared(BASE, other).stale}
    assert [cause.part.value for cause in stale["half"].causes] == [part for part, _ in causes]
    assert all(what in cause.what for cause, (_, what) in zip(stale["half"].causes, causes, strict=True))
    assert (stale["half"].runs, stale["half"].renewed) == (10, 0)


FRESH: dict[str, Edit] = {
    "docs": lambda root: (root / "code/README.md").write_text("another\n"),
    "shipped results": lambda root: (root / "code/results/scores.csv").write_text("x\n"),
    "the guide": lambda root: replace(root / "guide/changes.yaml", "kind: correctness", "kind: execution"),
    "the version": lambda root: replace(root / "rra.yaml", 'version: "1.0.0"', 'version: "1.1.0"'),
    "a run bit": lambda root: (root / "code/points/model.py").chmod(0o755),
}


@pytest.mark.parametrize("edit", FRESH.values(), ids=FRESH)
def test_what_is_no_part_of_a_plan_makes_nothing_stale(compared: Compared, other: Path, edit: Edit) -> None:
    edit(other)
    said = compared(BASE, other)
    assert not said.same
    assert (said.stale, said.seeds, said.judged, said.not_told) == ([], [], [], [])


def test_what_comes_after_a_stale_experiment_is_stale_by_the_plan_before_it(compared: Compared, tmp_path: Path) -> None:
    shutil.copytree(CHAIN, tmp_path / "chain")
    manifest = tmp_path / "chain" / "rra.yaml"
    context = open_artifact(FolderFiles(CHAIN)).context
    assert context is not None
    source, command = next((name, body.command) for name, body in context.experiments.items() if body.outputs)
    assert command is not None
    text = manifest.read_text()
    written = f"command: [{', '.join(command)}"
    assert text.count(written) == 1, written
    manifest.write_text(text.replace(written, f"{written}, --more"))
    parts = {
        one.experiment: [(c.part.value, c.what) for c in one.causes]
        for one in compared(CHAIN, tmp_path / "chain").stale
    }
    assert [part for part, _ in parts.pop(source)] == ["command"]
    assert parts
    assert all(causes == [("plan-before", source)] for causes in parts.values())


def test_seeds_alone_are_told_by_themselves(compared: Compared, other: Path) -> None:
    replace(other / "rra.yaml", SEEDS, SEEDS.replace("[0, 1", "[0, 17"))
    said = compared(BASE, other)
    assert said.stale == []
    assert [one.experiment for one in said.seeds] == ["half"]


SEEDS = next(line for line in (BASE / "rra.yaml").read_text().splitlines() if "seeds: [0" in line)


def test_a_task_that_is_judged_otherwise_is_told_with_what_judges_it(compared: Compared, other: Path) -> None:
    replace(
        other / "rra.yaml",
        "    statistic: {estimator: mean, over: seeds}",
        "    statistic: {estimator: median, over: seeds}",
    )
    said = compared(BASE, other)
    assert said.stale == []
    assert {one.task: one.fields for one in said.judged}["half/accuracy"] == ["statistic"]


def test_runs_that_came_went_or_were_altered_are_told(compared: Compared, other: Path) -> None:
    runs = sorted((other / "evidence/runs").iterdir())
    shutil.rmtree(runs[0])
    (runs[1] / "log").write_text("more\n")
    runs[2].rename(runs[2].with_name("another"))
    said = compared(BASE, other).runs
    assert (said.added, said.removed, said.altered) == (["another"], [runs[0].name, runs[2].name], [runs[1].name])


FAULTY: dict[str, tuple[Edit, str, int]] = {
    "no YAML": (lambda root: (root / "rra.yaml").write_text("a: [\n"), "cannot be read", 1),
    "a level that there is not": (
        lambda root: replace(root / "rra.yaml", "level: executed", "level: excuted"),
        "has not the right form",
        1,
    ),
    "a field that there is not": (
        lambda root: replace(root / "rra.yaml", "level: executed", "level: executed\nleval: x"),
        "has not the right form",
        1,
    ),
    "a lock that is gone": (lambda root: (root / "env/requirements.lock").unlink(), "requirements.lock", 0),
}


@pytest.mark.parametrize(("edit", "said", "faults"), FAULTY.values(), ids=FAULTY)
def test_what_cannot_be_told_is_said_and_files_are_compared(
    compared: Compared, other: Path, edit: Edit, said: str, faults: int
) -> None:
    edit(other)
    (other / "code/new.py").write_text("x\n")
    found = compared(BASE, other)
    assert any(said in reason for reason in found.not_told)
    assert found.second.faults == faults
    assert "half" not in {one.experiment for one in found.stale}
    assert "code/new.py" in {change.path for change in found.files}
    assert {change.section for change in found.entries} <= {"artifact"}


def test_experiments_that_wait_for_one_another_have_no_plans(compared: Compared, tmp_path: Path) -> None:
    shutil.copytree(CHAIN, tmp_path / "chain")
    context = open_artifact(FolderFiles(CHAIN)).context
    assert context is not None
    name = next(name for name, body in context.experiments.items() if body.outputs)
    output = next(iter(context.experiments[name].outputs or {}))
    manifest = tmp_path / "chain" / "rra.yaml"
    manifest.write_text(
        manifest.read_text().replace(f"\n  {name}:\n", f"\n  {name}:\n    inputs: [{name}/{output}]\n", 1)
    )
    found = compared(CHAIN, tmp_path / "chain")
    assert found.stale == []
    assert found.not_told != []


def test_a_package_with_other_files_than_it_lists_is_named(compared: Compared, tmp_path: Path) -> None:
    package = packed(tmp_path / "repaired.zip")
    with zipfile.ZipFile(package, "a") as file:
        file.writestr("repaired-1.0.0/code/more.py", "x\n")
    said = compared(BASE, package)
    assert [change.path for change in said.files] == ["code/more.py"]
    assert any("its own list" in reason for reason in said.unlike_lists)


@pytest.mark.parametrize(
    ("content", "error"),
    [(b"no package", ArtifactError), (None, NoArtifactError)],
    ids=["no package", "nothing"],
)
def test_what_is_no_artifact_is_refused(tmp_path: Path, content: bytes | None, error: type[Exception]) -> None:
    path = tmp_path / "a.rra.zip"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(error), opened_files(path):
        pass
