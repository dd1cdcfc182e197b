"""The lines of a text that hold one of few words: a costly pattern then looks at these alone."""

from collections.abc import Iterator


def lines_with(data: bytes, words: tuple[bytes, ...]) -> Iterator[tuple[int, bytes]]:
    """Place and bytes of each line of `data` that holds one of `words`, once, in order."""
    starts = set[int]()
    for word in words:
        found = data.find(word)
        while found >= 0:
            starts.add(data.rfind(b"\n", 0, found) + 1)
            end = data.find(b"\n", found)
            found = data.find(word, end) if end >= 0 else -1
    for start in sorted(starts):
        end = data.find(b"\n", start)
        yield start, data[start : end if end >= 0 else len(data)]
