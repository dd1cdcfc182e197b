"""Whether the files of a package that is read where it lies are those that its own list names."""

from reprobridge_spec.archive import content
from reprobridge_spec.archive.package_files import PackageFiles
from reprobridge_spec.documents.files import Kind
from reprobridge_spec.errors import ArtifactError

_LIMIT = 256 << 20
_SHOWN = 10
_DIGITS = 12


def refuse_other_files(package: PackageFiles) -> None:
    """Compare the files of `package` with its `MANIFEST.sha256`; a package of another packer may have none.

    Raises:
        ArtifactError: files are missing, not listed, or others than listed, of which ten are named; or the list has not
            the right form.
    """
    entry = package.entries.get(content.MANIFEST)
    if entry is None or entry.kind is not Kind.FILE:
        return
    if entry.size > _LIMIT:
        raise ArtifactError(f"{content.MANIFEST} is longer than {_LIMIT} bytes", hint=_HINT, place=package.file)
    try:
        listed = content.parse_manifest(package.read(content.MANIFEST, _LIMIT))
    except ArtifactError as error:
        raise ArtifactError(str(error), hint=error.hint, place=f"{package.file}: {error.place}") from error
    faults = _faults(package, listed)
    if not faults:
        return
    named = [f"{path!r} ({faults[path]})" for path in sorted(faults)[:_SHOWN]]
    if len(faults) > _SHOWN:
        named.append(f"and {len(faults) - _SHOWN} more")
    count = "1 file is" if len(faults) == 1 else f"{len(faults)} files are"
    raise ArtifactError(f"{count} not as {content.MANIFEST} lists: {'; '.join(named)}", hint=_HINT, place=package.file)


_HINT = "Get the package again, or ask whoever sent it to pack it again."


def _faults(package: PackageFiles, listed: dict[str, str]) -> dict[str, str]:
    there = {path for path, entry in package.entries.items() if entry.kind is Kind.FILE and path != content.MANIFEST}
    faults = dict.fromkeys(listed.keys() - there, "listed and missing")
    for path in there:
        if path not in listed:
            faults[path] = "there and not listed"
        elif (found := package.sha256(path)) != listed[path]:
            faults[path] = f"SHA-256 {found[:_DIGITS]}..., listed {listed[path][:_DIGITS]}..."
    return faults
