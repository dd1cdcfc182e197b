"""A launcher names a file that no run sees.

## What it finds
In launchers, as a text or a word of its own, the path from the artifact's root of a file that is in the artifact and
not in the working copy: earlier scores and other evidence, the guide, the manifest, bundled data, and what `docs` and
`shipped_results` keep out; and the path from the code folder of a shipped result that is opened for reading. What is
printed, and what stands in for a variable of the run where that is not set, is none.

## Why
The working copy holds code, launchers and environments. The file is not there, so that the launcher fails; were it
there, a score would be read that the run did not compute.

## Example
```python
scores = json.load(open("code/results/final.json"))
```

## What to do
Compute what is read there. Data that a run needs is an input.

## Standard
SPEC.md, section "Launcher contract".
"""

import re
from collections.abc import Iterator

from reprobridge_spec.documents.python_text import is_python, without_comments
from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Look, Rule
from reprobridge_spec.rules.code_paths import code_folder
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.first_few import first_few
from reprobridge_spec.rules.started import launchers
from reprobridge_spec.rules.text_files import mark_at

_PATH = lazy_pattern(rb"(?<![\w./-])(?:\.\.?/)*(?P<path>[A-Za-z0-9_][\w.-]{0,100}(?:/[\w.-]{1,100}){0,12})(?![\w/-])")
_READS = lazy_pattern(
    rb"(?:\bopen|\bload|\bread_\w{1,20}|\bloads|\bread_text|\bloadtxt|\bcat|\bcp|<)[ \t]{0,4}\(?[ \t]{0,4}"
    rb"(?:open\()?[\"']?$"
)
_WRITES = lazy_pattern(rb"^[\"'][ \t]{0,4},[ \t]{0,4}(?:mode=)?[\"'][wax]")
_FOR_PEOPLE = (".md", ".txt", ".rst", ".html", ".tex")
_BREAKS = frozenset({b"", *(bytes([sign]) for sign in b" \t\r\n=:;|&()")})
_IN_TEXT = lazy_pattern(rb"[\"'][^\"']{0,200}$")
_ASIDE = lazy_pattern(
    rb"\bRRA_[A-Z_]{1,60}[\"']?[ \t]{0,4}(?:,|[\])][ \t]{0,4}or\b|:?-)|\b(?:echo|printf|print|help)\b"
)
_COMMENT = lazy_pattern(rb"(?m)(?:^|[ \t])#[^\n]*+")


def looker(context: Context) -> Look:
    """Each such path, once a file."""
    present = context.working_copy
    hidden = {path for path in context.files.entries if path not in present and ("/" in path or path == "rra.yaml")}
    code = code_folder(context)
    inside = {path.removeprefix(code): path for path in hidden if path.startswith(code)}
    paths = launchers(context)

    def look(path: str, data: bytes) -> Iterator[Fault]:
        if path in paths and hidden and not path.endswith(_FOR_PEOPLE):
            yield from first_few(_faults(path, data, hidden, inside))

    return look


def _faults(path: str, data: bytes, hidden: set[str], inside: dict[str, str]) -> Iterator[Fault]:
    text = without_comments(data) if is_python(path, data) else _COMMENT.sub(lambda match: b" " * len(match[0]), data)
    said = set[str]()
    for match in _PATH.finditer(text):
        named = match["path"].decode(errors="replace")
        whole = named if named in hidden and _stands_alone(text, match) else None
        if whole is None and (named in hidden or named in inside) and _is_read(text, match):
            whole = named if named in hidden else inside[named]
        if whole is not None and whole not in said:
            said.add(whole)
            yield Fault(
                message=f"`{path}` names `{named}`, and no run sees `{whole}`",
                advice="Compute what is read there, or declare data that the run needs as an input.",
                file=path,
                mark=mark_at(data, match.start()),
            )


def _stands_alone(text: bytes, match: re.Match[bytes]) -> bool:
    """Whether it is a whole text or word that is neither printed nor a default."""
    before = text[max(0, match.start() - 200) : match.start()].rpartition(b"\n")[2]
    after = text[match.end() : match.end() + 1]
    if before[-1:] in {b'"', b"'"}:
        is_whole = after == before[-1:]
    else:
        is_whole = before[-1:] in _BREAKS and after in _BREAKS and not _IN_TEXT.search(before)
    return is_whole and not _ASIDE.search(before)


def _is_read(text: bytes, match: re.Match[bytes]) -> bool:
    if b"/" not in match["path"]:
        return False
    before, after = text[max(0, match.start() - 60) : match.start()], text[match.end() : match.end() + 20]
    return _READS.search(before) is not None and _WRITES.match(after) is None


RULE = Rule(code="RRL021", name="kept-back-file-read", level=Level.SPECIFIED, looker=looker)
