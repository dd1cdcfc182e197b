"""The Python names that are promised; everything else may change from one release to the next."""

from reprobridge_spec.archive.reader import PackageReader
from reprobridge_spec.documents.files import FolderFiles
from reprobridge_spec.errors import RrspecError
from reprobridge_spec.findings import Finding, Report, Severity
from reprobridge_spec.handover.pack import Packed, pack
from reprobridge_spec.model.manifest import Level, Manifest
from reprobridge_spec.model.run_record import RunRecord
from reprobridge_spec.model.verdict import Judgement, Verdict
from reprobridge_spec.model.verification import Verification
from reprobridge_spec.schemas import kinds
from reprobridge_spec.schemas.load import Loaded, load
from reprobridge_spec.stats.judge import judge
from reprobridge_spec.validation.engine import validate

__all__ = [
    "Finding",
    "FolderFiles",
    "Judgement",
    "Level",
    "Loaded",
    "Manifest",
    "PackageReader",
    "Packed",
    "Report",
    "RrspecError",
    "RunRecord",
    "Severity",
    "Verdict",
    "Verification",
    "judge",
    "kinds",
    "load",
    "pack",
    "validate",
]
