"""A licence is missing, or is no SPDX expression.

## What it finds
A manifest without `license`, and inputs without one that are no services; and a licence that is no SPDX expression,
such as `Apache 2.0` for `Apache-2.0`, with the nearest one that is. `LicenseRef-` and a name of one's own is an
expression. Of a release and of an input, `unknown` may be said. It is a warning.

## Why
Without a licence nobody may copy, change or host what you wrote, however open it looks. A licence that programs
cannot read is looked up by hand by everybody, each with another result.

## Example
```yaml
license: Apache 2.0
inputs:
  digits: {kind: dataset, source: {url: "https://data.example.org/digits.npz"}}      # no word on its licence
```

## What to do
Write the identifier of the SPDX list (https://spdx.org/licenses/), `LicenseRef-` and a name for a text of one's own,
or, of a release or an input, `unknown` where nobody says it.

## Standard
SPEC.md, section "Manifest".
"""

import re
from collections.abc import Iterator
from functools import cache

from reprobridge_spec.findings import Severity
from reprobridge_spec.location import Path
from reprobridge_spec.model.inputs import InputKind
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.nearest import nearest

_UNKNOWN = "unknown"
_LONGEST, _DEEPEST = 1000, 20
_USUAL = {
    "apache": "Apache-2.0", "apache2": "Apache-2.0", "apache20": "Apache-2.0", "apachelicense20": "Apache-2.0",
    "apachelicenseversion20": "Apache-2.0", "mitlicense": "MIT", "expat": "MIT", "bsd": "BSD-3-Clause",
    "newbsd": "BSD-3-Clause", "bsd3": "BSD-3-Clause", "bsd2": "BSD-2-Clause", "gpl": "GPL-3.0-or-later",
    "gplv3": "GPL-3.0-only", "gpl3": "GPL-3.0-only", "gplv2": "GPL-2.0-only", "gpl2": "GPL-2.0-only",
    "agplv3": "AGPL-3.0-only", "agpl3": "AGPL-3.0-only", "lgplv3": "LGPL-3.0-only", "lgpl3": "LGPL-3.0-only",
    "lgplv21": "LGPL-2.1-only", "ccby": "CC-BY-4.0", "ccby40": "CC-BY-4.0", "ccbync": "CC-BY-NC-4.0",
    "ccbysa": "CC-BY-SA-4.0", "cc0": "CC0-1.0", "publicdomain": "CC0-1.0", "proprietary": "LicenseRef-Proprietary",
}  # fmt: skip
"""What people write, without case and signs, and the identifier that is nearest."""


def check(context: Context) -> Iterator[Fault]:
    """Each licence that is missing or unclear."""
    manifest = context.manifest
    if manifest.license is None:
        yield _missing("the manifest does not say under which licence the artifact is", ("license",))
    else:
        yield from _unclear("the licence of the artifact", manifest.license, ("license",))
    release = manifest.codebase.upstream if manifest.codebase else None
    if release is not None and release.license is not None and release.license != _UNKNOWN:
        yield from _unclear("the licence of the release", release.license, ("codebase", "upstream", "license"))
    for name, body in manifest.inputs.items():
        if body.license is None and body.kind is not InputKind.SERVICE:
            yield _missing(f"the input `{name}` says nothing of its licence", ("inputs", name))
        elif body.license is not None and body.license != _UNKNOWN:
            yield from _unclear(f"the licence of input `{name}`", body.license, ("inputs", name, "license"))


def _missing(message: str, place: Path) -> Fault:
    of_input = place[0] == "inputs"
    advice = "Write `license:` with its SPDX identifier, or `unknown` where nobody says it."
    return Fault(message=message, advice=advice if of_input else "Write `license:`, such as Apache-2.0.", path=place)


def _unclear(what: str, text: str, place: Path) -> Iterator[Fault]:
    if not _is_expression(text):
        yield Fault(
            message=f"{what}, {text[:80]!r}, is no SPDX expression",
            advice=_advice(text),
            path=place,
        )


def _is_expression(text: str) -> bool:
    if len(text) > _LONGEST or text.count("(") > _DEEPEST:
        return False
    from packaging import licenses  # noqa: PLC0415 (a long table)

    try:
        licenses.canonicalize_license_expression(text)
    except ValueError:
        return False
    return True


def _advice(text: str) -> str:
    bare = re.sub(r"[^a-z0-9]", "", text[:_LONGEST].lower())
    if bare in _USUAL:
        return f"Did you mean `{_USUAL[bare]}`?"
    otherwise = "Write the identifier of the SPDX list, or `LicenseRef-` and a name for a text of its own."
    return nearest(text[:80].strip(), _identifiers(), otherwise=otherwise)


@cache
def _identifiers() -> tuple[str, ...]:
    """The identifiers of the list that can be told from what people write, which are few."""
    known = {*_USUAL.values(), "MIT-0", "ISC", "MPL-2.0", "Unlicense", "BSL-1.0", "Zlib", "0BSD", "EUPL-1.2"}
    creative = [
        f"CC-BY{part}-{version}" for part in ("", "-SA", "-NC", "-ND", "-NC-SA", "-NC-ND") for version in ("3.0", "4.0")
    ]
    return (*sorted(known), *creative, "ODbL-1.0", "PDDL-1.0", "Artistic-2.0", "CC0-1.0")


RULE = Rule(code="RRM019", name="licence-unclear", level=Level.SPECIFIED, severity=Severity.WARNING, check=check)
