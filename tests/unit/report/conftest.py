"""Pages that many tests look at, each made once."""

from pathlib import Path

import pytest
from lxml import html

from reprobridge_spec.report.document import document
from reprobridge_spec.report.gather import gathered
from reprobridge_spec.report.sources import Sources
from tests.unit.report.artifacts import GOOD, NOW, Recorded, artifact
from tests.unit.report.pages import Page

HOSTILE_LOG = (
    "epoch 1\repoch 2 \x1b[31mred\x1b[0m\n<script>alert(1)</script>\n\u202egpj.exe\u200b\n" + "x" * 100_000 + "\n"
)
MIXED = {
    "good": GOOD,
    "low": Recorded(scores=["85.0", "85.4"], references=["90.1", "90.3", "89.9", "90.0", "90.2"]),
    "few": Recorded(scores=["90.1", "90.3"]),
    "half": Recorded(scores=["90.0"]),
    "crash": Recorded(scores=["90.0", None], log=HOSTILE_LOG),
    "old": Recorded(scores=["90.0", "90.1"], method="e" * 64),
    "planned": Recorded(smoke=""),
    "smoked": Recorded(),
    "shut": Recorded(more='blocked: {reason: resource, detail: "512 GPUs </style><script>"}', smoke=""),
}
"""One task in each state."""


@pytest.fixture(scope="package")
def mixed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An artifact whose tasks are in all states; nobody changes it."""
    return artifact(tmp_path_factory.mktemp("mixed") / "artifact", MIXED)


@pytest.fixture(scope="package")
def page(mixed: Path) -> Page:
    """The page of `mixed`, with what it was made from."""
    with gathered(mixed, NOW) as sources:
        assert isinstance(sources, Sources)
        text = document(sources)
    return Page(text=text, root=html.document_fromstring(text), sources=sources)
