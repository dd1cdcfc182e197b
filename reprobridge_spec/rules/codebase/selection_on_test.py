"""A model is selected on the data that the score is reported on.

## What it finds
Python in which what is called validation is the test data, or in which the best epoch is kept by a test score; and
configurations in which the split for selection, or the one for validation, is the test split, or what early stopping
watches is a test score. Nothing is said where a decision of the guide speaks of it.

## Why
The epoch that is best on the test data is better than the method: the score holds noise that was picked by hand. The
paper may have done just that, and then it has to be said, since whoever selects otherwise gets another number.

## Example
```python
if val_data is None:
    val_data = data["test"]
for accuracy in run(val_data):
    best = max(best, accuracy)
```

## What to do
Select on data of its own. Where the paper selected on the test data, keep it, and write a decision: what the paper
says, what was done, what it changes, and which tasks it affects.

## Standard
SPEC.md, section "Guide".
"""

import re
from collections.abc import Iterator

from reprobridge_spec.documents.config_file import MAX_BYTES, form_of
from reprobridge_spec.documents.lazy_pattern import LazyPattern
from reprobridge_spec.documents.lines_with import lines_with
from reprobridge_spec.documents.python_text import code_of, is_python, without_comments
from reprobridge_spec.findings import Severity
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Look
from reprobridge_spec.rules.code_paths import seen_by_runs
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.first_few import first_few
from reprobridge_spec.rules.said_in_guide import is_decided
from reprobridge_spec.rules.text_files import mark_at, text_rule

_NOUN = rb"(?:_?(?:data|dataset|datasets|set|loader|dataloader|split|iter|iterator|ds|dl|df|samples|generator|x|y))?"
_VALIDATION = rb"(?:x_|y_)?(?:val|valid|validation|dev)" + _NOUN
_TEST = rb"(?:x_|y_)?test" + _NOUN
_IS_TEST = LazyPattern(
    rb"(?i)(?:^|[(,;])[ \t]{0,200}(?:self\.)?"
    + _VALIDATION
    + rb"[ \t]{0,8}=[ \t]{0,8}(?:"
    # the test data by name, alone or as one of few arguments of a loader
    + rb"(?:self\.)?"
    + _TEST
    + rb"[ \t]{0,8}(?:$|[,;)#])"
    + rb"|[\w.]{0,80}\[[\"']test[\"']\][ \t]{0,8}(?:$|[,;)#])"
    + rb"|[\"']test[\"'][ \t]{0,8}(?:$|[,;)#])"
    + rb"|\([ \t]{0,8}"
    + _TEST
    + rb"[ \t]{0,8},[ \t]{0,8}"
    + _TEST
    + rb"[ \t]{0,8}\)"
    + rb"|[\w.]{0,80}Loader\([ \t]{0,8}(?:self\.)?"
    + _TEST
    + rb"[ \t]{0,8}[,)]"
    + rb"|[\w.]{1,80}\([^()\n]{0,200}split[ \t]{0,4}=[ \t]{0,4}[\"']test[\"'])",
)
_NOT_SPLIT = LazyPattern(rb"(?i)split\(|\[[^\]\n]{0,80}:")
_BEST = rb"(?:self\.)?best\w{0,40}[ \t]{0,8}"
_KEEPS_BEST = LazyPattern(
    rb"(?i)\bbest\w{0,40}[ \t]{0,8}=[ \t]{0,8}(?:max|min)\([ \t]{0,8}"
    + _BEST
    + rb",[ \t]{0,8}(?P<kept>[\w.]{1,80})|\b(?:if|elif)[ \t]{1,8}(?P<held>[\w.]{1,80})[ \t]{0,8}[<>]=?[ \t]{0,8}"
    + _BEST
)
_OF_TEST = LazyPattern(rb"(?i)(?:^|[_.])test(?:[_.]|$|ing_)")
_SETTING = LazyPattern(
    r"""(?mix)^[ \t]{0,80}["']?(?P<key>[\w.-]{1,60})["']?[ \t]{0,8}[:=]
    [ \t]{0,8}["']?(?P<value>[\w./-]{1,60})["']?[ \t]{0,8}(?:,|\#|\r?$)"""
)
_SELECTS = LazyPattern(
    r"(?i)(?:(?P<selection>selection|select|model_selection|early_?stop(?:ping)?)|val|valid|validation|dev)[_.-]?"
    r"(?:split|subset|on|file|set|data|dataset)"
)
_TRAINS = LazyPattern(r"(?i)epoch|patience|early_?stop|learning_rate|\blr\b|optimi[sz]er|checkpoint|selection")
_REPORTS = LazyPattern(r"(?i)(?:report|reported|reporting|test|final)[_.-]?(?:split|subset|on|file)")
_WATCHES = LazyPattern(
    r"(?i)monitor|metric_for_best_model|(?:selection|early_?stop(?:ping)?|checkpoint|best)[_.-]?metric"
)
_BY_TEST = LazyPattern(r"(?i)test(?:$|[_./-])")


def looker(context: Context) -> Look | None:
    """Each such line."""
    if is_decided(context, ("test",), ("select", "early stop", "best epoch", "validat", "checkpoint")):
        return None
    paths = seen_by_runs(context)

    def look(path: str, data: bytes) -> Iterator[Fault]:
        if path not in paths:
            return
        if is_python(path, data):
            if b"test" in data and (b"val" in data or b"dev" in data or b"best" in data):
                yield from first_few(_in_python(path, data))
        elif form_of(path) is not None and len(data) <= MAX_BYTES and b"test" in data:
            yield from first_few(_in_settings(path, data.decode("utf-8", "replace")))

    return look


def _in_python(path: str, data: bytes) -> Iterator[Fault]:
    text = without_comments(data)
    found: list[tuple[int, Fault]] = []
    for start, line in lines_with(text, (b"test", b"Test", b"TEST")):
        match = _IS_TEST.search(line)
        if match and not _NOT_SPLIT.search(line):
            place = start + match.end() - len(match[0].lstrip(b" \t(,;"))
            found.append((place, _fault(path, text, place, "what is called validation here is the test data")))
    renamed = bool(found)
    for start, line in lines_with(code_of(data), (b"best", b"Best")):
        match = _KEEPS_BEST.search(line)
        kept = (match["kept"] or match["held"]) if match else b""
        if match and (renamed or _OF_TEST.search(kept)):
            place = start + match.start()
            message = f"the best is kept by `{kept.decode()}`, which is measured on the test data"
            found.append((place, _fault(path, text, place, message)))
    yield from (fault for _, fault in sorted(found, key=lambda one: one[0]))


def _in_settings(path: str, text: str) -> Iterator[Fault]:
    settings = [(match, match["key"], match["value"]) for match in _SETTING.finditer(text)]
    reported = {value for _, key, value in settings if _REPORTS.fullmatch(key)}
    trains = _TRAINS.search(text) is not None
    for match, key, value in settings:
        selects = _SELECTS.fullmatch(key)
        # where nothing is trained, as in a suite of evaluations, a validation split selects nothing
        is_split = selects and ((value == "test" and trains) or (selects["selection"] and value in reported))
        if is_split or (_WATCHES.fullmatch(key) and _BY_TEST.match(value)):
            start = len(text[: match.start("key")].encode())
            yield _fault(path, text.encode(), start, f"`{key}: {value}` selects on what is reported")


def _fault(path: str, data: bytes, start: int, message: str) -> Fault:
    return Fault(
        message=message,
        advice="Select on data of its own; where the paper did this, write a decision that says so, with its effect.",
        file=path,
        mark=mark_at(data, start),
    )


RULE = text_rule(
    code="RRC012", name="selection-on-test", level=Level.SPECIFIED, severity=Severity.WARNING, looker=looker
)
