"""`rrspec receipt`: which package was there before the deadline."""

import hashlib
import json
import shutil
import zipfile
from pathlib import Path

import pytest

from tests.conftest import CHECKOUT, CommandLine
from tests.unit.signing.keys import Authority

ARTIFACT = CHECKOUT / "conformance" / "base" / "repaired"


@pytest.fixture
def package(tmp_path: Path, rrspec: CommandLine) -> Path:
    target = tmp_path / "paper.rra.zip"
    assert rrspec("pack", ARTIFACT, "-o", target).returncode == 0
    return target


def line_of(package: Path, rrspec: CommandLine) -> str:
    ended = rrspec("receipt", package)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


def packed_anew(package: Path, target: Path, extra: dict[str, str] | None = None) -> Path:
    """The members of a package in another archive, one of them changed or added."""
    with zipfile.ZipFile(package) as source, zipfile.ZipFile(target, "w") as made:
        for name in reversed(source.namelist()):
            made.writestr(name, source.read(name))
        for name, text in (extra or {}).items():
            made.writestr(name, text)
    return target


def test_a_receipt_is_one_line_that_names_nobody(package: Path, rrspec: CommandLine) -> None:
    line = line_of(package, rrspec)
    assert line.startswith("rra-receipt/1; ")
    assert line.count("\n") == 1
    assert f"bytes:{package.stat().st_size};" in line


def test_a_package_is_the_one_of_its_receipt(package: Path, rrspec: CommandLine) -> None:
    ended = rrspec("receipt", package, "--check", line_of(package, rrspec))
    assert ended.returncode == 0
    assert "it is that package" in ended.stdout
    assert "only a third party's clock proves when" in ended.stdout


def test_a_receipt_may_lie_in_a_mail(tmp_path: Path, package: Path, rrspec: CommandLine) -> None:
    mail = tmp_path / "mail.txt"
    mail.write_text("On Monday:\n> " + line_of(package, rrspec).replace("; ", ";\n> ").upper(), encoding="utf-8")
    assert rrspec("receipt", package, "--check", mail).returncode == 0


def test_the_same_content_packed_anew_holds_and_is_told(tmp_path: Path, package: Path, rrspec: CommandLine) -> None:
    other = packed_anew(package, tmp_path / "other.zip")
    ended = rrspec("receipt", other, "--check", line_of(package, rrspec))
    assert ended.returncode == 0
    assert "packed anew" in ended.stdout
    assert "package SHA-256: the receipt says" in ended.stdout


def test_another_content_is_another(tmp_path: Path, package: Path, rrspec: CommandLine) -> None:
    line = line_of(package, rrspec)
    artifact = Path(shutil.copytree(ARTIFACT, tmp_path / "artifact"))
    (artifact / "guide" / "notes.md").write_text("a word more\n", encoding="utf-8")
    other = tmp_path / "other.rra.zip"
    assert rrspec("pack", artifact, "-o", other).returncode == 0
    ended = rrspec("receipt", other, "--check", line, "--format", "json")
    assert ended.returncode == 1
    said = json.loads(ended.stdout)
    assert said["sameness"] == "other"
    assert said["said"]["artifact_digest"] != said["package"]["artifact_digest"]


def test_a_package_that_is_not_as_it_lists_is_no_package_of_a_receipt(
    tmp_path: Path, package: Path, rrspec: CommandLine
) -> None:
    top = zipfile.ZipFile(package).namelist()[0].partition("/")[0]
    other = packed_anew(package, tmp_path / "other.zip", {f"{top}/more.txt": "not listed"})
    assert rrspec("receipt", other, "--check", line_of(package, rrspec)).returncode == 1


def test_calls_that_cannot_mean_anything_are_refused(tmp_path: Path, package: Path, rrspec: CommandLine) -> None:
    line = line_of(package, rrspec)
    for options in (
        ("--check", "nothing.txt"),
        ("--check", line[:-2]),
        ("--check", line.replace("bytes:", "bytes:1")),
        ("--check", line, "--stamp"),
        ("--clocks", tmp_path / "x.pem"),
    ):
        assert rrspec("receipt", package, *options).returncode == 2, options
    assert rrspec("receipt", ARTIFACT).returncode == 2
    assert rrspec("receipt", tmp_path / "none.zip").returncode == 3


@pytest.mark.needs("openssl")
def test_a_time_stamp_says_when_the_line_was_seen(tmp_path: Path, package: Path, rrspec: CommandLine) -> None:
    assert rrspec("receipt", package, "--stamp").returncode == 0
    file = package.with_name("paper.rra.zip.receipt")
    authority = Authority(tmp_path / "clock")
    authority.answer(file.with_name(f"{file.name}.tsq"), file.with_name(f"{file.name}.tsr"))
    options = ("--check", file, "--clocks", tmp_path / "clock" / "ca.pem")
    ended = rrspec("receipt", package, *options)
    assert ended.returncode == 0, ended.stderr
    assert "a clock that you trust saw the line at 20" in ended.stdout
    file.write_text(file.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    assert rrspec("receipt", package, *options).returncode == 1


def told_anew(line: str, old: str, new: str) -> str:
    """The line with another word, and the `check` that goes with it."""
    body = line.strip().partition("; ")[2].rpartition("; check:")[0].replace(old, new)
    check = hashlib.sha256("".join(body.split()).lower().encode()).hexdigest()[:8]
    return f"rra-receipt/1; {body}; check:{check}"


FALSE = {
    "another artifact": (1, "other/1.0.0", "artifact: the receipt says other 1.0.0"),
    "another version": (1, "{id}/9.9", "artifact: the receipt says"),
    "another digest of the content": (2, f"digest:{'0' * 64}", "artifact digest: the receipt says 000000"),
    "another size": (4, "bytes:1", "bytes: the receipt says 1\n"),
}


@pytest.mark.parametrize(("place", "word", "says"), FALSE.values(), ids=FALSE)
def test_a_line_that_says_of_the_package_what_is_not_so_does_not_hold(
    package: Path, rrspec: CommandLine, place: int, word: str, says: str
) -> None:
    line = line_of(package, rrspec)
    words = line.split("; ")
    told = told_anew(line, words[place], word.format(id=words[1].partition("/")[0]))
    ended = rrspec("receipt", package, "--check", told)
    assert ended.returncode == 1, ended.stdout
    assert "it is that package" not in ended.stdout
    assert says in ended.stdout


def test_a_line_with_another_name_does_not_hold_for_the_same_content_packed_anew(
    tmp_path: Path, package: Path, rrspec: CommandLine
) -> None:
    line = line_of(package, rrspec)
    other = packed_anew(package, tmp_path / "other.zip")
    ended = rrspec("receipt", other, "--check", told_anew(line, line.split("; ")[1], "other/9.9"), "--format", "json")
    assert (ended.returncode, json.loads(ended.stdout)["sameness"]) == (1, "contradicted")


@pytest.mark.parametrize("name", ["no artifact", "nothing"])
def test_a_package_without_an_artifact_has_no_receipt(tmp_path: Path, rrspec: CommandLine, name: str) -> None:
    with zipfile.ZipFile(tmp_path / "p.zip", "w") as made:
        if name == "no artifact":
            digest = hashlib.sha256(b"x").hexdigest()
            made.writestr("p-1/a", "x")
            made.writestr("p-1/MANIFEST.sha256", f"{digest}  a\n")
    ended = rrspec("receipt", tmp_path / "p.zip")
    assert ended.returncode == 3
    assert "no rra.yaml" in ended.stderr
