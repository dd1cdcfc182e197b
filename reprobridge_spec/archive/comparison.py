"""What a package says about itself, compared with what it holds: findings, each about one file."""

from collections.abc import Iterator

from reprobridge_spec.archive import content
from reprobridge_spec.archive.package_files import PackageFiles
from reprobridge_spec.documents.files import Kind
from reprobridge_spec.errors import ArtifactError
from reprobridge_spec.findings import Finding, Severity
from reprobridge_spec.location import Mark
from reprobridge_spec.rules.package_pages import BESIDE, DIFFERS, UNLISTED

_LIST_LIMIT = 64 << 20
_DIGITS = 12
_SHOWN = 5
_AGAIN = "Pack the artifact again with `rrspec pack`, or get the package again."


def findings_of(files: PackageFiles) -> tuple[Finding, ...]:
    """What a package's list of digests, or its lack, and the files beside the artifact give to report."""
    found = [*_compared(files)] if content.MANIFEST in files.entries else [_unlisted()]
    if files.beside:
        found.append(_beside(files))
    return tuple(found)


def _compared(files: PackageFiles) -> Iterator[Finding]:
    try:
        listed = content.parse_manifest(files.read(content.MANIFEST, _LIST_LIMIT))
    except ArtifactError as error:
        line = error.place.rpartition(":")[2]
        mark = Mark(int(line), 1) if line.isdigit() else None
        yield DIFFERS.finding(f"the list of digests cannot be read: {error}", error.hint, content.MANIFEST, mark)
        return
    except (OSError, ValueError) as error:
        yield DIFFERS.finding(f"the list of digests cannot be read: {error}", _AGAIN, content.MANIFEST)
        return
    there = {path for path, entry in files.entries.items() if entry.kind is Kind.FILE} - {content.MANIFEST}
    for path in sorted(there | listed.keys()):
        if fault := _fault(files, path, listed.get(path), there=path in there):
            yield DIFFERS.finding(f"`{path}` {fault}", _AGAIN, path)


def _fault(files: PackageFiles, path: str, listed: str | None, *, there: bool) -> str | None:
    if not there:
        return f"is listed in {content.MANIFEST} and missing"
    if listed is None:
        return f"is there and not listed in {content.MANIFEST}"
    found = files.sha256(path)
    if found != listed:
        return f"has the SHA-256 {found[:_DIGITS]}..., and {content.MANIFEST} lists {listed[:_DIGITS]}..."
    return None


def _unlisted() -> Finding:
    return UNLISTED.finding(
        f"the package has no {content.MANIFEST}, so nobody can tell whether its files are those that were handed over",
        "Pack the artifact with `rrspec pack`; `rrspec verify` takes such packages only.",
        content.MANIFEST,
        severity=Severity.WARNING,
    )


def _beside(files: PackageFiles) -> Finding:
    named = ", ".join(f"`{path}`" for path in files.beside[:_SHOWN]) + (", ..." if files.beside[_SHOWN:] else "")
    count = "1 file" if len(files.beside) == 1 else f"{len(files.beside)} files"
    return BESIDE.finding(
        f"{count} of the package beside the folder `{files.root[:-1]}` were not looked at: {named}",
        "Nothing, if they are no part of the artifact; else move them into its folder.",
        files.beside[0],
        severity=Severity.NOTE,
    )
