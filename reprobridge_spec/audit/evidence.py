"""What is audited, wherever it lies: a folder or a package, and records and verifications of whoever audits."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import cached_property
from pathlib import Path

from reprobridge_spec.audit.trust import Trust
from reprobridge_spec.documents.files import ArtifactFiles, Entry, FolderFiles
from reprobridge_spec.errors import NoArtifactError, UsageError
from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.model.verification import Verification
from reprobridge_spec.schemas.kinds import MANIFEST_FILE, RUNS_FOLDER, VERIFICATION
from reprobridge_spec.schemas.load import load
from reprobridge_spec.validation.load import find_root

_SIGNER = lazy_pattern(rb"\S+\s+(?:.*\s)?(?:ssh-|ecdsa-|sk-)[a-z0-9@.-]+\s+AAAA[A-Za-z0-9+/=]+")
_CERTIFICATE = lazy_pattern(rb"-----BEGIN (?:X509 |TRUSTED )?CERTIFICATE-----")


@contextmanager
def opened(artifact: Path, records: Path | None = None) -> Iterator[ArtifactFiles]:
    """The files of an artifact; nothing of a package is unpacked.

    Args:
        artifact: its folder, or a package of any kind.
        records: a folder with one folder a run, which stand in its evidence as if they had been kept there.

    Raises:
        NoArtifactError: there is none.
        UsageError: `records` is no folder.
        ArtifactError: the package is damaged or hostile, or holds other files than it lists.
        NotDoneError: it cannot be read.
    """
    if records is not None and not records.is_dir():
        raise UsageError(f"there is no folder {records}", hint="Give the folder that `rrspec verify --records` made.")
    with ExitStack() as held:
        files: ArtifactFiles
        if artifact.is_dir() or artifact.name == MANIFEST_FILE:
            files = FolderFiles(find_root(artifact))
        elif artifact.is_file():
            # a folder needs nothing of what reads packages
            from reprobridge_spec.archive.content import MANIFEST  # noqa: PLC0415
            from reprobridge_spec.archive.reader import open_package  # noqa: PLC0415

            package = held.enter_context(open_package(artifact))
            if MANIFEST in package.entries:
                package.refuse_other_files()
            files = package
        else:
            raise NoArtifactError(f"there is no {artifact}", hint="Give a package, or an artifact's folder.")
        yield files if records is None else WithRecords(files, FolderFiles(records))


def witnesses(paths: Sequence[Path], artifact: Path | None = None) -> list[Verification]:
    """The verifications at `paths`.

    Args:
        paths: of verifications by whoever audits.
        artifact: in the folder of which none of them may lie.

    Raises:
        UsageError: one is not there, is none, or lies in the artifact.
    """
    found = []
    for path in paths:
        try:
            model = load(VERIFICATION, path.read_bytes(), "verification.json").model
        except OSError as error:
            raise UsageError(
                f"{path} cannot be read: {error.strerror or error}", hint="Name a verification."
            ) from error
        if model is None:
            raise UsageError(f"{path} is no verification", hint="Name a verification.json that `rrspec verify` made.")
        found.append(model)
    is_folder = artifact is not None and (artifact.is_dir() or artifact.name == MANIFEST_FILE)
    root = find_root(artifact).resolve() if paths and artifact is not None and is_folder else None
    for path in paths:
        if root is not None and path.resolve().is_relative_to(root):
            raise UsageError(
                f"{path} lies in the artifact, so whoever made that may have made it",
                hint="A witness comes from whoever verifies: name a verification that you have kept elsewhere.",
            )
    return found


def trust(signers: Path | None, clocks: Path | None) -> Trust:
    """Whom a reader trusts.

    Args:
        signers: a list of keys, in the form of `allowed_signers`.
        clocks: certificates of time-stamping authorities, as PEM.

    Raises:
        UsageError: a file cannot be read or holds no key or no certificate, or `clocks` come without `signers`.
    """
    if clocks is not None and signers is None:
        raise UsageError("--clocks goes with --signers", hint="A time stamp tells when a signed plan was there.")
    keys, certificates = _read(signers), _read(clocks)
    if keys is not None and not any(map(_is_signer, keys.splitlines())):
        hint = "A line of it is `NAME KEYTYPE KEY`, as in `allowed_signers` of ssh."
        raise UsageError(f"{signers} holds no key of a signer", hint=hint)
    if certificates is not None and _CERTIFICATE.search(certificates) is None:
        raise UsageError(f"{clocks} holds no certificate", hint="Give certificates of authorities, as PEM.")
    return Trust(signers=keys, authorities=certificates)


def _is_signer(line: bytes) -> bool:
    """Whether a line has a name, the type of a key, and the key; options may stand before the type."""
    return not line.lstrip().startswith(b"#") and _SIGNER.match(line.strip()) is not None


def _read(path: Path | None) -> bytes | None:
    try:
        return path.read_bytes() if path is not None else None
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror or error}", hint="Name a file.") from error


class WithRecords:
    """The files of an artifact with more records in its evidence. It is an `ArtifactFiles`."""

    def __init__(self, files: ArtifactFiles, records: FolderFiles) -> None:
        """A run of `records` takes the place of one with its name in `files`."""
        self._files = files
        self._records = records

    @cached_property
    def entries(self) -> dict[str, Entry]:
        """Every path, in sorted order; see `ArtifactFiles`."""
        own = {f"{RUNS_FOLDER}/{path.partition('/')[0]}/" for path in self._records.entries}
        kept = {path: entry for path, entry in self._files.entries.items() if _folder(path) not in own}
        more = {f"{RUNS_FOLDER}/{path}": entry for path, entry in self._records.entries.items()}
        return dict(sorted((kept | more).items()))

    @property
    def ignored(self) -> tuple[str, ...]:
        """Paths that are no part of the artifact; see `ArtifactFiles`."""
        return self._files.ignored

    def read(self, path: str, limit: int) -> bytes:
        """At most `limit` bytes of a file; see `ArtifactFiles`."""
        files, inside = self._of(path)
        return files.read(inside, limit)

    def pieces(self, path: str) -> Iterator[bytes]:
        """The bytes of a file, piece by piece; see `ArtifactFiles`."""
        files, inside = self._of(path)
        return files.pieces(inside)

    def head(self, path: str) -> bytes:
        """The first bytes of a file; see `ArtifactFiles`."""
        files, inside = self._of(path)
        return files.head(inside)

    def sha256(self, path: str) -> str:
        """SHA-256 of a file; see `ArtifactFiles`."""
        files, inside = self._of(path)
        return files.sha256(inside)

    def _of(self, path: str) -> tuple[ArtifactFiles, str]:
        inside = path.removeprefix(f"{RUNS_FOLDER}/")
        is_more = inside != path and inside in self._records.entries
        return (self._records, inside) if is_more else (self._files, path)


def _folder(path: str) -> str:
    """`evidence/runs/<run>/` of what lies in a run's folder; an empty text of all else."""
    steps = path.split("/")
    return "/".join(steps[:3]) + "/" if path.startswith(f"{RUNS_FOLDER}/") and len(steps) > 3 else ""  # noqa: PLR2004
