"""Inputs of a draft: where data and weights lie, as far as the release says; their digests are for whoever has them."""

from collections.abc import Iterator, Sequence

from reprobridge_spec.adopt.ids import unique_ids
from reprobridge_spec.adopt.links import Link
from reprobridge_spec.adopt.marks import guessed
from reprobridge_spec.documents.yaml_text import Value, yaml_flow

_MOST = 8


def inputs(links: Sequence[Link]) -> Iterator[tuple[str, str]]:
    """Lines of `inputs`, and the comment behind each; what is written to be taken in stands as a comment itself."""
    yield "", "Data and checkpoints. Take the comment signs away from what a run needs, name it under `inputs` of the"
    yield "", "experiment, and write `{input:ID}` into its command; then `rrspec fetch ID --pin` writes its digest."
    chosen = links[:_MOST]
    if chosen:
        yield "", "inputs:"
    for name, link in zip(unique_ids([link.name for link in chosen], "data"), chosen, strict=True):
        source: dict[str, Value] = {"url": link.url}
        if link.is_page and not link.doi:
            source = {"manual": f"Download it at {link.url}"}
        if link.doi:
            source = {"doi": link.doi, "path": link.file or "TODO: the file of the record"}
        said: dict[str, Value] = {"kind": "checkpoint" if link.weights else "dataset", "source": source}
        said |= {"license": "unknown", "access": "open"}
        yield "", f"  {name}: {yaml_flow(said)}   # {guessed(link.place)}"
    if not chosen:
        yield "", "inputs:"
        yield (
            "",
            '  data: {kind: dataset, source: {url: "https://..."}, license: unknown, access: open}',
        )
    if len(links) > len(chosen):
        yield "", f"  ... and {len(links) - len(chosen)} more addresses: see guide/found.md"
