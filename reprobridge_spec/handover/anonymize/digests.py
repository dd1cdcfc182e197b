"""Digests that stand in texts: in which order files have to be rewritten, since the digests of some stand in others."""

from collections.abc import Iterable, Iterator, Mapping

from reprobridge_spec.errors import ArtifactError
from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.model.seal import SealedEdit

_DIGEST = lazy_pattern(r"(?<![0-9a-fA-F])[0-9a-f]{64}(?![0-9a-fA-F])")
_IN_BYTES = lazy_pattern(rb"(?<![0-9a-fA-F])[0-9a-f]{64}(?![0-9a-fA-F])")


def digests_in(data: bytes) -> set[str]:
    """The SHA-256 digests that stand in a text."""
    return {match.decode() for match in _IN_BYTES.findall(data)}


def edits(text: str, pairs: Mapping[str, str], edited: Iterable[SealedEdit]) -> list[SealedEdit]:
    """The edits that put new digests in the place of old ones, where none of `edited` is."""
    taken = [(edit.at, edit.at + edit.length) for edit in edited if not edit.part]
    return [
        SealedEdit(at=match.start(), length=64, text=new)
        for match in _DIGEST.finditer(text)
        if (new := pairs.get(match[0])) and not any(start < match.end() and match.start() < end for start, end in taken)
    ]


def ordered(depends: Mapping[str, set[str]]) -> Iterator[str]:
    """Paths so that each comes after those whose digests it holds.

    Raises:
        ArtifactError: files hold the digests of one another, which cannot be.
    """
    done: set[str] = set()
    for first in depends:
        under_way: list[tuple[str, Iterator[str]]] = [] if first in done else [(first, iter(sorted(depends[first])))]
        while under_way:
            path, rest = under_way[-1]
            following = next((one for one in rest if one not in done), None)
            if following is None:
                under_way.pop()
                if path not in done:
                    done.add(path)
                    yield path
            elif any(path == following for path, _ in under_way):
                raise ArtifactError(
                    "files hold the digests of one another, so that neither can be changed first",
                    hint="Take the digest out of one of them.",
                    place=following,
                )
            else:
                under_way.append((following, iter(sorted(depends[following]))))
