"""Scopes of a user's systemd: a program that stands in for `systemd-run` says how it was called."""

import os
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from reprobridge_spec.limits import hold, scope
from reprobridge_spec.limits.base import Holder, Limits
from reprobridge_spec.limits.cgroup import Parents
from reprobridge_spec.limits.scope import Scope
from reprobridge_spec.limits.watch import Watch

LIMITS = Limits(memory=1 << 30, processes=64)
WAY = {"XDG_RUNTIME_DIR": "/run/user/1000", "DBUS_SESSION_BUS_ADDRESS": "unix:path=/run/user/1000/bus"}


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """`systemd-run` that writes down how it was called and becomes the command."""
    path = tmp_path / "programs" / "systemd-run"
    path.parent.mkdir()
    path.write_text(
        f'#!/bin/sh\necho "$XDG_RUNTIME_DIR $*" > {tmp_path}/called\n'
        'while [ "$1" != -- ]; do shift; done\nshift\nexec "$@"\n'
    )
    path.chmod(0o755)
    monkeypatch.setenv("PATH", f"{path.parent}{os.pathsep}/usr/bin:/bin")
    return path


def test_a_scope_is_asked_for_with_its_limits(program: Path, tmp_path: Path) -> None:
    command = Scope(str(program), LIMITS, WAY).command(["env"])
    subprocess.run(command, env={}, check=True, capture_output=True)
    assert (tmp_path / "called").read_text().split(" -- ")[0] == (
        "/run/user/1000 --user --scope --quiet --collect "
        "--property=MemoryMax=1073741824 --property=MemorySwapMax=0 --property=TasksMax=64"
    )


def test_what_runs_in_it_gets_nothing_that_leads_to_systemd(program: Path) -> None:
    command = Scope(str(program), LIMITS, {**WAY, "HF_TOKEN": "secret"}).command(["env"])
    said = subprocess.run(command, env={"GIVEN": "x"}, check=True, capture_output=True, text=True).stdout
    assert {line.partition("=")[0] for line in said.splitlines()} - {"PWD", "SHLVL", "_", "OLDPWD"} == {"GIVEN"}


def test_only_what_is_limited_is_asked_for() -> None:
    assert [part for part in scope.start("systemd-run", Limits(processes=5)) if "=" in part] == [
        "--property=TasksMax=5"
    ]


def controllers(top: Path, text: str) -> None:
    uid = os.getuid()
    folder = top / "user.slice" / f"user-{uid}.slice" / f"user@{uid}.service"
    folder.mkdir(parents=True)
    (folder / "cgroup.controllers").write_text(text)


@pytest.mark.parametrize(
    ("text", "environ", "may"),
    [
        ("cpu memory pids\n", WAY, True),
        ("cpu memory pids\n", {}, False),
        ("memory\n", WAY, False),
        (None, WAY, False),
    ],
)
def test_it_may_work_where_systemd_hands_out_memory_and_processes(
    tmp_path: Path, text: str | None, environ: Mapping[str, str], *, may: bool
) -> None:
    if text is not None:
        controllers(tmp_path, text)
    assert scope.may_work(environ, tmp_path) is may


@pytest.mark.usefixtures("program")
@pytest.mark.parametrize(("works", "holder"), [(True, Scope), (False, Watch)])
def test_a_scope_is_taken_where_trying_it_out_works(*, works: bool, holder: type[Holder]) -> None:
    tried: list[Sequence[str]] = []

    def try_out(command: Sequence[str], _: Mapping[str, str]) -> bool:
        tried.append(command)
        return works

    def of_a_machine_that_lets_nobody_make_groups() -> Holder:
        return hold.hold(LIMITS, WAY, try_out, groups=lambda: None, scopes=lambda _: True)

    assert [type(of_a_machine_that_lets_nobody_make_groups()) for _ in range(2)] == [holder, holder]
    # once is enough
    assert [command[-1] for command in tried] == ["/bin/true"]


def test_where_a_group_is_refused_after_all_it_is_watched(tmp_path: Path) -> None:
    place = Parents(memory=tmp_path, processes=tmp_path)
    holder = hold.hold(LIMITS, {}, lambda *_: False, groups=lambda: place, scopes=lambda _: False)
    assert isinstance(holder, Watch)


@pytest.mark.parametrize("limits", [Limits(), Limits(disk=5), Limits(memory=5, in_group=False)])
def test_where_no_group_is_wanted_none_is_made(limits: Limits) -> None:
    def never(_: Sequence[str], __: Mapping[str, str]) -> bool:
        pytest.fail("it was tried")

    assert isinstance(hold.hold(limits, {}, never), Watch)
