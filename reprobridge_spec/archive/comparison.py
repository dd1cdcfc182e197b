"""What a package holds, compared with its own list of digests: as findings, or as one error."""

from collections.abc import Callable, Iterable, Iterator, Mapping

from reprobridge_spec.archive import content
from reprobridge_spec.archive.own_name import own_name
from reprobridge_spec.archive.package_files import PackageFiles
from reprobridge_spec.archive.refusal import refuse_above
from reprobridge_spec.documents.files import Kind
from reprobridge_spec.errors import ArtifactError
from reprobridge_spec.findings import Compared, Finding, Severity
from reprobridge_spec.location import Mark
from reprobridge_spec.rules.package_pages import DIFFERS, MISNAMED, UNLISTED
from reprobridge_spec.schemas.kinds import MANIFEST_FILE

_MOST_BYTES = 40 << 20
"""What the list of a package has that holds as many files, with as long names, as are taken."""
_MOST_MISSING = 10_000
"""As many files as may be listed and missing; where it is more, it is the list of something else."""
_SHOWN = 10
_DIGITS = 12
_AGAIN = "Pack the artifact again with `rrspec pack`, or get the package again."


def compared(files: PackageFiles) -> tuple[tuple[Finding, ...], Compared | None]:
    """What a package's list of digests, or its lack, gives to report, and what was compared with it."""
    if content.MANIFEST not in files.entries:
        return (_unlisted(),), None
    try:
        listed = read_list(files)
    except ArtifactError as error:
        line = error.place.rpartition(":")[2]
        mark = Mark(int(line), 1) if error.place.startswith(content.MANIFEST) and line.isdigit() else None
        return (_unread(error, error.hint, mark),), None
    except (OSError, ValueError) as error:
        return (_unread(error, _AGAIN),), None
    there = {path: entry.size for path, entry in files.entries.items() if entry.kind is Kind.FILE}
    del there[content.MANIFEST]
    found = (*_misnamed(files), *_differences(files, there, listed))
    return found, Compared(files=len(there), bytes=sum(there.values()))


def read_list(files: PackageFiles) -> dict[str, str]:
    """The package's list of digests, by path.

    Raises:
        ArtifactError: it has not the right form, or is longer than any list of what is taken.
        OSError: it cannot be read.
    """
    refuse_above(files.entries[content.MANIFEST].size, _MOST_BYTES, f"bytes of {content.MANIFEST}", files.file)
    data = files.read(content.MANIFEST, _MOST_BYTES)
    most = len(files.entries) + len(files.ignored) + _MOST_MISSING
    refuse_above(data.count(b"\n"), most, f"lines of {content.MANIFEST} for far fewer files", files.file)
    return content.parse_manifest(data)


def faults_in(there: Iterable[str], listed: Mapping[str, str], sha256_of: Callable[[str], str]) -> dict[str, str]:
    """What is wrong with each file that is not as listed; `there` without the list itself, in the order to be read."""
    faults = dict.fromkeys(listed.keys() - set(there), "listed and missing")
    for path in there:
        if fault := _fault(path, listed.get(path), sha256_of):
            faults[path] = fault
    return faults


def differs(file: str, faults: Mapping[str, str]) -> ArtifactError:
    """The error for a package with these `faults`, of which ten are named."""
    named = [f"{path!r} ({faults[path]})" for path in sorted(faults)[:_SHOWN]]
    if len(faults) > _SHOWN:
        named.append(f"and {len(faults) - _SHOWN} more")
    count = "1 file is" if len(faults) == 1 else f"{len(faults)} files are"
    return ArtifactError(
        f"{count} not as {content.MANIFEST} lists: {'; '.join(named)}",
        hint="Get the package again, or ask whoever sent it to pack it again.",
        place=file,
    )


def _fault(path: str, listed: str | None, sha256_of: Callable[[str], str]) -> str | None:
    if listed is None:
        return "there and not listed"
    if not content.belongs(path):
        return "no part of an artifact"
    try:
        found = sha256_of(path)
    except ArtifactError as error:
        return str(error)
    if found != listed:
        return f"SHA-256 {found[:_DIGITS]}..., listed {listed[:_DIGITS]}..."
    return None


def _differences(files: PackageFiles, there: Iterable[str], listed: Mapping[str, str]) -> Iterator[Finding]:
    found_there = set(there)
    for path in sorted(found_there | listed.keys()):
        if path not in found_there and files.is_left_out(path):
            fault = f"is listed in {content.MANIFEST}, and is no part of an artifact"
        elif path not in found_there:
            fault = f"is listed in {content.MANIFEST} and missing"
        elif path not in listed:
            fault = f"is there and not listed in {content.MANIFEST}"
        elif (found := files.sha256(path)) != listed[path]:
            fault = f"has the SHA-256 {found[:_DIGITS]}..., and {content.MANIFEST} lists {listed[path][:_DIGITS]}..."
        else:
            continue
        yield DIFFERS.finding(f"`{path}` {fault}", _AGAIN, path)


def _misnamed(files: PackageFiles) -> Iterator[Finding]:
    found = files.root.removesuffix("/")
    try:
        wanted = own_name(files, found)
    except ArtifactError:
        return  # the manifest does not say it, which its own findings tell
    if wanted != found:
        called = f"the top folder of the package is called `{found}`" if found else "the package has no top folder"
        yield MISNAMED.finding(
            f"{called}, and its manifest says `{wanted}`", _AGAIN, MANIFEST_FILE, severity=Severity.WARNING
        )


def _unread(error: Exception, advice: str, mark: Mark | None = None) -> Finding:
    return DIFFERS.finding(f"the list of digests cannot be read: {error}", advice, content.MANIFEST, mark)


def _unlisted() -> Finding:
    return UNLISTED.finding(
        f"the package has no {content.MANIFEST}, so nobody can tell whether its files are those that were handed over",
        "Pack the artifact with `rrspec pack`; `rrspec verify` takes such packages only.",
        content.MANIFEST,
        severity=Severity.WARNING,
    )
