"""What packages are called that are read, and what those of other tools are."""

import re

from reprobridge_spec.lazy_pattern import lazy_pattern

SUFFIXES = (".zip", ".tar", ".tgz", ".tar.gz", ".tzst", ".tar.zst")
"""What names of packages end with."""
_OTHERS = lazy_pattern(
    r".*\.(?:rar|7z|zipx|arj|ace|lzh|lha|cab|sitx?|dmg|iso|tar\.(?:xz|bz2?|lz|lz4|lzma|lzo|z|br|7z|zstd)|t(?:az|b2|bz2?|lz4?|xz|zo?)"
    r"|cpio|r[0-9]{2}|z[0-9]{2}|(?:zip|7z|rar|tar|tgz|tar\.gz)\.(?:[0-9]{2,4}|part))",
    re.DOTALL,
)


def is_package_name(name: str) -> bool:
    """Whether a file of this name is taken for a package."""
    return name.lower().endswith(SUFFIXES)


def is_archive_name(name: str) -> bool:
    """Whether a file of this name is a package, or what somebody packed with a tool whose archives are not read."""
    return is_package_name(name) or _OTHERS.fullmatch(name.lower()) is not None
