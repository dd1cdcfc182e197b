"""Packages that are made to deceive or to do harm, on the command line: code 1, nothing left, little taken."""

import json
import re
import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import CHECKOUT, CommandLine
from tests.unit.archive.hostile import CORPUS, DANGEROUS

MOST_MEMORY = 300 << 20
MOST_SECONDS = 8
"""Of the processor, on a machine that is busy; two where it is not."""

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("name", [name for name in CORPUS if name not in DANGEROUS])
def test_it_is_refused_by_all_who_read_packages(name: str, rrspec: CommandLine, tmp_path: Path) -> None:
    case = CORPUS[name]
    (tmp_path / "p.rra.zip").write_bytes(case.make())
    validated = rrspec("validate", "p.rra.zip", "--level", "draft", "--fail-on", case.weight, "--format", "json")
    assert validated.returncode == 1, validated.stderr
    said = [found["message"] for found in json.loads(validated.stdout)["findings"] if found["rule"] == case.rule]
    assert said
    assert re.search(case.says, said[0])
    for command in (["open", "p.rra.zip"], ["open", "p.rra.zip", "new"], ["verify", "p.rra.zip", "--level", "draft"]):
        ended = rrspec(*command)
        assert ended.returncode == 1, ended.stderr
        assert re.search(case.unpacking_says or case.says, " ".join(ended.stderr.split())), ended.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["p.rra.zip"]


MEASURED = """
    import os, sys
    from reprobridge_spec.cli.main import main
    from tests.peak import peak_memory

    sys.argv = ["rrspec", *sys.argv[1:]]
    try:
        main()
    except SystemExit as end:
        code = end.code
    used = os.times()
    print(code, peak_memory(), used.user + used.system, file=sys.stderr)
"""


@pytest.mark.parametrize("name", DANGEROUS)
def test_it_takes_little_time_and_memory(
    name: str, rrspec: CommandLine, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    (tmp_path / "p").write_bytes(DANGEROUS[name].make())
    for command in (["validate", "p", "--level", "draft"], ["open", "p", "new"]):
        ended = subprocess.run(
            [sys.executable, "-c", textwrap.dedent(MEASURED), *command],
            cwd=tmp_path, env={**rrspec.environment, "PYTHONPATH": str(CHECKOUT)},
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        code, peak, seconds = ended.stderr.splitlines()[-1].split()
        assert code == "1", ended.stderr
        assert int(peak) < MOST_MEMORY, f"{int(peak) >> 20} MiB"
        assert float(seconds) < MOST_SECONDS
        record_property(command[0], f"{int(peak) >> 20} MiB, {seconds} s")
    assert [path.name for path in tmp_path.iterdir()] == ["p"]
