"""Where environments and inputs are kept between calls."""

from collections.abc import Callable, Mapping
from pathlib import Path

from reprobridge_spec.errors import UsageError

Progress = Callable[[str], None]
"""Takes one line of text for a person who waits."""


def silent(_: str) -> None:
    """A `Progress` that says nothing."""


def default_cache(environ: Mapping[str, str]) -> Path:
    """The folder `RRSPEC_CACHE`, else `rrspec` in the user's folder for caches.

    Raises:
        UsageError: `RRSPEC_CACHE` is no absolute path, or the user has no home.
    """
    if named := environ.get("RRSPEC_CACHE"):
        if not Path(named).is_absolute():
            raise UsageError(f"RRSPEC_CACHE is no absolute path: {named!r}", hint="Give the whole path of a folder.")
        return Path(named)
    base = Path(environ.get("XDG_CACHE_HOME", ""))
    # a relative path there is to be ignored: https://specifications.freedesktop.org/basedir-spec/latest/
    if base.is_absolute():
        return base / "rrspec"
    home = environ.get("HOME")
    if not home:
        raise UsageError("no folder for the cache is known", hint="Set RRSPEC_CACHE to the whole path of a folder.")
    return Path(home) / ".cache" / "rrspec"
