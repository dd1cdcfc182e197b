"""Many artifacts at once, with rrspec's own checks: whatever some of them are, the others get their reports."""

import json
import os
import shutil
import signal
import subprocess
import sys
import tarfile
import textwrap
import time
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest

from reprobridge_spec.batch.discovery import discover
from reprobridge_spec.batch.limits import WorkLimits
from reprobridge_spec.batch.order import Order
from reprobridge_spec.batch.outcome import Failure, FailureKind, Outcome
from reprobridge_spec.batch.run import check_all
from reprobridge_spec.model.manifest import Level
from tests.conftest import CHECKOUT
from tests.unit.archive.tars import T, tar

BASE = CHECKOUT / "conformance" / "base" / "shipped-score"
SOAK = bool(os.environ.get("RRSPEC_SOAK"))


def zipped(target: Path) -> None:
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(BASE.rglob("*")):
            archive.write(path, Path("artifact-main") / path.relative_to(BASE))


def submissions(folder: Path) -> None:
    shutil.copytree(BASE, folder / "01-folder")
    zipped(folder / "02-github.zip")
    with tarfile.open(folder / "03.tgz", "w:gz") as archive:
        archive.add(BASE, ".")
    (folder / "04-hostile.tar").write_bytes(tar(T("rra.yaml"), T("../escape"), T("suid.sh", mode=0o4755)))
    (folder / "05-cut.zip").write_bytes((folder / "02-github.zip").read_bytes()[:-30])
    (folder / "06-paper.zip").write_bytes(b"PK\5\6" + bytes(18))
    shutil.copytree(BASE, folder / "07-broken")
    (folder / "07-broken" / "rra.yaml").write_text("rra: [")
    (folder / "08").mkdir()
    (folder / "08" / "last.tar.gz").write_bytes((folder / "03.tgz").read_bytes())


def told(outcome: Outcome) -> str:
    if isinstance(outcome, Failure):
        return outcome.kind
    return ",".join(sorted({finding.rule for finding in outcome.report.findings})) or "clean"


def tree(folder: Path) -> dict[str, tuple[int, int]]:
    return {str(path): (path.lstat().st_size, path.lstat().st_mtime_ns) for path in sorted(folder.rglob("*"))}


def test_a_folder_of_submissions_gets_a_report_for_each(tmp_path: Path) -> None:
    submissions(tmp_path)
    before = tree(tmp_path)
    found = list(check_all(discover(tmp_path), Order(level=Level.DRAFT), jobs=2, limits=WorkLimits(seconds=60)))
    assert {str(result.path.relative_to(tmp_path)): told(result.outcome) for result in found} == {
        "01-folder": "clean",
        "02-github.zip": "RRP022",
        "03.tgz": "RRP022",
        "04-hostile.tar": "RRP021",
        "05-cut.zip": "RRP021",
        "06-paper.zip": FailureKind.NO_ARTIFACT,
        "07-broken": "RRM001",
        "08/last.tar.gz": "RRP022",
    }
    assert tree(tmp_path) == before


CALLER = """
    import sys
    from pathlib import Path
    from reprobridge_spec.batch.journal import Journal
    from reprobridge_spec.batch.run import check_all
    from tests.unit.batch.checks import answer

    paths = [Path(name) for name in sys.argv[2:]]
    try:
        with Journal(Path(sys.argv[1]), {}) as journal:
            for result in check_all(paths, answer, jobs=2, journal=journal):
                print(result.path.name, type(result.outcome).__name__, result.again, flush=True)
    except KeyboardInterrupt:
        sys.exit(130)
"""


def start(folder: Path, *names: str, known: Sequence[str] = ()) -> subprocess.Popen[str]:
    for name in names:
        (folder / name).touch()
    (folder / "caller.py").write_text(textwrap.dedent(CALLER))
    command = [
        sys.executable,
        str(folder / "caller.py"),
        str(folder / "r.jsonl"),
        *(str(folder / name) for name in (*known, *names)),
    ]
    environment = {**os.environ, "PYTHONPATH": str(CHECKOUT)}
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True, start_new_session=True)


def group(number: int) -> list[int]:
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            pid, _, rest = status.read_text().partition(" ")
        except OSError:
            continue
        state, _, process_group = rest.rpartition(") ")[2].split()[:3]
        if int(process_group) == number and state != "Z":
            found.append(int(pid))
    return found


def gone(number: int, seconds: float = 20.0) -> bool:
    deadline = time.monotonic() + seconds
    while group(number) and time.monotonic() < deadline:
        time.sleep(0.05)
    return not group(number)


def test_an_interruption_ends_every_process_and_keeps_what_is_done(tmp_path: Path) -> None:
    with start(tmp_path, "a", "b", "hang", "hang2", "c") as caller:
        assert caller.stdout is not None
        assert [caller.stdout.readline().split()[0] for _ in range(2)] == ["a", "b"]
        os.killpg(caller.pid, signal.SIGINT)
        caller.communicate(timeout=30)
    assert caller.returncode == 130
    assert gone(caller.pid)
    kept = [json.loads(line)["path"] for line in (tmp_path / "r.jsonl").read_text().splitlines()]
    assert sorted(kept) == [str(tmp_path / "a"), str(tmp_path / "b")]


def test_the_next_call_goes_on_where_a_killed_one_ended(tmp_path: Path) -> None:
    with start(tmp_path, "a", "hang") as caller:
        assert caller.stdout is not None
        assert caller.stdout.readline().split() == ["a", "Checked", "False"]
        os.killpg(caller.pid, signal.SIGKILL)
    with (tmp_path / "r.jsonl").open("a") as file:
        file.write('{"kind": "rrspec-res')
    with start(tmp_path, "b", known=["a"]) as caller:
        output, _ = caller.communicate(timeout=60)
    assert output.splitlines() == ["a Checked True", "b Checked False"]


def test_workers_do_not_outlive_a_caller_that_is_killed(tmp_path: Path) -> None:
    with start(tmp_path, "a", "b", "slow") as caller:
        assert caller.stdout is not None
        caller.stdout.readline()
        caller.kill()
    assert gone(caller.pid)


MEMORY = """
    import sys
    from pathlib import Path
    from reprobridge_spec.archive.reader import open_package
    from tests.peak import peak_memory

    with open_package(Path(sys.argv[1])) as files:
        for path, entry in files.entries.items():
            if entry.size <= 1 << 20:
                files.read(path, entry.size)
        count = len(files.entries)
    print(count, peak_memory() >> 20)
"""


@pytest.mark.slow
def test_a_large_package_takes_little_memory(tmp_path: Path) -> None:
    small = bytes(range(256)) * 2048
    size = (512 << 20) if SOAK else (40 << 20)
    with tarfile.open(tmp_path / "a.tgz", "w:gz" if SOAK else "w:") as archive:
        for number in range(4):
            (tmp_path / "large").write_bytes(os.urandom(1 << 20) * (size >> 20))
            archive.add(tmp_path / "large", f"t/data/{number}")
        for number in range(100):
            (tmp_path / "small").write_bytes(small + bytes([number]))
            archive.add(tmp_path / "small", f"t/code/{number}.txt")
        (tmp_path / "rra.yaml").write_text("rra: '1.0'\n")
        archive.add(tmp_path / "rra.yaml", "t/rra.yaml")
    command = [sys.executable, "-c", textwrap.dedent(MEMORY), str(tmp_path / "a.tgz")]
    ended = subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True, check=True)
    count, peak = map(int, ended.stdout.split())
    assert count == 105
    assert peak < 150
