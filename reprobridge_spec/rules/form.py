"""The pages of faults in a document's form, which are found while documents are read and not by a rule."""

from reprobridge_spec.findings import Severity
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.schemas import codes
from reprobridge_spec.schemas.codes import FormCode


@dataclass(frozen=True, slots=True)
class FormPage:
    """A code of form and its page.

    Attributes:
        page: markdown with the same headings as a rule's.
        severity: what its findings weigh.
        level: the lowest level that counts it.
    """

    code: str
    name: str
    page: str
    severity: Severity = Severity.ERROR
    level: Level = Level.DRAFT


_UNREADABLE = """A document cannot be read as YAML or JSON.

## What it finds
A syntax error, text that is not UTF-8, a key that stands twice, anchors, aliases, merge keys and tags, and documents
that are too large or too deep.

## Why
Two readers must see the same document. Duplicate keys and tags are read differently by different libraries, and aliases
can make a small file endless.

## Example
```text
seeds: [0, 1, 2          # the bracket is not closed
```

## What to do
Mend the line that the finding names. What experiments share goes under `defaults:`, not into an anchor.

## Standard
SPEC.md, section "Manifest".
"""

_VERSION = """A document follows a version of the standard that is not read.

## What it finds
A missing `rra`, one that is no version, and another major version than this program knows.

## Why
Another major version may give the same words another meaning, so nothing in the document can be trusted.

## Example
```yaml
rra: "2.0"
```

## What to do
Write `rra: "1.0"`. Migrate an older document; use a newer rrspec for a newer one.

## Standard
SPEC.md, section "Versions".
"""

_NEWER = """A document follows a newer minor version of the standard.

## What it finds
A minor version above the one that this program knows. It is a note.

## Why
Minor versions only add. What is known is checked, and what is new is kept and not looked at.

## Example
```yaml
rra: "1.7"
```

## What to do
Nothing; or use a newer rrspec, which checks the rest.

## Standard
SPEC.md, section "Versions".
"""

_UNKNOWN = """A document has a field that the standard does not know.

## What it finds
A key that is no field at its place and does not begin with `x-`. The message gives the nearest known name.

## Why
A misspelt key would be passed over in silence, and what it was to say would not hold.

## Example
```yaml
experiments:
  italy: {sedes: [0, 1, 2]}
```

## What to do
Correct the name. Keys of your own begin with `x-`.

## Standard
SPEC.md, section "Versions".
"""

_MISSING = """A document lacks a field that it must have.

## What it finds
A mapping without one of its required fields, and a choice between several forms of which none is there.

## Why
Without the field nobody can tell what the rest means.

## Example
```yaml
inputs:
  ucr: {kind: dataset}          # no `source`
```

## What to do
Write the field; the finding says what it means.

## Standard
SPEC.md, section "Manifest".
"""

_MALFORMED = """A value has not the form of its field.

## What it finds
A text where a number is asked for, an id with capital letters, a shortened commit, a duration without unit, a word that
is none of a closed list, and the like.

## Why
Each of these reads as something else than was meant, or as nothing.

## Example
```yaml
experiments:
  italy: {seeds: [zero, one]}
```

## What to do
Write the value in the form that the finding names.

## Standard
SPEC.md, section "Manifest".
"""

_UNQUOTED = """A text stands without quotes, and other readers take it for something else.

## What it finds
Unquoted text such as `3.10`, `no`, `0005747` or `2024-02-30` at a place where the standard reads text. It is a warning.

## Why
rrspec reads text as written. Another YAML reader makes a number of `3.10`, which is 3.1, and false of `no`.

## Example
```yaml
environments:
  cpu: {python: 3.10}
```

## What to do
Put it into quotes: `python: "3.10"`.

## Standard
SPEC.md, section "Manifest".
"""


def _page(form: FormCode, page: str, severity: Severity = Severity.ERROR) -> FormPage:
    return FormPage(form.code, form.name, page, severity)


FORM: tuple[FormPage, ...] = (
    _page(codes.UNREADABLE, _UNREADABLE),
    _page(codes.VERSION, _VERSION),
    _page(codes.NEWER, _NEWER, Severity.NOTE),
    _page(codes.UNKNOWN, _UNKNOWN),
    _page(codes.MISSING, _MISSING),
    _page(codes.MALFORMED, _MALFORMED),
    _page(codes.UNQUOTED, _UNQUOTED, Severity.WARNING),
)
