from pathlib import Path

import pytest

from reprobridge_spec.conformance.cases import Found, build, read_cases
from reprobridge_spec.errors import UsageError
from reprobridge_spec.model.case import Case
from tests.conftest import CHECKOUT

GOOD = "title: A title\nspec: [some-clause]\nbase: small\n"


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    base = tmp_path / "suite" / "base" / "small"
    (base / "code").mkdir(parents=True)
    (base / "rra.yaml").write_text("id: small\n")
    (base / "code" / "a.py").write_text("x = 1\ny = 1\n")
    return tmp_path / "suite"


def add(suite: Path, name: str, text: str) -> None:
    (suite / "cases" / name).mkdir(parents=True)
    (suite / "cases" / name / "case.yaml").write_text(text)


def found(suite: Path, case: Case) -> Found:
    return Found(id="a/one", case=case, folder=suite / "cases" / "a" / "one")


def made(suite: Path, operation: dict[str, object]) -> Path:
    case = Case.model_validate({"title": "t", "spec": ["s"], "base": "small", "operations": [operation]})
    build(suite, found(suite, case), suite / "made")
    return suite / "made"


def test_cases_are_read_by_id(suite: Path) -> None:
    for name in ("b/two", "a/one", "b/one"):
        add(suite, name, GOOD)
    assert [item.id for item in read_cases(suite)] == ["a/one", "b/one", "b/two"]


def test_the_suite_s_own_cases_are_read() -> None:
    assert len(read_cases(CHECKOUT / "conformance")) > 20


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (GOOD + "steps: [{run: [validate]}]\n", 4),
        (GOOD + "titel: x\n", 4),
        (GOOD + "operations: [{rename: {file: a, to: b}}]\n", 4),
        (GOOD.replace("base: small", "base: [small]"), 3),
    ],
    ids=["no exit code", "unknown key", "unknown operation", "no text"],
)
def test_a_case_of_another_form_is_refused_with_its_line(suite: Path, text: str, line: int) -> None:
    add(suite, "a/bad", text)
    with pytest.raises(UsageError) as caught:
        read_cases(suite)
    assert caught.value.place == f"{suite / 'cases' / 'a' / 'bad' / 'case.yaml'}:{line}"
    assert caught.value.hint


def test_without_operations_the_artifact_is_the_base(suite: Path) -> None:
    build(suite, found(suite, Case(title="t", spec=["s"], base="small")), suite / "made")
    assert (suite / "made" / "code" / "a.py").read_text() == "x = 1\ny = 1\n"


def test_a_file_is_removed(suite: Path) -> None:
    assert not (made(suite, {"remove": "code/a.py"}) / "code" / "a.py").exists()


def test_a_folder_is_removed(suite: Path) -> None:
    assert not (made(suite, {"remove": "code"}) / "code").exists()


def test_a_file_is_written_with_its_folders(suite: Path) -> None:
    artifact = made(suite, {"write": {"file": "new/deep/b.txt", "text": "one\r\n"}})
    assert (artifact / "new" / "deep" / "b.txt").read_bytes() == b"one\r\n"


def test_a_text_is_replaced(suite: Path) -> None:
    artifact = made(suite, {"replace": {"file": "code/a.py", "old": "x = 1", "new": "x = 2"}})
    assert (artifact / "code" / "a.py").read_text() == "x = 2\ny = 1\n"


def test_a_link_is_made(suite: Path) -> None:
    artifact = made(suite, {"link": {"file": "code/link", "target": "/etc/passwd"}})
    assert (artifact / "code" / "link").readlink() == Path("/etc/passwd")


@pytest.mark.parametrize(("old", "times"), [(" = 1", 2), ("z", 0)])
def test_a_text_that_does_not_stand_there_once_is_refused(suite: Path, old: str, times: int) -> None:
    with pytest.raises(UsageError, match=f"stands {times} times in code/a.py, not once"):
        made(suite, {"replace": {"file": "code/a.py", "old": old, "new": "x"}})


BAD: dict[str, dict[str, object]] = {
    "climbs out": {"remove": "../../cases"},
    "is not there": {"remove": "code/b.py"},
    "is not there to be changed": {"replace": {"file": "b.py", "old": "x", "new": "y"}},
    "is a folder": {"write": {"file": "code", "text": "x"}},
    "is there already": {"link": {"file": "rra.yaml", "target": "x"}},
}


@pytest.mark.parametrize("name", BAD)
def test_an_operation_that_does_not_apply_is_refused(suite: Path, name: str) -> None:
    (suite / "cases").mkdir()
    with pytest.raises(UsageError, match="the artifact of the case 't' cannot be made"):
        made(suite, BAD[name])
    assert (suite / "cases").exists()


def test_a_base_that_is_not_there_is_refused(suite: Path) -> None:
    with pytest.raises(UsageError, match="cannot be made"):
        build(suite, found(suite, Case(title="t", spec=["s"], base="large")), suite / "made")


def test_the_base_itself_is_not_changed(suite: Path) -> None:
    made(suite, {"remove": "code"})
    assert (suite / "base" / "small" / "code" / "a.py").exists()


def test_a_tree_beside_the_case_is_laid_over_the_base(suite: Path) -> None:
    tree = suite / "cases" / "a" / "one" / "tree"
    (tree / "code").mkdir(parents=True)
    (tree / "code" / "a.py").write_bytes(b"x = 3\r\n")
    build(suite, found(suite, Case(title="t", spec=["s"], base="small")), suite / "made")
    assert (suite / "made" / "code" / "a.py").read_bytes() == b"x = 3\r\n"
    assert (suite / "made" / "rra.yaml").exists()


def test_a_file_that_is_no_text_is_written(suite: Path) -> None:
    artifact = made(suite, {"bytes": {"file": "new/b.bin", "base64": "/wAB"}})
    assert (artifact / "new" / "b.bin").read_bytes() == b"\xff\x00\x01"


def test_a_large_file_is_made(suite: Path) -> None:
    assert (made(suite, {"zeros": {"file": "big", "size": 1 << 40}}) / "big").stat().st_size == 1 << 40


def test_a_file_is_made_executable(suite: Path) -> None:
    assert (made(suite, {"executable": "code/a.py"}) / "code" / "a.py").stat().st_mode & 0o111


def test_bytes_that_are_no_base_64_are_refused(suite: Path) -> None:
    with pytest.raises(UsageError, match="cannot be made"):
        made(suite, {"bytes": {"file": "b", "base64": "?"}})
