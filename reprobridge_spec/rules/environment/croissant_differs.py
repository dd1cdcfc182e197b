"""The Croissant file of an input says another digest than the input, or than the file beside it.

## What it finds
An input whose `croissant` is not there or is no Croissant file; a SHA-256 in it that is not the one which the input
pins for that file, or not that of the bundled file; as a warning, a pinned file for which it states no SHA-256.

## Why
Two descriptions of one data set that contradict each other leave open which data the scores are about. Hubs and venues
read the Croissant file, runs read the manifest.

## Example
```yaml
inputs:
  digits: {kind: dataset, source: {url: "https://data.example.org/d.npz"}, sha256: "1b44...", croissant: env/d.json}
# env/d.json: {"@type": "cr:FileObject", "contentUrl": "https://data.example.org/d.npz", "sha256": "77c0..."}
```

## What to do
Find out which of the two is right, by the digest of the data that the runs had. `rrspec export croissant` writes a file
that fits the manifest.

## Standard
SPEC.md, section "Inputs".
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from urllib.parse import unquote

from reprobridge_spec.documents import croissant, digest_list
from reprobridge_spec.documents.croissant import Described
from reprobridge_spec.documents.files import Kind
from reprobridge_spec.findings import Severity
from reprobridge_spec.location import json_pointer
from reprobridge_spec.model.inputs import BundledSource, Input, UrlSource
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.file_bytes import bytes_of
from reprobridge_spec.rules.first_few import first_few


def check(context: Context) -> Iterator[Fault]:
    """What does not fit, input by input."""
    for name, body in context.manifest.inputs.items():
        if body.croissant is not None:
            yield from first_few(_compared(context, name, body, body.croissant), "described file")


def _compared(context: Context, name: str, body: Input, file: str) -> Iterator[Fault]:
    place = ("inputs", name, "croissant")
    entry = context.files.entries.get(file)
    if entry is None or entry.kind is not Kind.FILE:
        yield Fault(
            message=f"input `{name}` names the Croissant file `{file}`, which is not in the artifact",
            advice="Add it, or make one with `rrspec export croissant`.",
            path=place,
        )
        return
    try:
        described = croissant.read(bytes_of(context, file))
    except ValueError as error:
        yield Fault(
            message=f"`{file}` is no Croissant file of input `{name}`: {error}",
            advice="Make one with `rrspec export croissant`.",
            path=place,
        )
        return
    yield from _pinned_compared(context, name, body, described)
    yield from _bundled_compared(context, body, described)


def _pinned_compared(context: Context, name: str, body: Input, described: Sequence[Described]) -> Iterator[Fault]:
    pinned = list(_pinned(context, name, body))
    names = Counter(_last(path) for path, _ in pinned)
    for path, sha256 in pinned:
        meant = _meant(body, path, described, is_named_once=names[_last(path)] == 1)
        for one in meant:
            if one.sha256 != sha256:
                yield _other(body, one, f"input `{name}` pins `{path}` with {sha256[:12]}")
        if not meant and all(one.sha256 != sha256 for one in described):
            yield Fault(
                message=f"`{body.croissant}` states no SHA-256 for `{path}`, which input `{name}` pins",
                advice="Add its FileObject, or make the file anew with `rrspec export croissant`.",
                path=("inputs", name, "croissant"),
                severity=Severity.WARNING,
            )


def _bundled_compared(context: Context, body: Input, described: Sequence[Described]) -> Iterator[Fault]:
    """Files that lie in the artifact, whether the input pins them or not."""
    if not isinstance(body.source, BundledSource):
        return
    root = body.source.bundled
    for one in described:
        places = (f"{root}/{one.path}", one.path if one.path == root or one.path.startswith(f"{root}/") else "")
        there = next((path for path in places if _is_file(context, path)), None)
        if there is not None and context.files.sha256(there) != one.sha256:
            yield _other(body, one, f"that of `{there}` begins {context.files.sha256(there)[:12]}")


def _pinned(context: Context, name: str, body: Input) -> Iterator[tuple[str, str]]:
    if body.files:
        yield from ((file.path, file.sha256) for file in body.files.values())
    elif body.sha256 is not None:
        yield _own_path(name, body), body.sha256
    elif body.digests is not None and _is_file(context, body.digests):
        yield from digest_list.read(bytes_of(context, body.digests)).by_path.items()


def _own_path(name: str, body: Input) -> str:
    """The path of an input that is one file."""
    match body.source:
        case UrlSource(url=url):
            return url.partition("?")[0].rpartition("/")[2] or name
        case BundledSource(bundled=path):
            return path
        case _:
            return name


def _meant(body: Input, path: str, described: Sequence[Described], *, is_named_once: bool) -> list[Described]:
    """The descriptions of a pinned file: by its address, its path, or else its name, where that is clear."""
    places = {path, *_addresses(body)}
    ways = [
        [one for one in described if one.path in places],
        [one for one in described if one.path.endswith(f"/{path}")],
        [one for one in described if is_named_once and _last(one.path) == _last(path)],
    ]
    found = next((way for way in ways if way), [])
    # of several places with such an end, it cannot be told which is this file
    return found if found is ways[0] or len({one.path for one in found}) == 1 else []


def _addresses(body: Input) -> list[str]:
    """Where an input is fetched from that is one file, as `Described.path` has it."""
    if not isinstance(body.source, UrlSource) or body.files:
        return []
    return [unquote(url.partition("#")[0].partition("?")[0]) for url in (body.source.url, *body.source.mirrors)]


def _last(path: str) -> str:
    return path.rpartition("/")[2]


def _is_file(context: Context, path: str) -> bool:
    entry = context.files.entries.get(path)
    return entry is not None and entry.kind is Kind.FILE


def _other(body: Input, one: Described, fact: str) -> Fault:
    return Fault(
        message=f"`{body.croissant}` says at {json_pointer(one.place)} that the SHA-256 of `{one.path}` begins "
        f"{one.sha256[:12]}, and {fact}",
        advice="Find out which is right by the data that the runs had, and mend the other.",
        file=body.croissant or "",
    )


RULE = Rule(code="RRE030", name="croissant-differs", level=Level.EXECUTED, check=check)
