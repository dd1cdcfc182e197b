"""Fills in what a template leaves open, as an author would."""

import re
from collections.abc import Mapping
from pathlib import Path

PUBLISHED: Mapping[str, str] = {
    "conda": "0.84",
    "evaluation": "0.85",
    "python": "0.84",
    "simulation": "0.777",
    "torch-gpu": "0.999",
}
"""What the paper of each template's example prints."""
_TEXTS = {
    "TODO: label as printed, such as Table 2": "Table 2",
    "TODO: the row of the paper's own method": "Ours",
    "TODO: the column": "Accuracy",
    "TODO: data set and split": "points that training has not seen",
    "TODO: who allows that it is not trained anew, such as the venue": "the venue",
    "TODO: where that is written": "its call for artifacts",
}
_GUIDE = {
    "What to expect": "The accuracy is 0.84 or 0.85 and differs by 0.005 between seeds.",
    "How long it takes": "A second a run on 1 core with 1 GB of memory and 1 MB of disk.",
    "Pitfalls": "None that we met.",
}


def fill(artifact: Path, template: str) -> None:
    """Write what belongs in each place; the artifact then claims to be `executed`."""
    manifest = artifact / "rra.yaml"
    text = manifest.read_text(encoding="utf-8")
    for placeholder, said in _TEXTS.items():
        text = text.replace(f'"{placeholder}"', f'"{said}"')
    text = text.replace("\nlevel: draft ", "\nlevel: executed ")
    text = text.replace("# own_cells: 2 ", "own_cells: 1 ")
    text = text.replace('# published: "0.926"', f'published: "{PUBLISHED[template]}"')
    text = text.replace('# identifiers: ["doi:10.1000/xyz", "arxiv:2601.00001"]', 'identifiers: ["arxiv:2601.00001"]')
    manifest.write_text(text, encoding="utf-8")
    for name in ("decisions", "changes"):
        document = artifact / "guide" / f"{name}.yaml"
        head, found, _ = document.read_text(encoding="utf-8").partition(f"\n{name}:\n")
        assert found
        document.write_text(f"{head}\n{name}: {{}}\n", encoding="utf-8")
    guide = artifact / "guide" / "guide.md"
    text = guide.read_text(encoding="utf-8")
    for heading, said in _GUIDE.items():
        text = re.sub(rf"(## {heading}\n\n)TODO: .*\n", rf"\g<1>{said}\n", text)
    guide.write_text(text, encoding="utf-8")
