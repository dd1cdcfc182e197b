import hashlib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from reprobridge_spec.environments.transfer.download import Target, download
from reprobridge_spec.environments.transfer.partial import partial_at
from reprobridge_spec.environments.transfer.patience import PassingError
from reprobridge_spec.errors import ArtifactError, NotDoneError, RrspecError
from tests.misbehaving import DATA, Reply, Server, Time, line_of

SHA256 = hashlib.sha256(DATA).hexdigest()
HALF = len(DATA) // 2
LATER = {"Retry-After": "7"}
BUSY = Reply(status=429, body=b"", headers=LATER)
BROKEN = Reply(status=500, body=b"")
CUT = Reply(cut=HALF)
OTHER = Reply(body=DATA[::-1], tag='"two"')


def _get(
    folder: Path, address: str, time: Time, *, sha256: str | None = SHA256, begun: bytes = b"", limit: int = 1 << 20
) -> bytes:
    path = folder / ".partial-x"
    if begun:
        path.write_bytes(begun)
    with partial_at(path, lambda _: None) as partial:
        download(Target(address=address), partial, line_of(time, limit=limit, silence=0.5), sha256=sha256)
        return partial.finish().read_bytes()


WELL: dict[str, tuple[Sequence[Reply], list[float]]] = {
    "at once": ([Reply()], []),
    "without its length": ([Reply(told=False)], []),
    "in chunks": ([Reply(chunked=True)], []),
    "where it was busy": ([BUSY, Reply()], [7.5]),
    "where it had no service": ([Reply(status=503, body=b"", headers=LATER), Reply()], [7.5]),
    "where it broke three times": ([BROKEN, BROKEN, BROKEN, Reply()], [1.0, 2.0, 4.0]),
    "where it was cut": ([CUT, Reply()], [1.0]),
    "where it was cut in chunks": ([Reply(cut=HALF, chunked=True), Reply()], [1.0]),
}


@pytest.mark.parametrize("name", WELL)
def test_a_file_comes(server: Server, tmp_path: Path, time: Time, name: str) -> None:
    replies, pauses = WELL[name]
    assert _get(tmp_path, server.says("/x", *replies), time) == DATA
    assert time.pauses == pauses


def test_what_was_cut_goes_on_where_it_ended(server: Server, tmp_path: Path, time: Time) -> None:
    assert _get(tmp_path, server.says("/x", CUT, Reply()), time) == DATA
    assert server.asked_for("/x") == ["", f"bytes={HALF}-"]
    assert server.asked[1][1]["If-Range"] == '"one"'


NO_ANSWERS = {
    "words": b"HELLO\r\n\r\n",
    "colours": b"\x1b[31mHELLO\r\n\r\n",
    "a long line": b"HELLO" * 1000 + b"\r\n\r\n",
    "nothing": b"",
}


@pytest.mark.parametrize("name", NO_ANSWERS)
def test_what_is_no_answer_is_told_on_one_line(server: Server, tmp_path: Path, time: Time, name: str) -> None:
    said: list[str] = []
    target = Target(address=server.says("/x", Reply(raw=NO_ANSWERS[name])))
    with partial_at(tmp_path / "x", said.append) as partial, pytest.raises(PassingError) as caught:
        download(target, partial, line_of(time, said=said), sha256=SHA256)
    lines = [str(caught.value), *said]
    assert len(lines) == 4
    assert all(line.isprintable() and len(line) < 200 for line in lines)


def test_a_length_that_cannot_be_is_no_length(server: Server, tmp_path: Path, time: Time) -> None:
    told = Reply(told=False, headers={"Content-Length": "9" * 5000})
    assert _get(tmp_path, server.says("/x", told), time) == DATA


@pytest.mark.parametrize("proxy", ["http://[::1", "http://127.0.0.1:a"])
def test_a_proxy_that_is_none_is_told(tmp_path: Path, time: Time, monkeypatch: pytest.MonkeyPatch, proxy: str) -> None:
    monkeypatch.setenv("http_proxy", proxy)
    monkeypatch.delenv("no_proxy", raising=False)
    with pytest.raises(NotDoneError):
        _get(tmp_path, "http://example.invalid/x", time)


def test_what_another_call_began_goes_on_too(server: Server, tmp_path: Path, time: Time) -> None:
    with pytest.raises(PassingError, match="answers 500"):
        _get(tmp_path, server.says("/x", CUT, Reply(status=500, body=b"")), time)
    assert (tmp_path / ".partial-x").read_bytes() == DATA[:HALF]
    assert _get(tmp_path, server.says("/x", Reply()), time) == DATA
    assert server.asked_for("/x")[-1] == f"bytes={HALF}-"


GOES_ON: dict[str, tuple[bytes, Sequence[Reply]]] = {
    "a server that gives no parts": (DATA[:HALF], [Reply(ranged=False)]),
    "a server that says no tag": (DATA[:HALF], [Reply(tag=None)]),
    "a server with a weak tag": (DATA[:HALF], [Reply(tag='W/"one"')]),
    "a server that gives another part": (DATA[:HALF], [Reply(begin=3)]),
    "a beginning of another file": (b"x" * HALF, [Reply()]),
    "a beginning that is longer than the file": (DATA + b"x", [Reply()]),
    "a beginning that is the whole file": (DATA, [Reply()]),
}


@pytest.mark.parametrize("name", GOES_ON)
def test_whatever_is_there_the_right_file_comes(server: Server, tmp_path: Path, time: Time, name: str) -> None:
    begun, replies = GOES_ON[name]
    assert _get(tmp_path, server.says("/x", *replies), time, begun=begun) == DATA


def test_a_file_that_changed_meanwhile_is_begun_anew(server: Server, tmp_path: Path, time: Time) -> None:
    new = hashlib.sha256(OTHER.body).hexdigest()
    assert _get(tmp_path, server.says("/x", CUT, OTHER), time, sha256=new) == OTHER.body


def test_a_file_that_changed_while_no_tag_tells_is_begun_anew(server: Server, tmp_path: Path, time: Time) -> None:
    new = Reply(body=DATA[::-1], tag=None)
    address = server.says("/x", Reply(cut=HALF, tag=None), new)
    assert _get(tmp_path, address, time, sha256=hashlib.sha256(new.body).hexdigest()) == new.body


def test_of_a_file_that_nothing_pins_no_part_of_another_is_taken(server: Server, tmp_path: Path, time: Time) -> None:
    address = server.says("/x", Reply(tag=None))
    assert _get(tmp_path, address, time, sha256=None, begun=b"x" * HALF) == DATA


def _page(text: str) -> Reply:
    return Reply(body=f"<!DOCTYPE html><html><title>{text}</title></html>".encode())


WRONG: dict[str, tuple[Sequence[Reply], str, type[RrspecError]]] = {
    "gone": ([Reply(status=410, body=b"")], "answers 410 Gone", ArtifactError),
    "not there": ([Reply(status=404, body=b"")], "answers 404 Not Found", ArtifactError),
    "taken away by law": ([Reply(status=451, body=b"")], "answers 451", ArtifactError),
    "another file": ([OTHER], f"has another digest than declared: expected {SHA256}", ArtifactError),
    "one byte less": ([Reply(body=DATA[:-1])], r"10,239 bytes\) has another digest", ArtifactError),
    "nothing": ([Reply(body=b"")], "it is an empty file", NotDoneError),
    "a page": ([_page("Welcome")], "it is a web page, titled 'Welcome'", ArtifactError),
    "a login page": ([_page("Sign in")], "it is a login page", NotDoneError),
    "in a circle": ([Reply(status=302, headers={"Location": "/x"})], "leads on and on", ArtifactError),
    "to a file on disk": ([Reply(status=302, headers={"Location": "file:///etc/passwd"})], "not read", ArtifactError),
    "to a password": ([Reply(status=302, headers={"Location": "http://me:secret@x.org/"})], "password", ArtifactError),
    "to nowhere": ([Reply(status=302)], "answers 302 Found.*, and does not say where to", ArtifactError),
    "for those who logged in": ([Reply(status=401, body=b"")], "answers 401 Unauthorized", NotDoneError),
    "forbidden": ([Reply(status=403, body=b"")], "answers 403 Forbidden", NotDoneError),
    "to be paid": ([Reply(status=402, body=b"")], "answers 402", NotDoneError),
    "busy for good": ([BUSY], "answers 429 Too Many Requests", PassingError),
    "busy for an hour": ([Reply(status=429, headers={"Retry-After": "3600"})], "wait 60 minutes", PassingError),
    "busy until a day": (
        [Reply(status=503, headers={"Retry-After": "Fri, 15 Jan 2027 09:00:00 GMT"})],
        "wait 60 minutes",
        PassingError,
    ),
    "busy as it says oddly": ([Reply(status=503, headers={"Retry-After": "soon"})], "answers 503", PassingError),
    "broken for good": ([BROKEN], "answers 500", PassingError),
    "cut for good": ([Reply(cut=1, ranged=False)], "ended after 1 of 10240 bytes", PassingError),
    "cut in its headers": ([Reply(cut=0)], "ended after 0 of 10240 bytes", PassingError),
    "silent": ([Reply(cut=HALF, waits=True, ranged=False)], "no answer for 0.5 s", PassingError),
    "a denied object": (
        [Reply(status=403, body=b"<?xml version='1.0'?><Error><Code>AccessDenied</Code></Error>")],
        "AccessDenied",
        NotDoneError,
    ),
    "an error in JSON": ([Reply(body=b'{"error": {"message": "no such version"}}')], "no such version", NotDoneError),
    "said to be another": ([Reply(headers={"X-Linked-Etag": f'"{"1" * 64}"'})], "says its server", ArtifactError),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_does_not_come_is_told(server: Server, tmp_path: Path, time: Time, name: str) -> None:
    replies, message, kind = WRONG[name]
    with pytest.raises(kind, match=message) as caught:
        _get(tmp_path, server.says("/x", *replies), time)
    assert isinstance(caught.value, PassingError) == (kind is PassingError)
    assert caught.value.hint
    assert "secret" not in str(caught.value)
    assert len(server.asked) <= 20


DEAD = ["gone", "not there", "for those who logged in", "forbidden", "another file", "a page", "busy for an hour"]


@pytest.mark.parametrize("name", DEAD)
def test_what_will_not_change_is_asked_for_once(server: Server, tmp_path: Path, time: Time, name: str) -> None:
    replies, _, kind = WRONG[name]
    with pytest.raises(kind):
        _get(tmp_path, server.says("/x", *replies), time)
    assert (len(server.asked), time.pauses) == (1, [])


def test_of_a_page_nothing_is_kept(server: Server, tmp_path: Path, time: Time) -> None:
    with pytest.raises(ArtifactError):
        _get(tmp_path, server.says("/x", _page("Welcome")), time)
    assert list(tmp_path.iterdir()) == []


def test_a_page_does_not_take_the_place_of_what_came(server: Server, tmp_path: Path, time: Time) -> None:
    with pytest.raises(NotDoneError, match="is a login page; what came before is kept"):
        _get(tmp_path, server.says("/x", replace(_page("Sign in"), ranged=False)), time, begun=DATA[:HALF])
    assert _get(tmp_path, server.says("/x", Reply()), time) == DATA
    assert server.asked_for("/x")[-1] == f"bytes={HALF}-"


def test_a_server_that_gives_a_byte_at_a_time_does_not_keep_anybody(server: Server, tmp_path: Path, time: Time) -> None:
    with pytest.raises(PassingError, match="ended after 4 of"):
        _get(tmp_path, server.says("/x", Reply(cut=1)), time)
    assert len(server.asked) == 4


def test_a_server_that_hardly_gives_anything_is_left(server: Server, tmp_path: Path, time: Time) -> None:
    def slow(*_: object) -> None:
        time.now += 61

    said: list[str] = []
    line = replace(line_of(time, silence=60.0, said=said), moved=slow)
    target = Target(address=server.says("/x", Reply(cut=5000, ranged=False)))
    with partial_at(tmp_path / "x", lambda _: None) as partial, pytest.raises(PassingError):
        download(target, partial, line, sha256=SHA256)
    assert "stalls: 5000 bytes in 60 s; asking again" in said[0]


def test_a_download_that_the_caller_gave_up_keeps_what_came(server: Server, tmp_path: Path, time: Time) -> None:
    line = replace(line_of(time), stopped=lambda: True)
    with partial_at(tmp_path / "x", lambda _: None) as partial, pytest.raises(NotDoneError, match="was given up"):
        download(Target(address=server.says("/x", Reply())), partial, line, sha256=SHA256)
    assert (tmp_path / "x").stat().st_size > 0


@pytest.mark.parametrize("told", [True, False])
def test_a_file_above_the_limit_is_refused(server: Server, tmp_path: Path, time: Time, *, told: bool) -> None:
    with pytest.raises(ArtifactError, match="longer than 7 bytes"):
        _get(tmp_path, server.says("/x", Reply(told=told)), time, limit=7)
    assert list(tmp_path.iterdir()) == []


def test_a_file_larger_than_the_disk_is_not_begun(server: Server, tmp_path: Path, time: Time) -> None:
    reply = Reply(headers={"Content-Length": str(1 << 60)}, told=False)
    with pytest.raises(NotDoneError, match=r"needs 1,152,921,504,606,846,976 bytes, and [\d,]+ are free"):
        _get(tmp_path, server.says("/x", reply), time, limit=1 << 62)


def test_an_address_that_leads_on_is_followed(server: Server, tmp_path: Path, time: Time) -> None:
    server.says("/there", Reply())
    away = server.says("/x", Reply(status=302, headers={"Location": "/there"}, body=b""))
    assert _get(tmp_path, away, time) == DATA


def test_a_host_that_nobody_is_at_is_asked_once(tmp_path: Path, time: Time) -> None:
    with pytest.raises(NotDoneError, match="cannot be read: Connection refused"):
        _get(tmp_path, "http://127.0.0.1:9/x", time)
    assert time.pauses == []


@pytest.mark.parametrize(
    "address", ["ftp://example.org/x", "file:///etc/passwd", "x", "http://[", "http://a:b/", "http://a.org/\x1b[2J"]
)
def test_other_addresses_are_not_read(tmp_path: Path, time: Time, address: str) -> None:
    with pytest.raises(ArtifactError, match="no kind of address"):
        _get(tmp_path, address, time)
