"""Signatures by ssh keys, made and verified by `ssh-keygen`: a file `NAME.sig` beside the document, over its bytes."""

from enum import StrEnum
from pathlib import Path
from tempfile import TemporaryDirectory

from reprobridge_spec.errors import NotDoneError, UsageError
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.process import output_of

SIGNATURE = ".sig"
LARGEST = 1 << 16
"""Bytes of a signature, or of a key."""
_TOOL = "ssh-keygen"
_TIME_LIMIT = 60.0
_MOST_NAMES = 50


class Namespace(StrEnum):
    """What a signature is about; a list of signers may trust a key for some of them only."""

    RECORD = "rra-record"
    VERIFICATION = "rra-verification"
    COMMITMENT = "rra-commitment"


@dataclass(frozen=True, slots=True)
class Good:
    """A signature of a key that is trusted for what it signs.

    Attributes:
        signer: the name under which the list of signers has the key.
    """

    signer: str


@dataclass(frozen=True, slots=True)
class Unknown:
    """A signature that is whole, of a key that is not trusted for this."""

    said: str


@dataclass(frozen=True, slots=True)
class Broken:
    """No signature of these bytes: they were changed after it was made, or it was, or it is about something else."""

    said: str


Checked = Good | Unknown | Broken


def sign(file: Path, key: Path, namespace: Namespace) -> Path:
    """Sign the bytes of `file` and give the path of the signature, which lies beside it.

    Args:
        file: what is signed.
        key: a private key, or a public one whose private half an agent holds.
        namespace: what it is.

    Raises:
        UsageError: there is no such key, or it cannot be used without a passphrase.
        NotDoneError: `ssh-keygen` cannot be started.
    """
    signature = file.with_name(file.name + SIGNATURE)
    if not key.is_file():
        raise UsageError(f"there is no key {key}", hint="Name a private ssh key, or make one with `ssh-keygen`.")
    signature.unlink(missing_ok=True)  # it would ask whether it may write over it
    code, said = output_of(
        [_TOOL, "-q", "-Y", "sign", "-f", str(key), "-n", namespace, str(file)], time_limit=_TIME_LIMIT
    )
    if code != 0 or not signature.is_file():
        hint = "A key with a passphrase is used through `ssh-agent`: name its public half."
        raise UsageError(f"{file.name} cannot be signed with {key}: {_last(said)}", hint=hint)
    return signature


def try_key(key: Path, namespace: Namespace) -> None:
    """Sign nothing with a key, so that one that cannot be used is known before anything is written.

    Args:
        key: as `sign` takes it.
        namespace: what is to be signed.

    Raises:
        UsageError: there is no such key, or it cannot be used without a passphrase.
        NotDoneError: `ssh-keygen` cannot be started.
    """
    with TemporaryDirectory(prefix="rrspec-signature-") as place:
        nothing = Path(place, f"a {namespace.name.lower()}")
        nothing.touch()
        sign(nothing, key, namespace)


def check(data: bytes, signature: bytes, signers: bytes, namespace: Namespace) -> Checked:
    """What `signature` says of `data`.

    Args:
        data: the document, as it lies there.
        signature: what lies beside it.
        signers: whom the reader trusts, in the form of `allowed_signers` (see `man ssh-keygen`).
        namespace: what the document is.

    Raises:
        NotDoneError: `ssh-keygen` cannot be started, or does not end.
    """
    if len(signature) > LARGEST:
        return Broken("it is too large for a signature")
    with TemporaryDirectory(prefix="rrspec-signature-") as place:
        folder = Path(place)
        for name, content in (("data", data), ("data.sig", signature), ("signers", signers)):
            (folder / name).write_bytes(content)
        code, said = _asked(folder, "find-principals", "-f", "signers")
        # only the first of a key is told, and another of its entries may be the one that trusts it for this
        names = [*said.splitlines(), *_names(signers)] if code == 0 else []
        for name in list(dict.fromkeys(names))[:_MOST_NAMES]:
            code, _ = _asked(folder, "verify", "-f", "signers", "-I", name, "-n", namespace)
            if code == 0:
                return Good(name)
        code, said = _asked(folder, "check-novalidate", "-n", namespace)
    if code != 0:
        return Broken(_last(said))
    return Unknown("its key is trusted, and not for this" if names else "no list of signers has its key")


def _asked(folder: Path, what: str, *options: str) -> tuple[int, str]:
    """Exit code and words of one question; the document comes on standard input."""
    command = (_TOOL, "-Y", what, *options, "-s", "data.sig")
    return output_of(["/bin/sh", "-c", 'exec "$@" < data', "ask", *command], cwd=folder, time_limit=_TIME_LIMIT)


def _names(signers: bytes) -> list[str]:
    lines = signers.decode("utf-8", "replace").splitlines()
    return [name for line in lines if not line.startswith("#") for name in line.split(" ")[0].split(",") if name]


def missing() -> str | None:
    """Why nothing can be verified on this machine; None where it can."""
    try:
        output_of([_TOOL, "-?"], time_limit=_TIME_LIMIT)
    except NotDoneError as error:
        return str(error)
    return None


def _last(said: str) -> str:
    lines = said.strip().splitlines()
    return lines[-1][:200].rstrip(".") if lines else "it said nothing"
