"""Scores that launchers bring, and outputs that are odd: what counts, what is kept, and whose fault it is."""

from pathlib import Path

import pytest

from tests.acceptance.artifacts import Launcher, records, write
from tests.conftest import CommandLine

BWRAP = pytest.mark.needs("bwrap")
GOOD = '{"accuracy": 90}'
LINKS = {
    "to-a-file": f"(output / 's-1.json').write_text('{GOOD}'); (output / 'scores.json').symlink_to('s-1.json')",
    "to-a-folder": (
        "(output / 'run1').mkdir(); (output / 'latest').symlink_to('run1')\n"
        f"(output / 'run1/s.json').write_text('{GOOD}')"
    ),
}
SPARSE = """\
for number in range(50):
    with open(output / str(number), "wb") as file:
        file.truncate(50 << 30)
score(90)
"""
LONG = "os.chdir(output)\nfor _ in range(60):\n    os.mkdir('d' * 100); os.chdir('d' * 100)\nscore(90)"


@BWRAP
@pytest.mark.needs("strace")
@pytest.mark.parametrize(
    "way",
    [
        "shutil.copy('code/shipped.json', output / 'scores.json')",
        "subprocess.run(['cp', 'code/shipped.json', output / 'scores.json'])",
    ],
)
def test_a_shipped_score_that_is_copied_fails_the_run_and_the_verification(
    rrspec: CommandLine, tmp_path: Path, way: str
) -> None:
    artifact = write(tmp_path / "paper", {"copies": Launcher(code=f"import shutil\n{way}")})
    (artifact / "code" / "shipped.json").write_text('{"accuracy": 90.0}')
    ended = rrspec("verify", artifact, "--level", "specified", "-o", tmp_path / "v.json")
    assert ended.returncode == 1
    assert "it was copied from work/code/shipped.json" in ended.stdout + ended.stderr


@BWRAP
@pytest.mark.parametrize("link", LINKS)
def test_a_score_that_is_read_through_a_link_is_kept(rrspec: CommandLine, tmp_path: Path, link: str) -> None:
    file = "scores.json" if link == "to-a-file" else "latest/s.json"
    launcher = Launcher(code=LINKS[link], measure=f"{{file: {file}, json: /accuracy}}")
    artifact = write(tmp_path / "paper", {"links": launcher})
    assert rrspec("run", "-C", artifact).returncode == 0
    (record,) = records(artifact)
    assert file in [output.path for output in record.predicate.outputs if output.kept]
    assert "contradicts" not in rrspec("audit", artifact).stdout.replace("nothing contradicts", "")


@BWRAP
def test_a_path_that_is_too_long_to_record_is_the_launcher_s_fault(rrspec: CommandLine, tmp_path: Path) -> None:
    artifact = write(tmp_path / "paper", {"deep": Launcher(code=LONG)})
    ended = rrspec("run", "-C", artifact)
    assert ended.returncode == 1
    (record,) = records(artifact)
    assert (record.predicate.outcome, record.predicate.fault) == ("failed", "artifact")


@BWRAP
def test_a_file_that_only_seems_large_is_not_kept_of_a_run_that_failed(rrspec: CommandLine, tmp_path: Path) -> None:
    code = "with open(output / 'scores.json', 'wb') as file:\n    file.truncate(64 << 20)"
    artifact = write(tmp_path / "paper", {"sparse": Launcher(code=code)})
    assert rrspec("run", "-C", artifact).returncode == 1
    (record,) = records(artifact)
    assert [(output.size, output.kept) for output in record.predicate.outputs] == [(64 << 20, False)]


@BWRAP
def test_outputs_beyond_the_disk_of_a_run_are_not_read(rrspec: CommandLine, tmp_path: Path) -> None:
    artifact = write(tmp_path / "paper", {"sparse": Launcher(code=SPARSE)})
    assert rrspec("run", "-C", artifact).returncode == 1
    (record,) = records(artifact)
    assert (record.predicate.attempts[-1].ending, record.predicate.outputs) == ("disk-limit", [])
