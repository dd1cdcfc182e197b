import pytest

from reprobridge_spec.launch.ancestry.events import Began, Dated, Event, Linked, Moved, Opened, Poured, Split
from reprobridge_spec.launch.ancestry.inside import Inside
from reprobridge_spec.launch.ancestry.strace_lines import events

FOLDERS = Inside((("/rra/output", "output"), ("/rra/work", "work"), ("/tmp", "tmp")))  # noqa: S108


def read(*calls: str) -> list[Event]:
    return list(events([f"42  1796002697.500000 {call}\n".encode() for call in calls], FOLDERS))


AT = 1796002697.5
CALLS: dict[str, Event] = {
    'openat(AT_FDCWD</rra/work>, "a.json", O_WRONLY|O_CREAT|O_TRUNC|O_CLOEXEC, 0666) = 3</rra/output/a.json>': Opened(
        42, AT, "output/a.json", writes=True, handed_on=False
    ),
    'openat(AT_FDCWD</>, "x", O_RDONLY) = 3</rra/work/x>': Opened(42, AT, "work/x", writes=False, handed_on=True),
    'openat(AT_FDCWD</>, "x", O_RDONLY|O_CLOEXEC) = 3</home/me/old.json>': Opened(
        42, AT, "elsewhere", writes=False, handed_on=False
    ),
    'openat2(4</rra/output>, "b", {flags=O_RDWR|O_CLOEXEC, resolve=0}, 24) = 5</rra/output/b>': Opened(
        42, AT, "output/b", writes=True, handed_on=False
    ),
    'creat("/rra/output/c", 0444) = 5</rra/output/c>': Opened(42, AT, "output/c", writes=True, handed_on=True),
    'openat(AT_FDCWD</>, "a, O_RDONLY\\"", O_WRONLY|O_CLOEXEC) = 3</rra/output/\\303\\251\\x3e>': Opened(
        42, AT, "output/é>", writes=True, handed_on=False
    ),
    'rename("/tmp/a", "/rra/output/../output/b") = 0': Moved(42, AT, "tmp/a", "output/b"),
    'renameat2(AT_FDCWD</rra/output>, "a", AT_FDCWD</rra/output>, "b", RENAME_NOREPLACE) = 0': Moved(
        42, AT, "output/a", "output/b"
    ),
    'linkat(AT_FDCWD</rra/work>, "a", AT_FDCWD</>, "/rra/output/b", 0) = 0': Linked(42, AT, "work/a", "output/b"),
    "sendfile(4</rra/output/b>, 3</rra/work/a>, [0] => [7], 8388608) = 7": Poured(42, AT, "work/a", "output/b"),
    "copy_file_range(3</rra/work/a>, NULL, 4</rra/output/b>, NULL, 9223372035781033984, 0) = 7": Poured(
        42, AT, "work/a", "output/b"
    ),
    "utimensat(3</rra/output/a>, NULL, NULL, 0) = 0": Dated(42, AT, "output/a"),
    'utimensat(AT_FDCWD</rra/output>, "a", [UTIME_NOW, UTIME_OMIT], 0) = 0': Dated(42, AT, "output/a"),
    'execve("/env/bin/python", ["python", "-c", "print(\\"[]\\")"], 0x7ffd /* 9 vars */) = 0': Began(
        42, AT, "python", ("python", "-c", 'print("[]")')
    ),
    'execve("/env/bin/python", ["python", "aaa"...], 0x7ffd /* 9 vars */) = 0': Began(42, AT, "python", None),
    'execve("/bin/x", ["x", "1", ...], 0x7ffd /* 9 vars */) = 0': Began(42, AT, "x", None),
    'execve("/bin/x", [], 0x7ffd /* 9 vars */) = 0': Began(42, AT, "x", ()),
    "clone(child_stack=NULL, flags=SIGCHLD) = 77": Split(42, AT, 77),
    "clone(child_stack=NULL, flags=SIGCHLD) = 2 /* 78 in strace's PID NS */": Split(42, AT, 78),
    "vfork() = 79": Split(42, AT, 79),
}


@pytest.mark.parametrize("call", CALLS)
def test_a_call_as_strace_writes_it(call: str) -> None:
    assert read(call) == [CALLS[call]]


@pytest.mark.parametrize(
    "line",
    [
        "",
        "42",
        "42 1.5 openat(",
        'openat(AT_FDCWD</>, "x", O_RDONLY) = 3</rra/work/x>',
        '42  1796002697.500000 openat(AT_FDCWD</>, "x", O_WRONLY <unfinished ...>',
        "42  1796002697.500000 <... openat resumed>) = 3</rra/output/x>",
        '42  1796002697.500000 openat(AT_FDCWD</>, "x", O_WRONLY) = -1 ENOENT (No such file or directory)',
        "42  1796002697.500000 +++ exited with 0 +++",
        '42  1796002697.500000 rename("a") = 0',
        "42  1796002697.500000 sendfile(4, 3, NULL, 1) = 7",
        '42  1796002697.500000 openat(AT_FDCWD</>, "x", O_RDONLY) = 3</usr/lib/libc.so.6>',
        '42  1796002697.500000 openat(AT_FDCWD</>, "x", O_RDONLY) = 3</rra/work/model.py>',
        '42  1796002697.500000 openat(AT_FDCWD</>, "x", O_RDONLY|O_DIRECTORY) = 3</rra/work>',
        "42  1796002697.500000 " + "openat(" * 9000,
        "42  1796002697.500000 execve(" + '"\\' * 9000,
    ],
)
def test_what_is_cut_off_or_of_no_interest_is_passed_over(line: str) -> None:
    assert list(events([line.encode()], FOLDERS)) == []


def test_a_name_without_a_folder_lies_where_the_process_stands() -> None:
    moved = read('openat(AT_FDCWD</rra/output>, "x", O_RDONLY|O_DIRECTORY) = 3</rra/output/x>', 'rename("a", "b") = 0')
    assert moved == [Moved(42, AT, "output/a", "output/b")]


def test_a_process_that_went_to_another_folder_stands_there_with_its_children() -> None:
    calls = ['chdir("/rra") = 0', 'chdir("output") = 0', "fork() = 43"]
    child = b'43  1796002698.000000 rename("a", "b") = 0\n'
    lines = [f"42  1796002697.500000 {call}\n".encode() for call in calls]
    assert list(events([*lines, child], FOLDERS))[-1] == Moved(43, 1796002698.0, "output/a", "output/b")


def test_bytes_that_are_no_text_are_kept_as_names_have_them() -> None:
    line = b'42  1796002697.500000 creat("x", 0444) = 5</rra/output/\\377>\n'
    (event,) = events([line], FOLDERS)
    assert isinstance(event, Opened)
    assert event.file == "output/" + b"\xff".decode("utf-8", "surrogateescape")
