"""A web server of the tests, which answers as the tests say: well, or in any of the ways in which servers misbehave."""

import ssl
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self

from reprobridge_spec.environments.cache import silent
from reprobridge_spec.environments.transfer.download import Line
from reprobridge_spec.environments.transfer.patience import Courtesy, Patience

DATA = bytes(range(256)) * 40


@dataclass(frozen=True, kw_only=True)
class Reply:
    """One answer.

    Attributes:
        body: what it sends.
        headers: besides those that every answer has.
        tag: the ETag.
        cut: bytes after which the connection breaks.
        waits: whether it then waits instead, until the server closes.
        ranged: whether it gives parts of the body to those who ask for one.
        told: whether it says how long the body is.
        begin: the byte from which a part goes that it gives, where that is not what was asked for.
        chunked: whether it sends the body in chunks.
        raw: bytes that come in place of an answer.
    """

    status: int = 200
    body: bytes = DATA
    headers: Mapping[str, str] = field(default_factory=dict)
    tag: str | None = '"one"'
    cut: int | None = None
    waits: bool = False
    ranged: bool = True
    told: bool = True
    begin: int | None = None
    chunked: bool = False
    raw: bytes | None = None


class Server:
    """The server, and what it was asked.

    Attributes:
        address: of its root, without a slash at the end.
        asked: path and headers of each request, in order.
    """

    def __init__(self, context: ssl.SSLContext | None = None) -> None:
        """A server on this machine only; encrypted where it gets a `context`."""
        self.asked: list[tuple[str, Mapping[str, str]]] = []
        self.closing = threading.Event()
        self._replies: dict[str, list[Reply]] = {}
        self._lock = threading.Lock()
        self._server = _Server(("127.0.0.1", 0), _Handler)
        self._server.tests = self
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,))
        if context is not None:
            self._server.socket = context.wrap_socket(self._server.socket, server_side=True)
        self.address = f"http{'' if context is None else 's'}://127.0.0.1:{self._server.server_port}"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.closing.set()
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def says(self, path: str, *replies: Reply) -> str:
        """What `path` answers, one after the other, the last from then on; its address."""
        self._replies[path] = list(replies)
        return self.address + path

    def reply_to(self, path: str, headers: Mapping[str, str]) -> Reply:
        """The next answer of a path."""
        with self._lock:
            self.asked.append((path, headers))
            left = self._replies.get(path) or self._replies.get(path.partition("?")[0])
            if not left:
                return Reply(status=404, body=b"not found", tag=None)
            return left.pop(0) if len(left) > 1 else left[0]

    def asked_for(self, path: str) -> list[str]:
        """The ranges that were asked for at a path; an empty text where the whole was."""
        return [headers.get("Range", "") for asked, headers in self.asked if asked == path]


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    tests: Server

    def handle_error(self, *_: Any) -> None:
        """Clients that break off are what the tests are about."""


class _Handler(BaseHTTPRequestHandler):
    server: _Server

    def do_GET(self) -> None:
        tests = self.server.tests
        reply = tests.reply_to(self.path, dict(self.headers.items()))
        if reply.raw is not None:
            self.wfile.write(reply.raw)
            self.close_connection = True
            return
        status, body, headers = self._part_of(reply)
        self.send_response(status)
        if reply.tag is not None:
            self.send_header("ETag", reply.tag)
        for name, value in headers.items():
            self.send_header(name, value)
        if reply.chunked:
            self.send_header("Transfer-Encoding", "chunked")
            body = b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body)
        elif reply.told:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body if reply.cut is None else body[: reply.cut])
        self.wfile.flush()
        if reply.waits:
            tests.closing.wait(20)
        self.close_connection = True

    def _part_of(self, reply: Reply) -> tuple[int, bytes, dict[str, str]]:
        headers = dict(reply.headers)
        asked = self.headers.get("Range")
        if reply.status != 200 or asked is None or not reply.ranged:
            return reply.status, reply.body, headers
        known_by = self.headers.get("If-Range")
        if known_by is not None and known_by not in {reply.tag, reply.headers.get("Last-Modified")}:
            return 200, reply.body, headers
        begin = int(asked.removeprefix("bytes=").rstrip("-"))
        begin = begin if reply.begin is None else reply.begin
        if begin >= len(reply.body):
            return 416, b"", headers | {"Content-Range": f"bytes */{len(reply.body)}"}
        end = len(reply.body) - 1
        return 206, reply.body[begin:], headers | {"Content-Range": f"bytes {begin}-{end}/{end + 1}"}

    def log_message(self, *_: object) -> None:
        """Nothing."""


class Time:
    """A clock that goes on where somebody waits.

    Attributes:
        pauses: how long was waited each time.
    """

    def __init__(self) -> None:
        self.now = 1_800_000_000.0
        self.pauses: list[float] = []

    def pause(self, seconds: float) -> None:
        """Let so much time pass."""
        self.pauses.append(seconds)
        self.now += seconds


def line_of(time: Time, *, silence: float = 5.0, limit: int = 1 << 20, said: list[str] | None = None) -> Line:
    """What downloads of a test share: a clock of its own, and no chance."""
    patience = Patience(silence=silence, clock=lambda: time.now, pause=time.pause, chance=lambda: 0.5)
    progress = silent if said is None else said.append
    return Line(patience=patience, courtesy=Courtesy(patience), progress=progress, limit=limit)


def pages(server: Server, replies: Mapping[str, Reply | Sequence[Reply]]) -> None:
    """Lets the server answer as a table says."""
    for path, reply in replies.items():
        server.says(path, *([reply] if isinstance(reply, Reply) else reply))
