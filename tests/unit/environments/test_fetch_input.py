import hashlib
from pathlib import Path
from typing import Any

import pytest

from reprobridge_spec import digest
from reprobridge_spec.environments.cache import Progress, silent
from reprobridge_spec.environments.fetch import Fetched, fetch_input
from reprobridge_spec.environments.way import usual_way
from reprobridge_spec.errors import ArtifactError, NotDoneError
from reprobridge_spec.model.inputs import Input

WheelFolder = Any  # what the fixture of conftest.py gives; folders of tests are no packages to import from


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


ONE, TWO = _sha256(b"one"), _sha256(b"two")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "paper"
    (root / "data" / "deep").mkdir(parents=True)
    (root / "data" / "one.csv").write_bytes(b"one")
    (root / "data" / "deep" / "two.csv").write_bytes(b"two")
    return root


def _fetch(
    root: Path,
    body: dict[str, Any],
    *,
    offline: bool = True,
    environ: dict[str, str] | None = None,
    progress: Progress = silent,
) -> Fetched:
    return fetch_input(
        root,
        "toy",
        Input.model_validate({"kind": "dataset", **body}),
        cache=root.parent / "cache",
        environ=environ or {},
        offline=offline,
        progress=progress,
    )


def _files(path: Path) -> dict[str, bytes]:
    return {str(file.relative_to(path)): file.read_bytes() for file in path.rglob("*") if file.is_file()}


def test_files_lie_under_their_ids(root: Path) -> None:
    files = {"a": {"path": "one.csv", "sha256": ONE}, "b": {"path": "deep/two.csv", "sha256": TWO}}
    fetched = _fetch(root, {"source": {"bundled": "data"}, "files": files})
    assert _files(fetched.path) == {"a": b"one", "b": b"two"}
    assert fetched.digest == digest.of_value({"a": ONE, "b": TWO})


def test_one_file_keeps_its_name(root: Path) -> None:
    fetched = _fetch(root, {"source": {"bundled": "data/one.csv"}, "sha256": ONE})
    assert (fetched.path.name, fetched.path.read_bytes(), fetched.digest) == ("one.csv", b"one", ONE)


def test_files_of_a_list_lie_at_the_paths_listed(root: Path) -> None:
    text = f"{ONE}  one.csv\n{TWO}  deep/two.csv\n"
    (root / "toy.sha256").write_text(text, encoding="utf-8")
    fetched = _fetch(root, {"source": {"bundled": "data"}, "digests": "toy.sha256"})
    assert _files(fetched.path) == {"one.csv": b"one", "deep/two.csv": b"two"}
    assert fetched.digest == _sha256(text.encode())


def test_the_second_time_the_source_is_not_asked(root: Path) -> None:
    body = {"source": {"bundled": "data/one.csv"}, "sha256": ONE}
    assert _fetch(root, body).fresh
    (root / "data" / "one.csv").unlink()
    assert not _fetch(root, body).fresh


def test_a_changed_file_of_the_cache_is_brought_anew(root: Path) -> None:
    body = {"source": {"bundled": "data/one.csv"}, "sha256": ONE}
    path = _fetch(root, body).path
    path.chmod(0o644)
    path.write_bytes(b"evil")
    again = _fetch(root, body)
    assert (again.fresh, again.path.read_bytes()) == (True, b"one")


@pytest.mark.parametrize("offline", [True, False])
def test_that_a_file_of_the_cache_changed_is_said(root: Path, *, offline: bool) -> None:
    said: list[str] = []
    body = {"source": {"bundled": "data/one.csv"}, "sha256": ONE}
    path = _fetch(root, body).path
    _fetch(root, body, offline=offline, progress=said.append)
    assert said == []
    path.chmod(0o644)
    path.write_bytes(b"evil")
    _fetch(root, body, offline=offline, progress=said.append)
    assert said == ["toy: one.csv had changed in the cache, and was thrown away"]


def test_the_artifacts_own_file_keeps_its_mode(root: Path) -> None:
    (root / "data" / "one.csv").chmod(0o640)
    _fetch(root, {"source": {"bundled": "data/one.csv"}, "sha256": ONE})
    assert (root / "data" / "one.csv").stat().st_mode & 0o777 == 0o640


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ({"source": {"bundled": "data/one.csv"}, "sha256": TWO}, f"one.csv.*expected {TWO}, found {ONE}"),
        ({"source": {"bundled": "data/none.csv"}, "sha256": ONE}, "carries no file 'data/none.csv'"),
        ({"source": {"bundled": "data"}, "sha256": ONE}, "carries no file 'data'"),
        ({"source": {"bundled": "../paper/data/one.csv"}, "sha256": ONE}, "carries no file"),
        ({"source": {"bundled": "data"}, "files": {"a": {"path": "../../x", "sha256": ONE}}}, "carries no file"),
        ({"source": {"bundled": "data"}}, "has no digest"),
        ({"source": {"bundled": "data"}, "digests": "none.sha256"}, "digests of input toy are not there"),
        ({"source": {"bundled": "data"}, "digests": "data/one.csv"}, "no SHA-256 digest"),
        ({"source": {"url": "ftp://example.org/x"}, "sha256": ONE}, "no kind of address"),
        ({"source": {"url": "file:///etc/passwd"}, "sha256": ONE}, "no kind of address"),
        ({"source": {"url": "http://[::1"}, "sha256": ONE}, "no kind of address"),
        ({"source": {"url": "http://[::1/"}, "files": {x: {"path": x, "sha256": ONE} for x in "ab"}}, "no kind of"),
        ({"source": {"git": {"url": "http://[::1", "commit": "1" * 40, "path": "a"}}, "sha256": ONE}, "no kind of"),
        ({"source": {"url": "https://me:secret@example.org/x"}, "sha256": ONE}, "user name or a password"),
    ],
)
def test_what_is_the_artifacts_fault(root: Path, body: dict[str, Any], message: str) -> None:
    with pytest.raises(ArtifactError, match=message) as caught:
        _fetch(root, body, offline=False)
    assert caught.value.hint
    assert "secret" not in str(caught.value)


def test_two_digests_for_one_path_cannot_both_be_right(root: Path) -> None:
    files = {"a": {"path": "one.csv", "sha256": ONE}, "b": {"path": "one.csv", "sha256": TWO}}
    with pytest.raises(ArtifactError, match=f"found {ONE}"):
        _fetch(root, {"source": {"bundled": "data"}, "files": files})


PACKAGE = {"name": "toy", "version": "1.0", "sha256": ONE}
MANUAL = {"source": {"manual": "Write to the authors"}, "sha256": ONE}
ASKED: list[dict[str, Any]] = [
    {"url": "https://example.org/x"},
    {"package": PACKAGE},
    {"doi": "10.5281/zenodo.1", "path": "a.csv"},
    {"huggingface": {"repo": "a/b", "revision": "1" * 40}},
    {"git": {"url": "https://example.org/x", "commit": "1" * 40, "path": "a.csv"}},
]


@pytest.mark.parametrize("source", ASKED)
def test_offline_nothing_is_asked_for(root: Path, source: dict[str, Any]) -> None:
    with pytest.raises(NotDoneError, match=r"not done: --offline; 1 file of input toy would be needed"):
        _fetch(root, {"source": source, "sha256": ONE})


@pytest.mark.parametrize("source", ASKED)
def test_what_a_person_brought_needs_no_network(root: Path, source: dict[str, Any]) -> None:
    place = root.parent / "cache" / "brought" / "toy" / "under-any-name"
    place.parent.mkdir(parents=True)
    place.write_bytes(b"one")
    assert _fetch(root, {"source": source, "sha256": ONE}).path.read_bytes() == b"one"


def test_a_person_is_told_where_to_put_what_nobody_else_brings(root: Path) -> None:
    with pytest.raises(NotDoneError, match="input toy could not be had") as caught:
        _fetch(root, MANUAL)
    place = Path(caught.value.hint.partition("Put the file at ")[2].partition(";")[0])
    assert place.is_relative_to(root.parent / "cache" / "brought" / "toy")
    place.parent.mkdir(parents=True)
    place.write_bytes(b"one")
    assert _fetch(root, MANUAL).path.read_bytes() == b"one"


def test_a_wrong_file_that_a_person_brought_is_not_the_artifacts_fault(root: Path) -> None:
    place = root.parent / "cache" / "brought" / "toy" / "toy"
    place.parent.mkdir(parents=True)
    place.write_bytes(b"two")
    with pytest.raises(NotDoneError, match=f"expected {ONE}, found {TWO}") as caught:
        _fetch(root, MANUAL)
    assert caught.value.place == str(place)


def _given(root: Path, sha256: str) -> Fetched:
    way = usual_way({}, silent, given=root / "data" / "one.csv")
    body = Input.model_validate({"kind": "dataset", "source": {"url": "http://127.0.0.1:9/x"}, "sha256": sha256})
    return fetch_input(root, "toy", body, cache=root.parent / "cache", environ={}, way=way)


def test_a_file_that_is_given_is_taken(root: Path) -> None:
    assert _given(root, ONE).path.read_bytes() == b"one"


def test_where_a_file_is_given_nobody_else_is_asked(root: Path) -> None:
    with pytest.raises(NotDoneError, match="is another one than"):
        _given(root, TWO)


def test_whoever_cannot_fetch_is_told_how_to_bring(root: Path) -> None:
    with pytest.raises(NotDoneError, match="Connection refused") as caught:
        _fetch(root, {"source": {"url": "http://127.0.0.1:9/x"}, "sha256": ONE}, offline=False)
    assert "rrspec fetch toy --from FILE" in caught.value.hint


def test_several_files_to_bring_are_counted(root: Path) -> None:
    (root / "toy.sha256").write_text(f"{ONE}  one.csv\n{TWO}  deep/two.csv\n", encoding="utf-8")
    with pytest.raises(NotDoneError) as caught:
        _fetch(root, {"source": {"manual": "Ask."}, "digests": "toy.sha256"})
    assert "one.csv and 1 more" in caught.value.hint


def test_a_service_has_nothing_to_fetch(root: Path) -> None:
    with pytest.raises(NotDoneError, match="is a service"):
        _fetch(root, {"kind": "service", "source": {"service": {"host": "api.example.com", "snapshot": "x"}}})


@pytest.mark.parametrize(
    "access",
    [
        {"gated": {"who": "students", "where": "https://example.org/ask", "token": "TOY_TOKEN"}},
        {"gated": {"who": "students", "where": "https://example.org/ask"}},
        {"restricted": {"who": "students", "where": "https://example.org/ask"}},
    ],
)
def test_who_may_have_it_is_said_where_it_could_not_be_had(root: Path, access: dict[str, Any]) -> None:
    body = {"source": {"url": "http://127.0.0.1:9/x"}, "sha256": ONE, "access": access}
    with pytest.raises(NotDoneError) as caught:
        _fetch(root, body, offline=False)
    assert "students" in caught.value.hint
    assert "https://example.org/ask" in caught.value.hint
    assert ("TOY_TOKEN" in str(caught.value)) == ("token" in str(access))


def test_what_needs_no_token_is_not_asked_for_one(root: Path) -> None:
    access = {"gated": {"who": "students", "where": "https://example.org/ask", "token": "TOY_TOKEN"}}
    body = {"source": {"bundled": "data/one.csv"}, "sha256": ONE, "access": access}
    assert _fetch(root, body).path.read_bytes() == b"one"


def _package(sha256: str, path: str, file_sha256: str) -> dict[str, Any]:
    package = {"name": "toy", "version": "1.0", "sha256": sha256}
    return {"source": {"package": package}, "files": {"a": {"path": path, "sha256": file_sha256}}}


def test_files_come_out_of_a_wheel(root: Path, wheels: WheelFolder) -> None:
    sha256 = wheels.add("toy", files={"toy/one.csv": "one", "toy/two.csv": "two", "toy/__init__.py": "1/0"})
    body = _package(sha256, "toy/one.csv", ONE)
    fetched = _fetch(root, body, offline=False, environ=wheels.environ)
    assert _files(fetched.path) == {"a": b"one"}
    assert not _fetch(root, body).fresh


def test_the_wheel_itself_can_be_the_input(root: Path, wheels: WheelFolder) -> None:
    sha256 = wheels.add("toy")
    body = {"source": {"package": {"name": "toy", "version": "1.0", "sha256": sha256}}, "sha256": sha256}
    fetched = _fetch(root, body, offline=False, environ=wheels.environ)
    assert (fetched.path.name, fetched.digest) == ("toy.whl", sha256)


@pytest.mark.parametrize(
    ("wheel", "path", "sha256", "message"),
    [
        (None, "toy/one.csv", TWO, f"toy/one.csv of input toy.*expected {TWO}, found {ONE}"),
        (None, "toy/none.csv", ONE, "'toy/none.csv' is not in it"),
        (TWO, "toy/one.csv", ONE, f"does not have the digest that is declared: Expected sha256 {TWO}"),
    ],
    ids=["file", "path", "wheel"],
)
def test_a_wheel_without_what_is_declared(
    root: Path, wheels: WheelFolder, wheel: str | None, path: str, sha256: str, message: str
) -> None:
    there = wheels.add("toy", files={"toy/one.csv": "one"})
    with pytest.raises(ArtifactError, match=message):
        _fetch(root, _package(wheel or there, path, sha256), offline=False, environ=wheels.environ)


def test_a_wheel_that_no_index_has_is_nobodys_fault(root: Path, wheels: WheelFolder) -> None:
    with pytest.raises(NotDoneError, match="no index that was asked offers the wheel of toy"):
        _fetch(root, _package(ONE, "a", ONE), offline=False, environ=wheels.environ)
