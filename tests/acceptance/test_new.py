"""`rrspec new`, as a person calls it: at a terminal and without one, with mistakes, and again with a newer template."""

import json
import os
import pty
import re
import select
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from reprobridge_spec.scaffold.templates import ROOT, names
from tests.conftest import CommandLine


def lab(folder: Path, *, version: str = "1", text: str = "one\n") -> Path:
    """A template of somebody's laboratory."""
    (folder / ROOT).mkdir(parents=True, exist_ok=True)
    (folder / "cookiecutter.json").write_text(json.dumps({"_version": version}))
    (folder / ROOT / "rra.yaml").write_text(
        'rra: "1.0"\nid: {{ cookiecutter.yaml.id }}\nversion: "1"\ntitle: {{ cookiecutter.yaml.title }}\nlevel: draft\n'
    )
    (folder / ROOT / "notes.md").write_text(text)
    return folder


def trust(rrspec: CommandLine, place: str) -> str:
    said = rrspec("new", place, "x", "--no-input").stderr
    found = re.search(r"--trust (sha256:[0-9a-f]{64})", said)
    assert found, said
    return found[1]


def test_templates_are_listed_with_one_sentence_each(rrspec: CommandLine) -> None:
    ended = rrspec("new", "--list")
    assert (ended.returncode, [line.split()[0] for line in ended.stdout.splitlines()]) == (0, names())
    listed = json.loads(rrspec("new", "--list", "--format", "json").stdout)
    assert [(one["template"], bool(one["version"]), bool(one["about"])) for one in listed] == [
        (name, True, True) for name in names()
    ]


@pytest.mark.parametrize("template", names())
def test_it_shows_what_it_made_and_what_comes_next(template: str, rrspec: CommandLine, tmp_path: Path) -> None:
    ended = rrspec("new", template, "my paper", "--no-input")
    assert (ended.returncode, ended.stderr) == (0, "")
    head, *rest = ended.stdout.splitlines()
    files = [path for path in (tmp_path / "my paper").rglob("*") if path.is_file()]
    assert head == f"my paper: {len(files)} files"
    assert rest[-3:] == ["next: cd 'my paper'", "next: rrspec validate", "next: rrspec lock && rrspec run --smoke"]
    assert any(line.startswith("  code/ ") and "example.py" in line for line in rest)
    validated = rrspec("validate", "my paper")
    assert validated.returncode == 0
    assert "draft: no findings" in validated.stdout


def test_for_programs_it_says_the_same(rrspec: CommandLine, tmp_path: Path) -> None:
    made = json.loads(rrspec("new", "python", "x", "--no-input", "--format", "json").stdout)
    assert (made["folder"], made["template"], made["next"][0]) == ("x", "python", "cd x")
    assert made["files"] == sorted(
        path.relative_to(tmp_path / "x").as_posix() for path in (tmp_path / "x").rglob("*") if path.is_file()
    )


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        ((), 2, "no template is named"),
        (("pythn",), 2, "Did you mean `python`?"),
        (("_common",), 2, "there is no template"),
        (("python", "--diff"), 2, "--diff goes with --update"),
        (("python", "--license", "Apache 2.0"), 2, "is no SPDX expression"),
        (("python", "--id", "My Paper"), 2, "small letters"),
        (("python", "--title", ""), 2, "is empty"),
        (("./absent", "x"), 2, "never fetched"),
        (("https://example.org/template", "x"), 2, "never fetched"),
        (("--update",), 3, "rra.yaml"),
        (("--update", "nothere"), 2, "neither a folder nor a template 'nothere'"),
        (("--update", "./nothere"), 2, "neither a folder nor a template './nothere'"),
        (("--update", "pythn"), 2, "Did you mean `python`?"),
        (("--update", ".."), 3, "no rra.yaml in .. or above it"),
        (("--update", "python", "nothere"), 3, "no folder nothere"),
        (("--update", "--title", "Z"), 2, "--update takes no --title"),
        (("--update", "--id", "z", "--paper-title", "Z"), 2, "takes no --id, --paper-title"),
        (("--update", "--license", "MIT"), 2, "takes no --license"),
        (("--update", "--authors", ""), 2, "takes no --authors"),
        (("--list", "--update"), 2, "--list goes alone, without --update"),
        (("--list", "python"), 2, "without python"),
        (("--list", "--title", "Z", "--trust", "x"), 2, "without --title, --trust"),
        (("python", "x", "--trust", "sha256:00"), 2, "'python' comes with rrspec"),
        (("python", "x", "--title", "a\u202eb"), 2, "U+202E (RIGHT-TO-LEFT OVERRIDE), which nobody can see"),
    ],
)
def test_a_mistake_is_said_and_nothing_is_made(
    arguments: tuple[str, ...], code: int, says: str, rrspec: CommandLine, tmp_path: Path
) -> None:
    ended = rrspec("new", *arguments)
    assert (ended.returncode, ended.stdout) == (code, "")
    assert says in ended.stderr
    assert list(tmp_path.iterdir()) == []


def at_a_terminal(arguments: list[str], typed: str, cwd: Path) -> tuple[int, str]:
    """What `rrspec new` shows to somebody who types this, and how it ends."""
    ours, theirs = pty.openpty()
    environment = {**os.environ, "NO_COLOR": "1", "TERM": "dumb"}
    process = subprocess.Popen(
        [sys.executable, "-m", "reprobridge_spec", "new", *arguments],
        cwd=cwd,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=environment,
        start_new_session=True,
    )
    os.close(theirs)
    shown = b""
    while select.select([ours], [], [], 60)[0]:
        try:
            piece = os.read(ours, 1 << 16)
        except OSError:
            break
        if not piece:
            break
        shown += piece
        if typed and shown.endswith(b"]: "):
            line, end, typed = typed.partition("\n")
            os.write(ours, (line + end).encode())
    os.close(ours)
    return process.wait(60), shown.decode().replace("\r\n", "\n")


def test_each_question_says_why_shows_its_default_and_is_asked_again(tmp_path: Path) -> None:
    typed = "My Paper\nmy-paper\n\n{{ 7*7 }}\nAda Example; Ben Example\napache\nApache-2.0\n"
    code, shown = at_a_terminal(["python"], typed, tmp_path)
    assert code == 0, shown
    assert "Id of the artifact [my-artifact]:" in shown
    assert "'My Paper' is not small letters" in shown
    assert shown.count("Licence of what you write for the artifact (SPDX) [TODO") == 2
    assert "'apache' is no SPDX expression" in shown
    assert "Give none under double-blind review" in shown
    manifest = (tmp_path / "my-paper" / "rra.yaml").read_text()
    for line in ('title: "TODO: title of the artifact"', 'title: "{{ 7*7 }}"', 'license: "Apache-2.0"'):
        assert line in manifest
    assert 'authors: ["Ada Example", "Ben Example"]' in manifest
    assert (tmp_path / "my-paper" / "LICENSE").exists()


def test_what_is_given_is_not_asked(tmp_path: Path) -> None:
    arguments = ["python", "x", "--title", "T", "--paper-title", "P", "--authors", "", "--license", "MIT", "--id", "x"]
    code, shown = at_a_terminal(arguments, "", tmp_path)
    assert (code, "[" in shown) == (0, False)


@pytest.mark.parametrize("arguments", [["--no-input"], ["--id", "my-artifact", "--no-input"]])
def test_at_a_terminal_nothing_is_asked_with_no_input(arguments: list[str], tmp_path: Path) -> None:
    code, shown = at_a_terminal(["python", *arguments], "", tmp_path)
    assert (code, "Title of the artifact" in shown) == (0, False)


def test_whoever_breaks_off_has_made_nothing(tmp_path: Path) -> None:
    code, shown = at_a_terminal(["python"], "my-paper\n\x04", tmp_path)
    assert (code, list(tmp_path.iterdir())) == (130, []), shown


def test_a_template_of_somebody_else_takes_trust(rrspec: CommandLine, tmp_path: Path) -> None:
    lab(tmp_path / "lab")
    digest = trust(rrspec, "./lab")
    assert not (tmp_path / "x").exists()
    ended = rrspec("new", "./lab", "x", "--trust", digest, "--no-input")
    assert ended.returncode == 0, ended.stderr
    assert (tmp_path / "x" / "notes.md").read_text() == "one\n"
    (tmp_path / "lab" / ROOT / "notes.md").write_text("other\n")
    ended = rrspec("new", "./lab", "y", "--trust", digest, "--no-input")
    assert (ended.returncode, (tmp_path / "y").exists()) == (2, False)
    assert "not the template that you trust" in ended.stderr


def test_an_archive_of_somebody_else_takes_the_same_trust(rrspec: CommandLine, tmp_path: Path) -> None:
    folder = lab(tmp_path / "lab")
    with zipfile.ZipFile(tmp_path / "lab.zip", "w") as written:
        for path in folder.rglob("*"):
            written.write(path, path.relative_to(tmp_path).as_posix())
    digest = trust(rrspec, "./lab")
    shutil.rmtree(folder)
    assert rrspec("new", "lab.zip", "x", "--trust", digest, "--no-input").returncode == 0


def test_an_artifact_is_brought_to_a_newer_template(rrspec: CommandLine, tmp_path: Path) -> None:
    lab(tmp_path / "lab")
    assert rrspec("new", "./lab", "x", "--trust", trust(rrspec, "./lab"), "--no-input").returncode == 0
    artifact = tmp_path / "x"
    before = (artifact / "rra.yaml").read_text()
    (artifact / "rra.yaml").write_text(before.replace("level: draft", "level: draft # mine"))
    lab(tmp_path / "lab", version="2", text="two\n")
    newer = ("new", "../lab", "--update", "--trust", trust(rrspec, "./lab"))
    shown = rrspec(*newer, "--diff", cwd=artifact)
    assert (shown.returncode, "+two" in shown.stdout, (artifact / "notes.md").read_text()) == (0, True, "one\n")
    ended = rrspec(*newer, "--format", "json", cwd=artifact)
    assert json.loads(ended.stdout) == {
        "template": "lab",
        "from": "1",
        "to": "2",
        "written": True,
        "files": [{"path": "notes.md", "way": "replaced"}],
    }
    assert (artifact / "notes.md").read_text() == "two\n"
    assert (artifact / "rra.yaml").read_text().endswith("level: draft # mine\n")
    again = rrspec(*newer, cwd=artifact)
    assert again.stdout.endswith("as lab 2, 0 files changed\n")


def test_an_anonymous_artifact_stays_anonymous(rrspec: CommandLine, tmp_path: Path) -> None:
    rrspec("new", "python", "x", "--authors", "Jane Doe", "--license", "MIT", "--no-input")
    assert rrspec("anonymize", "x", "-o", "blind", "--seal", "seal.json").returncode == 0
    manifest = (tmp_path / "blind" / "rra.yaml").read_bytes()
    assert rrspec("new", "--update", "blind").returncode == 0
    assert (tmp_path / "blind" / "rra.yaml").read_bytes() == manifest
    assert not any(b"Jane" in path.read_bytes() for path in (tmp_path / "blind").rglob("*") if path.is_file())


def test_a_stranger_s_template_is_not_guessed(rrspec: CommandLine, tmp_path: Path) -> None:
    lab(tmp_path / "lab")
    rrspec("new", "./lab", "x", "--trust", trust(rrspec, "./lab"), "--no-input")
    ended = rrspec("new", "--update", cwd=tmp_path / "x")
    assert (ended.returncode, "by its folder or archive" in ended.stderr) == (2, True)


@pytest.mark.parametrize("place", ["..", "../..", "deep"])
def test_one_word_is_the_artifact_or_a_folder_of_it(place: str, rrspec: CommandLine, tmp_path: Path) -> None:
    rrspec("new", "python", "x", "--no-input")
    (tmp_path / "x/code/deep").mkdir(parents=True)
    cwd = tmp_path / "x/code" if place == "deep" else tmp_path / "x/code/deep"
    ended = rrspec("new", "--update", place, cwd=cwd)
    assert (ended.returncode, "0 files changed" in ended.stdout) == (0, True), ended.stderr


def test_an_update_to_one_of_rrspec_s_own_takes_no_trust(rrspec: CommandLine) -> None:
    rrspec("new", "python", "x", "--no-input")
    for arguments in (("--update", "x"), ("python", "x", "--update")):
        ended = rrspec("new", *arguments, "--trust", "sha256:00")
        assert (ended.returncode, "'python' comes with rrspec" in ended.stderr) == (2, True)


def test_a_stranger_s_template_without_a_title_makes_a_placeholder(rrspec: CommandLine, tmp_path: Path) -> None:
    folder = lab(tmp_path / "lab")
    (folder / "cookiecutter.json").write_text('{"title": ""}')
    ended = rrspec("new", "./lab", "x", "--trust", trust(rrspec, "./lab").removeprefix("sha256:"), "--no-input")
    assert (ended.returncode, 'title: "TODO: ' in (tmp_path / "x/rra.yaml").read_text()) == (0, True)


@pytest.mark.parametrize("arguments", [(), ("python",), ("python", "."), (".",)])
def test_one_of_rrspec_s_own_is_found_by_itself(
    arguments: tuple[str, ...], rrspec: CommandLine, tmp_path: Path
) -> None:
    rrspec("new", "python", "x", "--no-input")
    (tmp_path / "x" / "README.md").write_text("mine\n")
    ended = rrspec("new", *arguments, "--update", cwd=tmp_path / "x")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "0 files changed" in ended.stdout
    assert (tmp_path / "x" / "README.md").read_text() == "mine\n"
