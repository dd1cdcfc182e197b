"""The code folder against the release with its patches, where cases as data would be long."""

from reprobridge_spec.rules.asked import Asked
from tests.unit.rules.memory_artifact import MemoryFiles, base
from tests.unit.rules.rule_cases import found_by

PATCHED = b"def model():\n    return load(12345, old=True)\n"


def test_hundreds_of_differences_end_in_one_that_says_so() -> None:
    artifact = base()
    artifact.contents |= {f"code/f{number:03}.py": b"x\n" for number in range(202)}
    artifact.asked = Asked(release=MemoryFiles({"small/model.py": PATCHED}, {}, set()))
    faults = found_by("RRG007", artifact).faults
    assert len(faults) == 201
    assert "more than 200 files" in faults[-1].message
    assert faults[-1].path == ("codebase", "upstream")


def test_large_files_are_compared_by_digest_alone() -> None:
    artifact = base()
    large = b"0\n" * (3 << 20)
    code = {path.removeprefix("code/"): data for path, data in artifact.contents.items() if path.startswith("code/")}
    artifact.contents["code/large.txt"] = large
    release = {**code, "small/model.py": PATCHED, "large.txt": large[:-2] + b"1\n"}
    artifact.asked = Asked(release=MemoryFiles(release, {}, set()))
    (fault,) = found_by("RRG007", artifact).faults
    assert fault.file == "code/large.txt"
    assert fault.mark is None
