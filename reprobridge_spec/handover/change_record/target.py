"""The change that gets a patch: where it stands in the record, and what it has already."""

import re

from reprobridge_spec import digest
from reprobridge_spec.documents.files import ArtifactFiles, Kind
from reprobridge_spec.errors import ArtifactError, UsageError
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.handover.change_record.record import Record
from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.model.guide import Change
from reprobridge_spec.rules.change_patches import ChangePatch, UnreadPatch

PATCHES = "guide/changes"
"""The folder of patches."""

_ID = lazy_pattern(r"[a-z0-9]+(-[a-z0-9]+)*", re.ASCII)
_LONGEST = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """A change, new or the last of the record.

    Attributes:
        change: its id.
        path: where its patch lies, or comes to lie.
        entry: its entry; None where it has none yet.
        before: the patches before its own.
        own: the patch that it has; None where it has none that can be read.
        unpatched: entries before it that name no patch.
        may_replace: whether a patch that is there may give way to a new one.
    """

    change: str
    path: str
    entry: Change | None
    before: tuple[ChangePatch, ...]
    own: ChangePatch | None
    unpatched: tuple[str, ...]
    may_replace: bool

    def refuse_existing(self, files: ArtifactFiles, patch: bytes) -> None:
        """Refuse to put `patch` in the place of another file, unless that is wanted.

        Raises:
            UsageError: there is one.
            ArtifactError: it is no plain file.
        """
        there = files.entries.get(self.path)
        if there is not None and there.kind is not Kind.FILE:
            raise ArtifactError(
                f"the patch of change {self.change} goes there, and a link or a special file stands there",
                hint="Take it away, or give a new id.",
                place=self.path,
            )
        if there is not None and not self.may_replace and files.sha256(self.path) != digest.of_bytes(patch):
            whose = f"change {self.change} has a patch already" if self.own else "a file stands there already"
            raise UsageError(
                whose,
                hint="`--force` makes it anew; or give a new id, and what is in no change becomes a change of its own.",
                place=self.path,
            )


def target_of(record: Record, change: str, *, may_replace: bool) -> Target:
    """The place of a change in its record.

    Raises:
        UsageError: the id has not the right form, or stands before others.
        ArtifactError: a patch before it cannot be read, or is not there.
    """
    if not _ID.fullmatch(change) or len(change) > _LONGEST:
        raise UsageError(
            f"{change!r} is no id of a change", hint="Write small letters, digits and single hyphens: `fix-imports`."
        )
    names = list(record.changes)
    if change in names and change != names[-1]:
        raise UsageError(
            f"change {change} stands before {names[names.index(change) + 1]}, whose patch rests on its",
            hint=f"Name the last one, {names[-1]}, or a new one.",
            place=record.file,
        )
    others = [name for name in names if name != change]
    entry = record.changes.get(change)
    own = record.patches.get(change)
    return Target(
        change=change,
        path=(entry.patch if entry else None) or f"{PATCHES}/{change}.patch",
        entry=entry,
        before=tuple(_readable(record, name) for name in others if record.changes[name].patch),
        own=own if isinstance(own, ChangePatch) else None,
        unpatched=tuple(name for name in others if not record.changes[name].patch),
        may_replace=may_replace,
    )


def _readable(record: Record, change: str) -> ChangePatch:
    patch, path = record.patches.get(change), record.changes[change].patch or ""
    if patch is None:
        raise ArtifactError(
            "it is not there",
            hint=f"Put the patch of change {change} back, or take its entry away: the next one rests on it.",
            place=path,
        )
    if isinstance(patch, UnreadPatch):
        place = path if patch.line is None else f"{path}:{patch.line}"
        raise ArtifactError(
            f"the patch of change {change} cannot be read: {patch.reason}", hint=patch.advice, place=place
        )
    return patch
