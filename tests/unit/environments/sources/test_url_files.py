import hashlib
import io
import tarfile
import threading
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from reprobridge_spec.environments.landing import Landing, Wanted
from reprobridge_spec.environments.sources.url import UrlFiles
from reprobridge_spec.environments.store import Store
from reprobridge_spec.environments.transfer.address import led_on, request_for
from reprobridge_spec.errors import ArtifactError, NotDoneError, RrspecError
from reprobridge_spec.model.inputs import UrlSource
from tests.misbehaving import DATA, Reply, Server, Time, line_of


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


SHA256 = _sha256(DATA)
ONE, TWO = b"one", b"two"
SECRET = "secret"  # noqa: S105 (a made-up token)
WHOLE = Wanted(name="x", path=None, sha256=SHA256)
A = Wanted(name="a", path="data/one.csv", sha256=_sha256(ONE))
B = Wanted(name="b", path="data/deep/two 2.csv", sha256=_sha256(TWO))
GONE = Reply(status=410, body=b"")
BUSY = Reply(status=429, body=b"", headers={"Retry-After": "9999"})


def _bring(
    landing: Landing, time: Time, url: str, *mirrors: str, wanted: list[Wanted], token: str | None = None
) -> None:
    source = UrlFiles(UrlSource(url=url, mirrors=list(mirrors)), token=token, line=line_of(time))
    source.bring(wanted, landing)


def _has(store: Store, *files: Wanted) -> bool:
    return all(store.has(file.sha256, read=True) for file in files)


def test_a_file_is_brought(server: Server, landing: Landing, store: Store, time: Time) -> None:
    _bring(landing, time, server.says("/data.csv", Reply()), wanted=[WHOLE])
    assert _has(store, WHOLE)
    assert [path.name for path in store.path("x").parent.iterdir() if path.is_file() and "partial" in path.name] == []


FAILS = {
    "gone": GONE,
    "busy": BUSY,
    "a page": Reply(body=b"<!DOCTYPE html><p>x</p>"),
    "another": Reply(body=b"other"),
    "cut": Reply(cut=3, ranged=False),
    "circle": Reply(status=302, headers={"Location": "/circle"}),
    "no address": Reply(status=302, headers={"Location": "http://[::1"}),
    "no port": Reply(status=302, headers={"Location": "http://example.org:a/"}),
    "no host": Reply(status=302, headers={"Location": "http://a..b/"}),
    "no answer": Reply(raw=b"HELLO\x1b[31m\r\n\r\n"),
}


@pytest.mark.parametrize("name", FAILS)
def test_a_mirror_is_asked_where_the_address_fails(
    server: Server, landing: Landing, store: Store, time: Time, name: str
) -> None:
    first = server.says("/" + name.replace(" ", "-"), FAILS[name])
    _bring(landing, time, first, server.says("/mirror", Reply()), wanted=[WHOLE])
    assert _has(store, WHOLE)


def test_a_mirror_goes_on_with_what_the_address_began(
    server: Server, landing: Landing, store: Store, time: Time
) -> None:
    first = server.says("/x", Reply(cut=5000), GONE)
    _bring(landing, time, first, server.says("/mirror", Reply(tag=None)), wanted=[WHOLE])
    assert _has(store, WHOLE)
    assert server.asked_for("/mirror") == ["bytes=5000-"]
    assert "If-Range" not in server.asked[-1][1]


@pytest.mark.parametrize("name", FAILS)
def test_where_no_address_has_it_all_are_named(server: Server, landing: Landing, time: Time, name: str) -> None:
    first, second = server.says("/first", GONE), server.says("/second", FAILS[name])
    with pytest.raises((ArtifactError, NotDoneError)) as caught:
        _bring(landing, time, first, second, wanted=[WHOLE])
    assert first in str(caught.value)
    assert second in str(caught.value)


def test_where_one_address_could_not_be_told_the_whole_cannot(server: Server, landing: Landing, time: Time) -> None:
    with pytest.raises(NotDoneError, match=r"answers 410.*answers 429"):
        _bring(landing, time, server.says("/a", GONE), server.says("/b", BUSY), wanted=[WHOLE])


def test_a_token_is_not_sent_over_an_open_connection(server: Server, landing: Landing, time: Time) -> None:
    _bring(landing, time, server.says("/x", Reply()), wanted=[WHOLE], token=SECRET)
    assert all("Authorization" not in headers for _, headers in server.asked)


def test_a_token_is_sent_by_itself_and_is_in_no_address() -> None:
    request = request_for("https://example.org/x", SECRET)
    assert request.unredirected_hdrs == {"Authorization": "Bearer secret"}
    assert "secret" not in str(request.headers)
    assert request_for("http://example.org/x", SECRET).unredirected_hdrs == {}


@pytest.mark.parametrize(
    "target",
    [
        "http://example.org/y",
        "file:///etc/passwd",
        "//me:secret@example.org/",
        "ftp://x/",
        "http://[::1",
        "https://[a]/",
        "//example.org:99999/",
        "//a..b/",
        "//%00/",
        f"//{'a' * 64}.org/",
    ],
)
def test_an_encrypted_address_leads_to_encrypted_ones_only(target: str) -> None:
    with pytest.raises((ArtifactError, NotDoneError)):
        led_on("https://example.org/x", target)


@pytest.mark.parametrize("url", ["http://[::1/", "https://me:secret@example.org/", "http://a\x1b[31m/"])
@pytest.mark.parametrize("wanted", [[A], [A, B]])
def test_an_address_that_is_not_read_is_not_shown(landing: Landing, time: Time, url: str, wanted: list[Wanted]) -> None:
    said: list[str] = []
    source = UrlFiles(UrlSource(url=url), token=None, line=line_of(time, said=said))
    with pytest.raises(ArtifactError):
        source.bring(wanted, landing)
    assert all(line.isprintable() and "secret" not in line for line in said)


def test_files_below_an_address_come_side_by_side(server: Server, landing: Landing, store: Store, time: Time) -> None:
    server.says("/folder/data/one.csv", Reply(body=ONE))
    server.says("/folder/data/deep/two%202.csv", Reply(body=TWO))
    _bring(landing, time, f"{server.address}/folder/", wanted=[A, B])
    assert _has(store, A, B)


def test_of_several_files_those_that_came_are_kept(server: Server, landing: Landing, store: Store, time: Time) -> None:
    server.says("/folder/data/one.csv", Reply(body=ONE))
    with pytest.raises(ArtifactError, match="answers 404"):
        _bring(landing, time, f"{server.address}/folder/", wanted=[A, B])
    assert _has(store, A)


def test_what_the_folder_lacks_comes_from_the_archive_of_a_mirror(
    server: Server, landing: Landing, store: Store, time: Time
) -> None:
    server.says("/folder/data/one.csv", Reply(body=ONE))
    mirror = server.says("/all.zip", Reply(body=_zip({"data/deep/two 2.csv": TWO})))
    _bring(landing, time, f"{server.address}/folder/", mirror, wanted=[A, B])
    assert _has(store, A, B)


def _zip(files: dict[str, bytes]) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return data.getvalue()


def _tar(files: dict[str, bytes], mode: str = "w:gz", link: str | None = None) -> bytes:
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode=mode) as archive:  # type: ignore[call-overload]
        for name, content in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            if link is not None:
                member.type, member.linkname, member.size = tarfile.SYMTYPE, link, 0
            archive.addfile(member, io.BytesIO(content))
    return data.getvalue()


BOTH = {"data/one.csv": ONE, "data/deep/two 2.csv": TWO, "data/more.csv": b"more"}
ARCHIVES: dict[str, Callable[[], bytes]] = {
    "zip": lambda: _zip(BOTH),
    "tar": lambda: _tar(BOTH, "w"),
    "tar.gz": lambda: _tar(BOTH),
    "tar.bz2": lambda: _tar(BOTH, "w:bz2"),
    "tar.xz": lambda: _tar(BOTH, "w:xz"),
}


@pytest.mark.parametrize("kind", ARCHIVES)
def test_files_come_out_of_an_archive(server: Server, landing: Landing, store: Store, time: Time, kind: str) -> None:
    _bring(landing, time, server.says(f"/all.{kind}", Reply(body=ARCHIVES[kind]())), wanted=[A, B])
    assert _has(store, A, B)
    assert not [path for path in store.path("x").parent.glob(".partial-*") if path.is_file()]


def test_an_archive_that_broke_off_is_gone_on_with(server: Server, landing: Landing, store: Store, time: Time) -> None:
    data = ARCHIVES["zip"]()
    _bring(landing, time, server.says("/all.zip", Reply(body=data, cut=100), Reply(body=data)), wanted=[A, B])
    assert server.asked_for("/all.zip") == ["", "bytes=100-"]
    assert _has(store, A, B)


def _bomb() -> bytes:
    return _zip({**BOTH, "zeros": bytes(400 << 20)})


BAD: dict[str, tuple[Callable[[], bytes], str, type[RrspecError]]] = {
    "climbs": (lambda: _zip({**BOTH, "../../evil": b"x"}), "climbs out", ArtifactError),
    "absolute": (lambda: _tar({**BOTH, "/etc/passwd": b"x"}), "absolute", ArtifactError),
    "a tar that climbs": (lambda: _tar({**BOTH, "data/../../evil": b"x"}), "climbs out", ArtifactError),
    "a bomb": (_bomb, "bytes when it is unpacked", ArtifactError),
    "a link": (
        lambda: _tar({"data/one.csv": b"", "data/deep/two 2.csv": b""}, link="/etc/passwd"),
        "leads out",
        ArtifactError,
    ),
    "lacks one": (lambda: _zip({"data/one.csv": ONE}), "'data/deep/two 2.csv' is not in it", ArtifactError),
    "in a folder": (lambda: _zip({f"top/{name}": data for name, data in BOTH.items()}), "is not in it", ArtifactError),
    "another file": (
        lambda: _zip({**BOTH, "data/one.csv": b"1"}),
        "data/one.csv of input toy has another",
        ArtifactError,
    ),
    "cut": (lambda: ARCHIVES["zip"]()[:-30], "its end is missing", ArtifactError),
    "damaged": (lambda: ARCHIVES["tar.gz"]()[:-40], "end too early", ArtifactError),
    "a page": (lambda: b"<html><title>Welcome</title>", "is no archive; it is a web page", ArtifactError),
    "a login": (lambda: b"<html><title>Sign in</title>", "is no archive; it is a login page", NotDoneError),
    "RAR": (lambda: b"Rar!\x1a\x07" + bytes(600), "a RAR archive, which is not read", ArtifactError),
}


@pytest.mark.parametrize("name", BAD)
def test_an_archive_that_is_not_as_said_is_told(
    server: Server, landing: Landing, tmp_path: Path, time: Time, name: str
) -> None:
    make, message, kind = BAD[name]
    with pytest.raises(kind, match=message) as caught:
        _bring(landing, time, server.says("/all.zip", Reply(body=make())), wanted=[A, B])
    assert "/all.zip" in str(caught.value)
    assert ".partial" not in str(caught.value)
    assert not list(tmp_path.rglob("evil"))


def test_a_member_that_lies_deeper_is_named(server: Server, landing: Landing, time: Time) -> None:
    with pytest.raises(ArtifactError) as caught:
        _bring(landing, time, server.says("/all.zip", Reply(body=BAD["in a folder"][0]())), wanted=[A, B])
    assert caught.value.hint == "Did you mean `top/data/one.csv`?"


def test_one_file_with_a_path_may_be_the_one_at_the_address(
    server: Server, landing: Landing, store: Store, time: Time
) -> None:
    _bring(landing, time, server.says("/x/one.csv", Reply(body=ONE)), wanted=[A])
    assert _has(store, A)


def test_two_who_want_one_file_download_it_once(server: Server, tmp_path: Path, time: Time) -> None:
    store = Store(tmp_path / "cache")
    address = server.says("/x", Reply())

    def bring() -> None:
        with store.workspace() as folder:
            _bring(Landing(store, "toy", Path(folder), lambda _: None), time, address, wanted=[WHOLE])

    threads = [threading.Thread(target=bring) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert _has(store, WHOLE)
    assert len(server.asked) == 1
