import shutil
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from reprobridge_spec import process
from reprobridge_spec.findings import Report
from reprobridge_spec.fixes.apply import Fixed
from reprobridge_spec.fixes.diff import diff, shown, without_secrets
from reprobridge_spec.fixes.draft import Change
from reprobridge_spec.render.style import PLAIN, Style

REPORT = Report(artifact="paper", level="draft", claimed="draft", findings=())


def fixed(before: bytes, after: bytes, path: str = "a", *, executable: bool = False) -> Fixed:
    return Fixed(done=(), changes={path: Change(before=before, after=after, executable=executable)}, left=REPORT)


def applied(folder: Path, what: Fixed) -> dict[str, bytes]:
    """What `git apply` makes of the files before."""
    shutil.rmtree(folder, ignore_errors=True)
    for path, change in what.changes.items():
        place = folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(change.before)
    patch = folder.parent / "patch"
    patch.write_bytes(diff(what))
    ended = process.run(
        ["git", "-c", "core.autocrlf=false", "apply", "--whitespace=nowarn", str(patch)],
        cwd=folder,
        environment={"PATH": "/usr/bin:/bin", "GIT_CEILING_DIRECTORIES": str(folder.parent)},
        log=folder.parent / "log",
        time_limit=60,
    )
    assert ended.exit_code == 0, (folder.parent / "log").read_text()
    return {path: (folder / path).read_bytes() for path in what.changes}


CASES = {
    "one line": (b"a\nb\nc\n", b"a\nB\nc\n"),
    "the first and the last": (b"a\n" * 9, b"b\n" + b"a\n" * 7 + b"c\n"),
    "far apart": (b"x\n" * 40, b"y\n" + b"x\n" * 38 + b"y\n"),
    "line ends of windows": (b"a\r\nb\r\n", b"a\r\nB\r\n"),
    "line ends of old macs": (b"a\rb\r", b"a\rB\r"),
    "no newline at the end": (b"a\nb", b"a\nB"),
    "no newline at the end, elsewhere": (b"a\nb", b"A\nb"),
    "a newline comes": (b"a\nb", b"a\nb\n"),
    "a newline goes": (b"a\nb\n", b"a\nb"),
    "a line goes": (b"a\nb\nc\n", b"a\nc\n"),
    "a line comes": (b"a\nc\n", b"a\nb\nc\n"),
    "all lines go": (b"a\nb\n", b""),
    "something comes of nothing": (b"", b"a\n"),
    "many lines go": (b"".join(b"%d\n" % n for n in range(5000)), b"x\ny\n"),
    "what is no UTF-8": (b"\xff\xfe\n\xe9\n", b"\xff\xfe\n\xe8\n"),
    "what looks like a diff": (b"--- a\n+++ b\n@@ -1 +1 @@\n", b"--- a\n+++ c\n@@ -1 +1 @@\n"),
    "a mark at the beginning": (b"\xef\xbb\xbfa\n", b"\xef\xbb\xbfb\n"),
}


@pytest.mark.parametrize(("before", "after"), CASES.values(), ids=CASES)
def test_git_makes_the_same_of_it(tmp_path: Path, before: bytes, after: bytes) -> None:
    assert applied(tmp_path / "w", fixed(before, after)) == {"a": after}


@pytest.mark.parametrize(
    "path", ["a b", "ä/é.yaml", 'quo"te', "tab\tname", "a/b/c", "-dash", "new\nline", "bytes\udcff", "a  b/c d"]
)
def test_names_are_written_as_git_reads_them(tmp_path: Path, path: str) -> None:
    assert applied(tmp_path / "w", fixed(b"a\n", b"b\n", path)) == {path: b"b\n"}


def test_a_file_that_becomes_executable(tmp_path: Path) -> None:
    applied(tmp_path / "w", fixed(b"a\n", b"a\n", executable=True))
    assert (tmp_path / "w" / "a").stat().st_mode & 0o111
    applied(tmp_path / "w", fixed(b"a\n", b"b\n", executable=True))
    assert (tmp_path / "w" / "a").stat().st_mode & 0o111


lines = st.lists(st.sampled_from([b"a", b"b", b"", b"\r", b"-", b"\\"]), max_size=12)
ends = st.sampled_from([b"", b"\n"])


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(texts=st.lists(st.tuples(lines, ends, lines, ends), min_size=12, max_size=12))
def test_git_makes_the_same_of_whatever_changed(
    tmp_path: Path, texts: list[tuple[list[bytes], bytes, list[bytes], bytes]]
) -> None:
    """The diff is one that git takes, whatever lines changed."""
    changes = {
        f"f{number}": Change(before=b"\n".join(old) + end, after=b"\n".join(new) + new_end)
        for number, (old, end, new, new_end) in enumerate(texts)
    }
    what = Fixed(done=(), changes={name: one for name, one in changes.items() if one.before != one.after}, left=REPORT)
    if what.changes:
        assert applied(tmp_path / "w", what) == {name: one.after for name, one in what.changes.items()}


def test_unchanged_lines_stand_around_what_changed() -> None:
    before = b"".join(b"%d\n" % number for number in range(1, 31))
    text = diff(
        fixed(before, before.replace(b"\n10\n", b"\nX\n").replace(b"\n16\n", b"\nY\n").replace(b"\n28\n", b"\nZ\n"))
    )
    assert [line for line in text.split(b"\n") if line.startswith(b"@@")] == [
        b"@@ -7,13 +7,13 @@",
        b"@@ -25,6 +25,6 @@",
    ]


def test_a_diff_begins_where_the_caller_stands() -> None:
    assert diff(fixed(b"a\n", b"b\n"), "papers/one").splitlines()[:3] == [
        b"diff --git a/papers/one/a b/papers/one/a",
        b"--- a/papers/one/a",
        b"+++ b/papers/one/a",
    ]


def test_files_stand_in_the_order_of_their_names() -> None:
    many = Fixed(done=(), changes={**fixed(b"", b"x", "b").changes, **fixed(b"", b"x", "a").changes}, left=REPORT)
    assert [line for line in diff(many).split(b"\n") if line.startswith(b"+++")] == [b"+++ b/a", b"+++ b/b"]


def test_a_terminal_gets_colours_and_nothing_to_act_on() -> None:
    lines = list(shown(fixed(b"\x1b[2J\ta\r\n", b"\x9b\xff\tb\r\n", "odd\x1b"), Style(color=True)))
    plain = list(shown(fixed(b"\x1b[2J\ta\r\n", b"\x9b\xff\tb\r\n", "odd\x1b"), PLAIN))
    assert all(line.isprintable() for line in plain)
    assert plain[-2:] == ["-\ufffd[2J   a", "+\ufffd\ufffd     b"]
    assert lines[-1] == "\x1b[32m+\ufffd\ufffd     b\x1b[0m"


@pytest.mark.parametrize(
    ("before", "after", "lines"),
    [
        (b"a\r\nb\n", b"a\nb\n", ["-a^M", "+a", " b"]),
        (b"a\nb\r\nc\r\n", b"a\r\nb\r\nc\r\n", ["-a", "+a^M", " b", " c"]),
        (b"a\r\nb\r\n", b"A\r\nb\r\n", ["-a", "+A", " b"]),
        (b"a\r\nb", b"a\nb\n", ["-a^M", "-b", "\\ No newline at end of file", "+a", "+b"]),
        (b"a^M\n", b"b\n", ["-a^M", "+b"]),
        (b"a\r\r\n", b"a\n", ["-a\ufffd^M", "+a"]),
    ],
)
def test_line_ends_that_change_are_shown(before: bytes, after: bytes, lines: list[str]) -> None:
    assert list(shown(fixed(before, after), PLAIN))[4:] == lines


def test_line_ends_that_change_have_the_colour_of_their_line() -> None:
    assert list(shown(fixed(b"a\r\n", b"a\n"), Style(color=True)))[4:] == ["\x1b[31m-a^M\x1b[0m", "\x1b[32m+a\x1b[0m"]


def test_nothing_to_repair_is_an_empty_diff() -> None:
    assert diff(Fixed(done=(), changes={}, left=REPORT)) == b""


def test_secrets_are_hidden_in_what_is_shown() -> None:
    token = b"ghp" + b"_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    what = fixed(b"T=" + token + b"\r\nx\r\n", b"T=" + token + b"\nx\n")
    told = diff(without_secrets(what))
    assert (token in diff(what), token in told, b"-T=ghp_****" in told, b"+T=ghp_****" in told) == (
        True,
        False,
        True,
        True,
    )
    assert diff(without_secrets(fixed(b"a\n", b"b\n"))) == diff(fixed(b"a\n", b"b\n"))
