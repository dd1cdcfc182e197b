"""What of a release the packages of today no longer run: told with its place, and repaired where that is safe."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from reprobridge_spec.adopt.facts import Place
from reprobridge_spec.adopt.ids import unique_ids
from reprobridge_spec.documents.change_entry import Value, with_change
from reprobridge_spec.documents.in_place import with_value, without_value
from reprobridge_spec.documents.patch.write import Content, file_patch
from reprobridge_spec.documents.python_tree.edits import apply
from reprobridge_spec.documents.python_tree.module import Module
from reprobridge_spec.documents.python_tree.removed.base import Found, Removal
from reprobridge_spec.documents.python_tree.removed.find import find
from reprobridge_spec.frozen import dataclass

PATCHES = "guide/changes"
_MOST_PLACES = 12
_BY_HAND = "TODO: not repaired; mend the code, then `rrspec changes make` with this id writes its patch"


@dataclass(frozen=True, slots=True, kw_only=True)
class Repair:
    """One thing that packages no longer have, wherever the release uses it.

    Attributes:
        id: of its entry in the change record.
        removal: what is gone.
        places: where it is used.
        uses: how it is used, as it is written there.
        patch: what repairs it; empty where a person has to.
        files: the files with the repair, by their path in the code folder.
    """

    id: str
    removal: Removal
    places: list[str]
    uses: list[str]
    patch: bytes
    files: Mapping[str, bytes]


def repairs_of(
    modules: Iterable[Module],
    versions: Mapping[str, str | None],
    executable: Iterable[str],
    *,
    repair: bool,
    taken: Iterable[str] = (),
) -> tuple[Repair, ...]:
    """What the packages of an environment no longer have, each with its repair where one is wanted and safe.

    The patches follow one another: each is made of what the ones before it lead to.

    Args:
        modules: the Python files of the release.
        versions: exact version of each package; None for the newest.
        executable: paths of files that may be executed.
        repair: whether patches are made at all.
        taken: ids of changes that have patches already.
    """
    known = {module.path: module for module in modules}
    gone: dict[Removal, list[Found]] = defaultdict(list)
    for module in known.values():
        for found in find(module, versions):
            gone[found.removal].append(found)
    names = unique_ids([_title(removal) for removal in gone], "removed", taken=taken)
    now = {path: module.data for path, module in known.items()}
    made: list[Found] = []
    modes = frozenset(executable)
    repairs = (
        _repair(name, removal, uses, known, made, now, modes, repair=repair)
        for name, (removal, uses) in zip(names, gone.items(), strict=True)
    )
    # whoever repairs one of the others by hand does it after what is repaired already
    return tuple(sorted(repairs, key=lambda one: not one.patch))


def _repair(
    name: str,
    removal: Removal,
    uses: list[Found],
    modules: Mapping[str, Module],
    made: list[Found],
    now: dict[str, bytes],
    executable: frozenset[str],
    *,
    repair: bool,
) -> Repair:
    safe = [use for use in uses if use.edit is not None]
    files = _mended(modules, [*made, *safe], {use.path for use in safe}) if repair and len(safe) == len(uses) else {}
    patch = b"".join(
        b"%b\n" % line
        for path in sorted(files)
        for line in file_patch(
            Content(path=path, data=now[path], executable=path in executable),
            Content(path=path, data=files[path], executable=path in executable),
        )
    )
    if patch:
        made += safe
        now |= files
    return Repair(
        id=name,
        removal=removal,
        places=[str(Place(use.path, use.line)) for use in uses],
        uses=list(dict.fromkeys(use.text for use in uses)),
        patch=patch,
        files=files,
    )


def _mended(modules: Mapping[str, Module], made: list[Found], paths: set[str]) -> dict[str, bytes]:
    """The files with all edits that were made so far; none where the last ones cannot be made beside the others."""
    try:
        return {
            path: apply(modules[path].data, [use.edit for use in made if use.path == path and use.edit])
            for path in paths
        }
    except ValueError:
        return {}


def _title(removal: Removal) -> str:
    name = removal.name.rpartition(".")[2]
    return f"{removal.distribution} {name} {removal.keyword or ''}"


def why_of(repair: Repair) -> str:
    """What was wrong, where, and what is written in its place."""
    removal = repair.removal
    used = ", ".join(f"`{use}`" for use in repair.uses[:3])
    places = ", ".join(repair.places[:_MOST_PLACES])
    more = f" and {len(repair.places) - _MOST_PLACES} more" if len(repair.places) > _MOST_PLACES else ""
    said = f"{used} at {places}{more}: {removal.says} (gone since {removal.distribution} {removal.removed})."
    return f"{said} {removal.advice}".rstrip()


def entries_of(repairs: Iterable[Repair], record: str | None, known: Iterable[str], *, has_release: bool) -> str | None:
    """The change record with an entry for each repair that it does not know; None where it would be as it was.

    The entry of what was not repaired before and is now goes, and comes again as the last: its patch rests on those
    of all others.

    Args:
        repairs: what is to be entered.
        record: the text of the record; None where there is none.
        known: ids of the entries that it has.
        has_release: whether there is a release that patches start from; else no entry names one.

    Raises:
        ValueError: it is laid out so that nothing can be put into it.
    """
    text, there = record, set(known)
    for repair in repairs:
        if repair.patch and text is not None and repair.id in there:
            there.remove(repair.id)
            steps = ["changes", repair.id]
            text = without_value(text, steps) if there else with_value(text, steps[:1], {})
        if repair.id not in there:
            comment = "" if repair.patch else _BY_HAND
            values = {"kind": Value(repair.removal.kind, comment), "why": Value(why_of(repair))}
            if repair.patch and has_release:
                values["patch"] = Value(f"{PATCHES}/{repair.id}.patch")
            text = with_change(text, repair.id, values, is_first=not there)
            there.add(repair.id)
    return None if text == record else text


def patches_of(repairs: Iterable[Repair]) -> Iterator[tuple[str, bytes]]:
    """Path and bytes of each patch."""
    for repair in repairs:
        if repair.patch:
            yield f"{PATCHES}/{repair.id}.patch", repair.patch
