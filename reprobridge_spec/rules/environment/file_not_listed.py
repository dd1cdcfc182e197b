"""A file lies among listed ones, and the list of digests does not name it.

## What it finds
In a folder of which a list of SHA-256 digests names two files or more, and at least two thirds of those that are
there: each file that it does not name. In a bundled input with `digests`: every file of the bundled folder that the
list does not name. Lists, their signatures, `README`, `LICENSE` and the like are passed over.

## Why
Launchers get the listed files only. A file that came later is either needed, and then nothing pins it, or it is not,
and then a loader that takes all files of the folder counts one too many.

## Example
```text
SHA256SUMS      a.txt b.txt
                a.txt b.txt extra.txt on disk
```

## What to do
Add the file to the list with `sha256sum`, or take it out of the folder.

## Standard
SPEC.md, section "Inputs".
"""

import re
from collections import Counter
from collections.abc import Iterator

from reprobridge_spec.findings import Severity
from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Look, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.digest_lists import DigestLists, Listing
from reprobridge_spec.rules.first_few import first_few

_BESIDE = lazy_pattern(
    r"(?:readme|licen[cs]e|copying|notice|citation|changelog)\b.*|\.git(?:attributes|ignore|keep)|rra\.yaml"
    r"|.*\.(?:asc|sig|md5|sha1|sha256|sha512|sha256sum)|.*(?:sums?|checksums?|_sha256)(?:\.txt)?",
    re.IGNORECASE,
)
_FEWEST = 2


def looker(context: Context) -> Look:
    """The files that a list leaves out, in the order of paths."""
    lists = DigestLists(context)

    def look(path: str, data: bytes) -> Iterator[Fault]:
        listing = lists.read(path, data)
        if listing is not None:
            yield from first_few(_faults(context, listing), "such file")

    return look


def _faults(context: Context, listing: Listing) -> Iterator[Fault]:
    listed = {listing.place(one) for one in listing.files}
    beside = [path for path in context.files.entries if path not in listed and not _is_beside(path, listing)]
    if listing.input is not None:
        unlisted = [path for path in beside if path.startswith(listing.base)]
    else:
        named = Counter(map(_folder, listed))
        present = Counter(_folder(path) for path in listed if path in context.files.entries)
        left_out = Counter(map(_folder, beside))
        covered = {
            folder for folder, count in named.items() if count >= _FEWEST and present[folder] >= 2 * left_out[folder]
        }
        unlisted = [path for path in beside if _folder(path) in covered]
    for path in unlisted:
        yield Fault(
            message=f"`{path}` is not in `{listing.path}`, which lists the files around it",
            advice="Add it to the list with `sha256sum`, or take it out of the folder.",
            file=path,
        )


def _is_beside(path: str, listing: Listing) -> bool:
    return path == listing.path or _BESIDE.fullmatch(path.rpartition("/")[2]) is not None


def _folder(path: str) -> str:
    return path.rpartition("/")[0]


RULE = Rule(code="RRE023", name="file-not-listed", level=Level.DRAFT, severity=Severity.WARNING, looker=looker)
