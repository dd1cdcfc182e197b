"""What documents say otherwise, by id: compared as they are written, whether or not they have the right form."""

from collections.abc import Iterator, Mapping
from typing import Any

from reprobridge_spec.handover.diff.shown import value_text
from reprobridge_spec.handover.diff.side import Side
from reprobridge_spec.model.difference import EntryChange, EntryWay, FieldChange
from reprobridge_spec.rules.secret_mask import mask_for
from reprobridge_spec.schemas.kinds import CHANGES, DECISIONS, MANIFEST_FILE, REFERENCES, REFERENCES_FILE, Kind
from reprobridge_spec.schemas.load import Loaded, load
from reprobridge_spec.validation.load import MAX_DOCUMENT_BYTES

_BY_ID = ("environments", "inputs", "tables", "metrics", "experiments")
_DOCUMENTS = (
    (DECISIONS, "guide/decisions.yaml"),
    (CHANGES, "guide/changes.yaml"),
    (REFERENCES, REFERENCES_FILE),
)
_TASKS = "tasks"
_ARTIFACT = "artifact"

_Entries = dict[tuple[str, str], Any]
"""Entries by section and id."""


def entry_changes(first: Side, second: Side) -> Iterator[EntryChange]:
    """What the manifest, the decisions, the change record and the references say otherwise."""
    if first.tree is not None and second.tree is not None:
        yield from _compared(MANIFEST_FILE, _of_manifest(first.tree.data), _of_manifest(second.tree.data))
    for kind, usual in _DOCUMENTS:
        old, new = _document(first, kind, second, usual), _document(second, kind, first, usual)
        if _is_told(old) and _is_told(new):
            file = next((document.file for document in (new, old) if document), "")
            yield from _compared(file, _of(old, kind.name), _of(new, kind.name))


def _document(side: Side, kind: Kind[Any], other: Side, usual: str) -> Loaded[Any] | None:
    """A document as the manifest names it; where it is usual, or the other names it, if the manifest does not tell."""
    named = _named(side, kind)
    if side.context is not None:
        return named
    there = _named(other, kind)
    path = there.file if there else usual
    try:
        return load(kind, side.files.read(path, MAX_DOCUMENT_BYTES), path) if path in side.files.entries else None
    except (OSError, ValueError):
        return Loaded(file=path, model=None, tree=None)


def _named(side: Side, kind: Kind[Any]) -> Loaded[Any] | None:
    context = side.context
    if context is None:
        return None
    documents = {DECISIONS.name: context.decisions, CHANGES.name: context.changes, REFERENCES.name: context.references}
    return documents[kind.name]


def _is_told(document: Loaded[Any] | None) -> bool:
    return document is None or (document.tree is not None and isinstance(document.tree.data, dict))


def _of(document: Loaded[Any] | None, section: str) -> _Entries:
    data = document.tree.data if document and document.tree else {}
    entries = data.get(section)
    return {(section, str(key)): value for key, value in entries.items()} if isinstance(entries, dict) else {}


def _of_manifest(data: Any) -> _Entries:  # noqa: ANN401 (any document value)
    if not isinstance(data, dict):
        return {}
    found: _Entries = {(_ARTIFACT, ""): {key: value for key, value in data.items() if key not in _BY_ID}}
    for section in _BY_ID:
        entries = data.get(section)
        for key, value in entries.items() if isinstance(entries, dict) else ():
            tasks = value.get(_TASKS) if section == "experiments" and isinstance(value, dict) else None
            if isinstance(tasks, dict):
                found |= {(_TASKS, f"{key}/{task}"): body for task, body in tasks.items()}
                found[section, key] = {name: item for name, item in value.items() if name != _TASKS}
            else:
                found[section, key] = value
    return found


def _compared(document: str, old: _Entries, new: _Entries) -> Iterator[EntryChange]:
    for place in dict.fromkeys((*old, *new)):
        section, name = place
        if place not in new or place not in old:
            way = EntryWay.REMOVED if place not in new else EntryWay.ADDED
            yield EntryChange(document=document, section=section, id=name or _ARTIFACT, way=way)
        elif old[place] != new[place]:
            fields = list(_fields(old[place], new[place]))
            yield EntryChange(
                document=document, section=section, id=name or _ARTIFACT, way=EntryWay.CHANGED, fields=fields
            )


def _fields(old: Any, new: Any, name: str = "") -> Iterator[FieldChange]:  # noqa: ANN401 (any document value)
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        for key in dict.fromkeys((*old, *new)):
            path = f"{name}.{key}" if name else str(key)
            if key not in new or key not in old:
                yield FieldChange(field=path, before=_value(path, old, key), after=_value(path, new, key))
            elif old[key] != new[key]:
                yield from _fields(old[key], new[key], path)
    else:
        yield FieldChange(field=name or "value", before=_shown(name, old), after=_shown(name, new))


def _value(name: str, entry: Mapping[Any, Any], key: Any) -> str | None:  # noqa: ANN401 (any document value)
    return _shown(name, entry[key]) if key in entry else None


def _shown(name: str, value: Any) -> str:  # noqa: ANN401 (any document value)
    """A value with the secrets in it hidden."""
    text = value_text(value)
    return mask_for(MANIFEST_FILE, f"{name.rpartition('.')[2]}: {text}".encode("utf-8", "surrogateescape"))(text)
