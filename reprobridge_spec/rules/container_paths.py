"""Folders that the images described by the artifact's Dockerfiles have."""

from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.text_files import contents

_NAME = lazy_pattern(
    r"(?i)(?:^|/)(?:(?:dockerfile|containerfile)(?:[._-][^/]*)?|[^/]*\.(?:dockerfile|def)|(?:docker-)?compose[^/]*\.ya?ml)$"
)
_MAKES = lazy_pattern(rb"(?mi)^[ \t]{0,40}(?:WORKDIR|COPY|ADD|VOLUME|ENV|ARG|RUN|-)[ \t]([^\n]{1,2000})")
_PATH = lazy_pattern(rb"(?<![A-Za-z0-9_./~-])(/[A-Za-z0-9_][A-Za-z0-9_./-]{0,200})")


def describes_image(path: str) -> bool:
    """Whether a file says what an image holds, or what is mounted into it: its paths are those of the image."""
    return _NAME.search(path) is not None


def made_in_images(context: Context) -> tuple[str, ...]:
    """The absolute paths that Dockerfiles and files of compose name where they make, copy, mount or set something."""
    paths = [path for path in context.files.entries if describes_image(path)]
    found = dict.fromkeys(
        path[1].decode().rstrip("/")
        for _, data in (contents(context, paths) if paths else ())
        for line in _MAKES.finditer(data)
        for path in _PATH.finditer(line[1])
    )
    return tuple(found)


def is_below(path: str, folders: tuple[str, ...]) -> bool:
    """Whether an absolute path is one of `folders`, or lies in one."""
    return any(path.rstrip("/") == folder or path.startswith(f"{folder}/") for folder in folders)
