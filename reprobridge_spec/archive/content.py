"""Which files belong to a package, and the two digests that name what is in it.

The *artifact digest* is the SHA-256 of the bytes of `MANIFEST.sha256`, which lists every other file of the package.
The *content digest* is the SHA-256 of the same kind of list without what is generated and without `evidence/`, save
the references: evidence can be added to a package without its content becoming another.

Both are taken over paths and bytes. The format that `sha256sum -c` reads cannot hold the bit that makes a file
executable, so that bit is kept in the package and is in neither digest.
"""

import re
from collections.abc import Mapping
from functools import lru_cache

from reprobridge_spec import artifact_path, digest
from reprobridge_spec.documents.files import PACKAGE_SUFFIXES, ArtifactFiles, Kind, is_ignored
from reprobridge_spec.errors import ArtifactError
from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.replacement import PARTIAL_SUFFIX

MANIFEST = "MANIFEST.sha256"
"""The list of digests, in the package's top folder."""
RO_CRATE = "ro-crate-metadata.json"
"""The description for other tools, in the package's top folder."""
GENERATED = frozenset({MANIFEST, RO_CRATE})
"""Files that packing makes anew each time."""
VERIFICATION = "verification.json"
"""What verifying leaves beside a package."""

_EVIDENCE = "evidence/"
_REFERENCES = "evidence/references.yaml"
_LINE = lazy_pattern(r"([0-9a-f]{64})  (.+)", re.DOTALL)


def belongs(path: str) -> bool:
    """Whether a file at `path` of an artifact is a part of its package.

    Packages and verifications at the root are no part, nor is what `FolderFiles` ignores, nor unfinished files.
    """
    folder, _, name = path.rpartition("/")
    if not folder and (path == VERIFICATION or path.endswith(PACKAGE_SUFFIXES)):
        return False
    return _step_belongs(name) and _folder_belongs(folder)


@lru_cache(maxsize=1024)  # most files share their folder with others
def _folder_belongs(folder: str) -> bool:
    return all(map(_step_belongs, folder.split("/")))


def _step_belongs(name: str) -> bool:
    return not (is_ignored(name) or name.endswith(PARTIAL_SUFFIX))


def content_digest(files: ArtifactFiles) -> str:
    """The content digest: the same for an artifact's folder, for its package, and for the package unpacked.

    Raises:
        ArtifactError: links or special files stand among the content, or a name that no package can hold.
        OSError: a file cannot be read.
    """
    content = {path: entry for path, entry in files.entries.items() if _is_content(path)}
    if odd := [path for path, entry in content.items() if entry.kind is not Kind.FILE]:
        raise ArtifactError(
            f"there is no content digest over links and special files: {', '.join(map(repr, odd))}",
            hint="Put the file itself in the place of the link.",
        )
    return content_digest_of({path: files.sha256(path) for path in content})


def content_digest_of(digests: Mapping[str, str]) -> str:
    """The content digest of the files whose SHA-256 digests are given by path.

    Raises:
        ArtifactError: a name that no package can hold.
    """
    return digest.of_bytes(manifest_text({path: sha for path, sha in digests.items() if _is_content(path)}))


def _is_content(path: str) -> bool:
    if path in GENERATED or not belongs(path):
        return False
    return not path.startswith(_EVIDENCE) or path == _REFERENCES


def manifest_text(digests: Mapping[str, str]) -> bytes:
    """The list of `digests` by path as `sha256sum -c` reads it, in the order of the paths' bytes.

    Raises:
        ArtifactError: a name that the list cannot hold as it stands.
    """
    lines = []
    # in code points, which is also the order of the bytes in UTF-8
    for path in sorted(digests):
        # `sha256sum` escapes names with a backslash or a line break, which few other readers undo
        if not path.isprintable() or "\\" in path:
            _refuse(path)
        lines.append(f"{digests[path]}  {path}\n")
    return "".join(lines).encode()


def _refuse(path: str) -> None:
    if fault := artifact_path.fault_in(path):
        raise ArtifactError(f"{path!r} {fault}, so no package can hold it", hint="Rename the file.")


def parse_manifest(data: bytes) -> dict[str, str]:
    """SHA-256 digests by path, as `manifest_text` writes them; any other form of the same list is refused.

    Raises:
        ArtifactError: the list is no such list; the place is its line.
    """
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        number = data.count(b"\n", 0, error.start) + 1
        raise _manifest_error("the line is not UTF-8", number) from error
    lines = text.split("\n")
    if lines.pop():
        raise _manifest_error("the list ends in the middle of a line", len(lines) + 1)
    digests: dict[str, str] = {}
    previous = ""
    for number, line in enumerate(lines, 1):
        match = _LINE.fullmatch(line)
        if match is None:
            raise _manifest_error("the line is no SHA-256 in small hex digits, two spaces and a path", number)
        sha, path = match.groups()
        if fault := _fault_in(path, previous):
            raise _manifest_error(f"{path!r} {fault}", number)
        digests[path] = sha
        previous = path
    return digests


def _fault_in(path: str, previous: str) -> str | None:
    if path == MANIFEST:
        return "is the list itself, which cannot hold its own digest"
    if path == previous:
        return "stands twice"
    if path < previous:
        return f"stands after {previous!r}, so the list is not in the order of its paths"
    return artifact_path.fault_in(path)


def _manifest_error(message: str, line: int) -> ArtifactError:
    return ArtifactError(
        message,
        place=f"{MANIFEST}:{line}",
        hint="Do not edit the list; pack the artifact again, or get the package again.",
    )
