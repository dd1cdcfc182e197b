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
from reprobridge_spec.documents.lines_with import lines_with
from reprobridge_spec.documents.python_text import code_of, is_python, without_comments
from reprobridge_spec.findings import Severity
from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Look, Rule
from reprobridge_spec.rules.code_paths import seen_by_runs
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.first_few import first_few
from reprobridge_spec.rules.said_in_guide import is_decided
from reprobridge_spec.rules.text_files import mark_at

_NOUN = (
    rb"(?:_?(?:data|dataset|datasets|set|loader|dataloader|split|iter|iterator|ds|dl|df|samples|generator|x|y|file|path|csv"
    rb"|mask|idx|index|indices|ids|graph|graphs))?"
)
_VALIDATION = rb"(?:x_|y_)?(?:val|valid|validation|dev)" + _NOUN
_OWNERS = rb"(?:\w{1,40}\.){0,3}"
_TEST = _OWNERS + rb"(?:x_|y_)?test" + _NOUN
_IS = rb"[ \t]{0,8}=[ \t]{0,8}"
_END = rb"[ \t]{0,8}(?:$|[,;)#])"
_LITERAL = rb"(?:\"test\"|'test')"
_FILE = rb"[\"'](?:[^\"'\n]{0,200}[/\\])?test\.(?:csv|tsv|txt|jsonl?|npy|npz|pkl|pickle|h5|hdf5|pt|parquet|list)[\"']"
_IS_TEST = lazy_pattern(
    rb"(?i)(?:^|[(,;])[ \t]{0,200}"
    + _OWNERS
    + _VALIDATION
    + _IS
    + rb"(?:"
    # the test data by name, alone or as one of few arguments of a loader
    + rb"|".join(
        (
            _TEST + _END,
            rb"[\w.]{0,80}\[" + _LITERAL + rb"\]" + _END,
            _LITERAL + _END,
            rb"\([ \t]{0,8}" + _TEST + rb"[ \t]{0,8},[ \t]{0,8}" + _TEST + rb"[ \t]{0,8}\)",
            rb"[\w.]{0,80}Loader\([ \t]{0,8}(?:dataset" + _IS + rb")?" + _TEST + rb"[ \t]{0,8}[,)]",
            rb"[\w.]{1,80}\([^()\n]{0,200}split" + _IS + _LITERAL,
            rb"[\w.]{1,80}\([ \t]{0,8}(?:" + _LITERAL + rb"|" + _FILE + rb")[ \t]{0,8}[,)]",
            _FILE + _END,
        )
    )
    + rb")"
)
_AS_ARGUMENT = lazy_pattern(
    rb"(?i)\b(?:eval_set|valid_sets|eval_dataset|validation_data|val_dataloaders)"
    + _IS
    + rb"[\[({ \t]{0,8}"
    + _TEST
    + rb"\b"
    rb"|\beval_dataset" + _IS + rb"[\w.]{0,80}\[" + _LITERAL + rb"\]"
    rb"|\bearly_?stop\w{0,20}(?:\.\w{1,20})?\([ \t]{0,8}" + _OWNERS + rb"test_\w{1,40}"
    rb"|\b(?:monitor|metric_for_best_model)" + _IS + rb"[\"'](?:eval_)?test[_/][\w/]{1,60}[\"']"
)
"""Arguments that select only where something in the file stops early or keeps the best."""
_SELECTING = lazy_pattern(
    rb"(?i)early_?stop|ModelCheckpoint|save_best|load_best_model_at_end|restore_best|metric_for_best"
    rb"|\bbest(?:_\w|[ \t]*=)"
)
_FOLDS = lazy_pattern(rb"(?i)\btest_?(?:idx|index|indices|ids)\b|KFold")
"""In a cross-validation, what is called test may be a part of the training data."""
_ARGUMENT = lazy_pattern(rb"(?i)[(,][ \t]{0,200}validation_data" + _IS)
_NOT_SPLIT = lazy_pattern(rb"(?i)split\(|\[[^\]\n]{0,80}:")
_BEST = rb"(?:self\.)?best\w{0,40}[ \t]{0,8}"
_KEEPS_BEST = lazy_pattern(
    rb"(?i)\bbest\w{0,40}" + _IS + rb"(?:max|min)\([ \t]{0,8}" + _BEST + rb",[ \t]{0,8}(?P<kept>[\w.]{1,80})"
    rb"|\bbest\w{0,40}" + _IS + rb"(?:max|min)\([ \t]{0,8}(?P<first>[\w.]{1,80})[ \t]{0,8},[ \t]{0,8}" + _BEST + rb"\)"
    rb"|\b(?:(?:if|elif|and|not)[ \t]{1,8}|is_best"
    + _IS
    + rb")\(?(?P<held>[\w.]{1,80})[ \t]{0,8}[<>]=?[ \t]{0,8}"
    + _BEST
    + rb"|\b(?:if|elif|and|not)[ \t]{1,8}"
    + _BEST
    + rb"[<>]=?[ \t]{0,8}(?P<against>[\w.]{1,80})"
    rb"|\bbest\w{0,40}" + _IS + rb"[\w.(]{0,40}(?:arg)?(?:max|min)\([ \t]{0,8}(?P<all>[\w.]{1,80})[ \t]{0,8}\)"
)
_OF_TEST = lazy_pattern(rb"(?i)(?:^|[_.])test(?:[_.]|$|ing_)")
_SETTING = lazy_pattern(
    r"""(?mix)(?:^|[{,])[ \t]{0,80}["']?(?P<key>[\w.-]{1,60})["']?[ \t]{0,8}[:=]
    [ \t]{0,8}["']?(?P<value>[\w./-]{1,60})["']?[ \t]{0,8}(?=[,}\#]|\r?$)"""
)
_SELECTS = lazy_pattern(
    r"(?i)(?P<selection>(?:selection|select|model_selection|early_?stop(?:ping)?)[_.-]?(?:split|subset|on|file|set|data)"
    r"|model_selection)|(?:val|valid|validation|dev)[_.-]?(?:split|subset|on|file|set|data|dataset|path)|val|valid|validation"
)
_TRAINS = lazy_pattern(r"(?i)epoch|patience|early_?stop|learning_rate|\blr\b|optimi[sz]er|checkpoint|selection")
_REPORTS = lazy_pattern(r"(?i)(?:report|reported|reporting|test|final)[_.-]?(?:split|subset|on|file|path|data)|test")
_TEST_FILE = lazy_pattern(r"(?i)(?:[\w./-]{0,60}/)?test\.\w{2,8}")
_WATCHES = lazy_pattern(
    r"(?i)monitor|metric_for_best_model|(?:selection|early_?stop(?:ping)?|checkpoint|best)[_.-]?metric"
)
_WATCHED_BELOW = lazy_pattern(r"(?i)metric|monitor|on|split|key")
_WATCHER = lazy_pattern(
    r"(?i)[ \t]*+[\"']?(?:\w{0,20}early_?stop\w{0,20}|\w{0,20}checkpoint\w{0,20}|selection)[\"']?[ \t]*+:"
    r"[ \t{\r]*+(?:#.*)?"
)
_BY_TEST = lazy_pattern(r"(?i)test(?:$|[_./-])")
_LINES_ABOVE = 12
_SIGNS = (b"val", b"VAL", b"dev", b"best", b"stop", b"monitor")


def looker(context: Context) -> Look | None:
    """Each such line."""
    if is_decided(context, ("test",), ("select", "early stop", "best epoch", "validat", "checkpoint")):
        return None
    paths = seen_by_runs(context)

    def look(path: str, data: bytes) -> Iterator[Fault]:
        if path not in paths:
            return
        if is_python(path, data):
            if (b"test" in data or b"TEST" in data) and any(sign in data for sign in _SIGNS):
                yield from first_few(_in_python(path, data))
        elif form_of(path) is not None and len(data) <= MAX_BYTES and (b"test" in data or b"select" in data):
            yield from first_few(_in_settings(path, data.decode("utf-8", "replace")))

    return look


def _in_python(path: str, data: bytes) -> Iterator[Fault]:
    text = without_comments(data)
    selects, folds = _SELECTING.search(text) is not None, _FOLDS.search(text) is not None
    found: list[tuple[int, Fault]] = []
    for start, line in lines_with(text, (b"test", b"Test", b"TEST")):
        if _NOT_SPLIT.search(line):
            continue
        match = _IS_TEST.search(line)
        if match and (folds or not selects) and _ARGUMENT.match(match[0]):
            match = None  # it is watched, and nothing is chosen by it; or it is a fold of the training data
        message = "what is called validation here is the test data"
        if match is None and selects and not folds and (match := _AS_ARGUMENT.search(line)):
            message = "what stops early, or keeps the best, looks at the test data"
        if match:
            place = start + match.end() - len(match[0].lstrip(b" \t(,;"))
            found.append((place, _fault(path, text, place, message)))
    renamed, said = bool(found), set[bytes]()
    for start, line in lines_with(code_of(data), (b"best", b"Best")):
        match = _KEEPS_BEST.search(line)
        kept = next((name for name in match.groups() if name), b"") if match else b""
        if match and kept not in said and (renamed or _OF_TEST.search(kept)):
            said.add(kept)
            place = start + match.start()
            message = f"the best is kept by `{kept.decode()}`, which is measured on the test data"
            found.append((place, _fault(path, text, place, message)))
    yield from (fault for _, fault in sorted(found, key=lambda one: one[0]))


def _in_settings(path: str, text: str) -> Iterator[Fault]:
    settings = [(match, match["key"], match["value"]) for match in _SETTING.finditer(text)]
    reported = {value for _, key, value in settings if _REPORTS.fullmatch(key)}
    trains = _TRAINS.search(text) is not None
    for match, key, value in settings:
        if _selects_on_test(key, value, reported, trains=trains) or _watches_test(text, match):
            start = len(text[: match.start("key")].encode())
            yield _fault(path, text.encode(), start, f"`{key}: {value}` selects on what is reported")


def _selects_on_test(key: str, value: str, reported: set[str], *, trains: bool) -> bool:
    selects = _SELECTS.fullmatch(key)
    if not selects:
        return False
    if selects["selection"]:
        return value in reported or value == "test"
    if _TEST_FILE.fullmatch(value):
        return trains or value in reported
    # where nothing is trained, as in a suite of evaluations, a validation split selects nothing
    return value == "test" and trains


def _watches_test(text: str, match: re.Match[str]) -> bool:
    if not _BY_TEST.match(match["value"]):
        return False
    if _WATCHES.fullmatch(match["key"]):
        return True
    return _WATCHED_BELOW.fullmatch(match["key"]) is not None and _is_below_watcher(text, match.start("key"))


def _is_below_watcher(text: str, place: int) -> bool:
    """Whether the mapping around a key is about early stopping or the like."""
    begin = text.rfind("\n", 0, place) + 1
    inside = place - begin
    for line in reversed(text[max(0, begin - 2000) : begin].splitlines()[-_LINES_ABOVE:]):
        if line.strip() and len(line) - len(line.lstrip()) < inside:
            return _WATCHER.fullmatch(line) is not None
    return False


def _fault(path: str, data: bytes, start: int, message: str) -> Fault:
    return Fault(
        message=message,
        advice="Select on data of its own; where the paper did this, write a decision that says so, with its effect.",
        file=path,
        mark=mark_at(data, start),
    )


RULE = Rule(code="RRC012", name="selection-on-test", level=Level.SPECIFIED, severity=Severity.WARNING, looker=looker)
