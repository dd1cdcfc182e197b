"""The artifact appendix in LaTeX, to be taken into a paper of any class."""

from collections.abc import Mapping
from typing import ClassVar

from reprobridge_spec.handover.export.appendix_page import page
from reprobridge_spec.handover.export.base import Exporter, Source
from reprobridge_spec.render.page_latex import latex

_REMARK = "% Made by `rrspec export appendix-tex`: take it in by \\input, after \\appendix.\n"


class AppendixTex(Exporter):
    """The appendix, without preamble."""

    name: ClassVar[str] = "appendix-tex"
    what: ClassVar[str] = "the same in LaTeX, for \\input after \\appendix; it needs no package"
    file_name: ClassVar[str] = "artifact-appendix.tex"
    mark: ClassVar[bytes] = b"rrspec export appendix-tex"

    def files(self, source: Source) -> Mapping[str, bytes]:
        """The appendix; see `Exporter`."""
        return {self.file_name: (_REMARK + latex(page(source))).encode()}
