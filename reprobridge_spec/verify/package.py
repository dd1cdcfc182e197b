"""What is verified: a package unpacked into a new folder, or a folder as it would be packed."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from reprobridge_spec.archive.content import MANIFEST, content_digest_of, parse_manifest
from reprobridge_spec.archive.reader import PackageReader
from reprobridge_spec.documents.files import PACKAGE_SUFFIXES, FolderFiles
from reprobridge_spec.errors import ArtifactError, NoArtifactError, NotDoneError, UsageError
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.handover.pack import pack
from reprobridge_spec.launch.campaign import InterruptedCampaignError
from reprobridge_spec.model.verification import Unpacked
from reprobridge_spec.replacement import new_folder
from reprobridge_spec.schemas.kinds import VERIFICATION, VERIFICATIONS_FOLDER
from reprobridge_spec.schemas.load import load
from reprobridge_spec.validation.load import find_root, open_artifact

RESULT_FILE = "verification.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """A package in a folder of its own.

    Attributes:
        root: the artifact.
        package: name and digests.
        result: where its verification goes unless somebody says otherwise.
    """

    root: Path
    package: Unpacked
    result: Path


@contextmanager
def records_folder(kept: Path | None) -> Iterator[Path]:
    """An empty folder for the records of runs: `kept`, or one that goes afterwards.

    At `kept` stands nothing half-written; what was finished before the caller interrupted stands there too.

    Raises:
        UsageError: something stands at `kept` already, or it lies in no folder.
        NotDoneError: it cannot be written.
    """
    if kept is None:
        with TemporaryDirectory(prefix="rrspec-records-") as temporary:
            yield Path(temporary)
    else:
        interrupted = None
        with new_folder(kept) as folder:
            try:
                yield folder
            except InterruptedCampaignError as error:
                interrupted = error
        if interrupted is not None:
            raise interrupted


def check_place(result: Path) -> None:
    """Whether a verification can be written to `result`, asked before it takes its hours.

    Raises:
        UsageError: a folder stands there, or a file that is no verification, or it lies in none.
        NotDoneError: the caller may not write there.
    """
    if result.is_dir():
        raise UsageError("a folder stands where the verification goes", hint="Name a file with -o.", place=str(result))
    if result.is_file() and not _is_verification(result):
        raise UsageError(
            "a file stands there that is no verification, and it is not replaced",
            hint="Name a new file with -o.",
            place=str(result),
        )
    folder = next(parent for parent in result.absolute().parents if parent.exists())
    if not folder.is_dir():
        raise UsageError(f"{folder} is no folder", hint="Name a file in a folder with -o.", place=str(result))
    if not os.access(folder, os.W_OK):
        raise NotDoneError(
            "the verification cannot be written there",
            hint="Name a file where you may write with -o.",
            place=str(result),
        )


def _is_verification(file: Path) -> bool:
    try:
        return load(VERIFICATION, file.read_bytes(), "verification.json").model is not None
    except OSError:
        return False


@contextmanager
def opened(package: Path, within: Path | None = None) -> Iterator[Opened]:
    """The artifact in `package`, unpacked into a new folder that goes afterwards.

    Args:
        package: an archive, or an artifact's folder.
        within: the folder that gets the new one; that for temporary files if None.

    Raises:
        NoArtifactError: there is no such file or folder, or no artifact in it.
        ArtifactError: the package is damaged or hostile.
    """
    with TemporaryDirectory(prefix="rrspec-package-", dir=within) as temporary:
        folder = Path(temporary)
        if package.is_dir():
            root = find_root(package)
            file = _packed(root, folder)
            yield _unpacked(file, folder, name=root.name, result=root / VERIFICATIONS_FOLDER)
        elif package.is_file():
            yield _unpacked(package, folder, name=package.name, result=package.absolute().parent / RESULT_FILE)
        else:
            hint = f"Give a package ({', '.join(PACKAGE_SUFFIXES)}) or an artifact's folder."
            raise NoArtifactError(f"there is no {package}", hint=hint)


def _packed(root: Path, folder: Path) -> Path:
    found = open_artifact(FolderFiles(root))
    context = found.context
    if context is None or found.rest:
        raise ArtifactError(
            "its manifest has not the right form", place=str(root), hint="`rrspec validate` says what is wrong."
        )
    return pack(root, folder / "folder.rra.zip", context=context).path


def _unpacked(file: Path, folder: Path, *, name: str, result: Path) -> Opened:
    root = folder / "artifact"
    with PackageReader(file) as reader:
        count = reader.unpack(root)
        artifact_digest = reader.artifact_digest
    # every file was compared with this list as it was unpacked: none is read again
    content = content_digest_of(parse_manifest((root / MANIFEST).read_bytes()))
    if result.name != RESULT_FILE:
        result = result / f"{content[:16]}.json"
    return Opened(
        root=root,
        package=Unpacked(file=name, artifact_digest=artifact_digest, content_digest=content, files=count),
        result=result,
    )
