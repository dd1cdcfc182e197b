"""The faults that a rule makes of what detectors find in one text."""

from collections.abc import Iterable, Iterator
from itertools import islice

from reprobridge_spec.rules.base import Fault
from reprobridge_spec.rules.identity.base import Leak
from reprobridge_spec.rules.text_files import mark_at

_MOST = 200
"""More than this of one file says nothing new."""


def faults(leaks: Iterable[Leak], path: str, data: bytes, *, advice: str, after: str = "") -> Iterator[Fault]:
    """A fault for each text that is found, at its first place, in the order of the file."""
    said: set[str] = set()
    for leak in sorted(islice(leaks, _MOST), key=lambda leak: (leak.at, leak.what)):
        if leak.text.lower() not in said:
            said.add(leak.text.lower())
            verb = "names" if leak.what not in _HELD else "holds"
            yield Fault(
                message=f"the artifact is anonymous, and `{path}` {verb} {leak.what} `{leak.text}`{after}",
                advice=advice,
                file=path,
                mark=mark_at(data, leak.at),
            )


_HELD = frozenset({"the address", "the home folder", "the ORCID", "the owner of a key", "the share"})
