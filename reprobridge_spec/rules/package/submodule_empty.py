"""The folder of a Git submodule is empty or missing.

## What it finds
Paths that a `.gitmodules` file lists, wherever it lies, and below which the artifact has no file. Where a patch of the
change record names the commit of the submodule, the message does too. At `draft` it is a warning: a release that was
just adopted may well lack them.

## Why
Automatic source archives leave the folders of submodules empty, and a copy can drop an empty folder altogether. The
build then breaks at the first include, and `.gitmodules` alone does not say which commit is meant.

## Example
```text
[submodule "ops"]
    path = third_party/ops        # and code/third_party/ops holds no file
    url = https://example.org/ops.git
```

## What to do
Put the files of the pinned commit there (`git submodule update --init --recursive` in a clone), or remove the entry
from `.gitmodules` where nothing uses it.

## Standard
SPEC.md, section "Artifact layout".
"""

import re
from collections.abc import Iterator

from reprobridge_spec.findings import Severity
from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Rule, Unchecked
from reprobridge_spec.rules.bundled_inputs import files_at
from reprobridge_spec.rules.context import Context

_FILE = ".gitmodules"
_LIMIT = 1 << 20
_SECTION = lazy_pattern(r"\s*+\[submodule\s++\"([^\"\n]{1,300})\"\s*+\]", re.IGNORECASE)
_KEY = lazy_pattern(r"\s*+(path|url)\s*+=\s*+\"?([^\"#;\n]{1,1024})", re.IGNORECASE)
_COMMIT = lazy_pattern(
    r"^diff --git a/(\S{1,1024}) b/.*\n(?:.*\n){1,6}?\+Subproject commit ([0-9a-f]{40})", re.MULTILINE
)


def check(context: Context) -> Iterator[Fault]:
    """Each submodule without a file."""
    commits: dict[str, str] | None = None
    for file in context.files.entries:
        folder, _, name = file.rpartition("/")
        if name != _FILE:
            continue
        text = context.text(file, _LIMIT)
        if text is None:
            raise Unchecked(f"{file} is no text of at most 1 MiB")
        for path, url in _submodules(text).items():
            place = f"{folder}/{path}" if folder else path
            if files_at(context, place):
                continue
            commits = _commits(context) if commits is None else commits
            commit = commits.get(path)
            pinned = f" (commit {commit})" if commit else " (the commit is not known here)"
            yield Fault(
                message=f"`{place}` holds no file, and `{file}` says that it is a submodule of {url or 'a repository'}"
                f"{pinned}",
                advice="Put the files of the pinned commit there, or remove the entry where nothing uses it.",
                file=place,
                severity=Severity.WARNING if context.level is Level.DRAFT else None,
            )


def _submodules(text: str) -> dict[str, str]:
    """Address by path of each submodule."""
    found: dict[str, str] = {}
    path = url = ""
    for line in [*text.splitlines(), '[submodule "end"]']:
        if _SECTION.match(line):
            if path:
                found[path] = url
            path = url = ""
        elif match := _KEY.match(line):
            value = match[2].strip()
            if match[1].lower() == "path":
                path = "/".join(step for step in value.split("/") if step not in {"", "."})
            else:
                url = value
    return found


def _commits(context: Context) -> dict[str, str]:
    """Commit by path of each submodule that a patch of the change record moves."""
    changes = context.changes.model.changes.values() if context.changes and context.changes.model else ()
    texts = [context.text(change.patch) or "" for change in changes if change.patch]
    return {match[1]: match[2] for text in texts if "Subproject commit" in text for match in _COMMIT.finditer(text)}


RULE = Rule(code="RRP004", name="submodule-empty", level=Level.DRAFT, check=check)
