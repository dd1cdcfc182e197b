"""Cases as data: `cases/<code>.yaml` holds edits of the base artifact and what a rule finds then.

A case has any of `set` (JSON pointers and values), `remove` (JSON pointers), `files`, `bytes` (in base 64), `copy`
(folders), `links` (paths, or targets by path), `special`, `sizes`, `delete` (files or folders), `malformed` and
`unreadable`, `executables`, `verified` (the verification is of the edited content); `encoded` (texts by path, each
behind its encoding and a colon) and `behind` (texts by path, behind some MiB of numbers) are further files. Of whoever
checks it has `anonymous`, `identity` (terms), `limits`, `release` and `handed_over` (texts by path), `offered` (name
and bytes of the package) and `venue` (fields of a profile).
A bad case has `faults` (each with `at`, `says` and, where it matters, `advises`) or `unchecked`. A pointer is into the
manifest, or `file#pointer`. `{}` in a file's text is dropped, so that no scanner takes a case for a secret.
"""

from base64 import b64decode
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from reprobridge_spec.documents import yaml_tree
from reprobridge_spec.documents.files import Kind
from reprobridge_spec.location import json_pointer
from reprobridge_spec.model.profile import Limits, Profile
from reprobridge_spec.rules.asked import Asked, Offered
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.table import find
from reprobridge_spec.schemas.kinds import MANIFEST_FILE
from reprobridge_spec.validation.rule_runner import run_rules
from tests.unit.rules.memory_artifact import HERE, VERIFICATION_FILE, Artifact, MemoryFiles, base

_VENUE = {
    "rra": "1.0",
    "id": "a-venue",
    "title": "A venue",
    "level": "draft",
    "sources": [{"url": "https://x.org", "read": "2026-01-01"}],
}
_LONG = b"0.25,0.5\n" * 300_000
"""Longer than what is searched as one piece."""


@dataclass(frozen=True)
class Case:
    """One edit of the base artifact, and what the rule finds then.

    Attributes:
        faults: place, a part of the message and a part of the advice of each fault, in order; empty for a near miss.
        unchecked: a part of the reason why the rule cannot look; empty where it can.
        severity: of the faults, where it is not the rule's own.
    """

    code: str
    title: str
    edits: dict[str, Any]
    faults: tuple[tuple[str, str, str], ...]
    unchecked: str
    severity: str

    def __str__(self) -> str:
        return f"{self.code} {self.title}"


@dataclass(frozen=True)
class Found:
    """What a rule found: its faults, and why it could not look everywhere."""

    faults: tuple[Fault, ...]
    unchecked: str


def all_cases(kind: str) -> list[Case]:
    """The cases of all rules that are `bad` or `good`."""
    return [case for path in sorted((HERE / "cases").iterdir()) for case in _cases(path, kind)]


def _cases(path: Path, kind: str) -> list[Case]:
    data = yaml_tree.read(path.read_bytes()).data
    return [
        Case(
            code=path.stem,
            title=title,
            edits=edits,
            faults=tuple((fault["at"], fault["says"], fault.get("advises", "")) for fault in edits.get("faults", [])),
            unchecked=edits.get("unchecked", ""),
            severity=edits.get("severity", ""),
        )
        for title, edits in data[kind].items()
    ]


def found_in(case: Case) -> Found:
    """What the case's rule finds; it is looked for once."""
    if str(case) not in _FOUND:
        _FOUND[str(case)] = found_by(case.code, edited(case.edits))
    return _FOUND[str(case)]


_FOUND: dict[str, Found] = {}


def found_by(code: str, artifact: Artifact) -> Found:
    """What one rule finds."""
    rule = find(code)
    assert isinstance(rule, Rule)
    (outcome,) = run_rules([rule], artifact.context())
    return Found(tuple(outcome.faults), outcome.unchecked or "")


def place_of(fault: Fault) -> str:
    """Where a fault is, as cases write it."""
    if fault.mark is not None:
        return f"{fault.file}:{fault.mark.line}"
    if fault.path:
        return json_pointer(fault.path) if fault.file == MANIFEST_FILE else f"{fault.file}#{json_pointer(fault.path)}"
    return fault.file


def edited(edits: dict[str, Any]) -> Artifact:
    """The base artifact with the edits of a case."""
    artifact = base()
    for source, target in edits.get("copy", {}).items():
        _copy(artifact, source, target)
    for path in edits.get("delete", []):
        _delete(artifact, path)
    for pointer, value in edits.get("set", {}).items():
        parent, key = _parent(artifact, pointer)
        parent[key] = value
    for pointer in edits.get("remove", []):
        parent, key = _parent(artifact, pointer)
        del parent[key]
    for path, text in edits.get("files", {}).items():
        artifact.contents[path] = (text or "").replace("{}", "").encode()
    links = edits.get("links", [])
    artifact.targets |= links if isinstance(links, dict) else {}
    artifact.kinds_of |= dict.fromkeys(links, Kind.LINK)
    artifact.kinds_of |= dict.fromkeys(edits.get("special", []), Kind.OTHER)
    artifact.malformed |= set(edits.get("malformed", []))
    artifact.unreadable |= set(edits.get("unreadable", []))
    artifact.executables |= set(edits.get("executables", []))
    artifact.sizes |= {path: int(size) for path, size in edits.get("sizes", {}).items()}
    artifact.contents |= {path: b64decode(text) for path, text in edits.get("bytes", {}).items()}
    for path, text in edits.get("encoded", {}).items():
        encoding, _, rest = text.partition(":")
        artifact.contents[path] = rest.replace("{}", "").encode(encoding)
    for path, text in edits.get("behind", {}).items():
        artifact.contents[path] = _LONG + text.replace("{}", "").encode()
    artifact.asked = _asked(edits)
    if edits.get("verified"):
        artifact.documents[VERIFICATION_FILE]["package"]["content_digest"] = artifact.context().content_digest()
    return artifact


def _asked(edits: dict[str, Any]) -> Asked:
    limits = {name: int(number) for name, number in edits.get("limits", {}).items()}
    return Asked(
        anonymous=edits.get("anonymous", False),
        identity_terms=tuple(edits.get("identity", [])),
        limits=Limits(**limits),
        offered=Offered(name=edits["offered"]["name"], bytes=int(edits["offered"]["bytes"]))
        if "offered" in edits
        else None,
        venue=Profile.model_validate({**_VENUE, **edits["venue"]}, context=set()) if "venue" in edits else None,
        release=_release(edits["release"]) if "release" in edits else None,
        handed_over=_handed_over(edits["handed_over"]) if "handed_over" in edits else None,
    )


def _handed_over(contents: dict[str, str]) -> MemoryFiles:
    files = {path: text.replace("{}", "").encode() for path, text in contents.items()}
    return MemoryFiles(files, {}, set(), ignoring=False)


def _release(contents: dict[str, str]) -> MemoryFiles:
    """The authors' release, of which links and no files are those whose text is `link`."""
    links = dict.fromkeys((path for path, text in contents.items() if text == "link"), Kind.LINK)
    return MemoryFiles({path: text.encode() for path, text in contents.items()}, links, set())


def _parent(artifact: Artifact, pointer: str) -> tuple[Any, Any]:
    file, _, inside = pointer.rpartition("#")
    *steps, last = (step.replace("~1", "/").replace("~0", "~") for step in inside.split("/")[1:])
    value = artifact.documents[file or MANIFEST_FILE]
    for step in steps:
        value = value[int(step)] if isinstance(value, list) else value[step]
    return value, (int(last) if isinstance(value, list) else last)


def _copy(artifact: Artifact, source: str, target: str) -> None:
    for mapping in (artifact.documents, artifact.contents):
        for path in [path for path in mapping if path.startswith(f"{source}/")]:
            twin = mapping[path]
            mapping[target + path.removeprefix(source)] = _deep_copy(twin)


def _deep_copy(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _deep_copy(item) for key, item in value.items()}
    return [_deep_copy(item) for item in value] if isinstance(value, list) else value


def _delete(artifact: Artifact, path: str) -> None:
    gone = [one for one in (*artifact.documents, *artifact.contents) if one == path or one.startswith(f"{path}/")]
    if not gone:
        raise KeyError(path)
    for one in gone:
        artifact.documents.pop(one, None)
        artifact.contents.pop(one, None)
