"""Whom a reader trusts, and what of an artifact's evidence these have signed, and when."""

from collections.abc import Iterator, Sequence

from reprobridge_spec.audit.moments import between
from reprobridge_spec.documents.files import ArtifactFiles, Kind
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.model.commitment import Commitment
from reprobridge_spec.model.run_record import RunPredicate
from reprobridge_spec.model.verification import Verification
from reprobridge_spec.rules.context import Context
from reprobridge_spec.schemas.kinds_beside import COMMITMENT
from reprobridge_spec.schemas.load import load
from reprobridge_spec.signing import clock, ssh
from reprobridge_spec.signing.commitment import FOLDER
from reprobridge_spec.signing.ssh import Broken, Checked, Good, Namespace, Unknown

_LARGEST = 1 << 20
"""Bytes of a commitment."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Trust:
    """Whom a reader trusts.

    Attributes:
        signers: keys, in the form of `allowed_signers`; None where none were given.
        authorities: certificates of clocks, as PEM; None where none were given.
    """

    signers: bytes | None = None
    authorities: bytes | None = None


NOBODY = Trust()


@dataclass(frozen=True, slots=True)
class Committed:
    """A commitment that somebody who is trusted has signed.

    Attributes:
        moment: when an outside clock saw it; None where none that is trusted did.
        unstamped: why there is no moment.
    """

    path: str
    said: Commitment
    signer: str
    moment: str | None
    unstamped: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Signed:
    """What of the evidence is signed.

    Attributes:
        documents: what each signature says, by the path of the document that it lies beside.
        commitments: those that count.
        witnesses: verifications by somebody who is trusted for them, and who has signed no record here.
        unchecked: why signatures were not verified; empty where they were, or where there are none.
    """

    documents: dict[str, Checked]
    commitments: list[Committed]
    witnesses: tuple[Verification, ...]
    unchecked: str


def signed(context: Context, trust: Trust) -> Signed:
    """The signatures of an artifact's evidence, verified.

    Raises:
        NotDoneError: a program that verifies does not end.
    """
    wanted = _signed_documents(context)
    nothing = Signed(documents={}, commitments=[], witnesses=(), unchecked="")
    if not wanted:
        return nothing
    many = f"{len(wanted)} document{'s are' if len(wanted) > 1 else ' is'} signed"
    if trust.signers is None:
        return _replaced(nothing, f"{many}, and no list of signers was given")
    if (missing := ssh.missing()) is not None:
        return _replaced(nothing, f"{many}, and {missing}")
    documents = {
        path: ssh.check(
            context.files.read(path, _size(context.files, path)), _beside(context.files, path), trust.signers, namespace
        )
        for path, namespace in wanted.items()
    }
    makers = {
        said.signer
        for path, said in documents.items()
        if isinstance(said, Good) and wanted[path] is not Namespace.VERIFICATION
    }
    seen = tuple(
        body
        for path, body in context.verifications.items()
        if isinstance(said := documents.get(path), Good) and said.signer not in makers
    )
    commitments = list(_commitments(context.files, documents, trust))
    return Signed(documents=documents, commitments=commitments, witnesses=seen, unchecked="")


def _replaced(nothing: Signed, unchecked: str) -> Signed:
    return Signed(documents=nothing.documents, commitments=[], witnesses=(), unchecked=unchecked)


def _signed_documents(context: Context) -> dict[str, Namespace]:
    """Documents of the evidence with a signature beside them, and what each is."""
    names = {
        **dict.fromkeys(context.records, Namespace.RECORD),
        **dict.fromkeys(context.verifications, Namespace.VERIFICATION),
        **dict.fromkeys(_commitment_files(context.files), Namespace.COMMITMENT),
    }
    entries = context.files.entries
    return {
        path: namespace
        for path, namespace in names.items()
        if (entry := entries.get(path + ssh.SIGNATURE)) is not None and entry.kind is Kind.FILE
    }


def _commitment_files(files: ArtifactFiles) -> list[str]:
    return [
        path
        for path, entry in files.entries.items()
        if path.startswith(f"{FOLDER}/")
        and path.endswith(".json")
        and entry.kind is Kind.FILE
        and entry.size <= _LARGEST
    ]


def _size(files: ArtifactFiles, path: str) -> int:
    return files.entries[path].size


def _beside(files: ArtifactFiles, path: str) -> bytes:
    signature = path + ssh.SIGNATURE
    # of one that is too large, enough to see that it is
    return b"".join(_at_most(files.pieces(signature), ssh.LARGEST + 1))


def _at_most(pieces: Iterator[bytes], limit: int) -> Iterator[bytes]:
    for piece in pieces:
        yield piece[:limit]
        limit -= len(piece)
        if limit <= 0:
            return


def _commitments(files: ArtifactFiles, documents: dict[str, Checked], trust: Trust) -> Iterator[Committed]:
    for path in _commitment_files(files):
        said = documents.get(path)
        if not isinstance(said, Good):
            continue
        data = files.read(path, _LARGEST)
        model = load(COMMITMENT, data, path).model
        if model is not None:
            moment, why = _moment(files, path, data, trust)
            yield Committed(path, model, said.signer, moment, why)


def _moment(files: ArtifactFiles, path: str, data: bytes, trust: Trust) -> tuple[str | None, str]:
    entry = files.entries.get(path + clock.STAMP)
    if entry is None or entry.kind is not Kind.FILE:
        return None, f"no outside clock saw the commitment `{path}`"
    if trust.authorities is None:
        return None, f"the time stamp of the commitment `{path}` was not verified, since no certificates were given"
    stamp = b"".join(_at_most(files.pieces(path + clock.STAMP), clock.LARGEST + 1))
    found = clock.check(data, stamp, trust.authorities)
    if isinstance(found, clock.Stamped):
        return found.moment, ""
    return None, f"the time stamp of the commitment `{path}` does not hold: {found.said}"


def why_not_signed(
    record: RunPredicate, said: Checked | None, commitments: Sequence[Committed], first: str, tasks: dict[str, str]
) -> str | None:
    """Why a record is of no signed evidence; None where it is.

    Args:
        record: what it says.
        said: what its signature says, if it has one.
        commitments: those that count.
        first: when the first scored run of its campaign digest began.
        tasks: present digests of the tasks of its experiment that are not blocked, by full id.
    """
    match said:
        case None:
            return "it is not signed"
        case Unknown() | Broken():
            return said.said
        case Good():
            own = [one for one in commitments if one.signer == said.signer]
    fitting = [one for one in own if one.said.experiments.get(record.experiment) == record.plan.campaign]
    if not fitting:
        whose = f"`{said.signer}` committed to no plan" if not own else f"`{said.signer}` committed to another plan"
        return f"{whose} of experiment `{record.experiment}`"
    judged = [one for one in fitting if all(one.said.tasks.get(task) == digest for task, digest in tasks.items())]
    if not judged:
        return f"`{said.signer}` committed to another judgement of experiment `{record.experiment}`"
    stamped = [one for one in judged if one.moment is not None]
    if not stamped:
        return judged[0].unstamped
    early = [one for one in stamped if one.moment is not None and between(one.moment, first) > 0]
    return (
        None if early else f"the plan was committed at {stamped[0].moment}, and the first scored run began at {first}"
    )
