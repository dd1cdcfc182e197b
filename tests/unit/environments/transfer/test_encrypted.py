"""What goes over an encrypted connection, with a server that has a certificate of its own."""

import ssl
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from reprobridge_spec.environments.transfer.download import Target, download
from reprobridge_spec.environments.transfer.partial import partial_at
from reprobridge_spec.errors import NotDoneError
from tests.misbehaving import DATA, Reply, Server, Time, line_of

pytestmark = pytest.mark.needs("openssl")
TOKEN = "hidden"  # noqa: S105 (a made-up token)


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate for this machine, with its key."""
    folder = tmp_path_factory.mktemp("certificate")
    subject = ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"]
    made = ["-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-keyout", "key.pem", "-out", "certificate.pem"]
    subprocess.run(["openssl", "req", *made, *subject], cwd=folder, check=True, capture_output=True)
    return folder / "certificate.pem"


def _served(certificate: Path) -> Iterator[Server]:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, certificate.with_name("key.pem"))
    with Server(context) as server:
        yield server


@pytest.fixture
def encrypted(certificate: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    yield from _served(certificate)


@pytest.fixture
def unknown(certificate: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.delenv("SSL_CERT_FILE", raising=False)
    yield from _served(certificate)


def _get(folder: Path, address: str, time: Time) -> bytes:
    with partial_at(folder / "x", lambda _: None) as partial:
        download(Target(address=address, token=TOKEN), partial, line_of(time), sha256=None)
        return partial.finish().read_bytes()


def _tokens(server: Server) -> list[str | None]:
    return [headers.get("Authorization") for _, headers in server.asked]


def test_a_token_is_sent_to_its_address(encrypted: Server, tmp_path: Path, time: Time) -> None:
    assert _get(tmp_path, encrypted.says("/x", Reply()), time) == DATA
    assert _tokens(encrypted) == [f"Bearer {TOKEN}"]


def test_a_token_is_sent_again_where_its_address_is_asked_again(encrypted: Server, tmp_path: Path, time: Time) -> None:
    assert _get(tmp_path, encrypted.says("/x", Reply(cut=9), Reply()), time) == DATA
    assert _tokens(encrypted) == [f"Bearer {TOKEN}"] * 2


def test_a_token_goes_to_nobody_that_its_address_leads_on_to(encrypted: Server, tmp_path: Path, time: Time) -> None:
    away = Reply(status=302, headers={"Location": encrypted.says("/there", Reply())}, body=b"")
    assert _get(tmp_path, encrypted.says("/x", away), time) == DATA
    assert _tokens(encrypted) == [f"Bearer {TOKEN}", None]


def test_no_encrypted_address_leads_to_an_open_one(
    encrypted: Server, server: Server, tmp_path: Path, time: Time
) -> None:
    away = Reply(status=302, headers={"Location": server.says("/there", Reply())}, body=b"")
    with pytest.raises(NotDoneError, match="leads on to an open connection"):
        _get(tmp_path, encrypted.says("/x", away), time)
    assert server.asked == []


def test_a_certificate_that_nobody_vouches_for_is_told(unknown: Server, tmp_path: Path, time: Time) -> None:
    with pytest.raises(NotDoneError, match="its certificate does not hold") as caught:
        _get(tmp_path, unknown.says("/x", Reply()), time)
    assert "SSL_CERT_FILE" in caught.value.hint
    assert (unknown.asked, time.pauses) == ([], [])
