"""What a server gave instead of a file: pages of quotas and logins, messages of errors, pointers, told by their words.

The words are those that the services use today. Where they change, it is still told that a web page came.
"""

import html
import json
import re
import urllib.parse

from reprobridge_spec.documents.lfs_pointer import pointer_in
from reprobridge_spec.environments.transfer.address import host_of, shown
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.lazy_pattern import lazy_pattern

HEAD = 64 << 10
"""Bytes of a body that are looked at."""
_PAGE = lazy_pattern(
    rb"(?:\xef\xbb\xbf)?\s{0,500}(?:<\?xml[^>]{0,200}>\s{0,8}|<!--.{0,2000}?-->\s{0,100})?"
    rb"<(?:!doctype\s{1,8}html|html|head|script|body|title)[\s>]",
    re.IGNORECASE | re.DOTALL,
)
_TITLE = lazy_pattern(r"<title[^>]{0,200}>([^<]{1,300})", re.IGNORECASE)
_XML_CODE = lazy_pattern(
    rb"(?:\xef\xbb\xbf)?(?:<\?xml[^>]{0,200}>\s{0,8})?<Error>.{0,2000}?<Code>(\w{1,60})", re.DOTALL
)
_SHOWN = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Instead:
    """What came instead of a file.

    Attributes:
        what: the rest of a sentence that begins with the address and "is".
        advice: one sentence on what to do.
        gone: whether the file is not there any more, or never was; else somebody may have it, or later.
        passes: whether it may be otherwise a little later.
    """

    what: str
    advice: str
    gone: bool = False
    passes: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class _Sign:
    """Words by which an answer is known."""

    of: str
    words: str
    what: str
    advice: str
    gone: bool = False


_LATER = "Try it again tomorrow, or bring the file yourself"
_LOG_IN = "Log in there, download the file, and bring it yourself; or declare who has access by `access`."
_LOGIN_WORDS = r"sign[ -]?in|log[ -]?in|single sign-on|authenticat"
_SIGNS = (
    _Sign(
        of=r"^drive\.google\.com/(?:file/d|open)",
        words=r"",
        what="the page of Google Drive around the file, and not the file",
        advice="Give https://drive.google.com/uc?export=download&id=ID, or better a mirror that lasts.",
    ),
    _Sign(
        of=r"(?:^|\.)google(?:usercontent)?\.com/",
        words=r"too many users have viewed|quota exceeded|exceeded the sharing limit|download quota",
        what="a page of Google Drive that says that the quota of the file is used up",
        advice=f"{_LATER}; a mirror that lasts would spare everybody that.",
    ),
    _Sign(
        of=r"(?:^|\.)google(?:usercontent)?\.com/",
        words=r"can'?t scan this file for viruses|virus scan warning|download anyway",
        what="a page of Google Drive that warns of a file too large to be searched for viruses",
        advice="Give the address that its `Download anyway` leads to, or a mirror; or bring the file yourself.",
    ),
    _Sign(
        of=r"(?:^|\.)google(?:usercontent)?\.com/",
        words=r"you need access|request access|sign in|you need permission",
        what="a login page of Google: the file is not shared with everybody",
        advice="Ask its owner to share it with everybody who has the link, or bring the file yourself.",
    ),
    _Sign(
        of=r"(?:^|\.)dropbox(?:usercontent)?\.com/",
        words=r"generating too much traffic|temporarily disabled|429",
        what="a page of Dropbox that says that the link had too much traffic",
        advice=f"{_LATER}.",
    ),
    _Sign(
        of=r"(?:^|\.)dropbox\.com/",
        words=r"file (?:was|has been) (?:deleted|removed)|can'?t be found|no longer exists|deleted files",
        what="a page of Dropbox that says that the file is not there any more",
        advice="Give a mirror.",
        gone=True,
    ),
    _Sign(
        of=r"(?:^|\.)dropbox\.com/",
        words=r"",
        what="the page of Dropbox around the file, and not the file",
        advice="Write `dl=1` instead of `dl=0` at the end of the address.",
    ),
    _Sign(
        of=r"(?:^|\.)kaggle\.com/",
        words=r"",
        what="a page of Kaggle, which gives files only to those who logged in",
        advice="Download it there after logging in, and bring the file yourself.",
    ),
    _Sign(
        of=r"^github\.com/",
        words=r"",
        what="the page of GitHub around the file, and not the file",
        advice="Write `/raw/` instead of `/blob/` in the address.",
    ),
    _Sign(
        of=r"^(?:huggingface|hf)\.co/",
        words=r"",
        what="a page of the Hugging Face hub, and not the file",
        advice="Write `/resolve/` instead of `/blob/`, or name the file by `source: {huggingface: ...}`.",
    ),
    _Sign(
        of=r"(?:^|\.)(?:sharepoint\.com|1drv\.ms|live\.com|microsoftonline\.com)/",
        words=r"",
        what="a page of Microsoft, perhaps a login",
        advice="Ask its owner to share it with everybody, or bring the file yourself.",
    ),
    _Sign(
        of=r"",
        words=r"just a moment\.\.\.|checking your browser|attention required! \| cloudflare|captcha|unusual traffic",
        what="a page that wants to know whether a person asks",
        advice="Download it in a browser, and bring the file yourself.",
    ),
    _Sign(
        of=r"",
        words=r"rate limit exceeded|too many requests|(?:quota|bandwidth)(?: limit| is| was| has been)? exceeded",
        what="a page that says that a quota is used up",
        advice=f"{_LATER}.",
    ),
    _Sign(
        of=r"",
        words=rf"<title[^>]{{0,200}}>[^<]{{0,200}}(?:{_LOGIN_WORDS})|type=[\"']?password",
        what="a login page",
        advice=_LOG_IN,
    ),
    _Sign(
        of=r"/(?:log-?in|sign-?in|sso|auth|oauth2?|users/sign_in)(?:[/.?]|$)",
        words=r"",
        what="a login page",
        advice=_LOG_IN,
    ),
)
_XML_GONE = frozenset({"NoSuchKey", "NoSuchBucket", "NoSuchVersion", "BlobNotFound", "ContainerNotFound"})
_XML_PASSES = frozenset({"SlowDown", "InternalError", "ServiceUnavailable", "RequestTimeout", "ServerBusy"})
_XML_EXPIRED = frozenset({"ExpiredToken", "RequestTimeTooSkewed", "AuthenticationFailed", "SignatureDoesNotMatch"})


def instead_of(address: str, head: bytes) -> Instead | None:
    """What the body that begins with `head` is, where it is no file of data; None where nothing says so.

    Args:
        address: who gave it in the end.
        head: its first bytes; all of them where it is short.
    """
    if not head:
        return Instead(what="an empty file", advice="Give a mirror, or bring the file yourself.")
    if pointer := pointer_in(head):
        return Instead(
            what=f"a pointer of Git LFS for {pointer.size:,} bytes with the digest {pointer.sha256}",
            advice="Give the address of the content; on GitHub it begins with https://media.githubusercontent.com/media/.",
        )
    if _PAGE.match(head):
        return _page(address, head.decode("utf-8", "replace"))
    if found := _XML_CODE.match(head):
        return _xml(found[1].decode())
    return _json(head) if head.lstrip()[:1] == b"{" else None


def message_in(head: bytes) -> str:
    """What a body says in words: the message of a JSON or XML error, the title of a page, or a short text."""
    text = head.decode("utf-8", "replace")
    if said := _json_message(head):
        return said
    if found := _XML_CODE.match(head):
        return found[1].decode()
    if _PAGE.match(head):
        return _title(text)
    return _short(text) if len(head) < 4 * _SHOWN else ""


def _page(address: str, text: str) -> Instead:
    place = f"{host_of(address).lower().partition(':')[0]}{urllib.parse.urlsplit(address).path or '/'}"
    for sign in _SIGNS:
        if re.search(sign.of, place) and re.search(sign.words, text, re.IGNORECASE):
            return Instead(what=sign.what, advice=sign.advice, gone=sign.gone)
    titled = f", titled {title!r}" if (title := _title(text)) else ""
    return Instead(
        what=f"a web page{titled}, perhaps a login or a quota",
        advice="Open the address in a browser; give the address of the file itself, or a mirror.",
        gone=True,
    )


def _xml(code: str) -> Instead:
    if code in _XML_GONE:
        return Instead(what=f"an error of a storage service: {code}", advice="Give a mirror.", gone=True)
    if code in _XML_PASSES:
        return Instead(what=f"an error of a storage service: {code}", advice="Run it again later.", passes=True)
    if code in _XML_EXPIRED:
        return Instead(
            what=f"an error of a storage service: {code}; the address may have expired",
            advice="Give an address that does not expire.",
        )
    return Instead(
        what=f"an error of a storage service: {code}",
        advice="Its owner has to give everybody the right to read it; or bring the file yourself.",
    )


def _json(head: bytes) -> Instead | None:
    said = _json_message(head)
    return Instead(what=f"a message in JSON: {said}", advice="Do what it says, or give a mirror.") if said else None


def _json_message(head: bytes) -> str:
    try:
        value = json.loads(head)
    except (ValueError, RecursionError):
        return ""
    if not isinstance(value, dict) or len(value) > 12:  # noqa: PLR2004 (more is no message)
        return ""
    for name in ("message", "detail", "error_description", "error", "errors"):
        match value.get(name):
            case str(text) | {"message": str(text)} | [str(text), *_] | [{"message": str(text)}, *_] if text:
                return _short(text)
    return ""


def _title(text: str) -> str:
    found = _TITLE.search(text)
    return _short(html.unescape(found[1])) if found else ""


def _short(text: str) -> str:
    line = shown(text)
    return line if len(line) <= _SHOWN else f"{line[: _SHOWN - 3]}..."
