"""Folders of a run go, however deep a launcher made them."""

import shutil
from contextlib import suppress
from pathlib import Path

from reprobridge_spec.errors import NotDoneError
from reprobridge_spec.process import output_of

_SECONDS = 600.0


def remove(folder: Path) -> None:
    """Remove a folder with all that is in it, as far as that can be done; links in it are not followed."""
    try:
        shutil.rmtree(folder, ignore_errors=True)
    except RecursionError:
        # Python's own way calls itself for each level
        with suppress(NotDoneError):
            output_of(["rm", "-rf", "--", str(folder)], time_limit=_SECONDS)
