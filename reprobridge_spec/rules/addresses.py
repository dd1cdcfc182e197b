"""What an address promises: whether the same bytes can be expected there in some years."""

import re
from enum import StrEnum
from urllib.parse import SplitResult, urlsplit

from reprobridge_spec.lazy_pattern import lazy_pattern


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
_BELOW_PAGES = tuple(f".{name}" for name in _PAGES)
_HOSTS = {
    name: kind
    for names, kind in ((_SHORT, Fragility.SHORT), (_SHARES, Fragility.SHARE), (_DRIVES, Fragility.DRIVE))
    for name in names
}
_OF_PEOPLE = lazy_pattern(r"(?:people|home|homepages?|users?|personal|staff)\.")
_SHARED = lazy_pattern(r"/(?:index\.php/)?(?:s|f|d)/[A-Za-z0-9]{8,40}(?:/|$)")
"""How Nextcloud, ownCloud and Seafile write a link to what somebody shares."""
_EXPIRES = lazy_pattern(r"(?:^|&)(?:x-(?:amz|goog)-(?:expires|signature)|expires|se)=", re.IGNORECASE)
_OF_CLOUDS = ("cloud.", "nextcloud.", "owncloud.", "seafile.", "box.", "drive.")
_PRIVATE = lazy_pattern(
    r"localhost|127\.\d.*|10\.\d{1,3}\..*|192\.168\..*|172\.(?:1[6-9]|2\d|3[01])\..*|[^.:]+|.*\.(?:local|internal|lan)"
)
_NAME = r"(?:main|master|develop|dev|trunk|HEAD|latest)"
_BRANCH = lazy_pattern(
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
    domain = host
    while domain:
        if domain in _HOSTS:
            return _HOSTS[domain]
        domain = domain.partition(".")[2]
    return Fragility.PRIVATE if _PRIVATE.fullmatch(host) else None


def _of_path(host: str, parts: SplitResult) -> Fragility | None:
    if _EXPIRES.search(parts.query):
        return Fragility.EXPIRING
    if _SHARED.match(parts.path) and host.startswith(_OF_CLOUDS):
        return Fragility.SHARE
    is_raw_branch = host == "raw.githubusercontent.com" and re.match(rf"/[^/]+/[^/]+/{_NAME}/", parts.path)
    if is_raw_branch or _BRANCH.search(parts.path):
        return Fragility.BRANCH
    is_of_person = "/~" in parts.path or _OF_PEOPLE.match(host)
    if is_of_person or host in _PAGES or host.endswith(_BELOW_PAGES):
        return Fragility.PAGE
    return None
