"""Where the standard's own data lie: in a wheel inside the package, in a checkout beside it."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def folder(name: str) -> Path:
    """The folder `schema`, `templates` or `conformance`.

    Raises:
        FileNotFoundError: this installation carries no such folder.
    """
    for candidate in (_PACKAGE / "_data" / name, _PACKAGE.parent / name):
        if candidate.is_dir():
            return candidate
    raise FileNotFoundError(f"this installation of rrspec carries no {name}/ folder")
