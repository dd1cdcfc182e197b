"""An artifact that says it is anonymous holds a file that is no text and names somebody.

## What it finds
In an artifact that is to be anonymous, in files up to 32 MiB that are no text: authors in the information and the XMP
data of PDF files, in texts, EXIF and IPTC data of images, and in the properties of office documents; where a picture
was taken; accounts that own the members of tar archives; what texts inside archives and documents say of persons,
accounts and clusters, and home folders anywhere; and machines in the names of files with events of TensorBoard.

## Why
Programs write these fields without being asked, and no editor shows them. Whoever opens the properties of a figure
reads the name of its author.

## Example
```text
code/figures/overview.pdf      /Author (Jane Doe)
```

## What to do
`rrspec anonymize` takes them out. By hand: make the file again without them, or remove them with a program for such
files.

## Standard
SPEC.md, section "Package".
"""

from collections.abc import Iterator

from reprobridge_spec.documents.files import ArtifactFiles, Entry, Kind
from reprobridge_spec.documents.parts.forms import is_known
from reprobridge_spec.documents.text_bytes import as_text
from reprobridge_spec.findings import Severity
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Rule, Unchecked
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.identity.base import Scope, scope_of
from reprobridge_spec.rules.identity.search import in_path, without_terms
from reprobridge_spec.rules.identity.views import View, views
from reprobridge_spec.rules.identity_terms import Terms
from reprobridge_spec.rules.known_owners import is_vendored

LARGEST = 32 << 20
"""Files that are no text are looked through up to this size."""
_MOST = 20
"""More than this of one file says nothing new."""


def check(context: Context) -> Iterator[Fault]:
    """Each name once a file, in the artifact and in what a package hands over beside it."""
    if not context.anonymous:
        return
    scope, unread = scope_of(context.manifest), list[str]()
    for files in (context.files, context.asked.handed_over):
        for path, entry in files.entries.items() if files else ():
            yield from (_fault(path, path, given.what, given.text) for given in in_path(path, Terms(())))
            try:
                yield from _in_file(files, path, entry, scope) if files else ()
            except (OSError, ValueError):
                unread.append(path)
    if unread:
        raise Unchecked(f"{unread[0]} could not be searched" + (f", nor {len(unread) - 1} more" if unread[1:] else ""))


def _in_file(files: ArtifactFiles, path: str, entry: Entry, scope: Scope) -> Iterator[Fault]:
    if entry.kind is not Kind.FILE or not 0 < entry.size <= LARGEST or is_vendored(path):
        return
    data = files.read(path, LARGEST)
    if not is_known(data) and as_text(data) is not None:
        return
    said: set[str] = set()
    for view in views(path, data):
        for given in without_terms(view, scope) if isinstance(view, View) else ():
            if given.text not in said and len(said) < _MOST:
                said.add(given.text)
                yield _fault(path, view.path, given.what, given.text)


def _fault(file: str, place: str, what: str, text: str) -> Fault:
    return Fault(
        message=f"the artifact is anonymous, and `{place}` names {what} `{text}`",
        advice="Take it out with `rrspec anonymize`, or make the file again without it.",
        file=file,
    )


RULE = Rule(
    code="RRS010",
    name="metadata-in-anonymous",
    level=Level.DRAFT,
    severity=Severity.WARNING,
    check=check,
)
