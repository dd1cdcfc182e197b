"""`pack`: the same content gives the same bytes, and what does not belong or does not hold stays out."""

import json
import os
import random
import re
import shutil
import subprocess
import sys
import time
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

import pytest

from reprobridge_spec import digest
from tests.acceptance.artifacts import Launcher, write
from tests.conftest import CHECKOUT, CommandLine, another_python

LEVEL = ("--level", "specified")
KILLS = 200 if os.environ.get("RRSPEC_SOAK") else 10


@contextmanager
def umask(mask: int) -> Iterator[None]:
    before = os.umask(mask)
    try:
        yield
    finally:
        os.umask(before)


def touched(folder: Path, day: str, *, backwards: bool) -> Path:
    """Every file of `folder` written anew in another order, all touched on `day`."""
    moment = datetime.fromisoformat(day).replace(tzinfo=UTC).timestamp()
    paths = sorted((path for path in folder.rglob("*") if path.is_file()), reverse=backwards)
    for path in paths:
        data, mode = path.read_bytes(), path.stat().st_mode & 0o100
        path.unlink()
        path.write_bytes(data)
        path.chmod(path.stat().st_mode | mode)
    for path in [*folder.rglob("*"), folder]:
        os.utime(path, (moment, moment))
    return folder


def test_two_copies_of_different_days_and_umasks_give_the_same_bytes(rrspec: CommandLine, tmp_path: Path) -> None:
    packed = []
    for name, day, mask in (("one", "1999-12-31", 0o077), ("two", "2026-07-01", 0o000), ("three", "2038-02-01", 0o022)):
        with umask(mask):
            artifact = write(tmp_path / name / "paper", {"well": Launcher()})
            (artifact / "code" / "tool.sh").write_text("#!/bin/sh\n")
            (artifact / "code" / "tool.sh").chmod(0o700)
            touched(artifact, day, backwards=name == "two")
            package = tmp_path / name / "paper.rra.zip"
            assert rrspec("pack", artifact, "-o", package, *LEVEL).returncode == 0
        packed.append(package.read_bytes())
    assert packed[0] == packed[1] == packed[2]


def test_files_dated_1970_and_2110_are_no_fault_and_are_packed(rrspec: CommandLine, tmp_path: Path) -> None:
    artifact = write(tmp_path / "paper", {"well": Launcher()})
    today = rrspec("pack", artifact, "-o", tmp_path / "today.rra.zip", *LEVEL)
    before = rrspec("validate", artifact, "--format", "json", *LEVEL)
    os.utime(artifact / "rra.yaml", (0, 0))
    os.utime(artifact / "code" / "classify.py", (4_418_064_000, 4_418_064_000))
    after = rrspec("validate", artifact, "--format", "json", *LEVEL)
    packed = rrspec("pack", artifact, "-o", tmp_path / "dated.rra.zip", *LEVEL)
    assert [one.returncode for one in (today, before, after, packed)] == [0, 0, 0, 0]
    assert json.loads(after.stdout)["findings"] == json.loads(before.stdout)["findings"]
    assert (tmp_path / "dated.rra.zip").read_bytes() == (tmp_path / "today.rra.zip").read_bytes()


def test_packing_again_gives_the_same_bytes_and_changes_nothing(rrspec: CommandLine, tmp_path: Path) -> None:
    artifact = write(tmp_path / "paper", {"well": Launcher()})
    before = {path: path.stat() for path in artifact.rglob("*")}
    first = rrspec("pack", *LEVEL, cwd=artifact)
    package = artifact / "shipped-score-1.0.0.rra.zip"
    data = package.read_bytes()
    second = rrspec("pack", *LEVEL, cwd=artifact)
    assert (first.returncode, second.returncode) == (0, 0)
    assert package.read_bytes() == data
    after = {path: path.stat() for path in artifact.rglob("*") if path != package}
    assert {path: status.st_mtime_ns for path, status in after.items() if path.is_file()} == {
        path: status.st_mtime_ns for path, status in before.items() if path.is_file()
    }


def test_what_tools_leave_behind_is_not_packed(rrspec: CommandLine, tmp_path: Path) -> None:
    artifact = write(tmp_path / "paper", {"well": Launcher()})
    plain = rrspec("pack", artifact, "-o", tmp_path / "plain.rra.zip", *LEVEL)
    for name in (".git/HEAD", ".rrspec/lock", "code/__pycache__/classify.pyc", ".venv/pyvenv.cfg", "verification.json"):
        (artifact / name).parent.mkdir(exist_ok=True)
        (artifact / name).write_text("left behind")
    again = rrspec("pack", artifact, "-o", tmp_path / "again.rra.zip", *LEVEL)
    assert (plain.returncode, again.returncode) == (0, 0)
    assert (tmp_path / "plain.rra.zip").read_bytes() == (tmp_path / "again.rra.zip").read_bytes()


def test_sha256sum_checks_an_unpacked_package(rrspec: CommandLine, tmp_path: Path) -> None:
    artifact = write(tmp_path / "paper", {"well": Launcher()})
    said = json.loads(rrspec("pack", artifact, "-o", tmp_path / "p.rra.zip", "--format", "json", *LEVEL).stdout)
    with zipfile.ZipFile(tmp_path / "p.rra.zip") as package:
        package.extractall(tmp_path / "unpacked")
    (top,) = (tmp_path / "unpacked").iterdir()
    ended = subprocess.run(["sha256sum", "-c", "MANIFEST.sha256"], cwd=top, capture_output=True, text=True, check=True)
    assert len(ended.stdout.splitlines()) == said["files"] - 1
    digest = subprocess.run(["sha256sum", "MANIFEST.sha256"], cwd=top, capture_output=True, text=True, check=True)
    assert digest.stdout.split()[0] == said["artifact_digest"]


def test_what_the_level_asks_for_must_hold(rrspec: CommandLine, tmp_path: Path) -> None:
    artifact = write(tmp_path / "paper", {"well": Launcher()})
    ended = rrspec("pack", artifact, "-o", tmp_path / "p.rra.zip")
    assert ended.returncode == 1
    assert "RRV001 smoke-record-missing" in ended.stderr
    assert "It is not `executed`: mend the errors above." in ended.stderr
    assert not (tmp_path / "p.rra.zip").exists()


@pytest.mark.parametrize("kind", ["link", "pipe"])
def test_what_no_package_can_hold_is_refused_by_name(rrspec: CommandLine, tmp_path: Path, kind: str) -> None:
    artifact = write(tmp_path / "paper", {"well": Launcher()})
    place = artifact / "code" / "odd"
    if kind == "link":
        place.symlink_to("/etc/passwd")
    else:
        os.mkfifo(place)
    ended = rrspec("pack", artifact, "-o", tmp_path / "p.rra.zip", "--level", "draft")
    assert (ended.returncode, (tmp_path / "p.rra.zip").exists()) == (1, False)
    assert "code/odd" in ended.stderr


def test_the_content_digest_does_not_depend_on_evidence(rrspec: CommandLine, tmp_path: Path) -> None:
    artifact = write(tmp_path / "paper", {"well": Launcher()})
    assert rrspec("run", "-C", artifact, "--smoke", "--isolation", "none").returncode == 0
    bare = tmp_path / "bare"
    shutil.copytree(artifact, bare, ignore=shutil.ignore_patterns("evidence", ".rrspec"))
    found = [
        json.loads(rrspec("pack", folder, "-o", tmp_path / "p.rra.zip", "--format", "json", *LEVEL).stdout)
        for folder in (artifact, bare)
    ]
    assert found[0]["content_digest"] == found[1]["content_digest"]
    assert found[0]["artifact_digest"] != found[1]["artifact_digest"]


@pytest.mark.parametrize("form", ["zip", "tgz", "tar.zst"])
def test_every_form_is_the_same_artifact(rrspec: CommandLine, tmp_path: Path, form: str) -> None:
    artifact = write(tmp_path / "paper", {"well": Launcher()})
    plain = rrspec("pack", artifact, "-o", tmp_path / "p.zip", "--format", "json", *LEVEL)
    made = rrspec("pack", artifact, "--form", form, "--format", "json", *LEVEL, cwd=tmp_path)
    named = rrspec("pack", artifact, "-o", tmp_path / f"named.{form}", "--format", "json", *LEVEL)
    said = json.loads(made.stdout)
    assert (said["form"], Path(said["file"]).name) == (form, f"shipped-score-1.0.0.rra.{form}")
    assert said["artifact_digest"] == json.loads(plain.stdout)["artifact_digest"]
    assert (tmp_path / f"named.{form}").read_bytes() == (tmp_path / said["file"]).read_bytes()
    assert json.loads(named.stdout)["form"] == form


def test_a_name_of_another_form_is_a_mistake(rrspec: CommandLine, tmp_path: Path) -> None:
    artifact = write(tmp_path / "paper", {"well": Launcher()})
    ended = rrspec("pack", artifact, "-o", tmp_path / "p.zip", "--form", "tgz", *LEVEL)
    assert ended.returncode == 2
    assert "p.zip is that of a zip file" in ended.stderr
    assert not (tmp_path / "p.zip").exists()


@pytest.mark.parametrize("older", [b"PK\x03\x04 older", b"\x1f\x8b older", b"\x28\xb5\x2f\xfd older"])
def test_an_older_package_of_any_form_is_replaced(rrspec: CommandLine, tmp_path: Path, older: bytes) -> None:
    artifact = write(tmp_path / "paper", {"well": Launcher()})
    (tmp_path / "p.rra.tgz").write_bytes(older)
    assert rrspec("pack", artifact, "-o", tmp_path / "p.rra.tgz", *LEVEL).returncode == 0
    assert (tmp_path / "p.rra.tgz").read_bytes() != older


def test_what_is_packed_by_force_says_so(rrspec: CommandLine, tmp_path: Path) -> None:
    artifact = write(tmp_path / "paper", {"well": Launcher()})
    refused = rrspec("pack", artifact, "-o", tmp_path / "p.rra.zip")
    forced = rrspec("pack", artifact, "-o", tmp_path / "p.rra.zip", "--force", "--format", "json")
    assert (refused.returncode, forced.returncode) == (1, 0)
    assert "RRV001 smoke-record-missing" in json.loads(forced.stdout)["forced"]
    assert "because of --force" in forced.stderr
    card = rrspec("open", tmp_path / "p.rra.zip", tmp_path / "there")
    assert card.returncode == 0
    assert "packed by force, in spite of RRV001 smoke-record-missing" in card.stdout


def test_force_records_nothing_where_nothing_stood_against_it(rrspec: CommandLine, tmp_path: Path) -> None:
    artifact = write(tmp_path / "paper", {"well": Launcher()})
    for name, force in (("plain", ()), ("forced", ("--force",))):
        assert rrspec("pack", artifact, "-o", tmp_path / f"{name}.rra.zip", *LEVEL, *force).returncode == 0
    assert (tmp_path / "plain.rra.zip").read_bytes() == (tmp_path / "forced.rra.zip").read_bytes()


@pytest.mark.parametrize("text", ["rra: [", "id: x\n", "rra: '1.0'\nid: A B\nversion: '1'\ntitle: T\nlevel: draft\n"])
def test_what_has_no_manifest_to_speak_of_cannot_be_forced(rrspec: CommandLine, tmp_path: Path, text: str) -> None:
    artifact = write(tmp_path / "paper", {"well": Launcher()})
    (artifact / "rra.yaml").write_text(text)
    ended = rrspec("pack", artifact, "-o", tmp_path / "p.rra.zip", "--force")
    assert (ended.returncode, (tmp_path / "p.rra.zip").exists()) == (1, False)


def test_what_the_ignore_list_names_is_not_packed(rrspec: CommandLine, tmp_path: Path) -> None:
    artifact = write(tmp_path / "paper", {"well": Launcher()})
    (artifact / ".rraignore").write_text("scratch/\n*.ckpt\n")
    plain = rrspec("pack", artifact, "-o", tmp_path / "plain.rra.zip", *LEVEL)
    for name in ("scratch/a", "code/scratch/b", "code/last.ckpt"):
        (artifact / name).parent.mkdir(exist_ok=True)
        (artifact / name).write_text("mine")
    (artifact / "scratch" / "link").symlink_to("/etc/passwd")
    again = rrspec("pack", artifact, "-o", tmp_path / "again.rra.zip", *LEVEL)
    assert (plain.returncode, again.returncode) == (0, 0)
    assert (tmp_path / "plain.rra.zip").read_bytes() == (tmp_path / "again.rra.zip").read_bytes()


def test_an_empty_folder_is_told_and_not_packed(rrspec: CommandLine, tmp_path: Path) -> None:
    artifact = write(tmp_path / "paper", {"well": Launcher()})
    (artifact / "code" / "out" / "figures").mkdir(parents=True)
    ended = rrspec("pack", artifact, "-o", tmp_path / "p.rra.zip", *LEVEL)
    assert ended.returncode == 0
    assert "not packed: the empty folder code/out/figures" in ended.stderr
    assert "code/out:" not in ended.stderr


@pytest.mark.parametrize(
    ("path", "data", "rule"),
    [
        (
            "data/model.pt",
            b"version https://git-lfs.github.com/spec/v1\noid sha256:" + b"0" * 64 + b"\nsize 9\n",
            "RRP003",
        ),
        ("data/train.npz", b"<!DOCTYPE html><html><body>Quota exceeded</body></html>", "RRP008"),
        ("code/.env", b"OPENAI_API_KEY=sk-proj-Qm7Wk2Zx9Lp4Rt6Yv8Bn1Cd3Fg5Hj0KlMnOpQrStUvWxYz012345\n", "RRS001"),
    ],
    ids=["a pointer", "a page", "a key"],
)
def test_what_is_not_what_it_seems_is_not_packed_over(
    rrspec: CommandLine, tmp_path: Path, path: str, data: bytes, rule: str
) -> None:
    artifact = write(tmp_path / "paper", {"well": Launcher()})
    (artifact / path).parent.mkdir(exist_ok=True)
    (artifact / path).write_bytes(data)
    ended = rrspec("pack", artifact, "-o", tmp_path / "p.rra.zip", *LEVEL)
    assert (ended.returncode, (tmp_path / "p.rra.zip").exists()) == (1, False)
    assert f"{path}" in ended.stderr
    assert rule in ended.stderr


def test_a_terminal_sees_how_far_it_is(rrspec: CommandLine, tmp_path: Path) -> None:
    artifact = write(tmp_path / "paper", {"well": Launcher()})
    (artifact / "data").mkdir(exist_ok=True)
    (artifact / "data" / "noise.bin").write_bytes(os.urandom(64 << 20))
    said, ended = on_terminal(rrspec, "pack", artifact, "-o", tmp_path / "p.rra.zip", *LEVEL)
    assert ended == 0
    assert re.search(r"packing .*100%.* MB/s", said)
    assert "packing" not in rrspec("pack", artifact, "-o", tmp_path / "p.rra.zip", *LEVEL).stderr


def on_terminal(rrspec: CommandLine, *arguments: object) -> tuple[str, int]:
    """What a terminal is shown, and the exit code."""
    ours, theirs = os.openpty()
    environment = {**rrspec.environment, "TERM": "xterm"}
    command = [*rrspec.command, *map(str, arguments)]
    with subprocess.Popen(
        command, cwd=rrspec.cwd, env=environment, stdout=theirs, stderr=theirs, stdin=subprocess.DEVNULL
    ) as process:
        os.close(theirs)
        shown = b""
        with suppress(OSError):  # a terminal that nobody writes to any more ends with an error
            while part := os.read(ours, 4096):
                shown += part
        os.close(ours)
    return shown.decode(), process.returncode


@pytest.mark.slow
def test_a_kill_at_any_moment_leaves_the_older_package_or_the_new_one(rrspec: CommandLine, tmp_path: Path) -> None:
    artifact = write(tmp_path / "paper", {"well": Launcher()})
    (artifact / "data").mkdir(exist_ok=True)
    (artifact / "data" / "noise.bin").write_bytes(os.urandom(64 << 20))
    before = {path: digest.of_file(path) for path in artifact.rglob("*") if path.is_file()}
    chance = random.Random(20261130)  # noqa: S311 (moments, no secrets)
    for form in ("zip", "tgz", "tar.zst"):
        package = tmp_path / f"p.rra.{form}"
        begun = time.monotonic()
        assert rrspec("pack", artifact, "-o", package, *LEVEL).returncode == 0
        undisturbed = time.monotonic() - begun
        new, older = package.read_bytes(), package.read_bytes()[:8] + b" older"
        for _ in range(KILLS // 3 + 1):
            package.write_bytes(older)
            with rrspec.start("pack", artifact, "-o", package, *LEVEL) as process:
                time.sleep(chance.uniform(0, undisturbed + 1))
                process.kill()
            assert package.read_bytes() in {older, new}
    assert before == {path: digest.of_file(path) for path in artifact.rglob("*") if path.is_file()}
    assert rrspec("pack", artifact, "-o", tmp_path / "p.rra.zip", *LEVEL).returncode == 0


@pytest.mark.slow
@pytest.mark.network
@pytest.mark.needs("another-python")
def test_another_python_packs_the_same_artifact(rrspec: CommandLine, tmp_path: Path) -> None:
    artifact = write(tmp_path / "paper", {"well": Launcher()})
    here = rrspec("pack", artifact, "-o", tmp_path / "here.rra.zip", "--format", "json", *LEVEL)
    install = [
        sys.executable,
        "-m",
        "uv",
        "venv",
        "--quiet",
        "--python",
        str(another_python()),
        str(tmp_path / "other"),
    ]
    subprocess.run(install, check=True)
    python = tmp_path / "other" / "bin" / "python"
    subprocess.run([sys.executable, "-m", "uv", "pip", "install", "--quiet", "--python", python, CHECKOUT], check=True)
    environment = {**rrspec.environment, "TZ": "Pacific/Chatham", "LC_ALL": "C", "PYTHONHASHSEED": "7"}
    there = subprocess.run(
        [
            python,
            "-m",
            "reprobridge_spec",
            "pack",
            artifact,
            "-o",
            tmp_path / "there.rra.zip",
            "--format",
            "json",
            *LEVEL,
        ],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    digests = [json.loads(ended.stdout)["artifact_digest"] for ended in (here, there)]
    assert digests[0] == digests[1]


@pytest.mark.parametrize(
    "variables", [{"TZ": "Pacific/Chatham"}, {"LC_ALL": "C"}, {"PYTHONHASHSEED": "7", "LANG": "tr_TR"}]
)
def test_zone_locale_and_chance_change_no_byte(rrspec: CommandLine, tmp_path: Path, variables: dict[str, str]) -> None:
    artifact = write(tmp_path / "paper", {"well": Launcher()})
    (artifact / "code" / "größe.py").write_text("pass\n")
    assert rrspec("pack", artifact, "-o", tmp_path / "here.rra.zip", *LEVEL).returncode == 0
    command = [*rrspec.command, "pack", str(artifact), "-o", str(tmp_path / "there.rra.zip"), *LEVEL]
    subprocess.run(command, env={**rrspec.environment, **variables}, check=True, capture_output=True)
    assert (tmp_path / "here.rra.zip").read_bytes() == (tmp_path / "there.rra.zip").read_bytes()


VENUE = """\
rra: "1.0"
id: small
title: A venue that takes 100 kB
level: specified
sources: [{url: "https://example.org/call", read: "2026-11-29"}]
limits: {package_bytes: 100000}
formats: [zip]
"""


@pytest.fixture
def venue(tmp_path: Path) -> Path:
    file = tmp_path / "small.yaml"
    file.write_text(VENUE)
    return file


def test_a_package_that_the_venue_takes_is_made(rrspec: CommandLine, tmp_path: Path, venue: Path) -> None:
    artifact = write(tmp_path / "paper", {"well": Launcher()})
    assert rrspec("pack", artifact, "-o", tmp_path / "plain.rra.zip", *LEVEL).returncode == 0
    ended = rrspec("pack", artifact, "-o", tmp_path / "p.rra.zip", "--venue", venue)
    assert ended.returncode == 0, ended.stderr
    assert (tmp_path / "p.rra.zip").read_bytes() == (tmp_path / "plain.rra.zip").read_bytes()


def test_over_the_limit_the_largest_files_are_named_and_what_could_be_fetched(
    rrspec: CommandLine, tmp_path: Path, venue: Path
) -> None:
    artifact = write(tmp_path / "paper", {"well": Launcher()})
    for number in range(12):
        (artifact / "code" / f"model-{number:02}.pt").write_bytes(b"PK\x03\x04" + os.urandom(10_000 + number))
    older = b"PK\x03\x04 older"
    (tmp_path / "p.rra.zip").write_bytes(older)
    ended = rrspec("pack", artifact, "-o", tmp_path / "p.rra.zip", "--venue", venue, "--force")
    assert ended.returncode == 1
    assert "`small` takes 100,000" in ended.stderr
    assert len(re.findall("^ +10,[0-9]{3}  code/model-[0-9]{2}.pt$", ended.stderr, re.MULTILINE)) == 10
    assert "declare it as an input (`kind: checkpoint`)" in ended.stderr
    assert "`small` would not take it, so no package is made" in ended.stderr
    assert (tmp_path / "p.rra.zip").read_bytes() == older


def test_a_form_that_the_venue_does_not_take_is_refused(rrspec: CommandLine, tmp_path: Path, venue: Path) -> None:
    artifact = write(tmp_path / "paper", {"well": Launcher()})
    ended = rrspec("pack", artifact, "-o", tmp_path / "p.rra.tar.zst", "--venue", venue)
    assert (ended.returncode, (tmp_path / "p.rra.tar.zst").exists()) == (1, False)
    assert "tar.zst" in ended.stderr


@pytest.mark.parametrize(
    ("options", "said"), [(("--venue", "nips"), "neurips"), (("--venue", "icml", *LEVEL), "level")]
)
def test_a_venue_that_is_not_there_or_a_level_beside_it_is_a_mistake(
    rrspec: CommandLine, tmp_path: Path, options: tuple[str, ...], said: str
) -> None:
    artifact = write(tmp_path / "paper", {"well": Launcher()})
    ended = rrspec("pack", artifact, "-o", tmp_path / "p.rra.zip", *options)
    assert (ended.returncode, (tmp_path / "p.rra.zip").exists()) == (2, False)
    assert said in ended.stderr


@pytest.mark.parametrize("folder", ["code", "guide", "."])
def test_from_inside_the_artifact_the_package_goes_where_it_is_no_part(
    rrspec: CommandLine, tmp_path: Path, folder: str
) -> None:
    artifact = write(tmp_path / "paper", {"well": Launcher()})
    (artifact / folder).mkdir(exist_ok=True)
    first = rrspec("pack", *LEVEL, "--format", "json", cwd=artifact / folder)
    again = rrspec("pack", *LEVEL, "--format", "json", cwd=artifact / folder)
    assert json.loads(first.stdout)["file"] == str(artifact / "shipped-score-1.0.0.rra.zip")
    assert json.loads(first.stdout) == json.loads(again.stdout)


def test_a_broken_older_package_at_the_root_is_no_part_of_the_artifact(rrspec: CommandLine, tmp_path: Path) -> None:
    artifact = write(tmp_path / "paper", {"well": Launcher()})
    plain = rrspec("pack", artifact, "-o", tmp_path / "plain.rra.zip", *LEVEL)
    (artifact / "old-1.rra.zip").write_text("x")
    again = rrspec("pack", artifact, "-o", tmp_path / "again.rra.zip", *LEVEL)
    assert (plain.returncode, again.returncode) == (0, 0)
    assert (tmp_path / "plain.rra.zip").read_bytes() == (tmp_path / "again.rra.zip").read_bytes()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("-o", "absent/"), "there is no such folder"),
        (("-o", "p.rra.zip/"), "there is no such folder"),
        (("-o", "paper/code/p.rra.zip"), "part of the artifact"),
        (("-o", "p.gz", "--form", "zip"), "none of a package"),
        (("--venue", ""), "there is no profile"),
        (("-o", "a" * 260 + ".rra.zip"), "longer than this system takes"),
    ],
    ids=lambda value: "" if isinstance(value, str) else " ".join(value)[:30],
)
def test_a_place_or_venue_that_cannot_be_meant_is_a_mistake(
    rrspec: CommandLine, tmp_path: Path, arguments: tuple[str, ...], said: str
) -> None:
    artifact = write(tmp_path / "paper", {"well": Launcher()})
    before = sorted(tmp_path.rglob("*"))
    level = () if "--venue" in arguments else LEVEL
    ended = rrspec("pack", artifact, *arguments, *level, cwd=tmp_path)
    assert ended.returncode == 2, ended.stderr
    assert said in ended.stderr
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize(
    "command", ["pack", "validate", "report", "doctor", "open", "receipt", "diff", "audit", "export"]
)
def test_a_name_that_is_too_long_is_no_defect(rrspec: CommandLine, tmp_path: Path, command: str) -> None:
    more = {"diff": (tmp_path,), "export": ("cff",)}.get(command, ())
    ended = rrspec(command, *more, "a" * 260)
    assert ended.returncode in {2, 3, 4}, ended.stderr
    assert "defect" not in ended.stderr


def test_the_comment_of_a_package_is_told_without_its_secrets(rrspec: CommandLine, tmp_path: Path) -> None:
    artifact = write(tmp_path / "paper", {"well": Launcher()})
    assert rrspec("pack", artifact, "-o", tmp_path / "p.rra.zip", *LEVEL).returncode == 0
    with zipfile.ZipFile(tmp_path / "p.rra.zip", "a") as package:
        package.comment = b"by ghp_aB3dE5gH7jK9mN1pQ3rS5tU7vW9xY1zA2bC4 and AKIAQ7XYZ2LMNOP3RSTU"
    for form in ("concise", "json", "text"):
        said = rrspec("validate", tmp_path / "p.rra.zip", "--anonymous", "--format", form)
        assert "RRP023" in said.stdout
        assert "aB3dE5gH7jK9" not in said.stdout + said.stderr
        assert "XYZ2LMNOP3RSTU" not in said.stdout + said.stderr
