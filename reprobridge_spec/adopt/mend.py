"""`rrspec init --repair` in an artifact: its code is mended for the packages of its locks, as changes of its record."""

import os
import stat
from collections.abc import Iterator, Mapping
from pathlib import Path

from reprobridge_spec import __version__, artifact_path
from reprobridge_spec.adopt.layout import LIMIT
from reprobridge_spec.adopt.repair import Repair, entries_of, patches_of, repairs_of
from reprobridge_spec.documents import lock_file
from reprobridge_spec.documents.files import FolderFiles, Kind
from reprobridge_spec.documents.python_tree.module import Module, read
from reprobridge_spec.documents.python_tree.removed.signs import may_use
from reprobridge_spec.environments import declared
from reprobridge_spec.errors import ArtifactError, UsageError
from reprobridge_spec.model.adopted import AdoptedChange, Mended
from reprobridge_spec.model.environment import LockTool
from reprobridge_spec.model.paper import Relation
from reprobridge_spec.model.run_record import Tool
from reprobridge_spec.replacement import replacing_file
from reprobridge_spec.rules.context import Context
from reprobridge_spec.schemas.kinds import MANIFEST_FILE, SPEC_VERSION
from reprobridge_spec.validation.load import open_artifact


def mend(root: Path) -> Mended:
    """Mend what can be mended safely, each repair with its patch; what cannot is entered in the record.

    Patches and code are written before the record that names them: what a killed call leaves is found by
    `rrspec diff --changes`.

    Args:
        root: the artifact's folder.

    Raises:
        ArtifactError: its manifest or its record cannot be read.
        UsageError: its code is not a release with changes.
        NotDoneError: something cannot be written.
    """
    files = FolderFiles(root)
    context = open_artifact(files).context
    if context is None:
        raise ArtifactError(
            "it has not the right form", hint="`rrspec validate` says what is wrong.", place=MANIFEST_FILE
        )
    folder, record, has_release = _record(context)
    versions = dict(_versions(root, context))
    modules = list(_modules(files, folder))
    executable = [path.removeprefix(folder) for path, entry in files.entries.items() if entry.executable]
    entered = context.changes.model.changes if context.changes and context.changes.model else {}
    patched = [name for name, change in entered.items() if change.patch]
    found = repairs_of(modules, versions, executable, repair=True, taken=patched)
    repairs = tuple(one for one in found if one.patch or one.id not in entered)
    text = (root / record).read_text(encoding="utf-8") if record in files.entries else None
    try:
        written = entries_of(repairs, text, entered, has_release=has_release)
    except ValueError as error:
        raise ArtifactError(
            f"no entry can be put into it: {error}", hint="Write `changes: {}` on a line of its own.", place=record
        ) from error
    _write(root, folder, repairs, has_release=has_release)
    if written is not None:
        _put(root, record, written.encode())
    return Mended(
        rra=SPEC_VERSION,
        artifact=f"{context.manifest.id} {context.manifest.version}",
        files=sorted({folder + path for one in repairs for path in one.files}),
        versions={name: version for name, version in sorted(versions.items()) if version is not None},
        changes=[AdoptedChange(id=one.id, places=one.places, repaired=bool(one.patch)) for one in repairs],
        tool=Tool(name="rrspec", version=__version__),
    )


def _record(context: Context) -> tuple[str, str, bool]:
    """The code folder with a slash, the change record, and whether there is a release that patches start from."""
    codebase = context.manifest.codebase
    if codebase is None or codebase.relation is Relation.REIMPLEMENTATION:
        raise UsageError(
            "its code is no release with changes, so there is nothing to repair",
            hint="`rrspec init --repair` is for code of which `codebase` says `relation: modified`.",
            place=MANIFEST_FILE,
        )
    return f"{codebase.path}/", codebase.changes or "guide/changes.yaml", codebase.upstream is not None


def _versions(root: Path, context: Context) -> Iterator[tuple[str, str | None]]:
    """Exact versions by package, those of the first lock that has it."""
    for environment in context.manifest.environments.values():
        yield "python", environment.python
        for path in environment.locks.values() if environment.tool is not LockTool.CONDA_LOCK else ():
            if (data := declared.read(root, path)) is not None:
                yield from ((pin.name, pin.version) for pin in lock_file.read(data).pins)


def _modules(files: FolderFiles, folder: str) -> Iterator[Module]:
    for path, entry in files.entries.items():
        if path.startswith(folder) and path.endswith(".py") and entry.kind is Kind.FILE and entry.size <= LIMIT:
            data = files.read(path, LIMIT)
            found = read(path.removeprefix(folder), data) if may_use(data) else None
            if isinstance(found, Module):
                yield found


def _write(root: Path, folder: str, repairs: tuple[Repair, ...], *, has_release: bool) -> None:
    for path, patch in patches_of(repairs) if has_release else ():
        _put(root, path, patch)
    last: Mapping[str, bytes] = {path: data for one in repairs for path, data in one.files.items()}
    for path, data in last.items():
        _put(root, folder + path, data)


def _put(root: Path, path: str, data: bytes) -> None:
    place = artifact_path.below(root, path)
    place.parent.mkdir(parents=True, exist_ok=True)
    mode = stat.S_IMODE(place.stat().st_mode) if place.exists() else None
    with replacing_file(place) as file:
        file.write(data)
        if mode is not None:
            os.fchmod(file.fileno(), mode)
