"""A launcher reads a variable that no run has.

## What it finds
In launchers, where a variable is read: a name that begins with `RRA_` and is none of the contract's, and
`RRA_INPUT_...` of an input or an output that no experiment takes, or not the one that starts this file. Where the
launcher does not need it, it is a warning: a default stands beside it, `os.environ.get` or `getenv` gives nothing
where it is not set, or it only asks whether it is set.

## Why
The variable is not set in any run. The launcher ends there, or takes its default, which on the author's machine may
lead to the data.

## Example
```python
output = os.environ["RRA_OUTPUT"]          # RRA_OUTPUT_DIR
```

## What to do
Mend the name, or add the input to the experiment: `train/checkpoint` is `RRA_INPUT_TRAIN_CHECKPOINT`.

## Standard
SPEC.md, section "Launcher contract".
"""

from collections.abc import Iterator

from reprobridge_spec.documents.python_text import is_python, without_comments
from reprobridge_spec.findings import Severity
from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.model.resolved import inputs_of, reference_text
from reprobridge_spec.rules.base import Fault, Look, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.first_few import first_few
from reprobridge_spec.rules.nearest import nearest
from reprobridge_spec.rules.started import launchers, of_started
from reprobridge_spec.rules.text_files import mark_at

_CONTRACT = ("RRA_MODE", "RRA_SEED", "RRA_OUTPUT_DIR", "RRA_ATTEMPT")
_OF_INPUTS = "RRA_INPUT_"
_READ = lazy_pattern(
    rb"(?:\$\{?|(?P<sign>[\"'])|\bENV\{)(?P<name>RRA_[A-Z0-9_]{0,100}+)(?![A-Za-z0-9{*<])"
    rb"(?(sign)(?P=sign)(?!\][ \t]{0,4}=(?!=)))"
    rb"(?P<default>[ \t]{0,4}(?:,|\)[ \t]{0,4}or\b)|[ \t]{1,4}(?:not[ \t]{1,4})?in\b|:?[-=+])?"
)
_MADE = lazy_pattern(rb"(?<![\w$])(RRA_[A-Z0-9_]{0,100}+)=(?!=)|[\"'](RRA_[A-Z0-9_]{0,100}+)[\"']\][ \t]{0,4}=(?!=)")
_ASKING = (b"getenv(", b".get(")
"""Functions that give nothing for a variable that is not set."""
_COMMENT = lazy_pattern(rb"(?m)(?:^|[ \t])#[^\n]*+")


def looker(context: Context) -> Look:
    """Each such name, once a file."""
    paths = launchers(context)
    started = of_started(context)
    of_all = {variable for name in context.experiments for variable in _variables(context, name)}

    def look(path: str, data: bytes) -> Iterator[Fault]:
        if path in paths and b"RRA_" in data:
            known = of_all
            if path in started:
                known = {variable for name in started[path] for variable in _variables(context, name)}
            yield from first_few(_faults(path, data, known))

    return look


def _variables(context: Context, experiment: str) -> Iterator[str]:
    for reference in inputs_of(context.experiments[experiment]):
        yield _OF_INPUTS + reference_text(reference).upper().replace("-", "_").replace("/", "_")


def _faults(path: str, data: bytes, inputs: set[str]) -> Iterator[Fault]:
    text = without_comments(data) if is_python(path, data) else _COMMENT.sub(lambda match: b" " * len(match[0]), data)
    said = {*_CONTRACT, *inputs}
    said |= {(match[1] or match[2]).decode() for match in _MADE.finditer(text)}
    for match in _READ.finditer(text):
        name = match["name"].decode()
        if name in said or name.endswith("_"):
            continue
        said.add(name)
        what = "of an input that its experiment does not take" if name.startswith(_OF_INPUTS) else "that no run has"
        yield Fault(
            message=f"`{path}` reads `{name}`, a variable {what}",
            advice=nearest(name, [*_CONTRACT, *sorted(inputs)], otherwise="Mend the name, or declare the input."),
            file=path,
            mark=mark_at(data, match.start("name")),
            severity=Severity.WARNING if match["default"] or _only_asks(text, match.start()) else None,
        )


def _only_asks(text: bytes, start: int) -> bool:
    return text[max(0, start - 16) : start].rstrip().endswith(_ASKING)


RULE = Rule(code="RRL016", name="unknown-variable", level=Level.SPECIFIED, looker=looker)
