"""Carries out on a file what a sealed mapping says of it; the same mapping and file give the same bytes."""

from collections.abc import Iterable, Sequence
from typing import TypeVar

from reprobridge_spec.documents import in_place
from reprobridge_spec.documents.parts.forms import form_of, is_known
from reprobridge_spec.documents.text_coding import Coded, coded
from reprobridge_spec.model.scalars import Plain
from reprobridge_spec.model.seal import SealedEdit, SealedFile, SealedRename, SealedValue

_Item = TypeVar("_Item", SealedEdit, SealedRename)


def carried_out(data: bytes, file: SealedFile) -> bytes:
    """What the mapping makes of the bytes of a file.

    Raises:
        ValueError: they are not those that the mapping is for.
    """
    if file.edits or file.renamed:
        data = _edited(data, file.edits, file.renamed, is_file=True)
    return with_operations(file.path, data, file.operations)


def with_operations(path: str, data: bytes, operations: Iterable[SealedValue]) -> bytes:
    """A document with values set and taken away."""
    operations = list(operations)
    if not operations:
        return data
    text = data.decode()
    for one in operations:
        value = one.value
        if value is None:
            text = in_place.without_value(text, one.pointer)
        else:
            new = Plain(value) if one.plain else value
            text = in_place.with_value(text, one.pointer, new, is_json=path.endswith(".json"))
    return text.encode()


def _edited(data: bytes, edits: Sequence[SealedEdit], renamed: Sequence[SealedRename], *, is_file: bool) -> bytes:
    own = [edit for edit in edits if not edit.part]
    if own:
        # a field of a file is a text in any case, a file of its own may be none
        found = None if is_file and is_known(data) else coded(data)
        text = found or Coded(data.decode("latin-1"), b"", "latin-1")
        return text.written(_replaced(text.text, own))
    form = form_of(data)
    if form is None:
        raise ValueError("it holds no parts")
    parts = {part.name: part for part in form.parts(data)}
    new: dict[str, bytes] = {}
    inside = [*(edit.part for edit in edits), *(one.part for one in renamed)]
    for name in dict.fromkeys(part[0] for part in inside if part):
        if name not in parts:
            raise ValueError(f"it holds no {name!r}")
        part = parts[name]
        new[name] = _edited(part.data, _below(edits, name), _below(renamed, name), is_file=part.is_member)
    paths = {one.name: one.to for one in renamed if not one.part}
    return form.rebuilt(data, new, paths)


def _below(items: Sequence[_Item], name: str) -> list[_Item]:
    return [item.model_copy(update={"part": item.part[1:]}) for item in items if item.part[:1] == [name]]


def _replaced(text: str, edits: Iterable[SealedEdit]) -> str:
    made, done = [], 0
    for edit in sorted(edits, key=lambda edit: edit.at):
        if edit.at < done or edit.at + edit.length > len(text):
            raise ValueError("it is shorter than the mapping says")
        made += [text[done : edit.at], edit.text]
        done = edit.at + edit.length
    return "".join((*made, text[done:]))
