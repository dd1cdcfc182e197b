import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from reprobridge_spec.documents.files import ArtifactFiles, FolderFiles
from reprobridge_spec.errors import NotDoneError
from reprobridge_spec.findings import Finding, Fix, MakeExecutable, Replace, Report, Severity
from reprobridge_spec.fixes import apply
from reprobridge_spec.fixes.draft import Change
from reprobridge_spec.schemas.kinds import MANIFEST_FILE
from reprobridge_spec.validation.engine import validate

REPORT = Report(artifact="paper", level="draft", claimed="draft", findings=())
MISTAKES = b"""# a newcomer's
rra: 1.0
ID: coin-toss
version: 3.10   # of what is written here
titel: "T\xc3\xb6ss"
level: Draft
license: MIT

codebase:
    path: code
    relation: Original
    upstream: {url: u, commit: 36BD908B4F38E9EA8CA1A3EE6CAAF71D405FAF86}
environments:
    cpu: {python: 3.11, tool: UV, requirements: env/requirements.in}
experiments:
    main:
        environment: cpu
        command: [python, launchers/run.py]
        seeds: ["0", "1"]
        smoke: {time: 1 min}
        tasks:
            heads: {metric: heds}
"""
REPAIRED = b"""# a newcomer's
rra: "1.0"
id: coin-toss
version: "3.10"   # of what is written here
title: "T\xc3\xb6ss"
level: draft
license: MIT

codebase:
    path: code
    relation: original
    upstream: {url: u, commit: 36bd908b4f38e9ea8ca1a3ee6caaf71d405faf86}
environments:
    cpu: {python: "3.11", tool: uv, requirements: env/requirements.in}
experiments:
    main:
        environment: cpu
        command: [python, launchers/run.py]
        seeds: [0, 1]
        smoke: {time: 1min}
        tasks:
            heads: {metric: heds}
"""


def check(files: ArtifactFiles) -> Report:
    return validate(files, name="paper")


def artifact(folder: Path, manifest: bytes = MISTAKES) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / MANIFEST_FILE).write_bytes(manifest)
    return folder


def finding(*edits: Replace | MakeExecutable) -> Finding:
    fix = Fix(what="Mend it.", edits=edits)
    return Finding(rule="RRP007", name="n", severity=Severity.WARNING, message="m", advice="A.", file="run.sh", fix=fix)


def fix(root: Path, check: apply.Check, rounds: int = apply.ROUNDS) -> apply.Fixed:
    """What was worked out of the files in `root`, and written."""
    fixed = apply.work_out(FolderFiles(root), check, rounds)
    apply.write(root, fixed)
    return fixed


def finds(*findings: Finding) -> apply.Check:
    """A check that finds these until their repairs are made."""
    calls = iter([findings])
    return lambda _: replace(REPORT, findings=next(calls, ()))


def test_a_newcomer_s_mistakes_are_repaired_and_nothing_else_changes(tmp_path: Path) -> None:
    root = artifact(tmp_path)
    fixed = fix(root, check)
    assert (root / MANIFEST_FILE).read_bytes() == REPAIRED
    assert len(fixed.done) == 12
    # what is in doubt is left, and found
    assert {item.rule for item in fixed.left.findings} == {"RRM010"}
    assert check(FolderFiles(root)) == fixed.left


@pytest.mark.parametrize("dress", ["crlf", "bom", "no newline"])
def test_line_ends_and_marks_stay(tmp_path: Path, dress: str) -> None:
    def dressed(data: bytes) -> bytes:
        return {"crlf": data.replace(b"\n", b"\r\n"), "bom": b"\xef\xbb\xbf" + data, "no newline": data[:-1]}[dress]

    root = artifact(tmp_path, dressed(MISTAKES))
    fix(root, check)
    assert (root / MANIFEST_FILE).read_bytes() == dressed(REPAIRED)


def test_a_second_time_there_is_nothing_to_do(tmp_path: Path) -> None:
    root = artifact(tmp_path)
    fix(root, check)
    before = (root / MANIFEST_FILE).stat()
    again = fix(root, check)
    assert (again.done, again.changes) == ((), {})
    assert (root / MANIFEST_FILE).stat().st_ino == before.st_ino


def test_working_it_out_writes_nothing(tmp_path: Path) -> None:
    root = artifact(tmp_path)
    worked_out = apply.work_out(FolderFiles(root), check)
    assert (root / MANIFEST_FILE).read_bytes() == MISTAKES
    assert worked_out.changes[MANIFEST_FILE].after == REPAIRED
    assert worked_out == fix(root, check)


@pytest.mark.parametrize("mode", [0o644, 0o600, 0o755, 0o664])
def test_a_file_keeps_its_mode(tmp_path: Path, mode: int) -> None:
    root = artifact(tmp_path)
    (root / MANIFEST_FILE).chmod(mode)
    fix(root, check)
    assert (root / MANIFEST_FILE).stat().st_mode & 0o7777 == mode


@pytest.mark.parametrize(("mode", "becomes"), [(0o644, 0o755), (0o600, 0o700), (0o640, 0o750), (0o755, 0o755)])
@pytest.mark.parametrize("edited", [False, True])
def test_a_file_becomes_executable_for_those_who_read_it(
    tmp_path: Path, mode: int, becomes: int, *, edited: bool
) -> None:
    script = tmp_path / "run.sh"
    script.write_bytes(b"#!/bin/sh\r\n")
    script.chmod(mode)
    edits: list[Replace | MakeExecutable] = [
        MakeExecutable(file="run.sh"),
        *([Replace(file="run.sh", start=9, end=10, new=b"")] if edited else []),
    ]
    fixed = fix(tmp_path, finds(finding(*edits)))
    assert script.stat().st_mode & 0o7777 == becomes
    assert script.read_bytes() == (b"#!/bin/sh\n" if edited else b"#!/bin/sh\r\n")
    assert bool(fixed.changes) == (edited or mode != becomes)


def test_repairs_that_never_end_are_ended(tmp_path: Path) -> None:
    (tmp_path / "run.sh").write_bytes(b"")
    grow = finding(Replace(file="run.sh", start=0, end=0, new=b"x"))
    fixed = fix(tmp_path, lambda _: replace(REPORT, findings=(grow,)), rounds=3)
    assert (tmp_path / "run.sh").read_bytes() == b"xxx"
    assert (len(fixed.done), fixed.left.findings) == (3, (grow,))


def worked_out(path: str, before: bytes = b"a", after: bytes = b"b", **values: Any) -> apply.Fixed:
    return apply.Fixed(done=(), changes={path: Change(before=before, after=after, **values)}, left=REPORT)


def test_a_file_that_changed_since_is_refused_and_no_other_is_written(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).write_bytes(b"a" if name == "a" else b"newer")
    fixed = replace(worked_out("a"), changes={**worked_out("a").changes, **worked_out("b").changes})
    with pytest.raises(NotDoneError, match="changed while") as refused:
        apply.write(tmp_path, fixed)
    assert refused.value.place == "b"
    assert [(tmp_path / name).read_bytes() for name in ("a", "b")] == [b"a", b"newer"]


@pytest.mark.parametrize(
    "path", ["../out", "/etc/hostname", "a/../../out", "", "folder", "not-there", "pipe", "deep/x"]
)
def test_what_is_no_file_of_the_artifact_is_refused(tmp_path: Path, path: str) -> None:
    root = tmp_path / "artifact"
    (root / "folder").mkdir(parents=True)
    (tmp_path / "out").write_bytes(b"a")
    os.mkfifo(root / "pipe")
    with pytest.raises(NotDoneError):
        apply.write(root, worked_out(path))
    assert (tmp_path / "out").read_bytes() == b"a"


@pytest.mark.parametrize("path", ["link", "linked/out"])
@pytest.mark.parametrize("executable", [False, True])
def test_no_link_is_followed(tmp_path: Path, path: str, *, executable: bool) -> None:
    root, outside = tmp_path / "artifact", tmp_path / "outside"
    root.mkdir()
    outside.mkdir()
    (outside / "out").write_bytes(b"a")
    (outside / "out").chmod(0o644)
    (root / "link").symlink_to(outside / "out")
    (root / "linked").symlink_to(outside)
    with pytest.raises(NotDoneError, match="not repaired"):
        apply.write(root, worked_out(path, executable=executable))
    assert ((outside / "out").read_bytes(), (outside / "out").stat().st_mode & 0o777) == (b"a", 0o644)
    assert (root / "link").is_symlink()


def test_a_file_that_is_shared_with_the_outside_is_parted_from_it(tmp_path: Path) -> None:
    root = tmp_path / "artifact"
    root.mkdir()
    (tmp_path / "out").write_bytes(b"a")
    (root / "a").hardlink_to(tmp_path / "out")
    apply.write(root, worked_out("a"))
    assert ((tmp_path / "out").read_bytes(), (root / "a").read_bytes()) == (b"a", b"b")


def test_a_file_that_is_write_protected_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"a")
    (tmp_path / "a").chmod(0o444)
    with pytest.raises(NotDoneError, match="write-protected"):
        apply.write(tmp_path, worked_out("a"))
    assert (tmp_path / "a").read_bytes() == b"a"


def test_the_artifact_may_be_reached_through_a_link(tmp_path: Path) -> None:
    (tmp_path / "way").symlink_to(artifact(tmp_path / "artifact"))
    fix(tmp_path / "way", check)
    assert (tmp_path / "artifact" / MANIFEST_FILE).read_bytes() == REPAIRED
