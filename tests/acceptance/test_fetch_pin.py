"""`rrspec fetch --pin`: an input that has no digest yet gets that of the file which its source has today."""

from pathlib import Path

import pytest

from reprobridge_spec import digest
from tests.conftest import CommandLine
from tests.misbehaving import DATA, Reply, Server

WEB_PAGE = b"<!DOCTYPE html><html><head><title>Sign in</title></head><body>Please log in.</body></html>"


def artifact(folder: Path, source: str, more: str = "") -> Path:
    root = folder / "paper"
    root.mkdir()
    (root / "rra.yaml").write_text(f"""\
rra: "1.0"
id: paper
version: 0.1.0
title: Paper
level: draft
inputs:
  data:   # guess: README.md:3
    kind: dataset
    source: {source}   # where it is
    license: unknown
    access: open{more}
""")
    return root


def test_the_digest_of_the_file_comes_into_the_manifest_and_nothing_else_changes(
    rrspec: CommandLine, tmp_path: Path
) -> None:
    with Server() as server:
        root = artifact(tmp_path, f'{{url: "{server.says("/data.csv", Reply())}"}}')
        before = (root / "rra.yaml").read_text()
        done = rrspec("fetch", "data", "--pin", "-C", root)
        assert done.returncode == 0, done.stderr
        assert (root / "rra.yaml").read_text() == f'{before.rstrip()}\n    sha256: "{digest.of_bytes(DATA)}"\n'
        # what was taken is in the cache, and is not asked for again
        assert rrspec("fetch", "data", "-C", root, "--offline").returncode == 0
        assert len(server.asked) == 1


def test_a_file_of_the_artifact_is_pinned_without_network(rrspec: CommandLine, tmp_path: Path) -> None:
    root = artifact(tmp_path, "{bundled: inputs/data.csv}")
    (root / "inputs").mkdir()
    (root / "inputs/data.csv").write_bytes(DATA)
    assert rrspec("fetch", "data", "--pin", "--offline", "-C", root).returncode == 0
    assert digest.of_bytes(DATA) in (root / "rra.yaml").read_text()


def test_a_file_that_a_person_brings_is_pinned(rrspec: CommandLine, tmp_path: Path) -> None:
    root = artifact(tmp_path, '{manual: "Ask the authors."}')
    (tmp_path / "brought.csv").write_bytes(DATA)
    done = rrspec("fetch", "data", "--pin", "--from", tmp_path / "brought.csv", "-C", root)
    assert done.returncode == 0, done.stderr
    assert digest.of_bytes(DATA) in (root / "rra.yaml").read_text()


REFUSED = {
    "a login page in place of data": (Reply(body=WEB_PAGE), (), 4, "login page"),
    "a file that is gone": (Reply(status=404), (), 1, "404"),
    "no network wanted": (Reply(), ("--offline",), 4, "--offline"),
    "an empty file": (Reply(body=b""), (), 4, "empty"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_no_digest_is_written_of(what: str, rrspec: CommandLine, tmp_path: Path) -> None:
    reply, options, code, words = REFUSED[what]
    with Server() as server:
        root = artifact(tmp_path, f'{{url: "{server.says("/data.csv", reply)}"}}')
        before = (root / "rra.yaml").read_bytes()
        done = rrspec("fetch", "data", "--pin", *options, "-C", root)
        assert (done.returncode, words in done.stderr) == (code, True), done.stderr
        assert (root / "rra.yaml").read_bytes() == before


def test_a_gated_input_is_pinned_with_its_token_only(rrspec: CommandLine, tmp_path: Path) -> None:
    gated = "access: {gated: {who: students, where: https://example.org/ask, token: TOY_TOKEN}}"
    with Server() as server:
        root = artifact(tmp_path, f'{{url: "{server.says("/data.csv", Reply())}"}}')
        manifest = root / "rra.yaml"
        manifest.write_text(manifest.read_text().replace("access: open", gated))
        done = rrspec("fetch", "data", "--pin", "-C", root)
        assert (done.returncode, "TOY_TOKEN" in done.stderr, server.asked) == (4, True, []), done.stderr
        rrspec.environment["TOY_TOKEN"] = "x"  # noqa: S105 (a made-up token)
        assert rrspec("fetch", "data", "--pin", "-C", root).returncode == 0


@pytest.mark.parametrize("place", ["", ".", "/dev/zero", "none"])
def test_only_a_file_that_a_person_brings_is_pinned(place: str, rrspec: CommandLine, tmp_path: Path) -> None:
    with Server() as server:
        root = artifact(tmp_path, f'{{url: "{server.says("/data.csv", Reply())}"}}')
        before = (root / "rra.yaml").read_bytes()
        done = rrspec("fetch", "data", "--pin", "--from", place, "-C", root)
        assert (done.returncode, server.asked) == (2, []), done.stderr
        assert (root / "rra.yaml").read_bytes() == before


@pytest.mark.parametrize(
    ("source", "more", "arguments", "words"),
    [
        ('{url: "https://example.org/x"}', f"\n    sha256: {'ab' * 32}", ("data",), "has a digest already"),
        ('{url: "https://example.org/below/"}', "", ("data",), "no one file"),
        ('{manual: "Ask."}', "", ("data",), "no one file"),
        ('{url: "https://example.org/x"}', "", (), "takes names"),
    ],
)
def test_pinning_is_refused_where_no_one_file_is_meant(
    source: str, more: str, arguments: tuple[str, ...], words: str, rrspec: CommandLine, tmp_path: Path
) -> None:
    root = artifact(tmp_path, source, more)
    done = rrspec("fetch", *arguments, "--pin", "-C", root)
    assert done.returncode == 2
    assert words in done.stderr
