"""The kinds of document that lie in artifacts, each with its model and the name of its schema."""

from typing import Any, Generic, TypeVar

from reprobridge_spec.frozen import dataclass
from reprobridge_spec.model.base import Model
from reprobridge_spec.model.guide import Changes, Decisions
from reprobridge_spec.model.manifest import Manifest
from reprobridge_spec.model.references import References
from reprobridge_spec.model.review import Review
from reprobridge_spec.model.run_record import RunRecord
from reprobridge_spec.model.verification import Verification

M = TypeVar("M", bound=Model)

SPEC_VERSION = "1.0"
MANIFEST_FILE = "rra.yaml"
REFERENCES_FILE = "evidence/references.yaml"
RUNS_FOLDER = "evidence/runs"
SENSITIVITY_FOLDER = "evidence/sensitivity"
VERIFICATIONS_FOLDER = "evidence/verifications"
REVIEWS_FOLDER = "evidence/reviews"


@dataclass(frozen=True, slots=True)
class Kind(Generic[M]):
    """A kind of document.

    Attributes:
        name: name of its schema file before `.schema.json`, and what messages call it.
        model: what it says.
        version_path: where its `rra` field stands.
    """

    name: str
    model: type[M]
    version_path: tuple[str, ...] = ("rra",)


MANIFEST = Kind("manifest", Manifest)
DECISIONS = Kind("decisions", Decisions)
CHANGES = Kind("changes", Changes)
REFERENCES = Kind("references", References)
RUN_RECORD = Kind("run-record", RunRecord, ("predicate", "rra"))
VERIFICATION = Kind("verification", Verification)
REVIEW = Kind("review", Review)
OF_ARTIFACTS: tuple[Kind[Any], ...] = (MANIFEST, DECISIONS, CHANGES, REFERENCES, RUN_RECORD, VERIFICATION, REVIEW)
