"""The artifact is larger than whoever takes it allows.

## What it finds
More bytes or more files than the limits that are asked for, files above the limit of one file, folders with more
entries than are taken, and a package that is larger as a file than is taken; the largest files are named first. Sizes
are those of the files' content, whatever a disk keeps of it. A folder of more bytes than a package may have is a
warning, since packing makes it smaller: `rrspec pack --venue` tells. Without limits, an artifact above 100 MB is a
note: many venues take no more.

## Why
An upload over a limit dies half way, often without a reason, and often in the last hour.

## Example
```text
300 MB  code/weights.bin
venue   100 MB
```

## What to do
Declare large files as inputs with a source and a digest, so that they are fetched instead of carried.

## Standard
SPEC.md, section "Package".
"""

from collections.abc import Iterator, Mapping

from reprobridge_spec.documents.files import Kind
from reprobridge_spec.findings import Severity
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context

_USUAL = 100_000_000
_NAMED = 3
_PACKAGE = ".rra.zip"
_FETCH = "Declare large files as inputs with a source and a digest."


def check(context: Context) -> Iterator[Fault]:
    """The sum of sizes, each file that is too large, the number of files."""
    limits = context.asked.limits
    sizes = _sizes(context)
    total = sum(sizes.values())
    if limits.bytes is not None and total > limits.bytes:
        yield Fault(
            message=f"all files together have {total:,} bytes, and the limit is {limits.bytes:,}: {_largest(sizes)}",
            advice=_FETCH,
        )
    elif limits.bytes is None and limits.package_bytes is None and total > _USUAL:
        yield Fault(
            message=f"all files together have {total:,} bytes, and many venues take 100 MB: {_largest(sizes)}",
            advice=_FETCH,
            severity=Severity.NOTE,
        )
    yield from _package(context, total, sizes)
    yield from _files(context, sizes)
    yield from _folders(context, sizes)


def _package(context: Context, total: int, sizes: Mapping[str, int]) -> Iterator[Fault]:
    """The package as a file; or the folder, if even its plain files are more than that may have."""
    limit, offered = context.asked.limits.package_bytes, context.asked.offered
    if limit is None:
        return
    if offered is not None and offered.bytes > limit:
        yield Fault(
            message=f"the package has {offered.bytes:,} bytes, and the limit is {limit:,}: {_largest(sizes)}",
            advice=_FETCH,
        )
    elif offered is None and total > limit:
        yield Fault(
            message=f"all files together have {total:,} bytes, and a package may have {limit:,}: {_largest(sizes)}",
            advice="Pack it with `rrspec pack --venue`, which tells whether it fits, and what could be fetched.",
            severity=Severity.WARNING,
        )


def _files(context: Context, sizes: Mapping[str, int]) -> Iterator[Fault]:
    limits = context.asked.limits
    if limits.file_bytes is not None:
        for path, size in sizes.items():
            if size > limits.file_bytes:
                yield Fault(
                    message=f"`{path}` has {size:,} bytes, and the limit of one file is {limits.file_bytes:,}",
                    advice=_FETCH,
                    file=path,
                )
    if limits.files is not None and len(sizes) > limits.files:
        yield Fault(
            message=f"there are {len(sizes):,} files, and the limit is {limits.files:,}: {_fullest(sizes)}",
            advice="Leave out what no run and no reader needs, or declare folders of data as inputs.",
        )


def _folders(context: Context, sizes: Mapping[str, int]) -> Iterator[Fault]:
    """Each folder with too many files and folders in it."""
    limit = context.asked.limits.folder_entries
    if limit is None:
        return
    inside: dict[str, set[str]] = {}
    for path in sizes:
        steps = path.split("/")
        for end in range(1, len(steps) + 1):
            inside.setdefault("/".join(steps[: end - 1]), set()).add(steps[end - 1])
    for folder, names in sorted(inside.items()):
        if len(names) > limit:
            yield Fault(
                message=f"`{folder or '.'}` has {len(names):,} entries, and the limit of one folder is {limit:,}",
                advice="Spread the files over folders, or declare the folder as an input.",
            )


def _sizes(context: Context) -> dict[str, int]:
    """Bytes by path, of what belongs to a package."""
    return {
        path: entry.size
        for path, entry in context.files.entries.items()
        if entry.kind is Kind.FILE and ("/" in path or not path.endswith(_PACKAGE))
    }


def _largest(sizes: Mapping[str, int]) -> str:
    paths = sorted(sizes, key=lambda path: (-sizes[path], path))[:_NAMED]
    return ", ".join(f"`{path}` {sizes[path]:,}" for path in paths)


def _fullest(sizes: Mapping[str, int]) -> str:
    folders: dict[str, int] = {}
    for path in sizes:
        folder = path.rpartition("/")[0] or "."
        folders[folder] = folders.get(folder, 0) + 1
    fullest = sorted(folders, key=lambda folder: (-folders[folder], folder))[:_NAMED]
    return ", ".join(f"`{folder}` {folders[folder]:,}" for folder in fullest)


RULE = Rule(code="RRP006", name="over-limit", level=Level.DRAFT, check=check)
