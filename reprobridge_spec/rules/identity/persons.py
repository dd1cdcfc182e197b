"""Addresses, home folders, ORCIDs and the owners of public keys."""

from collections.abc import Iterator
from itertools import chain

from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.rules.identity.base import Leak, Scope, Sort
from reprobridge_spec.rules.known_owners import is_neutral, is_vendored
from reprobridge_spec.rules.secret_logins import user_before

_ADDRESS = lazy_pattern(
    rb"(?<![A-Za-z0-9._%+-])([A-Za-z0-9._%+-]{1,64})@((?:[A-Za-z0-9-]{1,63}\.){1,6}[A-Za-z]{2,24})(?![A-Za-z0-9@-])"
)
_SPELLED = lazy_pattern(
    rb"(?i)(?<![a-z0-9._%+-])([a-z][a-z0-9._-]{1,40})[ ]?(?:\(at\)|\[at\]|<at>|\{at\}| at )[ ]?"
    rb"((?:[a-z0-9-]{2,40}[ ]?(?:\.|\(dot\)|\[dot\]| dot )[ ]?){1,4}"
    rb"(?:edu|com|org|net|ac\.[a-z]{2}|[a-z]{2}))\b"
)
_HOME = lazy_pattern(
    rb"(?:(?<![A-Za-z0-9._/-])|(?<=file://))("
    rb"(?:(?:/(?:data|mnt|nfs|gpfs|storage|work|lustre|share|export|afs|scratch|pscratch|fsx|cluster|net|vol)\d{0,2}"
    rb"(?:/[A-Za-z0-9._-]{1,40}){0,3})?/(?:home|Users|users)|/pscratch/sd/[a-z])/"
    rb"|[A-Za-z]:(?:\\{1,4}|/)Users(?:\\{1,4}|/))([A-Za-z0-9][A-Za-z0-9._-]{0,63})"
)
_FILES = (b".txt", b".csv", b".json", b".py", b".log", b".html", b".yaml", b".yml", b".md", b".h5", b".tar", b".gz")
_HOMES = (b"/home/", b"/Users/", b"/users/", b"/pscratch/", b"\\Users")
_ORCID = lazy_pattern(rb"(?<!\d)(\d{4}-\d{4}-\d{4}-\d{3}[\dX])(?!\d)")
_PUBLIC_KEY = lazy_pattern(
    rb"\bssh-(?:rsa|ed25519|dss) (AAAA[A-Za-z0-9+/=]{30,1200} ([A-Za-z0-9._-]{1,64}@[A-Za-z0-9.-]{1,100}))"
)
_TOKEN = lazy_pattern(rb"(?=[^0-9]{0,99}[0-9])[A-Za-z0-9_.-]{16,}")
"""Such a user of an address is a token, which nobody is to read."""
_LAST_STEPS = frozenset(
    b"com org net edu gov mil int info biz name pro mobi asia cat jobs tel travel aero coop museum dev app xyz tech"
    b" cloud online site science research academy university institute school education health legal email network"
    b" systems solutions software engineering digital media design studio group team agency expert consulting ventures"
    b" foundation global world earth space page blog wiki live life today link one zone works bitnet arpa berlin london"
    b" paris tokyo nyc wien hamburg koeln cologne bayern nrw amsterdam quebec scot".split()
)
"""Those of two letters are countries."""
_NO_PERSON = frozenset(b"git noreply no-reply user username you name email".split())
_NO_HOME = frozenset(
    b"user username you name root runner ubuntu jovyan app work anonymous Shared linuxbrew conda docker vscode"
    b" your_name your-name yourname USER USERNAME xxx Public Default Administrator foo bar baz explain guide guides me"
    b" guido someone somebody test tester dev devel share shared lib local".split()
)
_EXAMPLE_DOMAIN = lazy_pattern(
    rb"(?:.*\.)?(?:example\.(?:com|org|net)|example|invalid|test|localhost)|users\.noreply\..*|[a-z]\.[a-z]{2,3}"
)
_NO_ORCID = frozenset({b"0000-0000-0000-0000", b"0000-0002-1825-0097"})


def detect(_scope: Scope, path: str, data: bytes) -> Iterator[Leak]:
    """What names a person in a text that is no copy of another project's."""
    if not is_vendored(path):
        yield from chain(_addresses(data), _spelled(data), homes(data), _orcids(data), _keys(data))


def _addresses(data: bytes) -> Iterator[Leak]:
    for match in _ADDRESS.finditer(data) if b"@" in data else ():
        user, start = match[1], match.start()
        # before the `@` of an address with a password stands the password, which nobody is to read
        if (owner := user_before(data, start)) is not None:
            user, start = owner, start - 1 - len(owner)
        if not _is_domain(match[2]):
            continue
        is_token = data[max(0, start - 3) : start] == b"://" and _TOKEN.fullmatch(user)
        if user and not is_token and user.lower() not in _NO_PERSON and not _EXAMPLE_DOMAIN.fullmatch(match[2].lower()):
            text = f"{user.decode('utf-8', 'replace')}@{match[2].decode()}"
            yield Leak(start=start, end=match.end(), at=start, what="the address", text=text, sort=Sort.ADDRESS)


def _is_domain(host: bytes) -> bool:
    """Whether the last step is one that hosts have; `A@x.diags` is a product of matrices."""
    last = host.rpartition(b".")[2]
    is_country = len(last) == 2 and (last.islower() or last.isupper())  # noqa: PLR2004 (letters)
    return is_country or last.lower() in _LAST_STEPS


def _spelled(data: bytes) -> Iterator[Leak]:
    """An address that is hidden from programs that collect them, and from nobody else."""
    for match in _SPELLED.finditer(data) if _is_spelled(data.lower()) else ():
        between = data[match.end(1) : match.start(2)]
        dotted = match[2].lower()
        # ` at ` by itself is a word, so the dots have to be spelled too
        if (b" at " not in between or b"dot" in dotted) and not _EXAMPLE_DOMAIN.fullmatch(dotted):
            text = match[0].decode("utf-8", "replace")
            yield Leak(
                start=match.start(), end=match.end(), at=match.start(), what="the address", text=text, sort=Sort.ADDRESS
            )


def _is_spelled(small: bytes) -> bool:
    return any(sign in small for sign in (b"(at)", b"[at]", b"<at>", b"{at}")) or (b" at " in small and b"dot" in small)


def homes(data: bytes) -> Iterator[Leak]:
    """Home folders of persons, in any bytes."""
    for match in _HOME.finditer(data) if any(sign in data for sign in _HOMES) else ():
        user = match[2].decode()
        if match[2] not in _NO_HOME and not match[2].endswith(_FILES) and not is_neutral(user):
            yield Leak(
                start=match.start(2),
                end=match.end(),
                at=match.start(),
                what="the home folder",
                text=match[0].decode(),
                sort=Sort.ACCOUNT,
            )


def _orcids(data: bytes) -> Iterator[Leak]:
    for match in _ORCID.finditer(data) if b"orcid" in data.lower() else ():
        if match[1] not in _NO_ORCID:
            yield Leak(
                start=match.start(),
                end=match.end(),
                at=match.start(),
                what="the ORCID",
                text=match[1].decode(),
                sort=Sort.ORCID,
            )


def _keys(data: bytes) -> Iterator[Leak]:
    for match in _PUBLIC_KEY.finditer(data) if b"ssh-" in data else ():
        text, start = match[2].decode(), match.start(2)
        yield Leak(start=match.start(1), end=match.end(), at=start, what="the owner of a key", text=text, sort=Sort.KEY)
