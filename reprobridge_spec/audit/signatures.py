"""What signatures say of records, and why they do not say more."""

from collections.abc import Iterator

from reprobridge_spec.audit.run import Run
from reprobridge_spec.audit.sign import Sign
from reprobridge_spec.audit.subject import Subject
from reprobridge_spec.audit.trust import Signed
from reprobridge_spec.model.audit import Bearing
from reprobridge_spec.model.audit_reason import Reason
from reprobridge_spec.model.verification import EvidenceClass
from reprobridge_spec.signing.ssh import SIGNATURE, Broken, Good, Unknown


def signs(subject: Subject, signed: Signed) -> Iterator[Sign]:
    """Each signature that does not hold, and each experiment whose signed runs count as self-made all the same."""
    by_path = {run.path: run for run in subject.runs}
    unknown: dict[str, list[str]] = {}
    for path, said in signed.documents.items():
        if isinstance(said, Broken):
            yield _broken(path, said, by_path.get(path))
        elif isinstance(said, Unknown):
            unknown.setdefault(said.said, []).append(path)
    for why, paths in unknown.items():
        more = f" and of {len(paths) - 1} more" if len(paths) > 1 else ""
        yield Sign(
            reason=Reason.SIGNER_UNKNOWN,
            bearing=Bearing.REMARK,
            message=f"the signature of `{paths[0]}`{more} counts for nothing: {why}",
            file=paths[0] + SIGNATURE,
            runs=tuple(by_path[path] for path in paths if path in by_path),
        )
    yield from _not_enough(subject, signed)


def _broken(path: str, said: Broken, run: Run | None) -> Sign:
    what = "signature of a run" if run is not None else "signature"
    return Sign(
        reason=Reason.SIGNATURE_BROKEN,
        bearing=Bearing.CONTRADICTS if run is not None else Bearing.REMARK,
        message=f"the {what} is none of `{path}` as it lies there: {said.said}",
        file=path + SIGNATURE,
        runs=(run,) if run is not None else (),
    )


def _not_enough(subject: Subject, signed: Signed) -> Iterator[Sign]:
    found: dict[str, list[Run]] = {}
    for run in subject.counted_runs():
        why = subject.unsigned.get(run.path)
        if run.evidence is EvidenceClass.SELF and isinstance(signed.documents.get(run.path), Good) and why is not None:
            found.setdefault(why, []).append(run)
    for why, runs in found.items():
        yield Sign(
            reason=Reason.SIGNED_WITHOUT_PLAN,
            bearing=Bearing.REMARK,
            message=f"run `{runs[0].said.run}`{f' and {len(runs) - 1} more are' if len(runs) > 1 else ' is'} signed, "
            f"and count as self-made: {why}",
            file=runs[0].path,
            runs=tuple(runs),
        )
