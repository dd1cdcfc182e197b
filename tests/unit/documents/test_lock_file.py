import pytest
from hypothesis import given
from hypothesis import strategies as st

from reprobridge_spec.documents import digest_list, lock_file, requirements_file
from reprobridge_spec.documents.lock_file import Header, Pin
from reprobridge_spec.documents.requirement_lines import FaultKind

A = "a" * 64
B = "b" * 64
HASH = f"--hash=sha256:{A}"


def _faults(text: str) -> list[tuple[int, FaultKind]]:
    return [(fault.line, fault.kind) for fault in lock_file.read(text.encode()).faults]


def test_a_lock_of_pip_tools_is_read_whole() -> None:
    text = f"""\
Scikit_Learn==1.4.2 ; python_version >= "3.9" \\
    --hash=sha256:{A} \\
    --hash=sha256:{B.upper()}
    # via -r env/requirements.in
six==1.17.0 --hash=sha256:{A}
"""
    lock = lock_file.read(text.encode())
    assert lock.pins == (
        Pin(name="scikit-learn", version="1.4.2", hashes=(A, B), line=1, marker='python_version >= "3.9"'),
        Pin(name="six", version="1.17.0", hashes=(A,), line=5),
    )
    assert lock.faults == ()


def test_an_empty_lock_has_neither_pins_nor_faults() -> None:
    assert lock_file.read(b"# nothing\n") == lock_file.LockFile(pins=(), faults=(), encoding="utf-8")


def test_options_that_make_pip_stricter_may_stand() -> None:
    assert _faults(f"--require-hashes\n--only-binary :all:\nsix==1 {HASH}\n") == []


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("--index-url https://example.org", FaultKind.PLACE),
        ("--extra-index-url file:///opt/simple", FaultKind.PLACE),
        ("--find-links /opt/wheels", FaultKind.PLACE),
        ("--trusted-host example.org", FaultKind.PLACE),
        ("-i https://me:pass@example.org", FaultKind.CREDENTIALS),
        ("--only-binary https://me:pass@example.org", FaultKind.CREDENTIALS),
        ("-r more.txt", FaultKind.INCLUDE),
        ("-e ./code", FaultKind.EDITABLE),
        ("--no-binary :all:", FaultKind.OPTION),
        ("--require-hashesx", FaultKind.OPTION),
        (f"six==1 --global-option=x {HASH}", FaultKind.OPTION),
        (f"six==1 {HASH} --config-settings a=b", FaultKind.OPTION),
        (f"six>=1 {HASH}", FaultKind.UNPINNED),
        (f"six~=1.1.2 {HASH}", FaultKind.UNPINNED),
        (f"six==1.* {HASH}", FaultKind.UNPINNED),
        (f"six===1 {HASH}", FaultKind.UNPINNED),
        (f"six==1,!=2 {HASH}", FaultKind.UNPINNED),
        ("six", FaultKind.UNPINNED),
        ("six==1", FaultKind.UNHASHED),
        (f"six==1 --hash=md5:{'a' * 32}", FaultKind.OTHER_HASH),
        (f"six==1 --hash=sha512:{A}{B} {HASH}", FaultKind.OTHER_HASH),
        ("six==1 --hash=sha256:abc", FaultKind.OTHER_HASH),
        (f"six @ file:///croot/six {HASH}", FaultKind.LOCAL_URL),
        (f"./six.whl {HASH}", FaultKind.LOCAL_PATH),
        (f"six @ https://example.org/six.whl {HASH}", FaultKind.URL),
        ("six=1", FaultKind.UNREADABLE),
        ("# via -r /home/me/requirements.in", FaultKind.PLACE),
        ("    # via -c ~/constraints.txt", FaultKind.PLACE),
        ("# from https://me:pass@example.org", FaultKind.CREDENTIALS),
    ],
)
def test_what_a_lock_must_not_hold(line: str, kind: FaultKind) -> None:
    assert _faults(f"click==8 {HASH}\n{line}\n") == [(2, kind)]


@pytest.mark.parametrize("line", ["# via -r env/requirements.in", "# via -c constraints.txt", "# see a/b"])
def test_a_comment_with_a_relative_path_is_fine(line: str) -> None:
    assert _faults(line + "\n") == []


def test_the_second_pin_of_a_package_is_named_with_the_first() -> None:
    lock = lock_file.read(f"Six==1 {HASH}\nclick==8 {HASH}\nsix==2 {HASH}\n".encode())
    assert [(fault.line, fault.kind, fault.subject) for fault in lock.faults] == [(3, FaultKind.DUPLICATE, "six")]
    assert "line 1" in lock.faults[0].message


def test_pins_for_different_environments_are_no_duplicates() -> None:
    text = f"six==1 ; python_version < '3.12' {HASH}\nsix==2 ; python_version >= '3.12' {HASH}\n"
    assert _faults(text) == []


def test_a_lock_in_utf_16_gives_its_pins() -> None:
    lock = lock_file.read("numpy==1.24.3\r\ntorch==2.0.1\r\ntqdm==4.66.1\r\n".encode("utf-16"))
    assert [(pin.name, pin.version) for pin in lock.pins] == [
        ("numpy", "1.24.3"),
        ("torch", "2.0.1"),
        ("tqdm", "4.66.1"),
    ]
    assert lock.encoding == "utf-16"


def test_a_mark_is_no_part_of_the_first_name() -> None:
    assert lock_file.read(b"\xef\xbb\xbfnumpy==1.24.3\n").pins[0].name == "numpy"


def test_bytes_that_are_no_text_are_one_fault() -> None:
    lock = lock_file.read(b"six==1\n\xff\n")
    assert (lock.pins, lock.encoding) == ((), "")
    assert [(fault.line, fault.kind) for fault in lock.faults] == [(2, FaultKind.UNREADABLE)]


@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_any_bytes_give_a_value(data: bytes) -> None:
    lock = lock_file.read(data)
    assert bool(lock.encoding) or lock.faults
    requirements_file.read(data)
    digest_list.read(data)


PARTS = [
    *("six==1", "-r x", f"--hash=sha256:{A}", " \\\n", "\n", " ; ", "python_version"),
    *("<", "'3'", "@", "://", "a", "#", "[", "/"),
]


@given(st.lists(st.sampled_from(PARTS), max_size=12).map("".join))
def test_any_order_of_parts_gives_a_value_whose_lines_are_in_the_file(text: str) -> None:
    lock = lock_file.read(text.encode())
    last = len(text.splitlines())
    lines = [pin.line for pin in lock.pins] + [fault.line for fault in lock.faults]
    assert all(1 <= line <= last for line in lines)


def test_a_pin_as_text_is_read_as_the_same_pin() -> None:
    pin = Pin(name="six", version="1.17.0", hashes=(A, B), line=1, marker='sys_platform == "linux"')
    assert lock_file.read(pin.text.encode()).pins == (pin,)


def test_a_header_as_text_is_read_as_the_same_header() -> None:
    header = Header(tool="pip-tools", tool_version="7.6.2", python="3.11", platform="linux-64", requirements_sha256=A)
    assert lock_file.read((header.text + f"six==1 {HASH}\n").encode()).header == header


@pytest.mark.parametrize(
    "text",
    [
        "six==1\n",
        "#\n# rrspec lock: tool a 1, python 3.11, platform linux-64, requirements sha256:" + A,
        "# rrspec lock: tool a 1, python 3.11, platform linux-64, requirements sha256:" + A[1:],
        "# rrspec lock: tool a 1, python 3.11, platform linux-64, requirements sha256:" + A + " more",
    ],
)
def test_a_first_line_of_another_form_is_no_header(text: str) -> None:
    assert lock_file.read(text.encode()).header is None
