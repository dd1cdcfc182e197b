import pytest

from reprobridge_spec.documents import requirement_lines
from reprobridge_spec.documents.requirement_lines import EncodingError, Fault, FaultKind, Line


def _parsed(text: str) -> Fault:
    fault = requirement_lines.parse(Line(7, text))
    assert isinstance(fault, Fault)
    return fault


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("--index-url https://example.org/simple", FaultKind.PLACE),
        ("--extra-index-url=https://example.org/simple", FaultKind.PLACE),
        ("-i https://example.org/simple", FaultKind.PLACE),
        ("-ihttps://example.org/simple", FaultKind.PLACE),
        ("--find-links wheels", FaultKind.PLACE),
        ("-f wheels", FaultKind.PLACE),
        ("--trusted-host example.org", FaultKind.PLACE),
        ("--index-url https://me:secret@example.org/simple", FaultKind.CREDENTIALS),
        ("six @ https://me:secret@example.org/six.whl", FaultKind.CREDENTIALS),
        ("-r other.txt", FaultKind.INCLUDE),
        ("-rother.txt", FaultKind.INCLUDE),
        ("--constraint other.txt", FaultKind.INCLUDE),
        ("-e .", FaultKind.EDITABLE),
        ("--editable git+https://example.org/x.git", FaultKind.EDITABLE),
        ("--pre", FaultKind.OPTION),
        ("--no-binary :all:", FaultKind.OPTION),
        ("six @ file:///home/me/six", FaultKind.LOCAL_URL),
        ("file:///home/me/six.whl", FaultKind.LOCAL_URL),
        ("six @ ./six", FaultKind.LOCAL_PATH),
        ("./wheels/six-1.17.0-py3-none-any.whl", FaultKind.LOCAL_PATH),
        ("wheels/six", FaultKind.LOCAL_PATH),
        ("six-1.17.0-py3-none-any.whl", FaultKind.LOCAL_PATH),
        ("~/six", FaultKind.LOCAL_PATH),
        (r"C:\wheels\six.whl", FaultKind.LOCAL_PATH),
        ("../six", FaultKind.LOCAL_PATH),
        ("six @ https://example.org/six.whl", FaultKind.URL),
        ("six@git+ssh://git@example.org/six.git", FaultKind.URL),
        ("git+https://example.org/six.git", FaultKind.URL),
        ("https://me:p@ss@example.org/x", FaultKind.CREDENTIALS),
        ("https://example.org/six.tar.gz", FaultKind.URL),
        ("six=1.17.0", FaultKind.UNREADABLE),
        ("six 1.17.0", FaultKind.UNREADABLE),
        ("six ; python_version", FaultKind.UNREADABLE),
    ],
)
def test_a_line_that_no_index_could_answer(text: str, kind: FaultKind) -> None:
    fault = _parsed(text)
    assert (fault.kind, fault.line) == (kind, 7)
    assert fault.advice


@pytest.mark.parametrize(
    "text",
    ["--index-url https://me:secret@example.org", "six @ https://me:secret@example.org/x", "-f ftp://secret@h/"],
)
def test_no_message_repeats_a_password(text: str) -> None:
    assert "secret" not in _parsed(text).message


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("numpy", "numpy"),
        ("scikit-learn>=1.4,<2", "scikit-learn"),
        ('torch==2.0.1+cu118 ; platform_machine == "x86_64"', "torch"),
        ("pandas[excel]~=2.0", "pandas"),
    ],
)
def test_a_requirement_by_name(text: str, name: str) -> None:
    requirement = requirement_lines.parse(Line(1, text))
    assert not isinstance(requirement, Fault)
    assert requirement.name == name


def test_lines_are_joined_as_pip_joins_them() -> None:
    text = "a==1 \\\n  --hash=x \\\n  # a comment between\n\nb#c\n\\\nc # d\n"
    assert list(requirement_lines.logical_lines(text)) == [
        Line(1, "a==1   --hash=x"),
        Line(5, "b#c"),
        Line(6, "c"),
    ]


def test_a_file_that_ends_in_a_continuation_still_gives_its_line() -> None:
    assert list(requirement_lines.logical_lines("a==1 \\")) == [Line(1, "a==1")]


@pytest.mark.parametrize(
    ("data", "encoding"),
    [
        (b"numpy", "utf-8"),
        (b"\xef\xbb\xbfnumpy", "utf-8-sig"),
        ("numpy".encode("utf-16"), "utf-16"),
        (b"\xfe\xff" + "numpy".encode("utf-16-be"), "utf-16"),
    ],
)
def test_the_mark_at_the_start_says_the_encoding(data: bytes, encoding: str) -> None:
    assert requirement_lines.decode(data) == ("numpy", encoding)


@pytest.mark.parametrize(
    ("data", "line"),
    [(b"six\n\xff\n", 2), ("six\n".encode("utf-16-le"), 1), (b"\xff\xfea", 1), (b"a\nb\0", 2)],
)
def test_bytes_that_are_no_text_are_named_with_their_line(data: bytes, line: int) -> None:
    with pytest.raises(EncodingError) as caught:
        requirement_lines.decode(data)
    assert caught.value.fault.line == line
