"""Proves with a sealed mapping that an anonymous artifact and a named one are the same content."""

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from reprobridge_spec.documents.files import ArtifactFiles
from reprobridge_spec.errors import RrspecError, UsageError
from reprobridge_spec.handover.anonymize import plan_pairs
from reprobridge_spec.handover.anonymize.permitted import faults_of_words
from reprobridge_spec.handover.anonymize.sides import side
from reprobridge_spec.handover.anonymize.unsealing import Unsealing
from reprobridge_spec.handover.diff.side import is_compared
from reprobridge_spec.model.seal import DigestPair, Seal, UnlikeFile, Unsealed
from reprobridge_spec.schemas.kinds import MANIFEST_FILE, SPEC_VERSION
from reprobridge_spec.schemas.kinds_beside import SEAL
from reprobridge_spec.schemas.load import load
from reprobridge_spec.validation.load import open_artifact

_MOST = 256 << 20


def read_seal(path: Path) -> Seal:
    """The mapping in a file.

    Raises:
        UsageError: there is none, or it is no mapping.
    """
    hint = "Name the file that `rrspec anonymize --seal` wrote."
    try:
        data = path.read_bytes()
    except OSError as error:
        raise UsageError(f"it cannot be read: {error.strerror or error}", hint=hint, place=str(path)) from error
    if len(data) > _MOST:
        raise UsageError("it is too large for a sealed mapping", hint=hint, place=str(path))
    # it is JSON whatever the file is called
    loaded = load(SEAL, data, "seal.json")
    if loaded.model is None:
        fault = loaded.findings[0].message if loaded.findings else "it is no sealed mapping"
        raise UsageError(f"it is no sealed mapping: {fault}", hint=hint, place=str(path))
    return loaded.model


def unseal(anonymous: ArtifactFiles, named: ArtifactFiles, seal: Seal) -> Unsealed:
    """What the mapping proves: each file of the named artifact becomes exactly the one that the anonymous one holds.

    The mapping itself is not believed: a change that is not one of those which take names out is a difference.
    """
    differences = list(_differences(anonymous, named, seal))
    if not differences and (side(named), side(anonymous)) != (seal.named, seal.anonymous):
        message = "the digests of both artifacts as a whole are others than the mapping says"
        differences = [UnlikeFile(path=MANIFEST_FILE, message=message)]
    wrong = {one.path for one in differences}
    compared = [file for file in seal.files if is_compared(file.path)]
    agreeing = [file for file in compared if file.path not in wrong and (file.to or file.path) not in wrong]
    return Unsealed(
        rra=SPEC_VERSION,
        artifact=seal.artifact,
        holds=not differences,
        files=len(compared),
        same=sum(1 for file in agreeing if file.after == file.before),
        rewritten=sum(1 for file in agreeing if file.after not in {None, file.before}),
        left_out=sum(1 for file in agreeing if file.after is None),
        records=sum(1 for file in agreeing if file.commitment is not None),
        words=len(seal.words),
        differences=differences,
    )


def _differences(anonymous: ArtifactFiles, named: ArtifactFiles, seal: Seal) -> Iterator[UnlikeFile]:
    for fault in faults_of_words(seal.words):
        yield UnlikeFile(path=MANIFEST_FILE, message=fault)
    yield from _in_files(anonymous, named, seal)
    known = {file.path for file in seal.files}
    for path in _counting(named):
        if path not in known:
            yield UnlikeFile(path=path, message="the named artifact holds it, and the mapping does not know it")
    made = Counter(file.to for file in seal.files if file.to is not None)
    for path in _counting(anonymous):
        if path not in made:
            yield UnlikeFile(path=path, message="the anonymous artifact holds it, and the mapping does not know it")
    for path, times in made.items():
        if times > 1:
            yield UnlikeFile(path=path, message=f"the mapping makes it of {times} files")


def _in_files(anonymous: ArtifactFiles, named: ArtifactFiles, seal: Seal) -> Iterator[UnlikeFile]:
    context = open_artifact(named).context
    if context is None:
        yield UnlikeFile(path=MANIFEST_FILE, message="the named artifact's manifest has not the right form")
        return
    try:
        plans = [*plan_pairs.pairs(context, anonymous), plan_pairs.of_content(context, anonymous)]
    except RrspecError as error:
        yield UnlikeFile(path=MANIFEST_FILE, message=f"the digests of plans cannot be compared: {error}")
        return
    if (artifact := f"{context.manifest.id} {context.manifest.version}") != seal.artifact:
        yield UnlikeFile(path=MANIFEST_FILE, message=f"the mapping is for `{seal.artifact}`, and this is `{artifact}`")
    unsealing = Unsealing(context, anonymous, seal, plans)
    for file in seal.files:
        if why := unsealing.why_not(file):
            yield UnlikeFile(path=file.path, message=why)
    for what in _told_otherwise(seal, plans):
        yield UnlikeFile(path=MANIFEST_FILE, message=f"the digest of {what} is another than the mapping says")


def _told_otherwise(seal: Seal, plans: Sequence[DigestPair]) -> list[str]:
    """Of what the mapping says other digests than are there."""
    pairs = {pair.what: (pair.before, pair.after) for pair in plans if pair.before != pair.after}
    said = {pair.what: (pair.before, pair.after) for pair in seal.digests}
    found = [what for what in sorted(pairs.keys() | said.keys()) if pairs.get(what) != said.get(what)]
    sides = (seal.named.content_digest, seal.anonymous.content_digest)
    of_content = next((pair.before, pair.after) for pair in plans if pair.what == plan_pairs.CONTENT)
    if sides != of_content and plan_pairs.CONTENT not in found:
        found.append(plan_pairs.CONTENT)
    return found


def _counting(files: ArtifactFiles) -> Iterator[str]:
    return (path for path in files.entries if is_compared(path))
