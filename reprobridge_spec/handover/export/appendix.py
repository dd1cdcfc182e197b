"""The artifact appendix that evaluation committees ask for, in Markdown; `appendix_tex.py` has it in LaTeX."""

from collections.abc import Mapping
from typing import ClassVar

from reprobridge_spec.handover.export.appendix_page import page
from reprobridge_spec.handover.export.base import Exporter, Source
from reprobridge_spec.render.page_markdown import markdown


class Appendix(Exporter):
    """The appendix."""

    name: ClassVar[str] = "appendix"
    what: ClassVar[str] = "artifact appendix for evaluation committees, in Markdown"
    file_name: ClassVar[str] = "artifact-appendix.md"
    mark: ClassVar[bytes] = b"# Artifact Appendix"

    def files(self, source: Source) -> Mapping[str, bytes]:
        """The appendix; see `Exporter`."""
        return {self.file_name: markdown(page(source)).encode()}
