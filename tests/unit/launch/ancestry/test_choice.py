from pathlib import Path

import pytest

from reprobridge_spec.errors import NotDoneError
from reprobridge_spec.launch.ancestry.base import NoTracer
from reprobridge_spec.launch.ancestry.choice import TraceChoice, choose_tracer
from reprobridge_spec.launch.ancestry.strace import Strace


def programs(folder: Path, **scripts: str) -> str:
    folder.mkdir()
    for name, body in scripts.items():
        (folder / name).write_text(f"#!/bin/sh\n{body}\n")
        (folder / name).chmod(0o755)
    return str(folder)


@pytest.mark.parametrize(
    ("scripts", "reason"),
    [
        ({}, "strace is not on this machine"),
        (
            {"strace": "echo 'ptrace: Operation not permitted'; exit 1"},
            "not allowed here: ptrace: Op",
        ),
        ({"strace": "exit 3"}, "not allowed here: it ended with 3"),
        ({"strace": "exit 0"}, "not allowed here"),
    ],
)
def test_the_hook_is_taken_where_strace_cannot_be_had(scripts: dict[str, str], reason: str, tmp_path: Path) -> None:
    path = programs(tmp_path / "bin", **scripts)
    tracing = choose_tracer(isolation="none", path=path).tracing
    assert tracing.by == "audit-hook"
    assert reason in (tracing.reason or "")
    with pytest.raises(NotDoneError, match=reason) as caught:
        choose_tracer(TraceChoice.STRACE, isolation="none", path=path)
    assert caught.value.hint


def test_on_a_machine_without_it_the_hook_takes_the_place_of_strace(tmp_path: Path) -> None:
    tracing = Strace(str(tmp_path / "strace")).here().tracing
    assert (tracing.by, tracing.reason) == ("audit-hook", "strace is not on this machine")
    assert NoTracer("why").here().tracing.reason == "why"


def test_a_sandbox_with_rights_from_its_file_gets_no_strace(tmp_path: Path) -> None:
    path = programs(tmp_path / "bin", strace="exit 0", bwrap="exit 0")
    (tmp_path / "bin" / "bwrap").chmod(0o4755)
    tracing = choose_tracer(path=path).tracing
    assert (tracing.by, "rights from its file" in (tracing.reason or "")) == ("audit-hook", True)


@pytest.mark.parametrize("isolation", ["podman", "apptainer"])
def test_nothing_watches_what_is_started_from_elsewhere(isolation: str) -> None:
    tracing = choose_tracer(isolation=isolation).tracing
    assert (tracing.by, isolation in (tracing.reason or "")) == ("none", True)
    with pytest.raises(NotDoneError):
        choose_tracer(TraceChoice.STRACE, isolation=isolation)


def test_what_is_asked_for_is_taken() -> None:
    assert choose_tracer(TraceChoice.HOOK, path="").tracing.by == "audit-hook"
    assert choose_tracer(TraceChoice.NONE).tracing.model_dump(exclude_defaults=True) == {
        "by": "none",
        "reason": "it was not asked for",
    }
