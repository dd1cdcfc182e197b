import hashlib
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from reprobridge_spec.environments.cache import silent
from reprobridge_spec.environments.sources.base import Wanted
from reprobridge_spec.environments.sources.url import UrlFiles, request_for
from reprobridge_spec.errors import ArtifactError, NotDoneError
from reprobridge_spec.model.inputs import UrlSource

DATA = b"a,b\n1,2\n"
SHA256 = hashlib.sha256(DATA).hexdigest()
CODES = {"/gone": 410, "/none": 404, "/forbidden": 403, "/busy": 429, "/broken": 500}
PAGES = {"/page": b"<!DOCTYPE html><p>Please log in</p>", "/other": b"other"}
AWAY = {
    "/away": "/data.csv",
    "/to-a-file": "file:///etc/passwd",
    "/in-a-circle": "/in-a-circle",
    "/to-a-password": "http://me:secret@127.0.0.1/",
}


class _Answers(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        if self.path in AWAY:
            self._head(302, {"Location": AWAY[self.path]})
        elif self.path == "/short":
            self._head(200, {"Content-Length": str(len(DATA) + 1)})
            self.wfile.write(DATA)
        elif self.path == "/token":
            self._body(self.headers.get("Authorization", "none").encode())
        elif self.path in CODES:
            self._head(CODES[self.path], {"Content-Length": "0"})
        else:
            self._body(PAGES.get(self.path, DATA))

    def _body(self, data: bytes) -> None:
        self._head(200, {"Content-Length": str(len(data))})
        self.wfile.write(data)

    def _head(self, code: int, headers: dict[str, str]) -> None:
        self.send_response(code)
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def host() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), _Answers) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def _bring(
    folder: Path, url: str, *mirrors: str, sha256: str = SHA256, limit: int = 100, token: str | None = None
) -> bytes:
    source = UrlFiles(UrlSource(url=url, mirrors=list(mirrors)), token=token, progress=silent, limit=limit)
    source.bring([Wanted(name="x", path=None, sha256=sha256)], folder)
    return (folder / sha256).read_bytes()


def test_a_file_is_brought(host: str, tmp_path: Path) -> None:
    assert _bring(tmp_path, f"{host}/data.csv") == DATA


def test_an_address_that_leads_on_is_followed(host: str, tmp_path: Path) -> None:
    assert _bring(tmp_path, f"{host}/away") == DATA


@pytest.mark.parametrize("first", ["gone", "busy", "page", "other", "short"])
def test_a_mirror_is_asked_where_the_address_fails(host: str, tmp_path: Path, first: str) -> None:
    assert _bring(tmp_path, f"{host}/{first}", f"{host}/data.csv") == DATA


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("gone", "answers 410"),
        ("none", "answers 404"),
        ("page", f"web page, perhaps a login or a quota: expected {SHA256}, found"),
        ("other", f"another digest than declared: expected {SHA256}"),
        ("to-a-file", "answers 302"),
        ("in-a-circle", "answers 302"),
        ("to-a-password", "user name or a password"),
    ],
)
def test_what_is_the_artifacts_fault(host: str, tmp_path: Path, path: str, message: str) -> None:
    with pytest.raises(ArtifactError, match=message) as caught:
        _bring(tmp_path, f"{host}/{path}")
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("forbidden", "answers 403"),
        ("busy", "answers 429"),
        ("broken", "answers 500"),
        ("short", "ended after 8 of 9 bytes"),
    ],
)
def test_what_is_nobodys_fault(host: str, tmp_path: Path, path: str, message: str) -> None:
    with pytest.raises(NotDoneError, match=message):
        _bring(tmp_path, f"{host}/{path}")


def test_a_host_that_does_not_answer_is_nobodys_fault(tmp_path: Path) -> None:
    with pytest.raises(NotDoneError, match="cannot be read"):
        _bring(tmp_path, "http://127.0.0.1:9/x")


def test_where_one_address_could_not_be_told_the_whole_cannot(host: str, tmp_path: Path) -> None:
    with pytest.raises(NotDoneError, match=r"answers 404.*answers 403"):
        _bring(tmp_path, f"{host}/none", f"{host}/forbidden")


def test_a_file_above_the_limit_is_refused(host: str, tmp_path: Path) -> None:
    with pytest.raises(ArtifactError, match="longer than 7 bytes"):
        _bring(tmp_path, f"{host}/data.csv", limit=7)


def test_a_token_is_not_sent_over_an_open_connection(host: str, tmp_path: Path) -> None:
    none = hashlib.sha256(b"none").hexdigest()
    assert _bring(tmp_path, f"{host}/token", sha256=none, token="secret") == b"none"  # noqa: S106 (a made-up token)


def test_a_token_is_sent_to_the_address_and_to_nobody_it_leads_on_to() -> None:
    request = request_for("https://example.org/x", "secret")
    assert request.unredirected_hdrs == {"Authorization": "Bearer secret"}
    assert "secret" not in str(request.headers)
    assert request_for("http://example.org/x", "secret").unredirected_hdrs == {}


def test_files_below_an_address(host: str, tmp_path: Path) -> None:
    source = UrlFiles(UrlSource(url=f"{host}/folder/"), token=None, progress=silent)
    source.bring([Wanted(name="a", path="deep/a b.csv", sha256=SHA256)], tmp_path)
    assert (tmp_path / SHA256).read_bytes() == DATA


def test_several_files_at_one_address_cannot_be_told_apart(host: str, tmp_path: Path) -> None:
    source = UrlFiles(UrlSource(url=f"{host}/data.zip"), token=None, progress=silent)
    wanted = [Wanted(name=name, path=name, sha256=SHA256) for name in ("a", "b")]
    with pytest.raises(NotDoneError, match="is one file, and several are asked for"):
        source.bring(wanted, tmp_path)
