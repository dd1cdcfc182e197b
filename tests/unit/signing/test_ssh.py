from pathlib import Path

import pytest

from reprobridge_spec.errors import UsageError
from reprobridge_spec.signing.ssh import Broken, Good, Namespace, Unknown, check, missing, sign, try_key
from tests.unit.signing.keys import key, run, signers

pytestmark = pytest.mark.needs("ssh-keygen")

RECORD = Namespace.RECORD


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("keys")


@pytest.fixture(scope="module")
def author(place: Path) -> Path:
    return key(place, "author")


@pytest.fixture(scope="module")
def stranger(place: Path) -> Path:
    return key(place, "stranger")


@pytest.fixture
def record(tmp_path: Path) -> Path:
    file = tmp_path / "run.json"
    file.write_bytes(b'{"right": 1}\n')
    return file


def test_a_signature_of_a_trusted_key_names_its_signer(record: Path, author: Path) -> None:
    signature = sign(record, author, RECORD)
    assert signature == record.with_name("run.json.sig")
    trusted = signers(("ann@example.org", author, ""))
    assert check(record.read_bytes(), signature.read_bytes(), trusted, RECORD) == Good("ann@example.org")


def test_anybody_can_verify_it_with_ssh_alone(record: Path, author: Path, tmp_path: Path) -> None:
    sign(record, author, RECORD)
    (tmp_path / "allowed_signers").write_bytes(signers(("ann", author, "")))
    run(
        "sh",
        "-c",
        "ssh-keygen -Y verify -f allowed_signers -I ann -n rra-record -s run.json.sig < run.json",
        cwd=tmp_path,
    )


def test_a_second_signature_takes_the_place_of_the_first(record: Path, author: Path, stranger: Path) -> None:
    first = sign(record, stranger, RECORD).read_bytes()
    assert sign(record, author, RECORD).read_bytes() != first


def test_a_key_may_be_trusted_for_one_kind_only(record: Path, author: Path) -> None:
    signature = sign(record, author, RECORD).read_bytes()
    trusted = signers(("ann", author, 'namespaces="rra-verification"'))
    assert isinstance(check(record.read_bytes(), signature, trusted, RECORD), Unknown)


def test_one_of_several_entries_of_a_key_is_enough(record: Path, author: Path) -> None:
    signature = sign(record, author, RECORD).read_bytes()
    trusted = signers(("ann", author, 'namespaces="git"'), ("bob", author, 'namespaces="rra-*"'))
    assert check(record.read_bytes(), signature, trusted, RECORD) == Good("bob")


@pytest.mark.parametrize("trusted", [b"", b"\n# nobody\n", b"not a list\n", b"\x00\xff"])
def test_a_key_that_no_list_has_is_unknown(trusted: bytes, record: Path, author: Path) -> None:
    signature = sign(record, author, RECORD).read_bytes()
    assert isinstance(check(record.read_bytes(), signature, trusted, RECORD), Unknown)


def test_a_key_of_somebody_else_is_unknown(record: Path, author: Path, stranger: Path) -> None:
    signature = sign(record, stranger, RECORD).read_bytes()
    assert isinstance(check(record.read_bytes(), signature, signers(("ann", author, "")), RECORD), Unknown)


def test_changed_bytes_break_it(record: Path, author: Path) -> None:
    signature = sign(record, author, RECORD).read_bytes()
    assert isinstance(check(b'{"right": 2}\n', signature, signers(("ann", author, "")), RECORD), Broken)


def test_a_signature_about_something_else_is_none(record: Path, author: Path) -> None:
    signature = sign(record, author, Namespace.COMMITMENT).read_bytes()
    assert isinstance(check(record.read_bytes(), signature, signers(("ann", author, "")), RECORD), Broken)


@pytest.mark.parametrize("signature", [b"", b"nothing", b"-----BEGIN SSH SIGNATURE-----\nU1NI\n", b"\xff" * 70_000])
def test_what_is_no_signature_is_broken(signature: bytes, record: Path, author: Path) -> None:
    assert isinstance(check(record.read_bytes(), signature, signers(("ann", author, "")), RECORD), Broken)


def test_a_name_that_looks_like_an_option_is_a_name(record: Path, author: Path) -> None:
    signature = sign(record, author, RECORD).read_bytes()
    trusted = signers(("-oProxyCommand=touch${IFS}x", author, ""))
    assert isinstance(check(record.read_bytes(), signature, trusted, RECORD), Good | Unknown)


def test_no_key_signs_nothing(record: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError) as caught:
        sign(record, tmp_path / "nothing", RECORD)
    assert caught.value.hint
    (tmp_path / "no-key").write_text("nothing")
    (tmp_path / "no-key").chmod(0o600)
    with pytest.raises(UsageError) as caught:
        sign(record, tmp_path / "no-key", RECORD)
    assert not record.with_name("run.json.sig").exists()


def test_the_tool_is_here() -> None:
    assert missing() is None


def test_a_key_is_tried_without_a_trace(author: Path, tmp_path: Path) -> None:
    try_key(author, RECORD)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("content", [None, "", "no key\n"], ids=["missing", "empty", "text"])
def test_what_is_no_key_is_refused_when_it_is_tried(content: str | None, tmp_path: Path) -> None:
    if content is not None:
        (tmp_path / "key").write_text(content)
        (tmp_path / "key").chmod(0o600)
    with pytest.raises(UsageError):
        try_key(tmp_path / "key", RECORD)
