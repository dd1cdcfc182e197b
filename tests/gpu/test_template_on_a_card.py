"""The template for cards, filled in and executed on one."""

from pathlib import Path

from tests.acceptance.filled import fill
from tests.conftest import CHECKOUT, CommandLine

KEPT = CHECKOUT / "build" / "gpu"


def test_the_template_for_cards_goes_to_executed(tmp_path: Path) -> None:
    rrspec = CommandLine(tmp_path, KEPT / "cache")
    values = ("--title", "An example", "--paper-title", "The paper", "--license", "MIT", "--no-input")
    assert rrspec("new", "torch-gpu", "x", *values).returncode == 0
    artifact = tmp_path / "x"
    fill(artifact, "torch-gpu")
    for arguments in (["lock"], ["run", "--smoke"], ["run"], ["validate"]):
        ended = rrspec(*arguments, cwd=artifact)
        assert ended.returncode == 0, ended.stderr + ended.stdout
    assert "1 compatible; 1 of 1 own cells" in rrspec("status", cwd=artifact).stdout
