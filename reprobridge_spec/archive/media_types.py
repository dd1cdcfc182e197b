"""What a file is, by the end of its name: a table of our own, since the system's differs between machines."""

_TEXT = "text/plain"

_BY_SUFFIX = {
    "avif": "image/avif",
    "bib": "application/x-bibtex",
    "bz2": "application/x-bzip2",
    "c": _TEXT,
    "cfg": _TEXT,
    "cpp": _TEXT,
    "css": "text/css",
    "csv": "text/csv",
    "cu": _TEXT,
    "diff": "text/x-diff",
    "gif": "image/gif",
    "gz": "application/gzip",
    "h": _TEXT,
    "h5": "application/x-hdf5",
    "hdf5": "application/x-hdf5",
    "html": "text/html",
    "in": _TEXT,
    "ini": _TEXT,
    "ipynb": "application/x-ipynb+json",
    "jpeg": "image/jpeg",
    "jpg": "image/jpeg",
    "js": "text/javascript",
    "json": "application/json",
    "jsonl": "application/jsonl",
    "lock": _TEXT,
    "log": _TEXT,
    "lz4": "application/x-lz4",
    "md": "text/markdown",
    "mp3": "audio/mpeg",
    "mp4": "video/mp4",
    "ogg": "audio/ogg",
    "parquet": "application/vnd.apache.parquet",
    "patch": "text/x-diff",
    "pdf": "application/pdf",
    "png": "image/png",
    "py": "text/x-python",
    "r": "text/x-r",
    "rst": "text/x-rst",
    "sh": "application/x-sh",
    "sha256": _TEXT,
    "svg": "image/svg+xml",
    "tar": "application/x-tar",
    "tex": "application/x-tex",
    "tgz": "application/gzip",
    "toml": "application/toml",
    "tsv": "text/tab-separated-values",
    "txt": _TEXT,
    "wav": "audio/wav",
    "webm": "video/webm",
    "webp": "image/webp",
    "whl": "application/zip",
    "woff2": "font/woff2",
    "xml": "application/xml",
    "xz": "application/x-xz",
    "yaml": "application/yaml",
    "yml": "application/yaml",
    "zip": "application/zip",
    "zst": "application/zstd",
}

_PACKED = frozenset(
    {
        *("7z", "br", "bz2", "gz", "lz4", "lzma", "tgz", "whl", "xz", "zip", "zst"),
        *("avif", "gif", "jpeg", "jpg", "mp3", "mp4", "ogg", "png", "webm", "webp", "woff2"),
    }
)


def media_type(path: str) -> str | None:
    """The media type of a file by its suffix; None where the table does not know it."""
    return _BY_SUFFIX.get(_suffix(path))


def is_packed_already(path: str) -> bool:
    """Whether files with this suffix are compressed, so that compressing them again is lost time."""
    return _suffix(path) in _PACKED


def _suffix(path: str) -> str:
    _, dot, suffix = path.rpartition("/")[2].rpartition(".")
    return suffix.lower() if dot else ""
