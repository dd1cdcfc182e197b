"""A link or a special file lies in the artifact.

## What it finds
Symbolic links, pipes, sockets and devices below the artifact's root. No link is followed; where each leads is worked
out from what is written in it. A link is an error where it is absolute, climbs out of the artifact, leads nowhere or
in a circle. One that leads to something inside the artifact is a warning.

## Why
A link shows what is somewhere else: on another machine, inside another account, or nowhere. Packages hold files
only, so that what was checked is what is opened; some programs unpack a link as a small text file.

## Example
```text
code/data -> /scratch/shared/data
```

## What to do
Put the file itself there, or declare it as an input.

## Standard
SPEC.md, section "Artifact layout".
"""

from collections.abc import Iterator, Mapping

from reprobridge_spec.documents.files import Entry, Kind
from reprobridge_spec.findings import Severity
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context

_HOPS = 40
_INSTEAD = "Put the file itself there, or declare it as an input."


def check(context: Context) -> Iterator[Fault]:
    """Each path that is no plain file."""
    entries = context.files.entries
    odd = {path: entry for path, entry in entries.items() if entry.kind is not Kind.FILE}
    folders = _folders(entries) if odd else set[str]()
    for path, entry in odd.items():
        if entry.kind is not Kind.LINK:
            yield Fault(message=f"`{path}` is neither a file nor a folder", advice=_INSTEAD, file=path)
        elif entry.target is None:
            yield Fault(message=f"`{path}` is a link", advice=_INSTEAD, file=path)
        elif fault := _fault_of(path, entries, folders):
            yield Fault(message=f"`{path}` is a link to `{entry.target}`, which {fault}", advice=_INSTEAD, file=path)
        else:
            yield Fault(
                message=f"`{path}` is a link to `{entry.target}` inside the artifact; packages hold files only",
                advice="Put a copy in its place, or let the code use what it links to.",
                file=path,
                severity=Severity.WARNING,
            )


def _folders(entries: Mapping[str, Entry]) -> set[str]:
    found = {""}
    for path in entries:
        while (path := path.rpartition("/")[0]) not in found:
            found.add(path)
    return found


def _fault_of(path: str, entries: Mapping[str, Entry], folders: set[str]) -> str | None:
    """What is wrong with where a link leads, as the rest of a sentence; None where that is inside the artifact."""
    place: list[str] = path.split("/")[:-1]
    ahead = _steps(entries[path].target or "")
    hops = 1
    while ahead:
        step = ahead.pop()
        if step in {"", "."}:
            continue
        if step == "/":
            return "is absolute" if hops == 1 else "leads to an absolute path"
        if step == "..":
            if not place:
                return "climbs out of the artifact"
            place.pop()
            continue
        place.append(step)
        met = entries.get("/".join(place))
        if met is not None and met.kind is Kind.LINK:
            hops += 1
            if hops > _HOPS:
                return "leads in a circle"
            place.pop()
            ahead += _steps(met.target or "")
    there = "/".join(place)
    return None if there in entries or there in folders else "is not in the artifact"


def _steps(target: str) -> list[str]:
    """The steps of a path, the first one last; a `/` of its own where it is absolute."""
    text = target.replace("\\", "/")
    is_absolute = text.startswith("/") or text[1:2] == ":"
    return [*reversed(text.split("/")), *(["/"] if is_absolute else [])]


RULE = Rule(code="RRP001", name="link-or-special-file", level=Level.DRAFT, check=check)
