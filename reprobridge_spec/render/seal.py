"""What `anonymize` and `unseal` tell, as lines."""

from collections.abc import Iterator

from reprobridge_spec.model.seal import Seal, Unsealed

_SHOWN = 40


def made(seal: Seal, folder: str, mapping: str) -> Iterator[str]:
    """What was made anonymous, and what stands for what; for the author's eyes only."""
    changed = [file for file in seal.files if file.after not in {None, file.before} or file.to not in {None, file.path}]
    places = sum(len(file.edits) + len(file.renamed) + len(file.operations) for file in seal.files)
    yield f"{folder}: {len(seal.files)} files, {len(changed)} of them changed at {places} places"
    yield from _words(seal)
    for file in seal.files:
        if file.why:
            yield f"  left out: {file.path}: {file.why}"
    if count := sum(1 for file in seal.files if file.commitment):
        yield f"  {count} records are sealed: what they prove cannot be told until they are unsealed"
    yield f"content digest  {seal.anonymous.content_digest}"
    yield f"{mapping}: the sealed mapping, which nobody else may read before the review is over"


def _words(seal: Seal) -> Iterator[str]:
    for word in seal.words[:_SHOWN]:
        yield f"  {word.text} ({word.what}): {word.word}"
    if len(seal.words) > _SHOWN:
        yield f"  and {len(seal.words) - _SHOWN} more, all in the mapping"


def unsealed(result: Unsealed, seal: Seal) -> Iterator[str]:
    """What a mapping proves, and what its words stand for, which a reader has to judge."""
    verdict = "the same content" if result.holds else "not the same content"
    yield f"{result.artifact}: the anonymous and the named artifact are {verdict}"
    yield (
        f"  {result.files} files: {result.same} equal, {result.rewritten} rewritten as the mapping says,"
        f" {result.left_out} left out, {len(result.differences)} otherwise"
    )
    if result.records:
        yield f"  {result.records} sealed records opened"
    if result.holds and seal.words:
        yield f"  {len(seal.words)} texts became neutral words; that they are names is yours to judge:"
        yield from _words(seal)
    for one in result.differences[:_SHOWN]:
        yield f"  {one.path}: {one.message}"
    if len(result.differences) > _SHOWN:
        yield f"  and {len(result.differences) - _SHOWN} more"
