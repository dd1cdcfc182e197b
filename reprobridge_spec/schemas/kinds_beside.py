"""The kinds of document that do not lie in artifacts: what programs and venues write about them."""

from typing import Any

from reprobridge_spec.model.audit import AuditReport
from reprobridge_spec.model.case import Case
from reprobridge_spec.model.finding_report import FindingReport
from reprobridge_spec.model.profile import Profile
from reprobridge_spec.model.results import Results
from reprobridge_spec.schemas.kinds import OF_ARTIFACTS, Kind

FINDINGS = Kind("findings", FindingReport)
RESULTS = Kind("results", Results)
AUDIT = Kind("audit", AuditReport)
PROFILE = Kind("profile", Profile)
CASE = Kind("case", Case)

ALL: tuple[Kind[Any], ...] = (*OF_ARTIFACTS, FINDINGS, RESULTS, AUDIT, PROFILE)
"""Those with a published schema."""
