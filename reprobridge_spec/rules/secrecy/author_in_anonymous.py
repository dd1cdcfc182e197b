r"""An artifact that says it is anonymous names a person.

## What it finds
In an artifact with `anonymous: true`, or where whoever checks asks for anonymity: `paper.authors` (an error), and in
texts of up to 256 MiB e-mail addresses, ORCIDs, the names behind public SSH keys, and home folders such as
`/home/jdoe`, `/data/users/jdoe` and `C:\Users\jdoe` (warnings). Addresses of examples and of no person, and home
folders of machines (`/home/user`, `/home/runner`), and copies of other projects (`third_party/`) are passed over.

## Why
Under double-blind review a reviewer must not learn who wrote the paper, and one path in a log is enough.

## Example
```yaml
anonymous: true
paper: {title: "A paper", authors: [Jane Doe]}
```

## What to do
Remove what names a person. Paths in logs and comments are the usual places.

## Standard
SPEC.md, section "Package".
"""

from collections.abc import Iterator
from functools import partial

from reprobridge_spec.findings import Severity
from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.model.manifest import Level, Manifest
from reprobridge_spec.rules.base import Fault, Look, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.known_owners import is_vendored
from reprobridge_spec.rules.secret_logins import user_before
from reprobridge_spec.rules.text_files import mark_at
from reprobridge_spec.schemas.kinds import MANIFEST_FILE

_ADDRESS = lazy_pattern(
    rb"(?<![A-Za-z0-9._%+-])([A-Za-z0-9._%+-]{1,64})@((?:[A-Za-z0-9-]{1,63}\.){1,6}[A-Za-z]{2,24})(?![A-Za-z0-9@-])"
)
_HOME = lazy_pattern(
    rb"(?<![A-Za-z0-9._/-])("
    rb"(?:(?:/(?:data|mnt|nfs|gpfs|storage|work|lustre|share|export|afs|scratch|pscratch|fsx|cluster|net|vol)\d{0,2}"
    rb"(?:/[A-Za-z0-9._-]{1,40}){0,3})?/(?:home|Users|users)|/pscratch/sd/[a-z])/"
    rb"|[A-Za-z]:(?:\\{1,4}|/)Users(?:\\{1,4}|/))([A-Za-z0-9][A-Za-z0-9._-]{0,63})"
)
_ORCID = lazy_pattern(rb"(?<!\d)(\d{4}-\d{4}-\d{4}-\d{3}[\dX])(?!\d)")
_PUBLIC_KEY = lazy_pattern(
    rb"\bssh-(?:rsa|ed25519|dss) AAAA[A-Za-z0-9+/=]{30,1200} ([A-Za-z0-9._-]{1,64}@[A-Za-z0-9.-]{1,100})"
)
_TOKEN = lazy_pattern(rb"(?=[^0-9]{0,99}[0-9])[A-Za-z0-9_.-]{16,}")
"""Such a user of an address is a token, which nobody is to read."""
_MOST = 200
"""More than this of one file says nothing new."""
_NO_PERSON = frozenset(b"git noreply no-reply user username you name email".split())
_NO_HOME = frozenset(
    b"user username you name root runner ubuntu jovyan app work anonymous Shared linuxbrew conda docker vscode"
    b" your_name your-name yourname USER USERNAME xxx Public Default Administrator".split()
)
_EXAMPLE_DOMAIN = lazy_pattern(
    rb"(?:.*\.)?(?:example\.(?:com|org|net)|example|invalid|test|localhost)|users\.noreply\..*"
)
_NO_ORCID = frozenset({b"0000-0000-0000-0000", b"0000-0002-1825-0097"})


def looker(context: Context) -> Look | None:
    """The paper's authors with the manifest; each address and each home folder once a file."""
    return partial(_persons, context.manifest) if context.anonymous else None


def _persons(manifest: Manifest, path: str, data: bytes) -> Iterator[Fault]:
    if path == MANIFEST_FILE and manifest.paper is not None and manifest.paper.authors:
        yield Fault(
            message="the artifact is anonymous, and its manifest names the paper's authors",
            advice="Remove `paper.authors` until the review is over.",
            path=("paper", "authors"),
            severity=Severity.ERROR,
        )
    for offset, what, text in () if is_vendored(path) else _named(data)[:_MOST]:
        yield Fault(
            message=f"the artifact is anonymous, and `{path}` holds {what} `{text}`",
            advice="Remove it, or write what names nobody.",
            file=path,
            mark=mark_at(data, offset),
        )


def _named(data: bytes) -> list[tuple[int, str, str]]:
    """Offset, kind and text of what may name a person, each text once, in the order of the file."""
    found: dict[str, tuple[int, str]] = {}
    for match in _ADDRESS.finditer(data) if b"@" in data else ():
        user, start = match[1], match.start()
        # before the `@` of an address with a password stands the password, which nobody is to read
        if (owner := user_before(data, start)) is not None:
            user, start = owner, start - 1 - len(owner)
        is_token = data[max(0, start - 3) : start] == b"://" and _TOKEN.fullmatch(user)
        if user and not is_token and user.lower() not in _NO_PERSON and not _EXAMPLE_DOMAIN.fullmatch(match[2].lower()):
            found.setdefault(f"{user.decode('utf-8', 'replace')}@{match[2].decode()}", (start, "the address"))
    for match in _HOME.finditer(data):
        if match[2] not in _NO_HOME:
            found.setdefault(match[0].decode(), (match.start(), "the home folder"))
    for match in _ORCID.finditer(data) if b"orcid" in data.lower() else ():
        if match[1] not in _NO_ORCID:
            found.setdefault(match[1].decode(), (match.start(), "the ORCID"))
    for match in _PUBLIC_KEY.finditer(data) if b"ssh-" in data else ():
        found.setdefault(match[1].decode(), (match.start(1), "the owner of a key"))
    return sorted((offset, what, text) for text, (offset, what) in found.items())


RULE = Rule(
    code="RRS002",
    name="author-in-anonymous",
    level=Level.DRAFT,
    severity=Severity.WARNING,
    looker=looker,
    everywhere=True,
)
