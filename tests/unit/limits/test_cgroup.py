"""Control groups: where they may be made, and what they say; a tree of files stands in for the kernel's."""

import os
import subprocess
from pathlib import Path

import pytest

from reprobridge_spec.limits import cgroup
from reprobridge_spec.limits.base import Exceeded, Limited, Limits
from reprobridge_spec.limits.cgroup import ControlGroup, MemoryGroups, Parents, parents, reached

LIMITS = Limits(memory=1 << 20, processes=8)


class Kernel:
    """Mounts and groups of a machine, as `/proc` tells them."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.mounts = root / "mountinfo"
        self.own = root / "cgroup"
        self.mounts.write_text("22 1 0:20 / / rw - ext4 /dev/vda rw\n")
        self.own.write_text("")

    def mount(self, place: str, kind: str, options: str, root: str = "/") -> Path:
        folder = self.root / place
        folder.mkdir(parents=True, exist_ok=True)
        with self.mounts.open("a") as file:
            file.write(f"30 22 0:27 {root} {folder} rw,nosuid shared:9 - {kind} {kind} {options}\n")
        return folder

    def group(self, folder: Path, **files: str) -> Path:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in files.items():
            (folder / name.replace("_", ".", 1)).write_text(text)
        return folder

    def parents(self) -> Parents | None:
        return parents(self.mounts, self.own)


@pytest.fixture
def kernel(tmp_path: Path) -> Kernel:
    return Kernel(tmp_path)


def test_of_the_first_version_each_controller_has_its_own_place(kernel: Kernel) -> None:
    memory, pids = kernel.mount("memory", "cgroup", "rw,memory"), kernel.mount("pids", "cgroup", "rw,pids")
    kernel.own.write_text("5:pids:/\n4:memory:/job/7\n0::/\n")
    kernel.group(memory / "job/7")
    found = kernel.parents()
    assert (found, found and found.version) == (Parents(memory=memory / "job/7", processes=pids), 1)


ENABLED = "cpu memory pids"


@pytest.mark.parametrize("own", ["user.slice/user-1000.slice/session.scope", "user.slice/user-1000.slice"])
def test_of_the_second_version_it_is_the_nearest_group_that_may_have_limited_ones(kernel: Kernel, own: str) -> None:
    top = kernel.mount("unified", "cgroup2", "rw")
    kernel.group(top, cgroup_subtree_control=ENABLED, cgroup_procs="")
    kernel.group(top / "user.slice", cgroup_subtree_control=ENABLED, cgroup_procs="", memory_max="max\n")
    kernel.group(
        top / "user.slice/user-1000.slice", cgroup_subtree_control=ENABLED, cgroup_procs="", memory_max="max\n"
    )
    kernel.group(top / "user.slice/user-1000.slice/session.scope", cgroup_subtree_control="", memory_max="max\n")
    kernel.own.write_text(f"0::/{own}\n")
    place = top / "user.slice/user-1000.slice"
    found = kernel.parents()
    assert (found, found and found.version) == (Parents(memory=place, processes=place), 2)


@pytest.mark.parametrize(
    ("own", "files"),
    [
        # beside a limited group there would be no limit
        ("limited", {"cgroup_subtree_control": "", "memory_max": "1048576\n"}),
        ("part", {"cgroup_subtree_control": "cpu memory", "memory_max": "1048576\n"}),
    ],
)
def test_no_group_is_made_where_a_limit_would_be_left(kernel: Kernel, own: str, files: dict[str, str]) -> None:
    top = kernel.mount("unified", "cgroup2", "rw")
    kernel.group(top, cgroup_subtree_control=ENABLED, cgroup_procs="")
    kernel.group(top / own, **files)
    kernel.own.write_text(f"0::/{own}\n")
    assert kernel.parents() is None


def test_without_control_groups_there_is_no_place(kernel: Kernel) -> None:
    assert kernel.parents() is None


def test_where_one_controller_is_missing_there_is_no_place(kernel: Kernel) -> None:
    kernel.mount("memory", "cgroup", "rw,memory")
    kernel.own.write_text("4:memory:/\n")
    assert kernel.parents() is None


@pytest.mark.parametrize("text", ["", "no such line", "0::"])
def test_what_cannot_be_read_is_no_place(kernel: Kernel, text: str) -> None:
    kernel.own.write_text(text)
    kernel.mounts.write_text("x" if text else "")
    assert kernel.parents() is None


@pytest.mark.parametrize(
    ("files", "exceeded"),
    [
        ({"memory.events": "low 0\nmax 9\noom 0\noom_kill 0\n"}, None),
        ({"memory.events": "oom 1\noom_kill 1\n"}, Exceeded(what=Limited.MEMORY, used=1 << 20)),
        ({"memory.events": "oom_kill 2\n", "memory.peak": "1040000\n"}, Exceeded(what=Limited.MEMORY, used=1_040_000)),
        ({"memory.oom_control": "oom_kill_disable 0\nunder_oom 0\noom_kill 0\n"}, None),
        (
            {"memory.oom_control": "under_oom 0\noom_kill 1\n", "memory.max_usage_in_bytes": "1048576"},
            Exceeded(what=Limited.MEMORY, used=1 << 20),
        ),
        ({"pids.events": "max 0\n"}, None),
        ({"pids.events": "max 3\n"}, Exceeded(what=Limited.PROCESSES, used=8)),
    ],
)
def test_what_the_kernel_counted_is_read(tmp_path: Path, files: dict[str, str], exceeded: Exceeded | None) -> None:
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    assert reached(tmp_path, tmp_path, LIMITS) == exceeded
    assert reached(tmp_path, tmp_path, Limits()) is None


@pytest.mark.parametrize(("kind", "options"), [("cgroup", "rw,memory"), ("cgroup2", "rw")])
def test_a_process_is_in_the_group_that_counts_its_memory(kernel: Kernel, kind: str, options: str) -> None:
    own = dict(line.split(":", 2)[1:] for line in Path("/proc/self/cgroup").read_text().splitlines())
    controller = "memory" if kind == "cgroup" else ""
    top = kernel.mount("groups", kind, options)
    expected = top / own[controller].lstrip("/") if controller in own else None
    assert MemoryGroups(kernel.mounts).of("self") == MemoryGroups(kernel.mounts).of(os.getpid()) == expected


def test_without_control_groups_or_a_process_there_is_no_group(kernel: Kernel) -> None:
    assert MemoryGroups(kernel.mounts).of("self") is None
    assert MemoryGroups(kernel.root / "none").of("self") is None
    kernel.mount("groups", "cgroup2", "rw")
    assert MemoryGroups(kernel.mounts).of(0) is None


def test_a_place_that_gives_no_groups_is_told_by_an_error(tmp_path: Path) -> None:
    with pytest.raises(OSError, match=r"memory\.max"):
        ControlGroup(Parents(memory=tmp_path, processes=tmp_path), LIMITS)


real = pytest.mark.skipif(parents() is None, reason="not checked: no control groups may be made here")


@real
def test_nothing_is_left_of_a_group() -> None:
    place = parents()
    assert place
    group = ControlGroup(place, LIMITS)
    name = f"rrspec-{os.getpid()}-*"
    assert list(place.memory.glob(name))
    group.close()
    assert not list(place.memory.glob(name))


@real
def test_all_in_a_group_is_ended_whatever_session_it_has() -> None:
    place = parents()
    assert place
    group = ControlGroup(place, Limits(processes=20))
    child = subprocess.Popen(group.command(["setsid", "--fork", "sleep", "600"]))
    child.wait()
    (folder,) = place.processes.glob(f"rrspec-{os.getpid()}-*")
    while not (inside := (folder / "cgroup.procs").read_text().split()):
        pass
    group.end()
    group.close()
    assert not [pid for pid in inside if Path("/proc", pid, "cmdline").exists() and _sleeps(pid)]
    assert not folder.exists()


def _sleeps(pid: str) -> bool:
    return b"sleep" in Path("/proc", pid, "cmdline").read_bytes()


@real
def test_a_group_of_a_program_that_was_killed_is_removed_with_the_next() -> None:
    place = parents()
    assert place
    with subprocess.Popen(["true"]) as dead:
        pass
    left = place.memory / f"{cgroup._PREFIX}{dead.pid}-0"  # noqa: SLF001 (what it would have been called)
    left.mkdir()
    ControlGroup(place, LIMITS).close()
    assert not left.exists()
