"""Where a caller says that files lie already."""

from pathlib import Path

from reprobridge_spec.errors import UsageError


def given_place(text: str) -> Path:
    """The file or the folder that a caller names; an empty text is none, though the system takes it for a folder.

    Raises:
        UsageError: there is none, or it cannot be looked at.
    """
    place = Path(text)
    try:
        if text and (place.is_file() or place.is_dir()):
            return place
        is_there = bool(text) and place.exists()
    except OSError as error:
        raise UsageError(
            f"it cannot be looked at: {error.strerror}", hint="Check the path and its rights.", place=text
        ) from error
    if is_there:
        raise UsageError("it is neither a file nor a folder", hint="Give a file, an archive or a folder.", place=text)
    raise UsageError("there is no such file or folder", hint="Check the path.", place=text or '""')
