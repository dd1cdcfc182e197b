"""`verify`: scores are measured again from a package that nobody trusts, and nothing of the package is changed."""

import hashlib
import io
import json
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from reprobridge_spec.schemas.kinds import RUN_RECORD, VERIFICATION
from reprobridge_spec.schemas.load import load
from tests.acceptance.artifacts import Launcher, replace, write
from tests.conftest import CommandLine

SCORES = ("--isolation", "none")


@pytest.fixture(scope="module")
def executed(tmp_path_factory: pytest.TempPathFactory, cache: Path) -> Path:
    """An artifact with a smoke run and a scored run of its one task."""
    folder = tmp_path_factory.mktemp("executed")
    artifact = write(folder / "paper", {"well": Launcher()})
    rrspec = CommandLine(folder, cache)
    for mode in (["--smoke"], []):
        ended = rrspec("run", *mode, "-C", artifact, *SCORES)
        assert ended.returncode == 0, ended.stderr
    return artifact


@pytest.fixture(scope="module")
def package(executed: Path, cache: Path) -> Path:
    target = executed.parent / "well.rra.zip"
    ended = CommandLine(executed.parent, cache)("pack", executed, "-o", target)
    assert ended.returncode == 0, ended.stderr
    return target


def loaded(path: Path) -> Any:
    found = load(VERIFICATION, path.read_bytes(), path.name)
    assert found.findings == ()
    assert found.model is not None
    return found.model


def test_a_package_is_verified_from_anywhere_and_not_changed(
    rrspec: CommandLine, package: Path, tmp_path: Path
) -> None:
    data = package.read_bytes()
    (tmp_path / "elsewhere").mkdir()
    shutil.copyfile(package, tmp_path / "p.rra.zip")
    ended = rrspec(
        "verify", "../p.rra.zip", "--records", "../records", "--format", "json", *SCORES, cwd=tmp_path / "elsewhere"
    )
    assert ended.returncode == 0, ended.stderr
    assert (tmp_path / "p.rra.zip").read_bytes() == data
    assert list((tmp_path / "elsewhere").iterdir()) == []

    said = json.loads(ended.stdout)
    assert json.loads((tmp_path / "verification.json").read_bytes()) == said
    result = loaded(tmp_path / "verification.json")
    assert (result.holds, result.evidence, result.seeds) == (True, "witnessed", "given")
    assert [(row.task, row.judgement.verdict) for row in result.tasks] == [("well/accuracy", "compatible")]
    with zipfile.ZipFile(package) as archive:
        listed = archive.read("shipped-score-1.0.0/MANIFEST.sha256")
    assert result.package.artifact_digest == hashlib.sha256(listed).hexdigest()
    assert result.package.files == len(listed.splitlines())

    digests, links = {}, []
    for path in (tmp_path / "records").glob("*/run.json"):
        record = load(RUN_RECORD, path.read_bytes(), "run.json")
        assert record.findings == ()
        assert record.model is not None
        links.append(record.model.predicate.previous)
        digests[record.model.predicate.run] = hashlib.sha256(path.read_bytes()).hexdigest()
    assert {run.run: run.record_sha256 for run in result.runs} == digests
    assert sorted(run.mode for run in result.runs) == ["scored", "smoke"]
    # one campaign: the smoke run's record stands first, and the scored run's after it
    assert set(links) == {None, digests[next(run.run for run in result.runs if run.mode == "smoke")]}


def test_a_folder_is_verified_as_it_would_be_packed(rrspec: CommandLine, executed: Path, tmp_path: Path) -> None:
    artifact = tmp_path / "paper"
    shutil.copytree(executed, artifact)
    before = {path: path.read_bytes() for path in artifact.rglob("*") if path.is_file()}
    ended = rrspec("verify", ".", *SCORES, cwd=artifact)
    assert ended.returncode == 0, ended.stderr
    (new,) = [path for path in artifact.rglob("*") if path.is_file() and path not in before]
    assert new.parent == artifact / "evidence" / "verifications"
    result = loaded(new)
    assert new.stem == result.package.content_digest[:16]
    assert {path: path.read_bytes() for path in before} == before
    # the verification is of this content, so `preserved` no longer lacks it
    assert "RRV005" not in rrspec("validate", artifact, "--level", "preserved", "--format", "concise").stdout


def test_the_result_goes_where_it_is_asked_for(rrspec: CommandLine, package: Path, tmp_path: Path) -> None:
    target = tmp_path / "new" / "deep" / "result.json"
    ended = rrspec("verify", package, "-o", target, *SCORES)
    assert (ended.returncode, f"written: {target}" in ended.stderr) == (0, True)
    assert loaded(target).holds


def flipped(package: bytes, position: int) -> bytes:
    return package[:position] + bytes([package[position] ^ 1]) + package[position + 1 :]


def position_of(package: Path, name: str) -> int:
    """Where the middle of an entry's data stands."""
    with zipfile.ZipFile(package) as archive:
        entry = next(info for info in archive.infolist() if info.filename.endswith(name))
    return entry.header_offset + 30 + len(entry.filename.encode()) + entry.compress_size // 2


DAMAGE: dict[str, Callable[[Path], int]] = {
    "a-file": lambda package: position_of(package, "launchers/well.py"),
    "the-list": lambda package: position_of(package, "MANIFEST.sha256"),
    "the-directory": lambda package: package.read_bytes().index(b"PK\x01\x02") + 20,
    "the-end": lambda package: package.stat().st_size - 4,
    "a-name": lambda package: package.read_bytes().rindex(b"launchers/well.py"),
}


@pytest.mark.parametrize("where", DAMAGE)
def test_one_changed_byte_is_found(rrspec: CommandLine, package: Path, tmp_path: Path, where: str) -> None:
    damaged = tmp_path / "p.rra.zip"
    damaged.write_bytes(flipped(package.read_bytes(), DAMAGE[where](package)))
    ended = rrspec("verify", damaged, *SCORES)
    assert ended.returncode == 1, ended.stderr
    error, *hint = ended.stderr.splitlines()
    assert error.startswith(f"error: {damaged}: ")
    assert len(hint) == 1, ended.stderr
    assert "ask" in hint[0].lower() or "again" in hint[0]
    assert [path.name for path in tmp_path.iterdir()] == ["p.rra.zip"]


def rewritten(package: Path, target: Path, change: Callable[[dict[str, bytes]], None]) -> Path:
    """The package with other files, its list made anew: nothing is damaged, everything is as somebody wants it."""
    with zipfile.ZipFile(package) as archive:
        files = {name.partition("/")[2]: archive.read(name) for name in archive.namelist()}
    files.pop("MANIFEST.sha256")
    change(files)
    lines = "".join(f"{hashlib.sha256(files[name]).hexdigest()}  {name}\n" for name in sorted(files))
    with zipfile.ZipFile(target, "w") as archive:
        for name, data in (files | {"MANIFEST.sha256": lines.encode()}).items():
            archive.writestr(f"shipped-score-1.0.0/{name}", data)
    return target


def evil(files: dict[str, bytes]) -> None:
    files["../../evil.py"] = b"print()"


def without_lock(files: dict[str, bytes]) -> None:
    del files["env/requirements.lock"]


def with_edited_score(files: dict[str, bytes]) -> None:
    (name,) = [name for name in files if name.endswith("outputs/scores.json")][:1]
    files[name] = b'{"accuracy": 95.0}'


def without_manifest(files: dict[str, bytes]) -> None:
    del files["rra.yaml"]


def with_other_code(files: dict[str, bytes]) -> None:
    files["launchers/well.py"] += b"# changed after the runs\n"


HOSTILE: dict[str, tuple[Callable[[dict[str, bytes]], None], int, tuple[str, ...]]] = {
    "climbs-out": (evil, 1, ("evil.py", "climbs out")),
    "has-no-lock": (without_lock, 1, ("env/requirements.lock", "rrspec lock")),
    "has-an-edited-score": (with_edited_score, 1, ("RRV003", "outputs/scores.json", "is not what run")),
    "has-other-code-than-its-runs": (with_other_code, 1, ("RRV002", "the plan changed after the run")),
    "has-no-manifest": (without_manifest, 3, ("no rra.yaml in it",)),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_what_somebody_made_of_a_package_is_found(
    rrspec: CommandLine, package: Path, tmp_path: Path, name: str
) -> None:
    change, code, says = HOSTILE[name]
    inner = tmp_path / "a" / "b" / "c"
    inner.mkdir(parents=True)
    made = rewritten(package, inner / "p.rra.zip", change)
    rrspec.environment["TMPDIR"] = str(inner)
    ended = rrspec("verify", made, *SCORES)
    assert ended.returncode == code, ended.stderr
    for part in says:
        assert part in ended.stderr
    assert [path.name for path in tmp_path.rglob("*") if path.is_file()] == ["p.rra.zip"]


def test_a_lock_that_is_missing_stops_even_a_lower_level(rrspec: CommandLine, package: Path, tmp_path: Path) -> None:
    made = rewritten(package, tmp_path / "p.rra.zip", without_lock)
    ended = rrspec("verify", made, "--level", "specified", *SCORES)
    assert (ended.returncode, "env/requirements.lock" in ended.stderr) == (1, True)


def test_shipped_evidence_is_no_score(rrspec: CommandLine, executed: Path, tmp_path: Path) -> None:
    """A launcher that does worse on the reader's machine than its records say."""
    artifact = tmp_path / "paper"
    shutil.copytree(executed, artifact)
    replace(artifact / "launchers" / "well.py", "score(180 / 2)", "score(140 / 2)")
    ended = rrspec("verify", artifact, "--level", "specified", "--format", "json", *SCORES)
    (row,) = json.loads(ended.stdout)["tasks"]
    assert (ended.returncode, row["judgement"]["verdict"], row["judgement"]["measured"]) == (1, "incompatible", "70")


def test_a_failing_smoke_run_stops_its_experiment_only(rrspec: CommandLine, tmp_path: Path) -> None:
    smoke = "if os.environ['RRA_MODE'] == 'smoke': sys.exit(7)\nscore(90)"
    artifact = write(tmp_path / "paper", {"bad": Launcher(code=smoke), "well": Launcher()})
    ended = rrspec("verify", artifact, "--level", "specified", "--format", "json", *SCORES)
    result = json.loads(ended.stdout)
    verdicts = {row["task"]: row["judgement"]["verdict"] for row in result["tasks"]}
    assert (ended.returncode, verdicts) == (1, {"bad/accuracy": "failed", "well/accuracy": "compatible"})
    assert [run["mode"] for run in result["runs"] if run["experiment"] == "bad"] == ["smoke"]


def test_an_entry_that_is_a_link_is_refused(rrspec: CommandLine, package: Path, tmp_path: Path) -> None:
    buffer = io.BytesIO(package.read_bytes())
    with zipfile.ZipFile(buffer, "a") as archive:
        link = zipfile.ZipInfo("shipped-score-1.0.0/code/link")
        link.create_system, link.external_attr = 3, 0o120777 << 16
        archive.writestr(link, "/etc/passwd")
    (tmp_path / "p.rra.zip").write_bytes(buffer.getvalue())
    ended = rrspec("verify", tmp_path / "p.rra.zip", *SCORES)
    assert (ended.returncode, "code/link" in ended.stderr) == (1, True)
