"""`pack`: the same content gives the same bytes, and what does not belong or does not hold stays out."""

import json
import os
import shutil
import subprocess
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.acceptance.artifacts import Launcher, write
from tests.conftest import CommandLine

LEVEL = ("--level", "specified")


@contextmanager
def umask(mask: int) -> Iterator[None]:
    before = os.umask(mask)
    try:
        yield
    finally:
        os.umask(before)


def touched(folder: Path, day: str, *, backwards: bool) -> Path:
    """Every file of `folder` written anew in another order, all touched on `day`."""
    moment = datetime.fromisoformat(day).replace(tzinfo=UTC).timestamp()
    paths = sorted((path for path in folder.rglob("*") if path.is_file()), reverse=backwards)
    for path in paths:
        data, mode = path.read_bytes(), path.stat().st_mode & 0o100
        path.unlink()
        path.write_bytes(data)
        path.chmod(path.stat().st_mode | mode)
    for path in [*folder.rglob("*"), folder]:
        os.utime(path, (moment, moment))
    return folder


def test_two_copies_of_different_days_and_umasks_give_the_same_bytes(rrspec: CommandLine, tmp_path: Path) -> None:
    packed = []
    for name, day, mask in (("one", "1999-12-31", 0o077), ("two", "2026-07-01", 0o000), ("three", "2038-02-01", 0o022)):
        with umask(mask):
            artifact = write(tmp_path / name / "paper", {"well": Launcher()})
            (artifact / "code" / "tool.sh").write_text("#!/bin/sh\n")
            (artifact / "code" / "tool.sh").chmod(0o700)
            touched(artifact, day, backwards=name == "two")
            package = tmp_path / name / "paper.rra.zip"
            assert rrspec("pack", artifact, "-o", package, *LEVEL).returncode == 0
        packed.append(package.read_bytes())
    assert packed[0] == packed[1] == packed[2]


def test_files_dated_1970_and_2110_are_no_fault_and_are_packed(rrspec: CommandLine, tmp_path: Path) -> None:
    artifact = write(tmp_path / "paper", {"well": Launcher()})
    today = rrspec("pack", artifact, "-o", tmp_path / "today.rra.zip", *LEVEL)
    before = rrspec("validate", artifact, "--format", "json", *LEVEL)
    os.utime(artifact / "rra.yaml", (0, 0))
    os.utime(artifact / "code" / "classify.py", (4_418_064_000, 4_418_064_000))
    after = rrspec("validate", artifact, "--format", "json", *LEVEL)
    packed = rrspec("pack", artifact, "-o", tmp_path / "dated.rra.zip", *LEVEL)
    assert [one.returncode for one in (today, before, after, packed)] == [0, 0, 0, 0]
    assert json.loads(after.stdout)["findings"] == json.loads(before.stdout)["findings"]
    assert (tmp_path / "dated.rra.zip").read_bytes() == (tmp_path / "today.rra.zip").read_bytes()


def test_packing_again_gives_the_same_bytes_and_changes_nothing(rrspec: CommandLine, tmp_path: Path) -> None:
    artifact = write(tmp_path / "paper", {"well": Launcher()})
    before = {path: path.stat() for path in artifact.rglob("*")}
    first = rrspec("pack", *LEVEL, cwd=artifact)
    package = artifact / "shipped-score-1.0.0.rra.zip"
    data = package.read_bytes()
    second = rrspec("pack", *LEVEL, cwd=artifact)
    assert (first.returncode, second.returncode) == (0, 0)
    assert package.read_bytes() == data
    after = {path: path.stat() for path in artifact.rglob("*") if path != package}
    assert {path: status.st_mtime_ns for path, status in after.items() if path.is_file()} == {
        path: status.st_mtime_ns for path, status in before.items() if path.is_file()
    }


def test_what_tools_leave_behind_is_not_packed(rrspec: CommandLine, tmp_path: Path) -> None:
    artifact = write(tmp_path / "paper", {"well": Launcher()})
    plain = rrspec("pack", artifact, "-o", tmp_path / "plain.rra.zip", *LEVEL)
    for name in (".git/HEAD", ".rrspec/lock", "code/__pycache__/classify.pyc", ".venv/pyvenv.cfg", "verification.json"):
        (artifact / name).parent.mkdir(exist_ok=True)
        (artifact / name).write_text("left behind")
    again = rrspec("pack", artifact, "-o", tmp_path / "again.rra.zip", *LEVEL)
    assert (plain.returncode, again.returncode) == (0, 0)
    assert (tmp_path / "plain.rra.zip").read_bytes() == (tmp_path / "again.rra.zip").read_bytes()


def test_sha256sum_checks_an_unpacked_package(rrspec: CommandLine, tmp_path: Path) -> None:
    artifact = write(tmp_path / "paper", {"well": Launcher()})
    said = json.loads(rrspec("pack", artifact, "-o", tmp_path / "p.rra.zip", "--format", "json", *LEVEL).stdout)
    with zipfile.ZipFile(tmp_path / "p.rra.zip") as package:
        package.extractall(tmp_path / "unpacked")
    (top,) = (tmp_path / "unpacked").iterdir()
    ended = subprocess.run(["sha256sum", "-c", "MANIFEST.sha256"], cwd=top, capture_output=True, text=True, check=True)
    assert len(ended.stdout.splitlines()) == said["files"] - 1
    digest = subprocess.run(["sha256sum", "MANIFEST.sha256"], cwd=top, capture_output=True, text=True, check=True)
    assert digest.stdout.split()[0] == said["artifact_digest"]


def test_what_the_level_asks_for_must_hold(rrspec: CommandLine, tmp_path: Path) -> None:
    artifact = write(tmp_path / "paper", {"well": Launcher()})
    ended = rrspec("pack", artifact, "-o", tmp_path / "p.rra.zip")
    assert ended.returncode == 1
    assert "RRV001 smoke-record-missing" in ended.stderr
    assert "It is not `executed`: mend the errors above." in ended.stderr
    assert not (tmp_path / "p.rra.zip").exists()


@pytest.mark.parametrize("kind", ["link", "pipe"])
def test_what_no_package_can_hold_is_refused_by_name(rrspec: CommandLine, tmp_path: Path, kind: str) -> None:
    artifact = write(tmp_path / "paper", {"well": Launcher()})
    place = artifact / "code" / "odd"
    if kind == "link":
        place.symlink_to("/etc/passwd")
    else:
        os.mkfifo(place)
    ended = rrspec("pack", artifact, "-o", tmp_path / "p.rra.zip", "--level", "draft")
    assert (ended.returncode, (tmp_path / "p.rra.zip").exists()) == (1, False)
    assert "code/odd" in ended.stderr


def test_the_content_digest_does_not_depend_on_evidence(rrspec: CommandLine, tmp_path: Path) -> None:
    artifact = write(tmp_path / "paper", {"well": Launcher()})
    assert rrspec("run", "-C", artifact, "--smoke", "--isolation", "none").returncode == 0
    bare = tmp_path / "bare"
    shutil.copytree(artifact, bare, ignore=shutil.ignore_patterns("evidence", ".rrspec"))
    found = [
        json.loads(rrspec("pack", folder, "-o", tmp_path / "p.rra.zip", "--format", "json", *LEVEL).stdout)
        for folder in (artifact, bare)
    ]
    assert found[0]["content_digest"] == found[1]["content_digest"]
    assert found[0]["artifact_digest"] != found[1]["artifact_digest"]
