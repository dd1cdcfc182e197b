"""A token for the name of a file or folder is found, and is not shown; what only resembles one is a name."""

import pytest

from tests.unit.rules.memory_artifact import base
from tests.unit.rules.rule_cases import found_by

TOKEN = "gh" + "p_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
OTHER = "h" + "f_abcdefghijklmnopqrstuvwxyzABCDEFGH"

NAMES = {
    "a file": ([f"code/{TOKEN}.txt"], 1),
    "a file without an end": ([f"code/{TOKEN}"], 1),
    "a folder, once for all that lies in it": ([f"code/{TOKEN}/a.txt", f"code/{TOKEN}/b/c.txt"], 1),
    "two tokens": ([f"code/{TOKEN}.txt", f"data/{OTHER}/x"], 2),
    "a part of a name": ([f"code/key-of-lab.{TOKEN}.bin"], 1),
    "a folder of tests": ([f"code/tests/{TOKEN}.txt"], 1),
}
NEAR = [
    "code/ghp_short.txt",
    f"code/{TOKEN[:20]}.txt",
    f"code/gh{TOKEN[4:]}.txt",
    "code/ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx.txt",
    "code/sk-learn-estimators-of-2024.py",
    "code/nvapi-documentation-of-the-library.md",
    "code/api_key.txt",
    "code/password=test.txt",
    f"data/{'3a6eb0790f39ac87c94f3856b2dd2c5d110e6811602261a9a923d3bb23adc8b7'}.bin",
    "data/4015b57a143aec5156fd1444a017a32137a3fd0f/part.bin",
    "data/8c1f2e3d-4b5a-4978-8796-a5b4c3d2e1f0.json",
    "code/tskey-auth-readme.md",
]


@pytest.mark.parametrize(("paths", "number"), NAMES.values(), ids=NAMES)
def test_a_token_for_a_name_is_found_and_not_shown(paths: list[str], number: int) -> None:
    artifact = base()
    artifact.contents |= dict.fromkeys(paths, b"1\n")
    faults = found_by("RRS001", artifact).faults
    assert len(faults) == number
    for fault in faults:
        assert "the name `" in fault.message
        assert "****" in fault.message
        assert TOKEN[:6] not in fault.message
        assert OTHER[:6] not in fault.message


@pytest.mark.parametrize("path", NEAR)
def test_what_only_resembles_a_token_is_a_name(path: str) -> None:
    artifact = base()
    artifact.contents[path] = b"1\n"
    assert found_by("RRS001", artifact).faults == ()
