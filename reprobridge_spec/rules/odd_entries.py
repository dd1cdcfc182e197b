"""What lies in an artifact and is no plain file: links and special files, none of which a package can hold."""

from collections.abc import Iterator, Mapping

from reprobridge_spec.documents.files import Entry, Kind
from reprobridge_spec.findings import Severity
from reprobridge_spec.rules.base import Fault

_HOPS = 40
_INSTEAD = "Put the file itself there, or declare it as an input."


def faults_in(entries: Mapping[str, Entry]) -> Iterator[Fault]:
    """Each path that is no plain file; a link that stays inside the artifact is a warning.

    No link is followed: where it leads is worked out from what is written in it.
    """
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
                message=f"`{path}` is a link to `{entry.target}` inside the artifact, and a package holds no links",
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
