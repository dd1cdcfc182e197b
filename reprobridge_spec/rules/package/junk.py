"""Something lies in the artifact that a desktop, an editor or a tool left behind.

## What it finds
`.DS_Store`, `._` twins and `__MACOSX` of macOS, `Thumbs.db` and `desktop.ini` of Windows, trash folders, backups and
swap files of editors, leftovers of patches and merges, and whole Python environments. The first twenty of each kind
are named, one by one. Dot files that repositories need, such as `.gitignore` and `.github`, are none.

## Why
A loader that lists `*.png` reads four images where there are two, and `.DS_Store` can name other folders of its owner.
Packages leave out what the standard ignores; the rest would travel.

## Example
```text
data/._img_001.png
data/img_001.png
```

## What to do
Remove it. `find . -name '._*' -o -name .DS_Store` lists what a Mac left.

## Standard
SPEC.md, section "Artifact layout".
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from reprobridge_spec.findings import Severity
from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context

_SHOWN = 20
_MAC, _WINDOWS, _EDITOR, _MERGE = "macOS", "Windows", "an editor", "a patch or a merge"
_NAMES = {
    **dict.fromkeys(
        (".DS_Store", "__MACOSX", ".Spotlight-V100", ".Trashes", ".fseventsd", ".AppleDouble", ".TemporaryItems"), _MAC
    ),
    **dict.fromkeys(("Thumbs.db", "ehthumbs.db", "desktop.ini", "$RECYCLE.BIN", "System Volume Information"), _WINDOWS),
    ".directory": "a desktop",
}
_FOLDED = {name.lower(): origin for name, origin in _NAMES.items()}
_KINDS = (
    (lazy_pattern(r"\._.+", re.DOTALL), _MAC),
    (lazy_pattern(r".+~|~\$.+|#[^#]+#|\.#.+|\..+\.sw[nop]", re.DOTALL), _EDITOR),
    (lazy_pattern(r"\.nfs[0-9a-f]{8,40}|\.fuse_hidden[0-9a-f]{8,40}"), "a network disk"),
)
_TWIN = (".orig", ".rej", ".bak")
_ENVIRONMENT = ("pyvenv.cfg", "conda-meta/history")


def check(context: Context) -> Iterator[Fault]:
    """Each thing that was left behind, at most twenty of each kind, and how many more there are."""
    found: dict[str, list[str]] = {}
    for path, origin in _junk(context).items():
        found.setdefault(origin, []).append(path)
    for origin, paths in found.items():
        for path in paths[:_SHOWN]:
            yield Fault(message=f"`{path}` was left behind by {origin}", advice="Remove it.", file=path)
        if paths[_SHOWN:]:
            yield Fault(
                message=f"{len(paths) - _SHOWN} more files or folders were left behind by {origin}",
                advice="Remove them.",
                file=paths[_SHOWN],
            )


def _junk(context: Context) -> dict[str, str]:
    """What left it behind, by path; of a folder, the folder alone."""
    found: dict[str, str] = {}
    for path in sorted([*context.files.entries, *context.files.ignored]):
        steps = path.split("/")
        for end, step in enumerate(steps, start=1):
            if origin := _origin(step):
                found.setdefault("/".join(steps[:end]), origin)
                break
        else:
            found |= _beside(context, path)
    return found


@lru_cache(maxsize=1024)  # of the steps of paths, most are the same folders
def _origin(name: str) -> str | None:
    return _FOLDED.get(name.lower()) or next((origin for pattern, origin in _KINDS if pattern.fullmatch(name)), None)


def _beside(context: Context, path: str) -> dict[str, str]:
    """A leftover beside the file that it is of, and the folder of an environment."""
    if path.endswith(_TWIN) and path.rpartition(".")[0] in context.files.entries:
        return {path: _MERGE}
    for mark in _ENVIRONMENT:
        if path.endswith(f"/{mark}"):
            return {path.removesuffix(f"/{mark}"): "an environment of Python, which belongs to one machine"}
    return {}


RULE = Rule(code="RRP005", name="junk", level=Level.DRAFT, severity=Severity.WARNING, check=check)
