"""`rrspec fetch` as a person uses it, against a server of the tests that behaves in all the ways that servers do."""

import hashlib
import io
import json
import os
import signal
import subprocess
import time
import zipfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.misbehaving import DATA, Reply, Server

SHA256 = hashlib.sha256(DATA).hexdigest()
CommandLine = Any  # what the fixture of conftest.py gives
MANIFEST = """\
rra: "1.0"
id: toy
version: "0.1.0"
title: An artifact with inputs
level: draft
license: Apache-2.0
inputs:
"""


@pytest.fixture
def server() -> Iterator[Server]:
    with Server() as server:
        yield server


@pytest.fixture
def run(rrspec: CommandLine, tmp_path: Path) -> CommandLine:
    """The command line in the folder of an artifact, with a cache of its own."""
    rrspec.cwd = tmp_path / "toy"
    rrspec.cwd.mkdir()
    rrspec.environment["RRSPEC_CACHE"] = str(tmp_path / "own-cache")
    return rrspec


def _write(run: CommandLine, **sources: dict[str, Any]) -> None:
    lines = [
        f"  {name}: {json.dumps({'kind': 'dataset', 'license': 'unknown', 'sha256': SHA256, **source})}\n"
        for name, source in sources.items()
    ]
    (run.cwd / "rra.yaml").write_text(MANIFEST + "".join(lines), encoding="utf-8")


def _url(address: str) -> dict[str, Any]:
    return {"source": {"url": address}}


def _page(title: str) -> Reply:
    return Reply(body=f"<!DOCTYPE html><title>{title}</title>".encode())


ENDS: dict[str, tuple[Sequence[Reply], int, str]] = {
    "well": ([Reply()], 0, "set: fetched, 1 file, 10.0 KiB, "),
    "well after it was busy": ([Reply(status=429, headers={"Retry-After": "0"}, body=b""), Reply()], 0, "set: fetched"),
    "well after it was cut": ([Reply(cut=5000), Reply()], 0, "set: fetched"),
    "gone": ([Reply(status=404, body=b"")], 1, "answers 404"),
    "another file": ([Reply(body=b"other")], 1, f"another digest than declared: expected {SHA256}, found"),
    "gone to no address": ([Reply(status=302, headers={"Location": "http://[::1"})], 1, "leads on to what is not read"),
    "no answer": ([Reply(raw=b"HELLO\r\n\r\n")], 4, "cannot be read: HELLO"),
    "a page": ([_page("Welcome")], 1, "it is a web page, titled 'Welcome'"),
    "a login": ([_page("Sign in")], 4, "it is a login page"),
    "a quota": ([_page("429 Too many requests")], 4, "a quota is used up"),
    "forbidden": ([Reply(status=403, body=b"")], 4, "answers 403"),
    "busy for an hour": ([Reply(status=429, headers={"Retry-After": "3600"}, body=b"")], 4, "wait 60 minutes"),
}


@pytest.mark.parametrize("name", ENDS)
def test_what_a_server_does_decides_the_exit_code(run: CommandLine, server: Server, name: str) -> None:
    replies, code, words = ENDS[name]
    _write(run, set=_url(server.says("/set.npz", *replies)))
    done = run("fetch")
    assert (done.returncode, words in done.stdout) == (code, True), done.stdout + done.stderr


def test_what_one_input_lacks_keeps_no_other(run: CommandLine, server: Server) -> None:
    refused = _url(server.says("/b", Reply(status=403, body=b"")))
    _write(run, a=_url(server.says("/a", Reply(status=404))), b=refused, c=_url(server.says("/c", Reply())))
    done = run("fetch", "--format", "json")
    states = {item["input"]: item["state"] for item in json.loads(done.stdout)["inputs"]}
    # `a` and `b` want what `c` brings; they are asked for before it is there
    assert states == {"a": "wrong", "b": "not-done", "c": "fetched"}
    assert done.returncode == 1
    again = run("fetch")
    assert (again.returncode, again.stdout.count("in the cache")) == (0, 3)


def test_offline_what_is_missing_is_named(run: CommandLine, server: Server) -> None:
    files = {"files": {name: {"path": f"{name}.csv", "sha256": digit * 64} for name, digit in (("a", "1"), ("b", "2"))}}
    _write(run, set={**_url(f"{server.address}/"), **files})
    done = run("fetch", "--offline", "--format", "json")
    (item,) = json.loads(done.stdout)["inputs"]
    assert (done.returncode, item["state"], item["lacking"]) == (4, "not-done", ["a", "b"])
    assert server.asked == []


def test_verify_reads_again_and_throws_away_what_changed(run: CommandLine, server: Server, tmp_path: Path) -> None:
    _write(run, set=_url(server.says("/x", Reply())))
    assert run("fetch", "--verify").returncode == 4
    assert run("fetch").returncode == 0
    assert "set: whole, 1 file, 10.0 KiB read again" in run("fetch", "--verify").stdout
    stored = tmp_path / "own-cache" / "inputs" / SHA256
    stored.chmod(0o644)
    stored.write_bytes(b"x" * len(DATA))
    changed = run("fetch", "--verify")
    assert (changed.returncode, "changed in the cache, and thrown away: x" in changed.stdout) == (4, True)
    assert not stored.exists()
    assert run("fetch").returncode == 0


@pytest.mark.parametrize(("arguments", "code"), [((), 0), (("--offline",), 4)])
def test_that_a_file_was_thrown_away_is_said_wherever_it_is(
    run: CommandLine, server: Server, tmp_path: Path, arguments: tuple[str, ...], code: int
) -> None:
    _write(run, set=_url(server.says("/x", Reply())))
    run("fetch")
    stored = tmp_path / "own-cache" / "inputs" / SHA256
    stored.chmod(0o644)
    stored.write_bytes(b"x" * len(DATA))
    done = run("fetch", *arguments)
    assert (done.returncode, "set: x had changed in the cache, and was thrown away" in done.stderr) == (code, True)


def _zip(data: bytes = DATA) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr("deep/x.npz", data)
    return made.getvalue()


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["set", "--from", "../given/here.npz"], 0, "set: fetched"),
        (["set", "--from", "../given"], 0, "set: fetched"),
        (["set", "--from", "../given/other.npz"], 4, "is another one"),
        (["deep", "--from", "../given/all.zip"], 0, "deep: fetched"),
        (["renamed", "--from", "../given/all.zip"], 0, "renamed: fetched"),
        (["set", "--from", "../given/all.zip"], 0, "set: fetched"),
        (["set", "--from", "../given/wrong.zip"], 4, "and so is the one file in it"),
        (["set", "--from", "none"], 2, "no such file or folder"),
        (["set", "--from", ""], 2, "no such file or folder"),
        (["set", "--from", "/dev/zero"], 2, "neither a file nor a folder"),
        (["--from", "../given/here.npz"], 2, "takes the files of one input"),
        (["set", "--verify", "--from", "../given"], 2, "do not go together"),
        (["sett"], 2, "Did you mean `set`?"),
    ],
)
def test_a_person_can_give_the_file(run: CommandLine, arguments: list[str], code: int, words: str) -> None:
    deep = {"source": {"manual": "Ask."}, "files": {"x": {"path": "deep/x.npz", "sha256": SHA256}}}
    renamed = {"source": {"manual": "Ask."}, "files": {"x": {"path": "y/train.npz", "sha256": SHA256}}}
    _write(run, set=_url("http://127.0.0.1:9/x.npz"), deep=deep, renamed=renamed)
    given = run.cwd.parent / "given"
    given.mkdir()
    for name, data in {
        "here.npz": DATA,
        "all.zip": _zip(),
        "wrong.zip": _zip(b"other"),
        "other.npz": b"other",
    }.items():
        (given / name).write_bytes(data)
    done = run("fetch", *arguments)
    assert (done.returncode, words in done.stdout + done.stderr) == (code, True), done.stdout + done.stderr


def _waits(path: Path, ready: Callable[[], bool]) -> None:
    for _ in range(600):
        if ready():
            return
        time.sleep(0.05)
    raise AssertionError(path)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_what_was_interrupted_is_gone_on_with(
    run: CommandLine, server: Server, tmp_path: Path, number: signal.Signals
) -> None:
    _write(run, set=_url(server.says("/x", Reply(cut=6000, waits=True), Reply())))
    partial = tmp_path / "own-cache" / "inputs" / f".partial-{SHA256}"
    process = run.start("fetch")
    _waits(partial, lambda: partial.exists() and partial.stat().st_size == 6000)
    os.kill(process.pid, number)
    process.communicate(timeout=20)
    assert process.returncode == (130 if number is signal.SIGINT else -number)
    assert run("fetch").returncode == 0
    assert server.asked_for("/x") == ["", "bytes=6000-"]
    left = [path.name for path in partial.parent.iterdir() if path.name.startswith(".partial")]
    assert left == []


def test_two_processes_that_want_one_file_download_it_once(run: CommandLine, server: Server) -> None:
    _write(run, one=_url(server.says("/x", Reply())), two=_url(server.says("/x", Reply())))
    processes = [run.start("fetch", name) for name in ("one", "two", "one")]
    for process in processes:
        process.communicate(timeout=60)
    assert [process.returncode for process in processes] == [0, 0, 0]
    assert len(server.asked) == 1


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Path]:
    """A disk of 4 MiB."""
    folder = tmp_path / "small"
    folder.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=4m", "none", folder], check=True)
    yield folder
    subprocess.run(["umount", "--lazy", folder], check=True)


@pytest.mark.needs("root")
@pytest.mark.parametrize(("told", "words"), [(True, "needs 8,388,608 bytes"), (False, "No space left on device")])
def test_a_disk_that_is_too_small_is_not_left_full(
    run: CommandLine, server: Server, small: Path, words: str, *, told: bool
) -> None:
    run.environment["RRSPEC_CACHE"] = str(small / "cache")
    _write(run, set=_url(server.says("/x", Reply(body=bytes(8 << 20), told=told))))
    done = run("fetch")
    assert (done.returncode, words in done.stdout) == (4, True), done.stdout + done.stderr
    assert sum(path.stat().st_size for path in small.rglob("*") if path.is_file()) < 4096
