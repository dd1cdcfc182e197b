from pathlib import Path

import pytest

from reprobridge_spec.conformance.building import build, composed
from reprobridge_spec.conformance.cases import Found, read_cases, requirements
from reprobridge_spec.conformance.machine import lacking
from reprobridge_spec.errors import UsageError
from reprobridge_spec.model.case import Case, Requirement
from tests.conftest import CHECKOUT

GOOD = (
    "title: A title\nspec: [some-clause]\nbase: small\nvalidate: {level: draft, exit: 1, findings: [{rule: RRM001}]}\n"
)
MANIFEST = 'id: small\n# first\nlist:\n  - one\n  - {a: 1}\nmap:\n  b: "2"\n  c: |\n    text\n'


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    base = tmp_path / "suite" / "base" / "small"
    (base / "code").mkdir(parents=True)
    (base / "rra.yaml").write_text(MANIFEST)
    (base / "run.json").write_text('{"seed": 0, "files": [{"name": "log"}]}')
    (base / "code" / "a.py").write_text("x = 1\ny = 1\n")
    return tmp_path / "suite"


def add(suite: Path, name: str, text: str) -> None:
    (suite / "cases" / name).mkdir(parents=True)
    (suite / "cases" / name / "case.yaml").write_text(text)


def found(suite: Path, case: Case) -> Found:
    return Found(id="a/one", case=case, folder=suite / "cases" / "a" / "one")


def made(suite: Path, *operations: dict[str, object]) -> Path:
    case = Case.model_validate({"title": "t", "spec": ["s"], "base": "small", "operations": list(operations)})
    build(suite, found(suite, case), suite / "made")
    return suite / "made"


def test_cases_are_read_by_id(suite: Path) -> None:
    for name in ("b/two", "a/one", "b/one"):
        add(suite, name, GOOD)
    assert [item.id for item in read_cases(suite)] == ["a/one", "b/one", "b/two"]


VARIANTS = """variants:
  first: {title: First, findings: [{rule: RRM002}], operations: [{remove: code}]}
  second: {title: Second, base: large, spec: [other], requires: [symlinks], validate: {level: specified, exit: 0}}
  third: {title: Third}
"""


def test_a_variant_is_a_case_that_takes_over_what_it_does_not_say(suite: Path) -> None:
    add(suite, "a/one", GOOD + "requires: [exec-bit]\noperations: [{executable: code/a.py}]\n" + VARIANTS)
    first, second, third = read_cases(suite)
    assert [first.id, second.id, third.id] == ["a/one/first", "a/one/second", "a/one/third"]
    assert first.case.validate_
    assert second.case.validate_
    assert third.case.validate_
    assert [wanted.rule for wanted in first.case.validate_.findings] == ["RRM002"]
    assert (first.case.validate_.exit, second.case.validate_.exit) == (1, 0)
    assert [len(one.case.operations) for one in (first, second, third)] == [2, 1, 1]
    assert (first.case.spec, second.case.spec) == (["some-clause"], ["other"])
    assert (first.case.base, second.case.base) == ("small", "large")
    assert third.case.validate_.findings[0].rule == "RRM001"
    assert second.case.requires == [Requirement.EXECUTABLE, Requirement.SYMLINKS]


@pytest.mark.parametrize(
    ("pattern", "fits"), [("a/one/first", True), ("a/one", True), ("a/*", True), ("a/on", False), ("*/second", False)]
)
def test_a_glob_names_a_case_or_the_one_around_it(suite: Path, pattern: str, *, fits: bool) -> None:
    add(suite, "a/one", GOOD + "variants: {first: {title: First}}\n")
    assert read_cases(suite)[0].fits(pattern) is fits


BAD_EXIT = GOOD.replace("exit: 1, findings: [{rule: RRM001}]", "exit: 4")
WARNING = GOOD.replace("exit: 1", "exit: 0")
NOTE = WARNING.replace("rule: RRM001", "rule: RRM003, severity: note")
STEPS = "title: A title\nspec: [s]\nbase: small\nsteps: [{run: [pack], exit: 1}]\n"


@pytest.mark.parametrize(
    ("text", "is_bad", "level"),
    [
        (GOOD, True, "draft"),
        (BAD_EXIT, True, "draft"),
        (WARNING, True, "draft"),
        (NOTE, False, "draft"),
        (STEPS, True, "steps"),
        (STEPS.replace("exit: 1", "exit: 0"), False, "steps"),
    ],
    ids=["a finding", "an exit code", "a warning", "a note alone", "a step that fails", "a step that does not"],
)
def test_a_case_is_bad_where_something_must_be_found_wrong(suite: Path, text: str, level: str, *, is_bad: bool) -> None:
    add(suite, "a/one", text)
    (one,) = read_cases(suite)
    assert (one.is_bad, one.level, one.component) == (is_bad, level, "a")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (GOOD + "steps: [{run: [validate]}]\n", 5),
        (GOOD + "titel: x\n", 5),
        (GOOD + "operations: [{rename: {file: a, to: b}}]\n", 5),
        (GOOD.replace("base: small", "base: [small]"), 3),
        (GOOD + "requires: [a-card]\n", 5),
        (GOOD + "variants: {Big: {title: x}}\n", 5),
        (GOOD + "operations: [{set: {pointer: id, value: 1}}]\n", 5),
        (GOOD + "operations: [{append: {text: x, times: 0}}]\n", 5),
    ],
    ids=["no exit", "unknown key", "unknown operation", "no text", "requirement", "variant id", "pointer", "no times"],
)
def test_a_case_of_another_form_is_refused_with_its_line(suite: Path, text: str, line: int) -> None:
    add(suite, "a/bad", text)
    with pytest.raises(UsageError) as caught:
        read_cases(suite)
    assert caught.value.place == f"{suite / 'cases' / 'a' / 'bad' / 'case.yaml'}:{line}"
    assert caught.value.hint


@pytest.mark.parametrize(
    "text",
    [
        "title: t\nspec: [s]\nbase: small\n",
        "title: t\nspec: [s]\nbase: small\nvariants: {a: {title: t, findings: []}}\n",
    ],
    ids=["no result", "findings without level"],
)
def test_a_case_that_compares_nothing_is_refused(suite: Path, text: str) -> None:
    add(suite, "a/empty", text)
    with pytest.raises(UsageError, match=r"a/empty.* has nothing to compare"):
        read_cases(suite)


def test_without_operations_the_artifact_is_the_base(suite: Path) -> None:
    assert (made(suite) / "code" / "a.py").read_text() == "x = 1\ny = 1\n"


DONE: dict[str, tuple[list[dict[str, object]], str, str | None]] = {
    "a file is removed": ([{"remove": "code/a.py"}], "code/a.py", None),
    "a folder is removed": ([{"remove": "code"}], "code/a.py", None),
    "a file is written with its folders": ([{"write": {"file": "n/d/b", "text": "1\r\n"}}], "n/d/b", "1\r\n"),
    "a file is written anew": ([{"write": {"file": "code/a.py", "text": ""}}], "code/a.py", ""),
    "a text is replaced": (
        [{"replace": {"file": "code/a.py", "old": "x = 1", "new": "x = 2"}}],
        "code/a.py",
        "x = 2\ny = 1\n",
    ),
    "a text is appended many times": (
        [{"append": {"file": "code/a.py", "text": "é", "times": 3}}],
        "code/a.py",
        "x = 1\ny = 1\nééé",
    ),
    "a file is copied": ([{"copy": {"of": "code/a.py", "file": "b/c.py"}}], "b/c.py", "x = 1\ny = 1\n"),
    "a folder is copied": ([{"copy": {"of": "code", "file": "b/c"}}], "b/c/a.py", "x = 1\ny = 1\n"),
    "a value is set": ([{"set": {"pointer": "/id", "value": "x"}}], "rra.yaml", MANIFEST.replace("small", '"x"')),
    "a block gives way to one line": (
        [{"set": {"pointer": "/list", "value": ["a"]}}],
        "rra.yaml",
        'id: small\n# first\nlist: ["a"]\nmap:\n  b: "2"\n  c: |\n    text\n',
    ),
    "an entry of a list is set": (
        [{"set": {"pointer": "/list/1/a", "value": {"b": [None]}}}],
        "rra.yaml",
        MANIFEST.replace("a: 1", 'a: {"b": [null]}'),
    ),
    "a new key comes last": (
        [{"set": {"pointer": "/map/d", "value": "3"}}],
        "rra.yaml",
        MANIFEST.rstrip("\n") + '\n  d: "3"\n',
    ),
    "a new key of the document comes last": (
        [{"set": {"pointer": "/new", "value": []}}],
        "rra.yaml",
        MANIFEST.rstrip("\n") + "\nnew: []\n",
    ),
    "a new key comes last on its line": (
        [{"set": {"pointer": "/list/1/b", "value": "2"}}],
        "rra.yaml",
        MANIFEST.replace("{a: 1}", '{a: 1, b: "2"}'),
    ),
    "a new entry comes last": (
        [{"set": {"pointer": "/list/2", "value": "x"}}],
        "rra.yaml",
        MANIFEST.replace("{a: 1}", '{a: 1}\n  - "x"'),
    ),
    "a value of JSON is set": (
        [{"set": {"file": "run.json", "pointer": "/files/0/name", "value": "é"}}],
        "run.json",
        '{"seed": 0, "files": [{"name": "é"}]}',
    ),
    "a new key of JSON is quoted": (
        [{"set": {"file": "run.json", "pointer": "/a", "value": None}}],
        "run.json",
        '{"seed": 0, "files": [{"name": "log"}], "a": null}',
    ),
    "a key is dropped": (
        [{"drop": {"pointer": "/list"}}],
        "rra.yaml",
        'id: small\n# first\nmap:\n  b: "2"\n  c: |\n    text\n',
    ),
    "the last key is dropped": (
        [{"drop": {"pointer": "/map"}}],
        "rra.yaml",
        "id: small\n# first\nlist:\n  - one\n  - {a: 1}\n",
    ),
    "an entry is dropped": ([{"drop": {"pointer": "/list/0"}}], "rra.yaml", MANIFEST.replace("one\n  - ", "")),
    "the only entry of a line is dropped": (
        [{"drop": {"pointer": "/list/1/a"}}],
        "rra.yaml",
        MANIFEST.replace("a: 1", ""),
    ),
}


@pytest.mark.parametrize("name", DONE)
def test_an_operation_does_what_it_says(suite: Path, name: str) -> None:
    operations, path, text = DONE[name]
    place = made(suite, *operations) / path
    assert (place.read_bytes().decode() if place.exists() else None) == text


@pytest.mark.parametrize(
    ("value", "written"),
    [("3.10", "3.10"), ('"3.10"', '"3.10"'), ("[no, 'no']", '[no, "no"]'), ("{a: 1e400}", "{a: 1e400}"), ("", "null")],
)
def test_a_text_without_quotes_is_written_without_quotes(suite: Path, value: str, written: str) -> None:
    add(suite, "a/one", GOOD + f"operations: [{{set: {{pointer: /id, value: {value}}}}}]\n")
    nodes = composed(suite, read_cases(suite)[0])
    assert nodes["rra.yaml"].data.decode() == MANIFEST.replace("small", written)


def test_what_json_has_no_word_for_is_a_text_there(suite: Path) -> None:
    set_ = "{set: {file: run.json, pointer: /seed, value: [1.5, true, NaN, 00ff, a]}}"
    add(suite, "a/one", GOOD + f"operations: [{set_}]\n")
    nodes = composed(suite, read_cases(suite)[0])
    assert nodes["run.json"].data.startswith(b'{"seed": [1.5, true, NaN, "00ff", "a"], ')


def test_a_link_is_made(suite: Path) -> None:
    artifact = made(suite, {"link": {"file": "code/link", "target": "/etc/passwd"}})
    assert (artifact / "code" / "link").readlink() == Path("/etc/passwd")


def test_a_file_that_is_no_text_is_written(suite: Path) -> None:
    artifact = made(suite, {"bytes": {"file": "new/b.bin", "base64": "/wAB"}})
    assert (artifact / "new" / "b.bin").read_bytes() == b"\xff\x00\x01"


def test_a_large_file_is_made(suite: Path) -> None:
    assert (made(suite, {"zeros": {"file": "big", "size": 1 << 40}}) / "big").stat().st_size == 1 << 40


def test_a_file_is_made_executable(suite: Path) -> None:
    assert (made(suite, {"executable": "code/a.py"}) / "code" / "a.py").stat().st_mode & 0o100


@pytest.mark.parametrize(("old", "times"), [(" = 1", 2), ("z", 0)])
def test_a_text_that_does_not_stand_there_once_is_refused(suite: Path, old: str, times: int) -> None:
    with pytest.raises(UsageError, match=f"stands {times} times in code/a.py, not once"):
        made(suite, {"replace": {"file": "code/a.py", "old": old, "new": "x"}})


BAD: dict[str, dict[str, object]] = {
    "climbs out": {"write": {"file": "../../cases/x", "text": "x"}},
    "is not there": {"remove": "code/b.py"},
    "is above": {"remove": ".."},
    "is not there to be changed": {"replace": {"file": "b.py", "old": "x", "new": "y"}},
    "is not there to be longer": {"append": {"file": "b.py", "text": "x"}},
    "is not there to be copied": {"copy": {"of": "b.py", "file": "c.py"}},
    "is not there to be executed": {"executable": "b.py"},
    "is a folder": {"write": {"file": "code", "text": "x"}},
    "is in a file": {"write": {"file": "code/a.py/b", "text": "x"}},
    "is there already": {"link": {"file": "rra.yaml", "target": "x"}},
    "is there already as a copy": {"copy": {"of": "code/a.py", "file": "rra.yaml"}},
    "is no base 64": {"bytes": {"file": "b", "base64": "?"}},
    "has no such mapping": {"set": {"pointer": "/id/a", "value": "x"}},
    "has no such entry": {"set": {"pointer": "/list/7", "value": "x"}},
    "is the whole document": {"set": {"pointer": "", "value": "x"}},
    "is no document": {"set": {"file": "code/a.py", "pointer": "/x", "value": "y"}},
    "has no such key": {"drop": {"pointer": "/map/z"}},
}


@pytest.mark.parametrize("name", BAD)
def test_an_operation_that_does_not_apply_is_refused(suite: Path, name: str) -> None:
    (suite / "cases").mkdir()
    with pytest.raises(UsageError, match="the artifact of the case a/one cannot be made"):
        made(suite, BAD[name])
    assert not (suite / "made").exists()
    assert list((suite / "cases").iterdir()) == []


def test_a_mapping_is_not_emptied_in_a_block(suite: Path) -> None:
    with pytest.raises(UsageError, match="nothing would be left beside b"):
        made(suite, {"drop": {"pointer": "/map/c"}}, {"drop": {"pointer": "/map/b"}})


def test_a_base_that_is_not_there_is_refused(suite: Path) -> None:
    with pytest.raises(UsageError, match="there is no base large"):
        build(suite, found(suite, Case(title="t", spec=["s"], base="large")), suite / "made")


def test_the_base_itself_is_not_changed(suite: Path) -> None:
    made(suite, {"remove": "code"}, {"set": {"pointer": "/id", "value": "x"}})
    assert (suite / "base" / "small" / "code" / "a.py").exists()
    assert (suite / "base" / "small" / "rra.yaml").read_text() == MANIFEST


def test_a_tree_beside_the_case_is_laid_over_the_base(suite: Path) -> None:
    tree = suite / "cases" / "a" / "one" / "tree"
    (tree / "code").mkdir(parents=True)
    (tree / "code" / "a.py").write_bytes(b"x = 3\r\n")
    (tree / "link").symlink_to("code")
    build(suite, found(suite, Case(title="t", spec=["s"], base="small")), suite / "made")
    assert (suite / "made" / "code" / "a.py").read_bytes() == b"x = 3\r\n"
    assert (suite / "made" / "link").is_symlink()
    assert (suite / "made" / "rra.yaml").exists()


def test_what_operations_need_of_a_file_system_is_understood() -> None:
    operations = [
        {"link": {"file": "a", "target": "b"}},
        {"executable": "c"},
        {"zeros": {"file": "d", "size": 1}},
        {"remove": "e"},
    ]
    case = Case.model_validate(
        {"title": "t", "spec": ["s"], "base": "small", "requires": ["unicode-nfd"], "operations": operations}
    )
    assert requirements(case) == ["exec-bit", "sparse-files", "symlinks", "unicode-nfd"]


def test_what_a_file_system_can_hold_is_tried(tmp_path: Path) -> None:
    (tmp_path / "probe").mkdir()
    can_fold = (tmp_path / "PROBE").exists()
    assert (Requirement.CASE_SENSITIVE in lacking(list(Requirement), tmp_path)) is can_fold
    assert [path.name for path in tmp_path.iterdir()] == ["probe"]


def test_a_place_that_cannot_be_written_can_hold_nothing(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        lacking([Requirement.SYMLINKS], tmp_path / "gone")


def test_the_suite_s_own_cases_are_read() -> None:
    assert len(read_cases(CHECKOUT / "conformance")) >= 300
