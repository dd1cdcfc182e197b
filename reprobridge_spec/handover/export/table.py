"""All exporters by name, in the order in which they are listed; each is imported when it is asked for."""

import importlib

from reprobridge_spec.errors import UsageError
from reprobridge_spec.handover.export.base import Exporter

EXPORTERS = {
    # name on the command line: (module of this package, class)
    "ro-crate": ("ro_crate", "RoCrate"),
    "bagit": ("bagit", "BagIt"),
    "cff": ("cff", "CitationFile"),
    "codemeta": ("codemeta", "CodeMeta"),
    "croissant": ("croissant", "Croissant"),
    "in-toto": ("in_toto", "InToto"),
    "hf-eval-results": ("hf_eval_results", "HfEvalResults"),
    "model-index": ("model_index", "ModelIndex"),
    "code-completeness": ("code_completeness", "CodeCompleteness"),
    "neurips-checklist": ("neurips_checklist", "NeuripsChecklist"),
    "appendix": ("appendix", "Appendix"),
    "appendix-tex": ("appendix_tex", "AppendixTex"),
}


def exporter(name: str) -> Exporter:
    """The exporter of a format.

    Raises:
        UsageError: there is no such format.
    """
    if name not in EXPORTERS:
        raise UsageError(f"there is no format {name!r}", hint=f"Choose one of {', '.join(EXPORTERS)}.")
    module, kind = EXPORTERS[name]
    made: Exporter = getattr(importlib.import_module(f"reprobridge_spec.handover.export.{module}"), kind)()
    return made
