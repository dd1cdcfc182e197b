"""The one form that a lock in pip's format is written in, whichever tool resolved it.

Pins, digests and reasons stand in an order of their own, so the same resolution is the same bytes.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from reprobridge_spec.documents import local_versions, lock_file, requirement_lines
from reprobridge_spec.documents.lock_file import Header, LockFile, Pin

PROJECT = "rrspec-asks"
"""What stands for the requirements where a tool is given them as a project."""
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*(\[[A-Za-z0-9._,-]+\])?")


def without_comments(text: str) -> bytes:
    """What a tool wrote, without its comments, in which it tells of places of this machine."""
    lines = text.splitlines(keepends=True)
    return "".join(line for line in lines if not line.lstrip().startswith("#")).encode()


def lock_text(header: Header, content: LockFile, tools_text: str, requirements: str) -> str:
    """The lock as it is written.

    Args:
        header: how it was made.
        content: what the tool's text holds.
        tools_text: that text, with its comments.
        requirements: path of the requirements in the artifact.
    """
    reasons = _reasons(tools_text, requirements)
    pins = sorted(content.pins, key=lambda pin: (pin.name, pin.version, pin.marker or ""))
    return header.text + "".join(_entry(pin, reasons.get(_key(pin), [])) for pin in pins)


def as_preferences(pins: Iterable[Pin]) -> str:
    """The text that tells a tool which versions it should keep; a pin without digests is given without."""
    return "".join({(pin.name, pin.marker): pin.text for pin in pins}.values())


def same_pins(old: LockFile, new: LockFile, offered: LockFile | None = None) -> bool:
    """Whether `old` holds the versions of `new` with the same digests.

    With `offered`, it may hold digests of more wheels than `new`, as long as they are among these: pip-tools lists the
    wheels for all Pythons, uv those for the Pythons that are asked for.
    """
    before, after = _all_pins(old), _all_pins(new)
    if offered is None or before.keys() != after.keys():
        return before == after
    known = _all_pins(offered)
    return all(after[key] <= digests <= known[key] for key, digests in before.items())


def exchanged(old: LockFile, offered: LockFile) -> Iterator[str]:
    """A sentence for each pin that stays and had digests that no wheel at the index has, or no longer has."""
    known = _all_pins(offered)
    of_index = replace(old, pins=tuple(pin for pin in old.pins if pin.origin is None))
    for key, digests in sorted(_all_pins(of_index).items(), key=str):
        if key in known and (gone := digests - known[key]):
            yield (
                f"{key[0]}=={key[1]} was locked with {len(gone)} digests that no wheel at the index has; they are left "
                "out. Unless somebody edited the lock, ask why before you trust the package"
            )


def _all_pins(content: LockFile) -> dict[tuple[str, str, str | None], frozenset[str]]:
    return {_key(pin): frozenset([*pin.hashes, *([pin.origin.sha256] if pin.origin else [])]) for pin in content.pins}


def _key(pin: Pin) -> tuple[str, str, str | None]:
    return pin.name, pin.version, pin.marker


def _entry(pin: Pin, reasons: list[str]) -> str:
    own = replace(pin, hashes=tuple(sorted(set(pin.hashes))))
    label = local_versions.label_of(f"=={pin.version}")
    index = local_versions.index_name(label) if label else None
    via = f"    # via {', '.join(reasons)}\n" if reasons else ""
    built = f"    {pin.origin.text}\n" if pin.origin else ""
    return own.text + via + (f"    # index {index}\n" if index else "") + built


def _reasons(text: str, requirements: str) -> dict[tuple[str, str, str | None], list[str]]:
    """For each pin what asks for it, in order; a file is named only where it is the artifact's own."""
    pins = lock_file.read(text.encode()).pins
    found: dict[tuple[str, str, str | None], set[str]] = {}
    for comment in requirement_lines.comments(text):
        before = [pin for pin in pins if pin.line <= comment.number]
        if before:
            found.setdefault(_key(before[-1]), set()).update(_named(comment.text, requirements))
    return {key: sorted(reasons) for key, reasons in found.items()}


def _named(comment: str, requirements: str) -> Iterator[str]:
    text = comment.lstrip("# ").removeprefix("via").strip()
    if text in {f"-r {requirements}", f"{PROJECT} (pyproject.toml)"}:
        yield f"-r {requirements}"
    elif _NAME.fullmatch(text):
        yield text
