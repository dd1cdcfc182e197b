"""The texts of a file: its own, or those of the parts that it holds, however deep."""

from collections.abc import Iterator

from reprobridge_spec.documents.parts.base import Form, NotThisFormError, Part
from reprobridge_spec.documents.parts.forms import called, form_of, is_known, takes_same_length
from reprobridge_spec.documents.parts.wide import wide_texts
from reprobridge_spec.documents.text_coding import Coded, coded
from reprobridge_spec.frozen import dataclass

_DEEPEST = 4
INSIDE = "!"
"""Stands between the name of a file and that of a part of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """One text that somebody finds in a file.

    Attributes:
        path: path of the file, then the names of the parts that lead to the text, with `INSIDE` between them.
        coded: the text, and how it is written.
        parts: the names of the parts by themselves.
        is_text: whether it is one; else it is bytes, each of them shown as a character.
        says: whom it names where it is a field for that; else empty.
        is_fixed: whether other characters may stand there only in the same number.
        stays: why nothing else may stand there; empty where something may.
    """

    path: str
    coded: Coded
    parts: tuple[str, ...] = ()
    is_text: bool = True
    says: str = ""
    is_fixed: bool = False
    stays: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """A path inside a file; `path` and `parts` lead to what holds it."""

    path: str
    name: str
    parts: tuple[str, ...] = ()


def views(path: str, data: bytes) -> Iterator[View | Member]:
    """The texts in a file, and the paths of the files that it holds."""
    text = None if is_known(data) else coded(data)
    if text is not None:
        yield View(path=path, coded=text)
    else:
        yield from _in_parts((path,), data)


def _in_parts(steps: tuple[str, ...], data: bytes) -> Iterator[View | Member]:
    form = form_of(data) if len(steps) <= _DEEPEST else None
    try:
        parts = form.parts(data) if form else []
    except NotThisFormError:
        form, parts = None, []
    path = INSIDE.join(steps)
    if form is None:
        stays = "" if takes_same_length(data) else f"it is {called(data)}"
        whole = Coded(data.decode("latin-1"), b"", "latin-1")
        yield View(path=path, coded=whole, parts=steps[1:], is_text=False, is_fixed=True, stays=stays)
        yield from _wide(steps, data)
        return
    for part in parts:
        if part.is_member and not part.name.startswith("("):
            yield Member(path=path, name=part.name, parts=steps[1:])
        yield from _in_part((*steps, part.name), part)
    yield from _in_rest(steps, form, parts, data)


def _in_rest(steps: tuple[str, ...], form: Form, parts: list[Part], data: bytes) -> Iterator[View]:
    """What is in none of the parts of a file, which is looked at and cannot be written."""
    try:
        rest = form.rest(data, parts)
    except NotThisFormError:
        rest = data
    if rest:
        whole = Coded(rest.decode("latin-1"), b"", "latin-1")
        stays = f"it is no field that may be changed in {form.name}"
        yield View(path=INSIDE.join(steps), coded=whole, parts=steps[1:], is_text=False, is_fixed=True, stays=stays)


def _wide(steps: tuple[str, ...], data: bytes) -> Iterator[View]:
    """Texts of wide characters among bytes of a form that is not known."""
    if texts := wide_texts(data):
        stays = f"its characters take several bytes each, in {called(data)}"
        yield View(
            path=INSIDE.join(steps), coded=Coded(texts, b"", "utf-8"), parts=steps[1:], is_fixed=True, stays=stays
        )


def _in_part(steps: tuple[str, ...], part: Part) -> Iterator[View | Member]:
    text = None if part.is_member and is_known(part.data) else coded(part.data)
    if text is None and part.is_member:
        yield from _in_parts(steps, part.data)
        return
    shown = text or Coded(part.data.decode("latin-1"), b"", "latin-1")
    yield View(
        path=INSIDE.join(steps),
        coded=shown,
        parts=steps[1:],
        says=part.says,
        is_fixed=part.is_fixed,
        stays=part.stays,
    )
