"""What packages are called that are read."""

SUFFIXES = (".zip", ".tar", ".tgz", ".tar.gz", ".tzst", ".tar.zst")
"""What names of packages end with."""


def is_package_name(name: str) -> bool:
    """Whether a file of this name is taken for a package."""
    return name.lower().endswith(SUFFIXES)
