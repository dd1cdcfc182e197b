"""`open` is killed at random moments: what stands under the folder's own name is whole, or nothing stands there."""

import os
import random
import shutil
import signal
import time
from pathlib import Path

import pytest

from reprobridge_spec.archive.reader import PackageReader
from reprobridge_spec.handover.pack import pack
from reprobridge_spec.replacement import PARTIAL_SUFFIX
from tests.conftest import CommandLine

KILLS = 200 if os.environ.get("RRSPEC_SOAK") else 20
FORMS = ["zip", "tgz", "tar.zst"]
RRA = 'rra: "1.0"\nid: p\nversion: "1.0.0"\ntitle: P\nlevel: draft\n'
NOISE = random.Random(5).randbytes(1 << 20)  # noqa: S311 (bytes, no secrets)

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def artifact(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Many small files, and some that are not kept in memory, so that each kind of package has something to do."""
    root = tmp_path_factory.mktemp("artifact")
    (root / "rra.yaml").write_text(RRA)
    for number in range(600):
        file = root / "code" / f"{number % 40:02}" / f"{number}.txt"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(NOISE[number : number + 2000])
    for number in range(10):
        (root / f"data-{number}.bin").write_bytes(bytes([number]) + NOISE)
    return root


def content(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("target", [["p-1.0.0"], []], ids=["into a folder with a name", "by its own name"])
@pytest.mark.parametrize("form", FORMS)
def test_a_killed_open_leaves_a_whole_folder_or_none(
    artifact: Path, form: str, target: list[str], rrspec: CommandLine, tmp_path: Path
) -> None:
    package = pack(artifact, tmp_path / f"package.rra.{form}").path
    with PackageReader(package) as reader:
        reader.unpack(tmp_path / "expected")
    expected = content(tmp_path / "expected")
    rrspec.cwd = tmp_path / "here"
    rrspec.cwd.mkdir()
    opened = rrspec.cwd / "p-1.0.0"
    command = ["open", package, *target]
    most = taken(rrspec, command)
    chance = random.Random(f"{form} {target}")  # noqa: S311 (moments, no secrets)
    interrupted = 0
    while interrupted < -(-KILLS // (2 * len(FORMS))):
        remove(opened)
        with rrspec.start(*command) as process:
            time.sleep(chance.uniform(0.1, 1) * most)
            process.send_signal(signal.SIGKILL)
            process.communicate(timeout=60)
        if process.returncode == -signal.SIGKILL:
            interrupted += 1
        else:
            most *= 0.8  # it was slow when nobody disturbed it
        left = {path.name for path in rrspec.cwd.iterdir()}
        assert all(name.startswith(".") and name.endswith(PARTIAL_SUFFIX) for name in left - {"p-1.0.0"})
        assert not opened.exists() or content(opened) == expected
    remove(opened)
    assert rrspec(*command).returncode == 0
    assert content(opened) == expected
    # what the killed ones left is gone
    assert list(rrspec.cwd.iterdir()) == [opened]


def taken(rrspec: CommandLine, command: list[object]) -> float:
    """Seconds that it takes where nobody disturbs it, once everything is compiled."""
    for _ in range(2):
        remove(rrspec.cwd / "p-1.0.0")
        started = time.monotonic()
        with rrspec.start(*command) as process:
            process.communicate(timeout=60)
        assert process.returncode == 0
    return time.monotonic() - started


def remove(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
