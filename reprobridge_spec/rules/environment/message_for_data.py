"""A table or a checkpoint holds the answer of a server where data should be.

## What it finds
Tables and lines of JSON (`.csv`, `.tsv`, `.json`, `.jsonl`) that begin as HTML, and checkpoints and arrays (`.pt`,
`.pth`, `.ckpt`, `.bin`, `.pkl`, `.onnx`, ...) that are an error of a storage service in XML or JSON, or nothing but a
short message such as `Access denied`. The bytes decide, not the name. Web pages for archives, pictures and
checkpoints are `content-unlike-name`.

## Why
A file host over its quota, a login page and a link that has gone all answer with text, and a script stores it under the
name of the data. A reader of tables takes it for rows; a loader fails later, with a message about an odd first byte.

## Example
```text
data/train.csv      <!DOCTYPE html><html><head><title>Sign in</title>...
```

## What to do
Download the file again by hand, look at its size, and pin it by its digest.

## Standard
SPEC.md, section "Inputs".
"""

import re
from collections.abc import Iterator

from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.location import Mark
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Look, Rule
from reprobridge_spec.rules.context import Context

_WEIGHTS = frozenset(["pt", "pth", "ckpt", "bin", "pkl", "pickle", "onnx", "mat", "tflite", "joblib", "pb", "gguf"])
_TABLES = frozenset(["csv", "tsv", "json", "jsonl"])
_PAGE = lazy_pattern(
    rb"(?:<!--|<\?xml[^>]{0,200}>\s{0,8})?<(?:!doctype\s{1,8}html|html|head|script)[\s>]", re.IGNORECASE
)
_XML_ERROR = lazy_pattern(rb"(?:<\?xml[^>]{0,200}>\s{0,8})?<Error>\s{0,8}<Code>", re.IGNORECASE)
_JSON_ERROR = lazy_pattern(rb"\{\s{0,40}\"(?:error|errors|message|detail)\"\s{0,8}:")
_MESSAGE = lazy_pattern(
    rb"(?:access denied|forbidden|unauthori[sz]ed|not found|404|403|entry not found|repository not found|"
    rb"invalid username or password|too many requests|rate limit|quota exceeded)\b",
    re.IGNORECASE,
)
_LONGEST_MESSAGE = 300


def looker(_: Context) -> Look:
    """One fault for each file that is an answer."""
    return _look


def _look(path: str, data: bytes) -> Iterator[Fault]:
    suffix = path.rpartition(".")[2].lower()
    if suffix not in _WEIGHTS | _TABLES or path.startswith("evidence/"):
        return
    head = data[:1024].removeprefix(b"\xef\xbb\xbf").lstrip()
    what = _answer(head, is_short=len(data) <= _LONGEST_MESSAGE) if suffix in _WEIGHTS else None
    if suffix in _TABLES and _PAGE.match(head):
        what = "a web page"
    if what is not None:
        yield Fault(
            message=f"`{path}` ({len(data)} bytes) is {what}, and no file of the kind that `.{suffix}` says",
            advice="Download it again by hand: a quota, a login or a link that has gone answers with text.",
            file=path,
            mark=Mark(1, 1),
        )


def _answer(head: bytes, *, is_short: bool) -> str | None:
    if _XML_ERROR.match(head):
        return "an error message of a storage service"
    if _JSON_ERROR.match(head):
        return "a message in JSON"
    return "a message" if is_short and _MESSAGE.match(head) else None


RULE = Rule(code="RRE021", name="message-for-data", level=Level.DRAFT, looker=looker)
