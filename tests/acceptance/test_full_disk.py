"""A full disk: it is said where and what to do, nothing half-written is left, and what was there stays."""

import json
import os
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from shutil import disk_usage

import pytest

from tests.acceptance.artifacts import Launcher, records, write
from tests.conftest import CommandLine

pytestmark = pytest.mark.needs("root")

FILLS = """\
if (Path("launchers") / "fills.py").exists():
    with (output / "large.bin").open("wb") as file:
        for _ in range(64):
            file.write(os.urandom(1 << 20))
            file.flush()
score(180 / 2)
"""
NOISY = "for _ in range(1 << 20):\n    print('x' * 100)\nscore(180 / 2)"


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Path]:
    """A disk of 4 MiB."""
    folder = tmp_path / "small"
    folder.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=4m", "none", folder], check=True)
    yield folder
    subprocess.run(["umount", "--lazy", folder], check=True)


def fill(folder: Path) -> Path:
    """A file that takes all that is left."""
    ballast = folder / "ballast"
    with ballast.open("wb", buffering=0) as file, suppress(OSError):
        while file.write(bytes(4096)):
            pass
    assert disk_usage(folder).free == 0
    return ballast


@pytest.mark.parametrize("code", [FILLS, NOISY], ids=["outputs", "log"])
@pytest.mark.parametrize("isolation", [pytest.param("bubblewrap", marks=pytest.mark.needs("bwrap")), "none"])
def test_a_launcher_without_room_could_not_be_run(rrspec: CommandLine, small: Path, code: str, isolation: str) -> None:
    launchers = {"quick": Launcher(cpus=512), "fills": Launcher(code=code, cpus=512)}
    artifact = write(small / "paper", launchers)
    ended = rrspec("run", "-C", artifact, "--isolation", isolation)
    assert ended.returncode == 4, ended.stderr
    assert "fills seed 0: could not be done" in ended.stderr
    assert str(artifact / ".rrspec") in ended.stderr
    assert "make room" in ended.stderr.lower()
    assert [record.predicate.experiment for record in records(artifact) if record.predicate.outcome == "measured"] == [
        "quick"
    ]


def test_with_room_again_resume_finishes(rrspec: CommandLine, small: Path) -> None:
    artifact = write(small / "paper", {"quick": Launcher(cpus=512), "after": Launcher(cpus=512)})
    rrspec("run", "quick", "-C", artifact, "--isolation", "none")
    ballast = fill(small)
    full = rrspec("run", "-C", artifact, "--isolation", "none", "--resume")
    assert (full.returncode, len(records(artifact))) == (4, 1)
    assert rrspec("validate", artifact, "--level", "specified").returncode == 0
    ballast.unlink()
    assert rrspec("run", "-C", artifact, "--isolation", "none", "--resume").returncode == 0
    assert [record.predicate.experiment for record in records(artifact)] == ["quick", "after"]


def test_a_record_appears_whole_or_not_at_all(rrspec: CommandLine, small: Path, tmp_path: Path) -> None:
    """Evidence on another disk than the state, and full."""
    code = "(output / 'large').write_text('y' * 200_000)\nscore(180 / 2)"
    artifact = write(tmp_path / "paper", {"well": Launcher(code=code)})
    (artifact / "evidence").mkdir()
    subprocess.run(["mount", "--bind", small, artifact / "evidence"], check=True)
    try:
        ballast = fill(small)
        ended = rrspec("run", "-C", artifact, "--isolation", "none")
        assert (ended.returncode, records(artifact)) == (4, [])
        assert str(artifact / "evidence") in ended.stderr
        ballast.unlink()
        assert rrspec("run", "-C", artifact, "--isolation", "none").returncode == 0
        (record,) = records(artifact)
        # it was executed, and needs not be again
        assert [attempt.number for attempt in record.predicate.attempts] == [1]
    finally:
        subprocess.run(["umount", "--lazy", artifact / "evidence"], check=True)


def test_a_package_on_a_full_disk_leaves_the_older_one(rrspec: CommandLine, small: Path, tmp_path: Path) -> None:
    artifact = write(tmp_path / "paper", {"well": Launcher()})
    (artifact / "code" / "large.bin").write_bytes(os.urandom(8 << 20))
    package = small / "paper.rra.zip"
    package.write_bytes(b"PK\x03\x04 an older one")
    ended = rrspec("pack", artifact, "-o", package, "--level", "specified", "--format", "json")
    assert ended.returncode == 4
    assert json.loads(ended.stdout)["error"]["place"] == str(package)
    assert f"{package}: the disk is full; nothing was left behind" in ended.stderr
    assert "Make room, or choose a place on another disk." in ended.stderr
    assert (package.read_bytes(), list(small.iterdir())) == (b"PK\x03\x04 an older one", [package])


def test_a_package_that_finds_no_room_to_be_unpacked_could_not_be_verified(
    rrspec: CommandLine, small: Path, tmp_path: Path
) -> None:
    artifact = write(tmp_path / "paper", {"well": Launcher()})
    (artifact / "code" / "large.bin").write_bytes(os.urandom(8 << 20))
    package = tmp_path / "paper.rra.zip"
    assert rrspec("pack", artifact, "-o", package, "--level", "specified").returncode == 0
    rrspec.environment["TMPDIR"] = str(small)
    ended = rrspec("verify", package, "--level", "specified", "--isolation", "none")
    assert (ended.returncode, "the disk is full" in ended.stderr) == (4, True)
    assert (list(small.iterdir()), (tmp_path / "verification.json").exists()) == ([], False)


def test_an_environment_without_room_could_not_be_built(rrspec: CommandLine, small: Path, tmp_path: Path) -> None:
    artifact = write(tmp_path / "paper", {"well": Launcher()})
    rrspec.environment["RRSPEC_CACHE"] = str(small / "cache")
    fill(small)
    ended = rrspec("run", "-C", artifact, "--isolation", "none")
    assert (ended.returncode, "No space left on device" in ended.stderr) == (4, True)
    assert not list((small / "cache").glob("environments/*.json"))


def test_a_full_standard_output_is_no_defect(rrspec: CommandLine, tmp_path: Path) -> None:
    artifact = write(tmp_path / "paper", {"well": Launcher()})
    with Path("/dev/full").open("w") as full:
        ended = subprocess.run(
            [*rrspec.command, "validate", artifact, "--level", "specified"],
            env=rrspec.environment,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert (ended.returncode, "No space left on device" in ended.stderr) == (4, True)
    assert "Traceback" not in ended.stderr
