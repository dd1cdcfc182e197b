"""What an address promises: whether the same bytes can be expected there in some years."""

import re
from enum import StrEnum
from urllib.parse import SplitResult, urlsplit


class Fragility(StrEnum):
    """Why an address may lead nowhere, or to something else; the text is the rest of a sentence."""

    DRIVE = "a personal drive"
    SHARE = "a share link"
    SHORT = "a shortened address, which its owner can point elsewhere"
    EXPIRING = "an address that expires"
    PRIVATE = "an address that only one network has"
    PAGE = "a personal page"
    BRANCH = "a branch, which moves"

    @property
    def is_mutable_only(self) -> bool:
        """Whether a digest is enough to notice that something changed, and nothing else is wrong with it."""
        return self in {Fragility.PAGE, Fragility.BRANCH}


_DRIVES = (
    *("drive.google.com", "docs.google.com", "drive.usercontent.google.com", "dropbox.com", "dropboxusercontent.com"),
    *("1drv.ms", "onedrive.live.com", "pan.baidu.com", "mega.nz", "mega.co.nz", "mediafire.com", "icloud.com"),
    *("box.com", "disk.yandex.ru", "disk.yandex.com", "yadi.sk", "weiyun.com", "123pan.com", "alipan.com"),
    *("aliyundrive.com", "terabox.com", "pcloud.com", "pcloud.link"),
)
_SHARES = ("sharepoint.com", "wetransfer.com", "we.tl", "gofile.io", "transfer.sh", "file.io", "sendspace.com")
_SHORT = ("bit.ly", "goo.gl", "tinyurl.com", "t.co", "is.gd", "ow.ly", "rb.gy", "shorturl.at")
_PAGES = ("sites.google.com", "github.io", "gitlab.io", "weebly.com", "wixsite.com", "notion.site")
_OF_PEOPLE = re.compile(r"(?:people|home|homepages?|users?|personal|staff)\.")
_SHARED = re.compile(r"/(?:index\.php/)?(?:s|f|d)/[A-Za-z0-9]{8,40}(?:/|$)")
"""How Nextcloud, ownCloud and Seafile write a link to what somebody shares."""
_EXPIRES = re.compile(r"(?:^|&)(?:x-(?:amz|goog)-(?:expires|signature)|expires|se)=", re.IGNORECASE)
_OF_CLOUDS = ("cloud.", "nextcloud.", "owncloud.", "seafile.", "box.", "drive.")
_PRIVATE = re.compile(
    r"localhost|127\.\d.*|10\.\d{1,3}\..*|192\.168\..*|172\.(?:1[6-9]|2\d|3[01])\..*|[^.:]+|.*\.(?:local|internal|lan)"
)
_NAME = r"(?:main|master|develop|dev|trunk|HEAD|latest)"
_BRANCH = re.compile(
    rf"(?:/refs/heads/|/(?:raw|blob|tree|resolve|archive|-/raw|-/archive|zipball|tarball)/{_NAME}(?:/|\.|$|-)"
    r"|/releases/latest/)"
)


def fragility(address: str) -> Fragility | None:
    """Why the address is no lasting one; None where nothing says so."""
    try:
        parts = urlsplit(address.strip())
        host = (parts.hostname or "").lower()
    except ValueError:
        return None
    if parts.scheme not in {"http", "https", "ftp"}:
        return None
    return _of_host(host) or _of_path(host, parts)


def _of_host(host: str) -> Fragility | None:
    for names, kind in ((_DRIVES, Fragility.DRIVE), (_SHARES, Fragility.SHARE), (_SHORT, Fragility.SHORT)):
        if _is_below(host, names):
            return kind
    return Fragility.PRIVATE if _PRIVATE.fullmatch(host) else None


def _of_path(host: str, parts: SplitResult) -> Fragility | None:
    if _EXPIRES.search(parts.query):
        return Fragility.EXPIRING
    if _SHARED.match(parts.path) and host.startswith(_OF_CLOUDS):
        return Fragility.SHARE
    is_raw_branch = host == "raw.githubusercontent.com" and re.match(rf"/[^/]+/[^/]+/{_NAME}/", parts.path)
    if is_raw_branch or _BRANCH.search(parts.path):
        return Fragility.BRANCH
    if parts.path.startswith("/~") or "/~" in parts.path or _OF_PEOPLE.match(host) or _is_below(host, _PAGES):
        return Fragility.PAGE
    return None


def _is_below(host: str, names: tuple[str, ...]) -> bool:
    return any(host == name or host.endswith(f".{name}") for name in names)
