"""Locks in pip's requirement format: every package with one version and the SHA-256 of its files."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import InvalidVersion, Version

from reprobridge_spec.documents import built_from, line_limit, lock_kind, requirement_lines
from reprobridge_spec.documents.built_from import Origin
from reprobridge_spec.documents.requirement_lines import EncodingError, Fault, FaultKind, Line
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.lazy_pattern import lazy_pattern

HEADER = "# rrspec lock: "
"""What the first line of a lock begins with that rrspec made."""
_HEADER = lazy_pattern(
    re.escape(HEADER) + r"tool (?P<tool>\S+) (?P<tool_version>\S+), python (?P<python>\S+), "
    r"platform (?P<platform>\S+), (?:as of (?P<as_of>\d{4}-\d\d-\d\d), )?"
    r"requirements sha256:(?P<requirements>[0-9a-f]{64})[ \t]*$",
    re.MULTILINE,
)
_HASH_OPTION = lazy_pattern(r"\s--hash[=\s]\s*(\S+)")
_OTHER_OPTION = lazy_pattern(r"\s(--?[A-Za-z][\w-]*)")
_SHA256 = lazy_pattern(r"sha256:([0-9a-fA-F]{64})")
_HARMLESS = frozenset(["--require-hashes", "--only-binary", "--prefer-binary"])
"""Options of a whole lock that make pip stricter and name no place."""
_COMPARED = 50
"""A package has no more pins, one for each environment, but in a file that is made to cost time."""
_PATH_IN_COMMENT = lazy_pattern(r"(^|\s)-[rc]\s+([/~]|[A-Za-z]:[\\/])|\bfile://")


@dataclass(frozen=True, slots=True, kw_only=True)
class Pin:
    """One package of a lock.

    Attributes:
        name: in normal form.
        hashes: SHA-256 digests of the files that are allowed, in small hex digits.
        line: counted from one.
        marker: the environments it is for, as text; None where it is for all.
        origin: what its wheel was built from; None for a package that an index serves.
    """

    name: str
    version: str
    hashes: tuple[str, ...]
    line: int
    marker: str | None = None
    origin: Origin | None = None

    @property
    def requirement(self) -> str:
        """What is pinned, without its digests."""
        return f"{self.name}=={self.version}{f' ; {self.marker}' if self.marker else ''}"

    @property
    def text(self) -> str:
        """The pin as one logical line of a lock."""
        return f"{self.requirement}{self._options}"

    def text_at(self, address: str) -> str:
        """The pin as one logical line for pip, which takes the file at `address` and no other."""
        return f"{self.name} @ {address}{f' ; {self.marker}' if self.marker else ''}{self._options}"

    @property
    def _options(self) -> str:
        return "".join(f" \\\n    --hash=sha256:{sha256}" for sha256 in self.hashes) + "\n"


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """What a lock of rrspec says about its making.

    Attributes:
        python: minor version that it was resolved for.
        platform: platform that it was resolved for.
        requirements_sha256: digest of what was asked for then.
        as_of: the day at whose end the index was taken as it was, `YYYY-MM-DD`; None where it was taken as it stood.
    """

    tool: str
    tool_version: str
    python: str
    platform: str
    requirements_sha256: str
    as_of: str | None = None

    @property
    def text(self) -> str:
        """The line that stands first in the lock."""
        return (
            f"{HEADER}tool {self.tool} {self.tool_version}, python {self.python}, "
            f"platform {self.platform}, {f'as of {self.as_of}, ' if self.as_of else ''}"
            f"requirements sha256:{self.requirements_sha256}\n"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class LockFile:
    """What a lock holds.

    Attributes:
        pins: in the order of the file; one without a hash is here and among the faults.
        faults: lines that a lock must not have, in the order of the file.
        encoding: `utf-8`, `utf-8-sig` or `utf-16`; empty where it is no text in pip's format.
        header: how rrspec made it; None where something else made it.
    """

    pins: tuple[Pin, ...]
    faults: tuple[Fault, ...]
    encoding: str
    header: Header | None = None


@lru_cache(maxsize=8)  # many rules look at the same few files
def read(data: bytes) -> LockFile:
    """What the bytes of a lock hold; what a lock must not have is among the `faults`."""
    try:
        text, encoding = requirement_lines.decode(data)
    except EncodingError as error:
        return LockFile(pins=(), faults=(error.fault,), encoding="")
    if other := lock_kind.other_than_pip(text):
        return LockFile(pins=(), faults=(_of_another_tool(other),), encoding="")
    lines = list(requirement_lines.logical_lines(text))
    pins: list[Pin] = []
    by_name: dict[str, list[Pin]] = {}
    faults = [*_comment_faults(text), *line_limit.too_many(lines)]
    for line in lines[: line_limit.MOST_LINES]:
        pin, found = _read_line(line)
        faults += found
        if pin is not None:
            before = by_name.setdefault(pin.name, [])
            faults += _duplicates(pin, before[:_COMPARED])
            before.append(pin)
            pins.append(pin)
    faults.sort(key=lambda fault: fault.line)
    return LockFile(
        pins=tuple(_with_origins(pins, text)), faults=tuple(faults), encoding=encoding, header=header_of(text)
    )


def _with_origins(pins: list[Pin], text: str) -> Iterator[Pin]:
    """The pins, each with what a comment below it says of its wheel."""
    said: dict[int, Origin] = {}
    lines = [pin.line for pin in pins]
    for comment in requirement_lines.comments(text):
        if (found := built_from.origin(comment.text)) and (above := bisect_right(lines, comment.number)):
            said.setdefault(above - 1, found)
    for number, pin in enumerate(pins):
        yield replace(pin, origin=said[number]) if number in said else pin


def _of_another_tool(kind: str) -> Fault:
    return Fault(
        kind=FaultKind.UNREADABLE,
        line=1,
        message=f"the file is {kind}, not a lock in pip's format",
        advice=lock_kind.advice_for(kind),
    )


def header_of(text: str) -> Header | None:
    """What the first line of a lock says about its making; None where it is not a line of rrspec."""
    match = _HEADER.match(text)
    if match is None:
        return None
    return Header(
        as_of=match["as_of"],
        tool=match["tool"],
        tool_version=match["tool_version"],
        python=match["python"],
        platform=match["platform"],
        requirements_sha256=match["requirements"],
    )


def _read_line(line: Line) -> tuple[Pin | None, list[Fault]]:
    if line.text.startswith("-"):
        fault = requirement_lines.option_fault(line)
        return None, [] if fault.subject in _HARMLESS and fault.kind is FaultKind.OPTION else [fault]
    hashes = _HASH_OPTION.findall(line.text)
    bare = _HASH_OPTION.sub("", line.text)
    if option := _OTHER_OPTION.search(bare):
        return None, [requirement_lines.option_fault(Line(line.number, bare[option.start() :].strip()))]
    match requirement_lines.parse(Line(line.number, bare.strip())):
        case Fault() as fault:
            return None, [fault]
        case requirement:
            return _pin(line, requirement, hashes)


def _pin(line: Line, requirement: Requirement, hashes: list[str]) -> tuple[Pin | None, list[Fault]]:
    name = canonicalize_name(requirement.name)
    version = _pinned_version(requirement)
    if version is None:
        fault = Fault(
            kind=FaultKind.UNPINNED,
            line=line.number,
            message=f"{name} is not pinned to one version",
            advice="A lock holds `name==version` only; make it with `rrspec lock`.",
            subject=name,
        )
        return None, [fault]
    pin = Pin(
        name=name,
        version=version,
        hashes=tuple(match[1].lower() for text in hashes if (match := _SHA256.fullmatch(text))),
        line=line.number,
        marker=str(requirement.marker) if requirement.marker else None,
    )
    return pin, list(_hash_faults(pin, hashes))


def _pinned_version(requirement: Requirement) -> str | None:
    specifiers = list(requirement.specifier)
    if len(specifiers) != 1 or specifiers[0].operator != "==":
        return None
    try:
        Version(specifiers[0].version)
    except InvalidVersion:
        return None
    return specifiers[0].version


def _hash_faults(pin: Pin, hashes: list[str]) -> Iterator[Fault]:
    for text in hashes:
        if not _SHA256.fullmatch(text):
            algorithm = text.partition(":")[0]
            yield Fault(
                kind=FaultKind.OTHER_HASH,
                line=pin.line,
                message=f"{pin.name} has a hash that is no SHA-256 (`{algorithm}`)",
                advice="Give `--hash=sha256:` with 64 hex digits; `rrspec lock` writes them.",
                subject=pin.name,
            )
    if not hashes:
        yield Fault(
            kind=FaultKind.UNHASHED,
            line=pin.line,
            message=f"{pin.name} {pin.version} has no hash",
            advice="Make the lock with `rrspec lock`, which writes the SHA-256 of each file.",
            subject=pin.name,
        )


def _duplicates(pin: Pin, before: list[Pin]) -> Iterator[Fault]:
    for other in before:
        if None in {other.marker, pin.marker} or other.marker == pin.marker:
            yield Fault(
                kind=FaultKind.DUPLICATE,
                line=pin.line,
                message=f"{pin.name} is pinned here and in line {other.line}",
                advice="Keep one of the two, or make the lock anew with `rrspec lock`.",
                subject=pin.name,
            )
            return


def _comment_faults(text: str) -> Iterator[Fault]:
    for line in requirement_lines.comments(text):
        if requirement_lines.has_credentials(line.text):
            kind, reason = FaultKind.CREDENTIALS, "an address with a user name or a password"
        elif _PATH_IN_COMMENT.search(line.text):
            kind, reason = FaultKind.PLACE, "a path of one machine"
        else:
            continue
        yield Fault(
            kind=kind,
            line=line.number,
            message=f"a comment holds {reason}",
            advice="Remove the comment; `rrspec lock` writes none.",
        )
