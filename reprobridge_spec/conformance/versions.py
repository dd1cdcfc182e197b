"""The lists of cases of each version of the standard, to which ids are only ever added, and lists of failures."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from reprobridge_spec.conformance.cases import Found
from reprobridge_spec.errors import UsageError

FOLDER = "versions"


def list_of(suite: Path, version: str) -> tuple[str, ...]:
    """The ids of all cases of `version`.

    Raises:
        UsageError: the suite has no such version.
    """
    file = suite / FOLDER / f"{version}.txt"
    if not file.is_file():
        known = sorted(path.stem for path in (suite / FOLDER).glob("*.txt"))
        raise UsageError(f"the suite has no version {version}", hint=f"It has {', '.join(known) or 'none'}.")
    return read_ids(file)


def read_ids(file: Path) -> tuple[str, ...]:
    """The ids in a list, one a line; what stands behind `#` is a comment.

    Raises:
        UsageError: there is no such file, or it is no text.
    """
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{file} cannot be read: {error}", hint="Give a text with one id a line.") from error
    return tuple(name for line in lines if (name := line.partition("#")[0].strip()))


def of_version(cases: Sequence[Found], ids: Iterable[str], version: str) -> list[Found]:
    """The cases of `version`.

    Raises:
        UsageError: a case of that version is gone.
    """
    by_id = {found.id: found for found in cases}
    if gone := [name for name in ids if name not in by_id]:
        hint = "A case of a version is never renamed and never removed."
        raise UsageError(f"the suite lacks cases of version {version}: {', '.join(gone[:5])}", hint=hint)
    return [by_id[name] for name in sorted(set(ids))]


def skip_list(file: Path, cases: Sequence[Found]) -> frozenset[str]:
    """The ids in a list of known failures.

    Raises:
        UsageError: the list cannot be read, or names a case that is not in the suite.
    """
    ids = read_ids(file)
    known = {found.id for found in cases}
    if unknown := [name for name in ids if name not in known]:
        raise UsageError(f"no such case: {', '.join(unknown[:5])}", place=str(file), hint="Ids are those of `list`.")
    return frozenset(ids)


def extended(listed: Iterable[str], cases: Sequence[Found]) -> str:
    """The text of a version's list with the ids of all cases: new ones behind those that stand there."""
    before = list(dict.fromkeys(listed))
    new = sorted({found.id for found in cases} - set(before))
    return "".join(f"{name}\n" for name in [*before, *new])
