"""What a package says about itself, compared with what it holds: findings, each about one file."""

from collections.abc import Iterator

from reprobridge_spec.archive import content
from reprobridge_spec.archive.package_files import PackageFiles
from reprobridge_spec.documents.files import Kind
from reprobridge_spec.errors import ArtifactError
from reprobridge_spec.findings import Finding, Severity
from reprobridge_spec.location import Mark
from reprobridge_spec.rules.package_pages import DIFFERS, UNLISTED

_LIST_LIMIT = 64 << 20
_DIGITS = 12
_AGAIN = "Pack the artifact again with `rrspec pack`, or get the package again."


def findings_of(files: PackageFiles) -> tuple[Finding, ...]:
    """What a package's list of digests, or its lack, gives to report."""
    return tuple(_compared(files)) if content.MANIFEST in files.entries else (_unlisted(),)


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
