import pytest

from reprobridge_spec.documents import requirements_file
from reprobridge_spec.documents.requirement_lines import FaultKind


def _digest(text: str) -> str:
    return requirements_file.digest_of(requirements_file.read(text.encode()).requirements)


def test_what_is_asked_for_keeps_its_line() -> None:
    file = requirements_file.read(b"# tools\nSix>=1.16\n\nscikit_learn[x]==1.4 ; python_version>='3.8'\n")
    assert [(asked.name, asked.line) for asked in file.requirements] == [("six", 2), ("scikit-learn", 4)]
    assert file.faults == ()


def test_all_faults_come_at_once() -> None:
    file = requirements_file.read(b"-r base.in\nsix\n./local\nhttps://example.org/x.whl\n--pre\n")
    assert [(fault.line, fault.kind) for fault in file.faults] == [
        (1, FaultKind.INCLUDE),
        (3, FaultKind.LOCAL_PATH),
        (4, FaultKind.URL),
        (5, FaultKind.OPTION),
    ]
    assert len(file.requirements) == 1


def test_a_file_in_utf_16_is_read() -> None:
    file = requirements_file.read("six\nclick\n".encode("utf-16"))
    assert [asked.name for asked in file.requirements] == ["six", "click"]
    assert file.encoding == "utf-16"


def test_a_file_that_is_no_text_is_one_fault() -> None:
    file = requirements_file.read(b"six\n\xff")
    assert [(fault.line, fault.kind) for fault in file.faults] == [(2, FaultKind.UNREADABLE)]
    assert file.requirements == ()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("six\nclick>=8,<9\n", "# c\nclick <9, >=8\n\nSIX\n"),
        ("a.b_c\n", "A-B-C\n"),
        ("x[b,a]\n", "x[a,b]\n"),
        ("x ; python_version < '3.12'\n", 'x;python_version<"3.12"\n'),
        ("six\nsix\n", "six\n"),
    ],
)
def test_spelling_changes_no_digest(one: str, other: str) -> None:
    assert _digest(one) == _digest(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("six\n", "six>=1\n"),
        ("six\n", "six\nclick\n"),
        ("six[a]\n", "six\n"),
        ("six==1.0\n", "six==1.0.0\n"),
        ("six ; python_version < '3.12'\n", "six\n"),
    ],
)
def test_meaning_changes_the_digest(one: str, other: str) -> None:
    assert _digest(one) != _digest(other)
