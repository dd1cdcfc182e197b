"""Brings together what a report shows: documents, a validation, an audit, and a verification where there is one."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from reprobridge_spec.audit.audit import audit
from reprobridge_spec.audit.evidence import opened
from reprobridge_spec.audit.subject import Subject
from reprobridge_spec.audit.trust import NOBODY, Trust, signed
from reprobridge_spec.batch.check import check_artifact
from reprobridge_spec.batch.outcome import Checked
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.model.verification import Verification
from reprobridge_spec.report.sources import Sources
from reprobridge_spec.report.status import status
from reprobridge_spec.rules.base import Unchecked
from reprobridge_spec.rules.context import Context
from reprobridge_spec.schemas.kinds import MANIFEST_FILE, VERIFICATION
from reprobridge_spec.schemas.load import load
from reprobridge_spec.validation.load import find_root, open_artifact

_BESIDE = "verification.json"
_LARGEST = 64 << 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Unreadable:
    """An artifact of which only its findings can be shown: its manifest has not the right form.

    Attributes:
        checked: what a validation found.
        now: when the report is made.
    """

    checked: Checked
    now: datetime


@contextmanager
def gathered(
    artifact: Path,
    now: datetime,
    witnesses: Sequence[Verification] = (),
    records: Path | None = None,
    trust: Trust = NOBODY,
) -> Iterator[Sources | Unreadable]:
    """All that is known of an artifact, while its files are open. Nothing of it is executed.

    Args:
        artifact: its folder, or a package of it.
        now: when the report is made.
        witnesses: verifications by whoever reports.
        records: a folder with records beside the artifact.
        trust: whose signatures and whose clocks count.

    Raises:
        NoArtifactError: there is none.
        ArtifactError: the package is damaged or hostile.
        UsageError: `records` is no folder.
        NotDoneError: it cannot be read.
        RuleCrashError: a rule failed, which is a defect of rrspec.
    """
    root = find_root(artifact) if artifact.is_dir() or artifact.name == MANIFEST_FILE else None
    with opened(root or artifact, records) as files:
        checked = check_artifact(root or artifact, name="artifact")
        found = open_artifact(files)
        if found.context is None or found.rest is not None:
            yield Unreadable(checked=checked, now=now)
            return
        content = _content(found.context)
        beside = [*witnesses, *(_beside(artifact) if root is None else ())]
        verification = _newest([one for one in beside if one.package.content_digest == content])
        own = _newest([one for one in found.context.verifications.values() if one.package.content_digest == content])
        yield Sources(
            context=found.context,
            subject=Subject(found.context, tuple(witnesses), signed(found.context, trust)),
            checked=checked,
            audit=audit(files, witnesses, trust),
            status=status(found.context, root),
            verification=verification or own,
            is_own=verification is None,
            content=content,
            package=artifact.name if root is None else "",
            has_trust=trust != NOBODY,
            now=now,
        )


def _content(context: Context) -> str:
    try:
        return context.content_digest()
    except (OSError, ValueError, Unchecked):
        return ""


def _beside(package: Path) -> list[Verification]:
    """The verification that `rrspec verify` wrote beside a package."""
    file = package.absolute().parent / _BESIDE
    try:
        if file.stat().st_size > _LARGEST:
            return []
        model = load(VERIFICATION, file.read_bytes(), _BESIDE).model
    except OSError:
        return []
    return [model] if model is not None else []


def _newest(verifications: Sequence[Verification]) -> Verification | None:
    return max(verifications, key=lambda one: one.ended, default=None)
