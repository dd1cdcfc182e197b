"""`rrspec new --update`: what a newer template changes, brought into an artifact that its author went on with."""

import os
import stat
from collections.abc import Iterator, Mapping
from dataclasses import replace
from enum import StrEnum
from pathlib import Path

from reprobridge_spec import artifact_path, digest
from reprobridge_spec.errors import ArtifactError, NotDoneError, UsageError
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.replacement import replacing_file
from reprobridge_spec.scaffold import origin as origins
from reprobridge_spec.scaffold.new import editor_schemas, refuse_faulty
from reprobridge_spec.scaffold.origin import ORIGIN_FILE, Origin
from reprobridge_spec.scaffold.rendering import render
from reprobridge_spec.scaffold.templates import Template
from reprobridge_spec.scaffold.three_way import merged

BESIDE = ".new"
"""What the name of a template's file ends with that is put beside the author's own."""
_LARGEST = 16 << 20


class Way(StrEnum):
    """What is done with one file."""

    ADDED = "added"
    REPLACED = "replaced"
    MERGED = "merged"
    BESIDE = "beside"
    REMOVED = "removed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One file that an update touches.

    Attributes:
        path: of the file in the template.
        target: of the file that is written or removed: that of the template, or one beside it.
        before: what is at `target` now; None where nothing is.
        after: what comes there; None where it is removed.
    """

    path: str
    target: str
    way: Way
    before: bytes | None
    after: bytes | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Update:
    """What an update does, worked out before anything is written.

    Attributes:
        old: where the artifact came from.
        steps: what is done, by file.
        record: the new `ORIGIN_FILE`.
    """

    root: Path
    old: Origin
    template: Template
    steps: tuple[Step, ...]
    record: bytes


def prepared(root: Path, template: Template) -> Update:
    """What `template` changes in the artifact at `root`; nothing is written.

    A file that the author left as it was becomes the template's. Where both changed a file, both changes go into
    it; where they changed the same lines, the author's stays and the template's is put beside it. What the author
    deleted stays away.

    Raises:
        UsageError: the artifact was not made by `rrspec new`, or of another template.
        ArtifactError: what it says of where it came from cannot be read.
        NotDoneError: a file cannot be read.
    """
    old = origins.read(root)
    _refuse_another(old, template)
    try:
        refuse_faulty(template, old.values)
    except UsageError as error:
        raise UsageError(
            f"a value that the artifact was made of cannot be used: {error}",
            hint=f"Mend it there, under `values`. {error.hint}",
            place=ORIGIN_FILE,
        ) from error
    files = render(template, old.values)
    new = origins.origin_of(template.name, template.version, template.trusted, old.values, files)
    record = origins.written(new)
    now = _Now(root, made=old.pending.get(digest.of_bytes(record), {}))
    steps = [*_of_author(old, files, now), *_of_editor(now)]
    return Update(root=root, old=old, template=template, steps=tuple(steps), record=record)


def carry_out(update: Update) -> None:
    """Write what was worked out: each file whole or not at all, what the artifact came from last.

    Where it is ended in the middle, the same update does the rest: what it makes is noted before, so that nothing is
    merged twice.

    Raises:
        UsageError: something else came to stand where a file is written.
        NotDoneError: the system refuses to write.
    """
    made = {step.path: digest.of_bytes(step.after) for step in update.steps if step.way is Way.MERGED and step.after}
    if made:
        key = digest.of_bytes(update.record)
        pending = {key: update.old.pending.get(key, {}) | made}
        _write(update.root / ORIGIN_FILE, origins.written(replace(update.old, pending=pending)))
    for step in update.steps:
        place = update.root / step.target
        if step.after is None:
            _remove(place)
        else:
            _write(place, step.after)
    _write(update.root / ORIGIN_FILE, update.record)


def _refuse_another(old: Origin, template: Template) -> None:
    if old.template != template.name:
        raise UsageError(
            f"this artifact was made from the template {old.template!r}, not from {template.name!r}",
            hint="Make a new artifact of the other template, and take over what you have.",
        )


class _Now:
    """The artifact's files as they are, and what an update that was not ended has made of them."""

    def __init__(self, root: Path, made: Mapping[str, str]) -> None:
        self._root = root
        self._made = made

    def is_made(self, path: str, data: bytes) -> bool:
        """Whether a file is what that update makes of it."""
        return self._made.get(path) == digest.of_bytes(data)

    def read(self, path: str) -> bytes | None:
        """The bytes of a file; None where nothing is there."""
        try:
            place = artifact_path.below(self._root, path)
        except ValueError as error:
            raise ArtifactError(
                f"the path of a file leads out of the artifact: {error}",
                hint="Take the file that says it, or the link on the way, away.",
                place=f"{ORIGIN_FILE}",
            ) from error
        try:
            status = place.lstat()
            if not stat.S_ISREG(status.st_mode):
                raise UsageError(
                    "something else stands where the template has a file",
                    hint="Move it away, or put a file there.",
                    place=str(place),
                )
            if status.st_size > _LARGEST:
                raise UsageError(f"it is longer than {_LARGEST >> 20} MiB", hint="Move it away.", place=str(place))
            return place.read_bytes()
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as error:
            raise NotDoneError(f"it cannot be read: {error.strerror}", place=str(place)) from error


def _of_author(old: Origin, files: dict[str, bytes], now: _Now) -> Iterator[Step]:
    for path in sorted(old.files.keys() | files.keys()):
        after = files.get(path)
        if after is not None and old.is_as_made(path, after):
            continue
        before = now.read(path)
        if before == after or (before is None and path in old.files):
            continue
        if before is None:
            yield Step(path=path, target=path, way=Way.ADDED, before=None, after=after)
        elif old.is_as_made(path, before):
            way = Way.REMOVED if after is None else Way.REPLACED
            yield Step(path=path, target=path, way=way, before=before, after=after)
        elif after is not None and not now.is_made(path, before):
            yield from _edited(path, old.texts.get(path), before, after, now)


def _edited(path: str, base: bytes | None, before: bytes, after: bytes, now: _Now) -> Iterator[Step]:
    """A file that author and template both changed, or both brought."""
    both = None if base is None else merged(base, before, after)
    if both is None:
        target, there = _beside(path, after, now)
        if there != after:
            yield Step(path=path, target=target, way=Way.BESIDE, before=None, after=after)
    elif both != before:
        yield Step(path=path, target=path, way=Way.MERGED, before=before, after=both)


def _beside(path: str, after: bytes, now: _Now) -> tuple[str, bytes | None]:
    """A name beside a file at which nothing is, or these very bytes; and what is there."""
    number = 1
    while True:
        target = f"{path}{BESIDE}" + (f"-{number}" if number > 1 else "")
        there = now.read(target)
        if there is None or there == after:
            return target, there
        number += 1


def _of_editor(now: _Now) -> Iterator[Step]:
    for path, data in sorted(editor_schemas().items()):
        before = now.read(path)
        if before != data:
            way = Way.ADDED if before is None else Way.REPLACED
            yield Step(path=path, target=path, way=way, before=before, after=data)


def _write(place: Path, data: bytes) -> None:
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        mode = stat.S_IMODE(place.stat().st_mode) if place.exists() else None
    except OSError as error:
        raise NotDoneError(f"it cannot be written: {error.strerror}", place=str(place)) from error
    with replacing_file(place) as file:
        file.write(data)
        if mode is not None:
            os.fchmod(file.fileno(), mode)


def _remove(place: Path) -> None:
    try:
        place.unlink(missing_ok=True)
    except OSError as error:
        raise NotDoneError(f"it cannot be removed: {error.strerror}", place=str(place)) from error
