"""The inputs that the artifact carries itself, and their files."""

from collections.abc import Iterator

from reprobridge_spec.model.inputs import BundledSource
from reprobridge_spec.rules.context import Context


def of(context: Context) -> Iterator[tuple[str, str]]:
    """Id and path of each bundled input; the path is that of a file or of a folder."""
    for name, body in context.manifest.inputs.items():
        if isinstance(body.source, BundledSource):
            yield name, body.source.bundled


def is_at_or_below(path: str, root: str) -> bool:
    """Whether `path` is `root` or lies in the folder `root`."""
    return path == root or path.startswith(f"{root}/")


def files_at(context: Context, root: str) -> list[str]:
    """The files that a bundled path stands for, in the order of paths."""
    return sorted(path for path in context.files.entries if is_at_or_below(path, root))
