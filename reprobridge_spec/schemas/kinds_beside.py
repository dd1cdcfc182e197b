"""The kinds of document that a validation does not read: what programs and venues write about artifacts."""

from typing import Any

from reprobridge_spec.model.adopted import Adopted, Mended
from reprobridge_spec.model.audit import AuditReport
from reprobridge_spec.model.bisection import Bisection
from reprobridge_spec.model.case import Case
from reprobridge_spec.model.change_record import ChangeCoverage, MadeChange
from reprobridge_spec.model.commitment import Commitment
from reprobridge_spec.model.comparison import Comparison
from reprobridge_spec.model.difference import ArtifactDifference
from reprobridge_spec.model.fetching import FetchReport
from reprobridge_spec.model.finding_report import FindingReport
from reprobridge_spec.model.locking import LockReport
from reprobridge_spec.model.profile import Profile
from reprobridge_spec.model.readiness import Doctor
from reprobridge_spec.model.results import Results
from reprobridge_spec.model.seal import Seal, Unsealed
from reprobridge_spec.model.sensitivity import SensitivityReport
from reprobridge_spec.model.status import Status
from reprobridge_spec.schemas.kinds import OF_ARTIFACTS, Kind

FINDINGS = Kind("findings", FindingReport)
RESULTS = Kind("results", Results)
AUDIT = Kind("audit", AuditReport)
STATUS = Kind("status", Status)
SENSITIVITY = Kind("sensitivity", SensitivityReport)
BISECTION = Kind("bisection", Bisection)
DIFFERENCE = Kind("difference", ArtifactDifference)
CHANGE_COVERAGE = Kind("change-coverage", ChangeCoverage)
MADE_CHANGE = Kind("made-change", MadeChange)
COMPARISON = Kind("comparison", Comparison)
READINESS = Kind("readiness", Doctor)
FETCHED = Kind("fetched", FetchReport)
LOCKED = Kind("locked", LockReport)
COMMITMENT = Kind("commitment", Commitment)
PROFILE = Kind("profile", Profile)
SEAL = Kind("seal", Seal)
UNSEALED = Kind("unsealed", Unsealed)
ADOPTED = Kind("adopted", Adopted)
MENDED = Kind("mended", Mended)
CASE = Kind("case", Case)

ALL: tuple[Kind[Any], ...] = (
    *OF_ARTIFACTS,
    FINDINGS,
    RESULTS,
    AUDIT,
    STATUS,
    SENSITIVITY,
    BISECTION,
    DIFFERENCE,
    CHANGE_COVERAGE,
    MADE_CHANGE,
    COMPARISON,
    READINESS,
    FETCHED,
    LOCKED,
    COMMITMENT,
    PROFILE,
    SEAL,
    UNSEALED,
    ADOPTED,
    MENDED,
)
"""Those with a published schema."""
