"""Artifacts as exporters get them."""

from functools import cache
from pathlib import Path
from typing import Any

from reprobridge_spec.audit.audit import audit
from reprobridge_spec.documents.files import FolderFiles
from reprobridge_spec.handover.export.base import Source
from reprobridge_spec.handover.export.table import exporter
from reprobridge_spec.rules.asked import Asked
from reprobridge_spec.validation.load import open_artifact
from tests.unit.report.artifacts import GOOD, Recorded

MIXED = {
    "good": GOOD,
    "low": Recorded(scores=["85.0", "85.4"], references=["90.1", "90.3", "89.9", "90.0", "90.2"]),
    "half": Recorded(scores=["90.0"]),
    "planned": Recorded(smoke=""),
    "shut": Recorded(more='blocked: {reason: resource, detail: "512 GPUs"}', smoke=""),
}
"""One that holds, one that does not, and three without a complete score."""


def source_of(artifact: Path, *, anonymous: bool = False, **said: Any) -> Source:
    """The artifact in a folder."""
    files = FolderFiles(artifact)
    context = open_artifact(files, asked=Asked(anonymous=anonymous)).context
    assert context is not None
    return Source(context=context, audited=cache(lambda: audit(files)), **said)


@cache
def shared(artifact: Path, *, anonymous: bool = False) -> Source:
    """The same, made once for all tests: nobody changes the folder."""
    return source_of(artifact, anonymous=anonymous)


def exported(name: str, source: Source) -> str:
    """The text of a result that is one file."""
    (data,) = exporter(name).files(source).values()
    assert isinstance(data, bytes)
    return data.decode()
