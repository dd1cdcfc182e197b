"""Makes the receipt of a package, and compares a package with one."""

from pathlib import Path

from reprobridge_spec import digest
from reprobridge_spec.archive.reader import PackageReader
from reprobridge_spec.documents.receipt_line import Damaged, read
from reprobridge_spec.errors import ArtifactError, NotDoneError, UsageError
from reprobridge_spec.model.receipt import Receipt, ReceiptCheck, Sameness
from reprobridge_spec.schemas import kinds
from reprobridge_spec.schemas.load import load
from reprobridge_spec.signing import clock
from reprobridge_spec.validation.load import MAX_DOCUMENT_BYTES


def receipt_of(package: Path, made: str) -> Receipt:
    """The receipt of a package whose files are those of its own list.

    Args:
        package: of any kind that is read.
        made: the moment, as records write moments.

    Raises:
        NoArtifactError: there is no package, or no artifact in it.
        UsageError: it is a folder.
        ArtifactError: it is damaged, holds what is refused, has no list, or its manifest has not the right form.
        NotDoneError: it cannot be read.
    """
    if package.is_dir():
        raise UsageError(
            f"{package} is a folder, and a receipt is of one file", hint="Pack it first, with `rrspec pack`."
        )
    with PackageReader(package) as reader:
        reader.look()
        reader.check()
        content = reader.artifact_digest
        loaded = load(kinds.MANIFEST, reader.read(kinds.MANIFEST_FILE, MAX_DOCUMENT_BYTES), kinds.MANIFEST_FILE)
    if loaded.model is None:
        hint = "`rrspec validate` says what is wrong."
        raise ArtifactError("its manifest has not the right form", hint=hint, place=str(package))
    try:
        size, sha256 = package.stat().st_size, digest.of_file(package)
    except OSError as error:
        raise NotDoneError(
            f"it cannot be read: {error.strerror}", hint="Make it readable.", place=str(package)
        ) from error
    return Receipt(
        id=loaded.model.id,
        version=loaded.model.version,
        artifact_digest=content,
        package_sha256=sha256,
        bytes=size,
        made=made,
    )


def compared(package: Receipt, text: str) -> ReceiptCheck:
    """A package beside the receipt in a text; of several, the one that is nearest to it.

    Args:
        package: what the package is, now.
        text: one that holds the line.

    Raises:
        UsageError: there is no receipt in it, or none that came through whole.
    """
    found = read(text)
    whole = [one for one in found if isinstance(one, Receipt)]
    if not whole:
        said = next((one.said for one in found if isinstance(one, Damaged)), None)
        raise UsageError(
            f"the receipt cannot be read: {said}" if said else "there is no receipt in what was given",
            hint="Give the line that begins with `rra-receipt/1`, a file that holds it, or `-` for standard input.",
        )
    checks = [ReceiptCheck(sameness=_sameness(package, said), said=said, package=package) for said in whole]
    order = list(Sameness)
    return min(checks, key=lambda check: order.index(check.sameness))


def _sameness(package: Receipt, said: Receipt) -> Sameness:
    has_bytes = package.package_sha256 == said.package_sha256
    if package.artifact_digest != said.artifact_digest:
        return Sameness.CONTRADICTED if has_bytes else Sameness.OTHER
    # mails change the size of letters, and a package that is made anew may have another size
    is_named = (package.id, package.version.lower()) == (said.id, said.version.lower())
    if not is_named or (has_bytes and package.bytes != said.bytes):
        return Sameness.CONTRADICTED
    return Sameness.SAME_BYTES if has_bytes else Sameness.SAME_CONTENT


def seen_at(file: Path, clocks: Path) -> str:
    """When a clock that the reader trusts saw the file of a receipt, by the time stamp beside it.

    Args:
        file: the receipt as it was stamped.
        clocks: certificates of the authorities that are trusted, as PEM.

    Raises:
        UsageError: a file is not there.
        ArtifactError: the time stamp does not hold.
        NotDoneError: `openssl` cannot be started.
    """
    stamp = file.with_name(file.name + clock.STAMP)
    try:
        found = clock.check(file.read_bytes(), stamp.read_bytes(), clocks.read_bytes())
    except OSError as error:
        hint = "--clocks goes with --check FILE, where FILE.tsr is what the authority answered."
        raise UsageError(f"{error.filename} cannot be read: {error.strerror}", hint=hint) from error
    if isinstance(found, clock.NotStamped):
        hint = "Ask the authority again, or trust no time but that of the post."
        raise ArtifactError(f"the time stamp does not hold: {found.said}", hint=hint, place=str(stamp))
    return found.moment
