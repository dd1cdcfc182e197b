"""Where the links of a package lead, by their words: nothing is followed."""

from collections.abc import Collection, Mapping

from reprobridge_spec.documents.files import Entry, Kind

LONGEST = 4096
"""Bytes of a link's target that are read; no system has longer ones."""


def faults(entries: Mapping[str, Entry]) -> dict[str, str]:
    """Every link that leads out of the package, and every path that lies behind a link, with the reason."""
    links = {path: entry.target or "" for path, entry in entries.items() if entry.kind is Kind.LINK}
    found = {path: f"is a link that leads out, to {target!r}" for path, target in links.items() if _out(path, target)}
    above: dict[str, str | None] = {"": None}
    for path in entries if links else ():
        if link := _link_above(path.rpartition("/")[0], links, above):
            found[path] = f"lies behind the link {link!r}"
    return found


def _link_above(folder: str, links: Collection[str], above: dict[str, str | None]) -> str | None:
    """The link through which a folder leads; what is known of folders is added to `above`, so each is asked once."""
    below = []
    while folder not in above:
        below.append(folder)
        folder = folder.rpartition("/")[0]
    link = above[folder]
    for step in reversed(below):
        link = above[step] = link or (step if step in links else None)
    return link


def _out(path: str, target: str) -> bool:
    if not target or target.startswith("/") or "\\" in target or "\0" in target or target[1:2] == ":":
        return True
    depth = path.count("/")
    for step in target.split("/"):
        depth += {"..": -1, ".": 0, "": 0}.get(step, 1)
        if depth < 0:
            return True
    return False
