import gzip
import hashlib
import io
import tarfile
import zipfile
from pathlib import Path

import pytest

from reprobridge_spec.environments.landing import Landing, Wanted
from reprobridge_spec.environments.sources.brought import Brought
from reprobridge_spec.environments.store import Store
from reprobridge_spec.errors import NotDoneError

DATA = b"a,b\n1,2\n"
WANTED = Wanted(name="train", path="data/train.csv", sha256=hashlib.sha256(DATA).hexdigest())
TABLE = Wanted(name="table", path="table.csv.gz", sha256=hashlib.sha256(b"x").hexdigest())


def _zip(name: str, data: bytes = DATA) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr(name, data)
    return made.getvalue()


def _tar(files: dict[str, bytes]) -> bytes:
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w:gz") as archive:
        for name, data in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
    return made.getvalue()


def _bring(place: Path, landing: Landing, *wanted: Wanted) -> None:
    source = Brought("toy", place, why="a person has to bring it", how="Write to the authors.")
    source.bring(wanted or [WANTED], landing)


def _put(folder: Path, files: dict[str, bytes]) -> Path:
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return folder


GOOD: dict[str, dict[str, bytes]] = {
    "at its place": {"data/train.csv": DATA},
    "in other letters": {"data/Train.CSV": DATA},
    "under another name": {"download (1)": DATA},
    "in another folder": {"x/y/z.csv": DATA, "x/y/other": b"other"},
    "beside a wrong one": {"data/train.csv": b"wrong", "train (2).csv": DATA},
    "in an archive": {"all.zip": _zip("data/train.csv")},
    "in an archive under another name": {"all.zip": _zip("x")},
    "in an archive with a folder around": {"all.zip": _zip("top-1.0/data/train.csv")},
    "in a tar archive under another name": {"all.tar.gz": _tar({"top/x": b"x", "top/y": DATA, "top/z": DATA})},
    "in the second archive": {"a.zip": _zip("data/train.csv", b"other"), "b.zip": _zip("x")},
    "beside an archive that is refused": {"evil.zip": _zip("../x"), "train.csv": DATA},
}


@pytest.mark.parametrize("name", GOOD)
def test_a_file_is_known_by_its_digest(tmp_path: Path, landing: Landing, store: Store, name: str) -> None:
    _bring(_put(tmp_path / "given", GOOD[name]), landing)
    assert store.path(WANTED.sha256).read_bytes() == DATA


@pytest.mark.parametrize("name", ["train.csv", "x.zip"])
def test_one_file_can_be_given(tmp_path: Path, landing: Landing, store: Store, name: str) -> None:
    data = _zip("data/train.csv") if name.endswith("zip") else DATA
    _bring(_put(tmp_path / "given", {name: data}) / name, landing)
    assert store.has(WANTED.sha256)


def test_what_a_person_brought_stays_as_it_is(tmp_path: Path, landing: Landing) -> None:
    given = _put(tmp_path / "given", {"data/train.csv": DATA})
    (given / "data/train.csv").chmod(0o640)
    _bring(given, landing)
    assert (given / "data/train.csv").stat().st_mode & 0o777 == 0o640


BAD: dict[str, tuple[dict[str, bytes], str]] = {
    "nothing": ({}, "input toy could not be had: a person has to bring it"),
    "another file": ({"data/train.csv": b"other"}, r"'train.csv' \(5 bytes\) has another digest"),
    "another in other letters": ({"data/Train.csv": b"other", "x": b""}, "'Train.csv' .5 bytes. has another digest"),
    "a near name": ({"data/train_.csv": b"other", "unlike": b"y"}, "'train_.csv'"),
    "a page": ({"data/train.csv": b"<!DOCTYPE html><title>Hello</title>"}, "is a web page, titled 'Hello'"),
    "a login": ({"data/train.csv": b"<html><title>Log in</title>"}, "is a login page"),
    "an empty file": ({"data/train.csv": b""}, "is an empty file"),
    "a pointer": (
        {"data/train.csv": b"version https://git-lfs.github.com/spec/v1\noid sha256:%s\nsize 5\n" % (b"1" * 64)},
        "is a pointer of Git LFS for 5 bytes",
    ),
    "a compressed file": ({"data/train.csv.gz": gzip.compress(DATA)}, "is compressed; unpack it with gunzip"),
    "other line ends": ({"data/train.csv": DATA.replace(b"\n", b"\r\n")}, "has other line ends, and nothing else"),
    "unfinished": ({"train.csv.crdownload": DATA[:4]}, "is a download that did not come to its end"),
    "an archive of others": ({"all.zip": _zip("data/other.csv", b"other"), "b": b"x"}, "could not be had"),
    "an archive of another": ({"all.zip": _zip("data/train.csv", b"other")}, "and so is the one file in it: 'all.zip'"),
    "an archive of many others": (
        {"all.tar.gz": _tar({"a": b"1", "b": b"2"})},
        "and so is each of the 2 files in it: 'all.tar.gz'",
    ),
    "an archive of nothing": ({"all.zip": _tar({})}, "and holds no files: 'all.zip'"),
}


@pytest.mark.parametrize("name", BAD)
def test_what_is_wrong_with_a_file_is_told(tmp_path: Path, landing: Landing, name: str) -> None:
    files, message = BAD[name]
    given = _put(tmp_path / "given", files)
    with pytest.raises(NotDoneError, match=message) as caught:
        _bring(given, landing)
    assert caught.value.hint.startswith("Write to the authors.")


def test_why_an_archive_gave_nothing_is_said(tmp_path: Path, landing: Landing) -> None:
    with pytest.raises(NotDoneError) as caught:
        _bring(_put(tmp_path / "given", {"evil.zip": _zip("../x")}), landing)
    assert "'evil.zip' gave nothing more: 1 of its entries cannot be taken: '../x' climbs out" in caught.value.hint


def test_a_large_file_comes_out_of_an_archive_under_another_name(
    tmp_path: Path, landing: Landing, store: Store
) -> None:
    data = bytes(3 << 20)
    wanted = Wanted(name="x", path="x", sha256=hashlib.sha256(data).hexdigest())
    given = _put(tmp_path / "given", {"all.tar.gz": _tar({"a": b"1", "b": data, "c": data})})
    _bring(given, landing, wanted)
    assert store.path(wanted.sha256).read_bytes() == data


def test_how_many_files_an_archive_held_is_said(tmp_path: Path, landing: Landing) -> None:
    with pytest.raises(NotDoneError) as caught:
        _bring(_put(tmp_path / "given", {"all.zip": _zip("x", b"other"), "b": b"x"}), landing)
    assert "2 other files are there. 'all.zip' was opened, and holds 1 other file." in caught.value.hint


def test_one_file_without_a_path_comes_out_of_an_archive(tmp_path: Path, landing: Landing, store: Store) -> None:
    _bring(
        _put(tmp_path / "given", {"x.zip": _zip("any")}) / "x.zip",
        landing,
        Wanted(name="x", path=None, sha256=WANTED.sha256),
    )
    assert store.has(WANTED.sha256)


@pytest.mark.parametrize(("number", "words"), [(1, "; 1 more file is lacking"), (2, "; 2 more files are lacking")])
def test_how_many_more_are_lacking_is_said(tmp_path: Path, landing: Landing, number: int, words: str) -> None:
    more = [Wanted(name=str(one), path=str(one), sha256=f"{one}" * 64) for one in range(number)]
    with pytest.raises(NotDoneError) as caught:
        _bring(_put(tmp_path / "given", {"data/train.csv": b"other"}), landing, WANTED, *more)
    assert str(caught.value).endswith(words)


def test_where_nobody_says_how_the_advice_begins_with_what_to_do(tmp_path: Path, landing: Landing) -> None:
    with pytest.raises(NotDoneError) as caught:
        Brought("toy", tmp_path / "none", why="it is not there", how="").bring([WANTED], landing)
    assert caught.value.hint.startswith("Put the file at ")
    assert "  " not in caught.value.hint


@pytest.mark.parametrize("name", ["data/train.csv", "other.csv"])
def test_a_file_that_cannot_be_read_is_named(tmp_path: Path, landing: Landing, name: str) -> None:
    given = tmp_path / "given"
    (given / name).parent.mkdir(parents=True)
    (given / name).symlink_to("/proc/self/mem")  # also whoever may read all files cannot read its beginning
    with pytest.raises(NotDoneError) as caught:
        _bring(given, landing)
    assert f"'{Path(name).name}' cannot be read: Input/output error." in caught.value.hint


def test_a_file_that_cannot_be_read_keeps_no_other(tmp_path: Path, landing: Landing, store: Store) -> None:
    given = _put(tmp_path / "given", {"z.csv": DATA})
    (given / "a.csv").symlink_to("/proc/self/mem")
    _bring(given, landing)
    assert store.has(WANTED.sha256)


def test_a_file_that_a_browser_unpacked_is_told(tmp_path: Path, landing: Landing) -> None:
    with pytest.raises(NotDoneError, match="is not compressed, and should be"):
        _bring(_put(tmp_path / "given", {"table.csv": b"a,b\n"}), landing, TABLE)


def test_where_to_put_it_is_said(tmp_path: Path, landing: Landing) -> None:
    with pytest.raises(NotDoneError) as caught:
        _bring(tmp_path / "given", landing, WANTED, TABLE)
    assert f"Put the file at {tmp_path}/given/data/train.csv and 1 more beside it" in caught.value.hint


def test_of_several_those_that_are_there_are_kept(tmp_path: Path, landing: Landing, store: Store) -> None:
    given = _put(tmp_path / "given", {"data/train.csv": DATA})
    with pytest.raises(NotDoneError):
        _bring(given, landing, WANTED, TABLE)
    assert store.has(WANTED.sha256)
