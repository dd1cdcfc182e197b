import hashlib

import pytest

from reprobridge_spec.environments.landing import Landing, Wanted
from reprobridge_spec.environments.sources.hub import HubFiles
from reprobridge_spec.environments.sources.services import services_of
from reprobridge_spec.environments.store import Store
from reprobridge_spec.errors import ArtifactError, NotDoneError, RrspecError
from reprobridge_spec.model.inputs import HuggingFace, InputKind
from tests.misbehaving import DATA, Reply, Server, Time, line_of

REVISION = "1" * 40
WANTED = Wanted(name="a", path="deep/a b.bin", sha256=hashlib.sha256(DATA).hexdigest())
PATH = f"/me/it/resolve/{REVISION}/deep/a%20b.bin"


def _bring(
    server: Server,
    landing: Landing,
    time: Time,
    *,
    repo: str = "me/it",
    kind: InputKind = InputKind.CHECKPOINT,
    wanted: Wanted = WANTED,
) -> None:
    hub = HuggingFace(repo=repo, revision=REVISION)
    HubFiles(hub, kind, token="secret", line=line_of(time), base=server.address).bring([wanted], landing)  # noqa: S106


@pytest.mark.parametrize(
    ("repo", "kind", "prefix"),
    [
        ("me/it", InputKind.CHECKPOINT, ""),
        ("me/it", InputKind.DATASET, "/datasets"),
        ("datasets/me/it", InputKind.CHECKPOINT, "/datasets"),
        ("models/me/it", InputKind.DATASET, ""),
    ],
)
def test_a_file_comes_from_its_shelf(
    server: Server, landing: Landing, store: Store, time: Time, repo: str, kind: InputKind, prefix: str
) -> None:
    server.says(prefix + PATH, Reply())
    _bring(server, landing, time, repo=repo, kind=kind)
    assert store.has(WANTED.sha256)


def test_a_large_file_comes_from_where_the_hub_leads(
    server: Server, landing: Landing, store: Store, time: Time
) -> None:
    away = server.says("/cdn/x", Reply())
    headers = {"Location": away, "X-Linked-Etag": f'"{WANTED.sha256}"'}
    server.says(PATH, Reply(status=302, body=b"", headers=headers))
    _bring(server, landing, time)
    assert store.has(WANTED.sha256)
    assert all("Authorization" not in asked for _, asked in server.asked)


def test_a_large_file_of_another_digest_is_refused_before_it_comes(
    server: Server, landing: Landing, time: Time
) -> None:
    away = server.says("/cdn/x", Reply())
    headers = {"Location": away, "X-Linked-Etag": f'"{"2" * 64}"'}
    server.says(PATH, Reply(status=302, body=b"", headers=headers))
    with pytest.raises(ArtifactError, match=f"says its server: expected {WANTED.sha256}, found {'2' * 64}"):
        _bring(server, landing, time)


def _refused(status: int, code: str, body: bytes = b"") -> Reply:
    return Reply(status=status, body=body, headers={"X-Error-Code": code})


BAD: dict[str, tuple[Reply, str, str, type[RrspecError]]] = {
    "gated": (_refused(403, "GatedRepo", b"Access to it is restricted"), "GatedRepo", "Accept its terms", NotDoneError),
    "gated for nobody": (_refused(401, "GatedRepo"), "GatedRepo", "Accept its terms", NotDoneError),
    "private, or no repository": (_refused(401, "RepoNotFound"), "RepoNotFound", "datasets/", NotDoneError),
    "no repository": (_refused(404, "RepoNotFound"), "RepoNotFound", "datasets/", NotDoneError),
    "no revision": (_refused(404, "RevisionNotFound"), "no such revision", "Correct", ArtifactError),
    "no file": (_refused(404, "EntryNotFound"), "no such file", "Correct", ArtifactError),
    "a pointer": (
        Reply(body=b"version https://git-lfs.github.com/spec/v1\noid sha256:%s\nsize 12345678\n" % (b"3" * 64)),
        "a pointer of Git LFS for 12,345,678 bytes",
        "address of the content",
        NotDoneError,
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_what_the_hub_does_not_give_is_told(server: Server, landing: Landing, time: Time, name: str) -> None:
    reply, message, hint, kind = BAD[name]
    server.says(PATH, reply)
    with pytest.raises(kind, match=message) as caught:
        _bring(server, landing, time)
    assert hint in caught.value.hint


@pytest.mark.parametrize("repo", ["a/b/c", "../x", "a/..", "https://huggingface.co/a/b", "a b"])
def test_what_is_no_repository_is_told(server: Server, landing: Landing, time: Time, repo: str) -> None:
    with pytest.raises(ArtifactError, match="no repository of the hub"):
        _bring(server, landing, time, repo=repo)


def test_which_file_is_meant_has_to_be_said(server: Server, landing: Landing, time: Time) -> None:
    with pytest.raises(ArtifactError, match="which file of me/it is meant is not said"):
        _bring(server, landing, time, wanted=Wanted(name="a", path=None, sha256=WANTED.sha256))


def test_a_mirror_of_the_hub_is_taken_from_the_variable_that_its_tools_read() -> None:
    assert services_of({"HF_ENDPOINT": "https://mirror.example/"}).hub == "https://mirror.example"
    assert services_of({}).hub == "https://huggingface.co"
