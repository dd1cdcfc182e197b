"""Texts among bytes whose characters take two or four of them, as in arrays of NumPy and in what Windows writes."""

from collections.abc import Iterator

from reprobridge_spec.documents.parts.base import NotThisFormError
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.lazy_pattern import lazy_pattern

SEPARATOR = "\u241e"
"""Stands between two texts; no text that is found holds it."""
_LATIN = frozenset(range(0x20, 0x7F)) | frozenset(range(0xA0, 0x100))
_UPPER = {0: "0", 1: "1", **dict.fromkeys(range(2, 6), "H")}
_SHAPES = "".join("L" if byte in _LATIN else _UPPER.get(byte, "x") for byte in range(256)).encode()
"""What each byte may be: nothing, a Latin letter, the upper half of another letter, or none of these."""
# each begins with letters as they are, which is looked for as fast as a word
_RUNS = {
    "utf-32-le": lazy_pattern(rb"L000L000L000L000(?:L000|.[1H]00)*"),
    "utf-32-be": lazy_pattern(rb"000L000L000L000L(?:000L|00[1H].)*"),
    "utf-16-le": lazy_pattern(rb"L0L0L0L0(?:L0|.[1H])*"),
    "utf-16-be": lazy_pattern(rb"0L0L0L0L(?:0L|[1H].)*"),
}
_BEFORE = {
    "utf-32-le": lazy_pattern(rb"[^0]100"),
    "utf-32-be": lazy_pattern(rb"001[^0]"),
    "utf-16-le": lazy_pattern(rb"[^0]1"),
    "utf-16-be": lazy_pattern(rb"1[^0]"),
}
"""A first letter of the first block behind those of Western Europe; any other would be what stands there by chance."""


@dataclass(frozen=True, slots=True)
class _Run:
    """A text: first byte, the byte behind it, and its encoding."""

    start: int
    end: int
    coding: str

    def text(self, data: bytes) -> str:
        return data[self.start : self.end].decode(self.coding, "replace").replace(SEPARATOR, "?")


def wide_texts(data: bytes) -> str:
    """All such texts of four characters or more."""
    return SEPARATOR.join(run.text(data) for run in _runs(data))


def with_wide_texts(data: bytes, texts: str) -> bytes:
    """The bytes with other texts in the places of those that are there, cut or filled up with zeros to their length."""
    changed = bytearray(data)
    runs, said = _runs(data), texts.split(SEPARATOR)
    if runs and len(runs) != len(said):
        raise NotThisFormError("it has another number of texts")
    for run, text in zip(runs, said, strict=False):
        if text != run.text(data):
            size = run.end - run.start
            changed[run.start : run.end] = text.encode(run.coding)[:size].ljust(size, b"\0")
    return bytes(changed)


def _runs(data: bytes) -> list[_Run]:
    """In order; of those that share bytes, since zeros are on both sides of a letter, the longest."""
    kept: list[_Run] = []
    for run in sorted(_candidates(data.translate(_SHAPES)), key=lambda run: (run.start, run.start - run.end)):
        if not kept or run.start >= kept[-1].end:
            kept.append(run)
        elif run.end - run.start > kept[-1].end - kept[-1].start:
            kept[-1] = run
    return kept


def _candidates(shapes: bytes) -> Iterator[_Run]:
    for coding, pattern in _RUNS.items():
        width = 4 if "32" in coding else 2
        for match in pattern.finditer(shapes):
            start = match.start()
            while start >= width and _BEFORE[coding].match(shapes, start - width, start):
                start -= width
            yield _Run(start, match.end(), coding)
