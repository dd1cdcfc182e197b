"""Pointers of Git LFS: small texts that stand for files which are kept elsewhere."""

from reprobridge_spec.frozen import dataclass
from reprobridge_spec.lazy_pattern import lazy_pattern

LONGEST = 1024
"""No pointer is longer."""
_POINTER = lazy_pattern(
    rb"version https://(?:git-lfs\.github\.com|hawser\.github\.com)/spec/v\d{1,3}\r?\n"
    rb"(?:[a-z0-9.-]{1,60} [^\r\n]{1,300}\r?\n){0,10}?oid sha256:([0-9a-f]{64})\r?\nsize (\d{1,19})\s{0,4}"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pointer:
    """What a pointer says of the file that it stands for."""

    sha256: str
    size: int


def pointer_in(data: bytes) -> Pointer | None:
    """The pointer that `data` is; None where it is none."""
    if len(data) > LONGEST:
        return None
    found = _POINTER.fullmatch(data)
    return Pointer(sha256=found[1].decode(), size=int(found[2])) if found else None
