import pytest

from reprobridge_spec.documents import digest_list

A = "a" * 64
B = "b" * 64


@pytest.mark.parametrize(
    ("line", "path"),
    [
        (f"{A}  data/x.csv", "data/x.csv"),
        (f"{A} *data/x.csv", "data/x.csv"),
        (f"{A.upper()}  x", "x"),
        (f"{A}  ./x", "x"),
        (f"{A}  a name with  spaces", "a name with  spaces"),
        (f"SHA256 (data/x (1).csv) = {A}", "data/x (1).csv"),
    ],
)
def test_a_line_in_a_form_of_sha256sum(line: str, path: str) -> None:
    found = digest_list.read(f"# shards\n\n{line}\n".encode())
    assert found.faults == ()
    assert [(listed.path, listed.sha256, listed.line) for listed in found.files] == [(path, A, 3)]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (f"{A}  /etc/passwd", "is absolute"),
        (f"{A}  ../x", "climbs out"),
        (f"{A}  a/../../x", "climbs out"),
        (f"{A}  C:/x", "is absolute"),
        (f"\\{A}  a\\nb", "control character"),
        (f"{A}  a\\b", "backslash"),
        (f"{A}  x\r", "carriage return"),
        (f"{A[1:]}  x", "no SHA-256"),
        (f"{A}g  x", "no SHA-256"),
        (f"{A}  ", "no SHA-256"),
        (f"{A} x", "no SHA-256"),
        ("x  " + A, "no SHA-256"),
        (f"MD5 (x) = {A}", "no SHA-256"),
    ],
)
def test_a_line_that_names_no_file_of_the_input(line: str, reason: str) -> None:
    (fault,) = digest_list.read(f"{B}  fine\n{line}\n".encode()).faults
    assert fault.line == 2
    assert reason in fault.message


def test_a_path_that_stands_twice_is_named_with_the_first() -> None:
    found = digest_list.read(f"{A}  x\n{B}  y\n{B}  x\n".encode())
    assert [(fault.line, "line 1" in fault.message) for fault in found.faults] == [(3, True)]
    assert found.by_path == {"x": A, "y": B}


def test_a_file_cannot_stand_where_another_needs_a_folder() -> None:
    (fault,) = digest_list.read(f"{A}  a/b/c\n{B}  a\n".encode()).faults
    assert fault.line == 1


@pytest.mark.parametrize("data", [b"", b"\n\n", b"# nothing\n"])
def test_a_list_without_files_is_a_fault(data: bytes) -> None:
    assert [fault.line for fault in digest_list.read(data).faults] == [1]


def test_a_list_that_is_no_text_is_a_fault() -> None:
    found = digest_list.read(f"{A}  x\n".encode() + b"\xff\n")
    assert (found.files, [fault.line for fault in found.faults]) == ((), [2])


def test_the_mark_of_utf_8_is_no_part_of_the_first_digest() -> None:
    assert digest_list.read(b"\xef\xbb\xbf" + f"{A}  x\n".encode()).by_path == {"x": A}
