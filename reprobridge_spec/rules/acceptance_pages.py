"""The pages of faults in what accepts findings, which are found once all rules have looked and not by a rule."""

from reprobridge_spec.findings import Severity
from reprobridge_spec.rules.form import FormPage
from reprobridge_spec.schemas import codes

_REFUSED = """A waiver or a comment accepts what cannot be accepted.

## What it finds
A waiver, or a comment `rrspec: ignore[...]`, for a rule that does not exist, or for one about evidence, packages,
secrets (codes `RRV`, `RRP`, `RRS`) or a document's form. It accepts nothing.

## Why
Others rely on these rules: what an artifact could waive there, it could hide.

## Example
```yaml
waivers:
  - {rule: RRS001, at: launchers/run.py, reason: it is only a test key}
```

## What to do
Mend what the rule finds, and remove the waiver or the comment.

## Standard
SPEC.md, section "Guide and waivers".
"""

_UNUSED = """A waiver or a comment accepts nothing, as nothing is found there.

## What it finds
A waiver, or a comment `rrspec: ignore[...]`, at whose place the rule finds nothing. It is a warning. Rules that
could not look, or that the caller left out, do not count.

## Why
It would silence, unseen, the next fault at that place.

## Example
```python
# rrspec: ignore[RRL010] the constant of the paper      (no published value stands in the next line any more)
LIMIT = 3
```

## What to do
Remove it; `rrspec validate --fix` removes comments.

## Standard
SPEC.md, section "Guide and waivers".
"""

_WITHOUT_REASON = """A comment that is to accept a finding lacks the rule or the reason.

## What it finds
A comment `rrspec: ignore` without a code between brackets, or without words after them. It accepts nothing.

## Why
Whoever reads the artifact must see what was accepted, and why.

## Example
```python
LIMIT = 91.37  # rrspec: ignore[RRL010]
```

## What to do
Write the code between the brackets and the reason after them.

## Standard
SPEC.md, section "Guide and waivers".
"""

ACCEPTANCE: tuple[FormPage, ...] = tuple(
    FormPage(code.code, code.name, page, severity)
    for code, page, severity in (
        (codes.ACCEPTANCE_REFUSED, _REFUSED, Severity.ERROR),
        (codes.ACCEPTANCE_UNUSED, _UNUSED, Severity.WARNING),
        (codes.ACCEPTANCE_WITHOUT_REASON, _WITHOUT_REASON, Severity.ERROR),
    )
)
