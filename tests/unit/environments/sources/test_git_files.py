import base64
import hashlib
import os
import subprocess
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from reprobridge_spec.environments.cache import silent
from reprobridge_spec.environments.landing import Landing, Wanted
from reprobridge_spec.environments.sources.git import GitSourceFiles
from reprobridge_spec.environments.store import Store
from reprobridge_spec.errors import ArtifactError, NotDoneError, RrspecError
from reprobridge_spec.model.inputs import Git

ONE = b"one\nstill one\n"
POINTER = b"version https://git-lfs.github.com/spec/v1\noid sha256:%s\nsize 19332096\n" % (b"4" * 64)
AUTHOR = {"GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a", "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a"}
ALONE = {**os.environ, **AUTHOR, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}


def _git(folder: Path, *arguments: str) -> str:
    done = subprocess.run(["git", *arguments], cwd=folder, env=ALONE, capture_output=True, text=True, check=True)
    return done.stdout.strip()


class _Repository:
    """A repository behind git's own web server: two commits, of which the first is meant."""

    def __init__(self, folder: Path) -> None:
        self.work = folder / "work"
        (self.work / "data" / "deep").mkdir(parents=True)
        (self.work / "data" / "one.csv").write_bytes(ONE)
        (self.work / "data" / "deep" / "weights.pt").write_bytes(POINTER)
        (self.work / "data" / "link").symlink_to("one.csv")
        (self.work / ".gitattributes").write_text("*.csv text eol=crlf\n", encoding="utf-8")
        (self.work / ".gitmodules").write_text('[submodule "s"]\npath = sub\nurl = https://x.org/s\n', encoding="utf-8")
        _git(self.work, "init", "--quiet")
        _git(self.work, "config", "core.autocrlf", "false")
        _git(self.work, "update-index", "--add", "--cacheinfo", f"160000,{'5' * 40},sub")
        for path in ("data/one.csv", "data/deep/weights.pt", "data/link", ".gitmodules"):
            _git(self.work, "add", path)
        _git(self.work, "add", ".gitattributes")
        _git(self.work, "commit", "--quiet", "-m", "first")
        self.first = _git(self.work, "rev-parse", "HEAD")
        (self.work / "data" / "one.csv").write_bytes(b"two")
        _git(self.work, "commit", "--quiet", "-am", "second")
        self.serves_any = True


class _Handler(BaseHTTPRequestHandler):
    repository: _Repository

    def do_GET(self) -> None:
        self.do_POST()

    def do_POST(self) -> None:
        path, _, query = self.path.partition("?")
        if not path.startswith("/repo.git"):
            self.send_error(404)
            return
        body = self.rfile.read(int(self.headers.get("Content-Length", "0")))
        protocol = self.headers.get("Git-Protocol", "") if self.repository.serves_any else ""
        environment = {
            **ALONE,
            "GIT_PROJECT_ROOT": str(self.repository.work / ".git"),
            "GIT_HTTP_EXPORT_ALL": "1",
            "PATH_INFO": path.removeprefix("/repo.git"),
            "QUERY_STRING": query,
            "REQUEST_METHOD": self.command,
            "CONTENT_TYPE": self.headers.get("Content-Type", ""),
            "HTTP_CONTENT_ENCODING": self.headers.get("Content-Encoding", ""),
            "GIT_PROTOCOL": protocol,
        }
        done = subprocess.run(["git", "http-backend"], input=body, env=environment, capture_output=True, check=True)
        head, _, content = done.stdout.partition(b"\r\n\r\n")
        self.send_response(200)
        for line in head.decode().splitlines():
            name, _, value = line.partition(": ")
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> _Repository:
    return _Repository(tmp_path_factory.mktemp("git"))


@pytest.fixture(scope="module")
def address(repository: _Repository) -> Iterator[str]:
    handler = type("_Own", (_Handler,), {"repository": repository})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.02,))
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/repo.git"
        server.shutdown()
        thread.join()


def _bring(landing: Landing, url: str, commit: str, wanted: Wanted, *, path: str | None = None) -> None:
    environ = {"PATH": os.environ["PATH"], "HOME": os.environ["HOME"]}
    source = GitSourceFiles(Git(url=url, commit=commit, path=path), token=None, environ=environ, progress=silent)
    source.bring([wanted], landing)


def _wanted(path: str | None, data: bytes = ONE) -> Wanted:
    return Wanted(name="a", path=path, sha256=hashlib.sha256(data).hexdigest())


@pytest.mark.parametrize(
    ("named", "path"), [(None, "data/one.csv"), ("data/one.csv", None), ("data", "one.csv"), ("data/", "data/one.csv")]
)
def test_a_file_comes_as_it_is_in_the_commit(
    landing: Landing, store: Store, repository: _Repository, address: str, named: str | None, path: str | None
) -> None:
    _bring(landing, address, repository.first, _wanted(path), path=named)
    assert store.path(_wanted(path).sha256).read_bytes() == ONE


def test_a_server_that_gives_no_commit_by_itself_is_asked_for_all(
    landing: Landing, store: Store, repository: _Repository, address: str
) -> None:
    repository.serves_any = False
    try:
        _bring(landing, address, repository.first, _wanted("data/one.csv"))
    finally:
        repository.serves_any = True
    assert store.has(_wanted("data/one.csv").sha256)


def test_no_hook_and_no_setting_of_the_caller_is_executed(
    landing: Landing, repository: _Repository, address: str, tmp_path: Path
) -> None:
    home = tmp_path / "home"
    home.mkdir()
    seen = home / "seen"
    settings = f'[core]\n\tsshCommand = touch {seen}\n[url "file://{home}/"]\n\tinsteadOf = http\n'
    (home / ".gitconfig").write_text(settings, encoding="utf-8")
    environ = {"PATH": os.environ["PATH"], "HOME": str(home), "XDG_CONFIG_HOME": str(home)}
    git = Git(url=address, commit=repository.first)
    GitSourceFiles(git, token=None, environ=environ, progress=silent).bring([_wanted("data/one.csv")], landing)
    assert not seen.exists()


BAD: dict[str, tuple[str, str, type[RrspecError]]] = {
    "no file": ("data/none.csv", "holds no 'data/none.csv': there is no 'none.csv' in 'data'", ArtifactError),
    "other letters": ("data/One.csv", "there is no 'One.csv'", ArtifactError),
    "a folder": ("data/deep", "is a folder in the commit", ArtifactError),
    "a link": ("data/link", "is a link in the commit", ArtifactError),
    "a submodule": ("sub", f"is a submodule of https://x.org/s at commit {'5' * 40}", ArtifactError),
    "in a submodule": ("sub/x", "lies in the submodule 'sub' of https://x.org/s", ArtifactError),
    "a pointer": ("data/deep/weights.pt", "a pointer of Git LFS for 19,332,096 bytes", ArtifactError),
    "another file": (".gitattributes", "has another digest than declared", ArtifactError),
    "below a file": ("data/one.csv/x", "there is no 'x' in 'data/one.csv'", ArtifactError),
}


@pytest.mark.parametrize("name", BAD)
def test_what_the_commit_does_not_hold_is_told(
    landing: Landing, repository: _Repository, address: str, name: str
) -> None:
    path, message, kind = BAD[name]
    with pytest.raises(kind, match=message) as caught:
        _bring(landing, address, repository.first, _wanted(path))
    assert caught.value.hint


def test_a_commit_that_is_not_there_is_told(landing: Landing, address: str) -> None:
    with pytest.raises((ArtifactError, NotDoneError), match="6" * 12):
        _bring(landing, address, "6" * 40, _wanted("data/one.csv"))


def test_a_repository_that_is_not_there_is_told(landing: Landing, repository: _Repository, address: str) -> None:
    with pytest.raises(ArtifactError, match="there is no such repository"):
        _bring(landing, address.replace("repo.git", "none.git"), repository.first, _wanted("data/one.csv"))


@pytest.mark.parametrize(
    "url",
    [
        "/etc",
        "file:///etc",
        "git@example.org:a/b",
        "ssh://git@example.org/a",
        "ext::touch /tmp/x",
        "git://x.org/a",
        "-x",
    ],
)
def test_other_ways_than_the_web_are_refused(landing: Landing, url: str) -> None:
    with pytest.raises(ArtifactError, match="no kind of address that is read"):
        _bring(landing, url, "1" * 40, _wanted("a"))


def test_a_host_that_nobody_is_at_is_nobodys_fault(landing: Landing) -> None:
    with pytest.raises(NotDoneError, match="cannot be fetched"):
        _bring(landing, "http://127.0.0.1:9/x.git", "1" * 40, _wanted("a"))


def _environment_of_git(tmp_path: Path, landing: Landing, url: str) -> str:
    """All that a git which cannot fetch is told, in its variables and its arguments."""
    fake = tmp_path / "bin" / "git"
    fake.parent.mkdir()
    script = f'#!/bin/sh\necho "arguments: $*" >> {tmp_path}/seen\nenv >> {tmp_path}/seen\n[ "$1" = init ]\n'
    fake.write_text(script, encoding="utf-8")
    fake.chmod(0o755)
    environ = {"PATH": f"{fake.parent}:{os.environ['PATH']}", "HOME": "/home/ada", "SSH_AUTH_SOCK": "/run/agent"}
    git = Git(url=url, commit="1" * 40)
    source = GitSourceFiles(git, token="hidden", environ=environ, progress=silent)  # noqa: S106 (a made-up token)
    with pytest.raises(NotDoneError, match="cannot be fetched"):
        source.bring([_wanted("a")], landing)
    return (tmp_path / "seen").read_text(encoding="utf-8")


TOKEN = base64.b64encode(b"x-access-token:hidden").decode()


def test_a_token_goes_to_its_host_and_stands_in_no_argument(tmp_path: Path, landing: Landing) -> None:
    seen = _environment_of_git(tmp_path, landing, "https://git.example/x")
    assert f"=Authorization: Basic {TOKEN}" in seen
    assert "=http.https://git.example/.extraHeader" in seen
    assert not any(TOKEN in line or "hidden" in line for line in seen.splitlines() if line.startswith("arguments"))


def test_a_token_is_not_given_over_an_open_connection(tmp_path: Path, landing: Landing) -> None:
    assert TOKEN not in _environment_of_git(tmp_path, landing, "http://git.example/x")


def test_git_knows_neither_the_home_nor_the_keys_of_the_caller(tmp_path: Path, landing: Landing) -> None:
    seen = _environment_of_git(tmp_path, landing, "https://git.example/x")
    assert "/home/ada" not in seen
    assert "/run/agent" not in seen


def test_where_there_is_no_git_that_is_said(tmp_path: Path, landing: Landing) -> None:
    git = Git(url="https://git.example/x", commit="1" * 40)
    source = GitSourceFiles(git, token=None, environ={"PATH": str(tmp_path)}, progress=silent)
    with pytest.raises(NotDoneError, match="git is not installed here"):
        source.bring([_wanted("a")], landing)


def test_ids_of_another_kind_are_told(landing: Landing) -> None:
    with pytest.raises(NotDoneError, match="ids of 64 digits are not read here"):
        _bring(landing, "https://git.example/x", "1" * 64, _wanted("a"))
