"""Addresses of data and checkpoints that a repository names."""

import posixpath
import re
from collections.abc import Iterator
from urllib.parse import unquote, urlsplit

from reprobridge_spec.adopt.facts import Fact, Place, Topic
from reprobridge_spec.adopt.layout import LIMIT, Layout
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.rules.addresses import fragility
from reprobridge_spec.rules.input_addresses import holds_secret

_ADDRESS = lazy_pattern(rb"https?://[^\s\"'<>`\\{}|^\[\]]{4,500}")
_DATA_ENDS = (
    *(".zip", ".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tar.xz", ".7z", ".rar", ".gz", ".bz2", ".zst"),
    *(".csv", ".tsv", ".json", ".jsonl", ".parquet", ".arff", ".mat", ".npy", ".npz", ".h5", ".hdf5", ".xls", ".xlsx"),
    *(".data", ".libsvm", ".svm", ".txt", ".pkl", ".pickle"),
)
_WEIGHTS_ENDS = (".pt", ".pth", ".ckpt", ".safetensors", ".onnx", ".pb", ".tflite", ".pth.tar")
_STORES = ("drive.google.com", "dropbox.com", "1drv.ms", "onedrive.live.com", "pan.baidu.com", "mega.nz", "box.com")
_PAGES = frozenset({"huggingface.co", "kaggle.com", "figshare.com", "osf.io", "zenodo.org"})
_WEIGHTS = lazy_pattern(r"check ?points?|pre-?trained|weights|ckpt|\bmodels?\b", re.IGNORECASE)
_ZENODO = lazy_pattern(r"/(?:records?|deposit)/(\d{4,12})(?:/files/([^?#]+))?")
_DATA_WORD = lazy_pattern(r"data|corpus|corpora|benchmark|split|bundle|download|archive", re.IGNORECASE)
_TRAILING = b".,;:!?)*]"
_NO_DATA = ("img.shields.io", "badge", "arxiv.org", "openreview.net", "colab.research.google.com", "youtube.com")
_LINE = 1 << 11


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """An address at which data or weights lie, most likely.

    Attributes:
        url: the address.
        doi: the record of an archive that it leads to; empty where it leads to none.
        file: the file of that record; empty where none is said.
        weights: whether it leads to weights rather than data.
        place: where it is written.
        script: whether a program names it, rather than a text for people.
    """

    url: str
    doi: str
    file: str
    weights: bool
    place: Place
    script: bool

    @property
    def is_page(self) -> bool:
        """Whether the address is that of a page on which a person gets the file, not the file's own."""
        parts = urlsplit(self.url)
        host = (parts.hostname or "").removeprefix("www.")
        return host.endswith(_STORES) or (
            host in _PAGES and "/resolve/" not in parts.path and "/files/" not in parts.path
        )

    @property
    def name(self) -> str:
        """A name for it: that of its file, else of where it lies."""
        file = posixpath.basename(unquote(urlsplit(self.url).path))
        return file if "." in file else "weights" if self.weights else "data"


def links_of(layout: Layout) -> tuple[list[Link], list[Fact]]:
    """Addresses of data and weights, each once, those of texts for people first; and what is to be said about them."""
    found: dict[str, Link] = {}
    for path in [*layout.readmes, *layout.shell, *layout.python]:
        data = layout.files.read(path, LIMIT)
        if b"http" in data:
            for link in _in(path, data, is_script=path not in layout.readmes):
                found.setdefault(link.url, link)
    facts = [_fact(link) for link in found.values()]
    return list(found.values()), facts


def _fact(link: Link) -> Fact:
    why = fragility(link.url)
    advice = f"It is {why}: write the digest once you have it, and name a lasting mirror." if why else ""
    return Fact(Topic.CHECKPOINTS if link.weights else Topic.DATA, link.url, link.place, advice)


def _in(path: str, data: bytes, *, is_script: bool) -> Iterator[Link]:
    for match in _ADDRESS.finditer(data):
        url = match[0].rstrip(_TRAILING).decode("utf-8", "replace")
        start = data.rfind(b"\n", 0, match.start()) + 1
        line = data[max(start, match.start() - _LINE) : match.end() + 80].decode("utf-8", "replace").split("\n")[0]
        if holds_secret(url) or not (kind := _kind(url, line)):
            continue
        zenodo = _ZENODO.search(url) if "zenodo.org" in url else None
        yield Link(
            url=url,
            doi=f"10.5281/zenodo.{zenodo[1]}" if zenodo else "",
            file=unquote(zenodo[2] or "") if zenodo else "",
            weights=kind == "weights",
            place=Place(path, data.count(b"\n", 0, match.start()) + 1),
            script=is_script,
        )


def _kind(url: str, line: str) -> str:
    """`data`, `weights`, or nothing where it leads to neither."""
    try:
        parts = urlsplit(url)
        host = (parts.hostname or "").removeprefix("www.")
    except ValueError:
        return ""
    path = parts.path.lower()
    if not host or "." not in host or any(sign in url for sign in _NO_DATA):
        return ""
    if path.endswith(_WEIGHTS_ENDS) or (host == "huggingface.co" and path.endswith(".bin")):
        return "weights"
    is_store = (
        host.endswith(_STORES) or host == "zenodo.org" or (host == "huggingface.co" and path.startswith("/datasets/"))
    )
    is_data = path.endswith(_DATA_ENDS) and not path.endswith(("requirements.txt", "license.txt", "robots.txt"))
    is_share = is_store or (host in {"figshare.com", "kaggle.com", "osf.io"} and len(path) > 1)
    if not (is_data or is_share) or (path.endswith(".txt") and not _DATA_WORD.search(url)):
        return ""
    return "weights" if _WEIGHTS.search(line) and not _DATA_WORD.search(line) else "data"
