"""A bundled input gives launchers what the working copy keeps from them.

## What it finds
An input with `source: {bundled: ...}` whose path is, lies in or contains `evidence/`, `guide/`, the manifest, or a
file that `codebase.docs` or `codebase.shipped_results` matches.

## Why
The working copy leaves out earlier scores, the guide and the manifest, so that a launcher has to compute its score.
A bundled input is handed to the launcher all the same, and with it the answer.

## Example
```yaml
codebase: {path: code, relation: modified, shipped_results: ["results/**"]}
inputs:
  splits: {kind: dataset, source: {bundled: code/results}}
```

## What to do
Put the data that launchers need into a folder of its own, such as `data/`, and name that.

## Standard
SPEC.md, section "Inputs".
"""

from collections.abc import Iterator

from reprobridge_spec.globs import matches
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules import bundled_inputs
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.bundled_inputs import files_at, is_at_or_below
from reprobridge_spec.rules.context import Context
from reprobridge_spec.schemas.kinds import MANIFEST_FILE

_KEPT_BACK = {"evidence": "evidence", "guide": "the guide", MANIFEST_FILE: "the manifest"}


def check(context: Context) -> Iterator[Fault]:
    """Each bundled input that holds what launchers must not see."""
    for name, root in bundled_inputs.of(context):
        what = _kept_back(context, root)
        if what is not None:
            yield Fault(
                message=f"input `{name}` bundles `{root}`, which gives launchers {what}",
                advice="Put the data that launchers need into a folder of its own, such as `data/`, and bundle that.",
                path=("inputs", name, "source", "bundled"),
            )


def _kept_back(context: Context, root: str) -> str | None:
    """What the input holds that the working copy leaves out, as the rest of a sentence."""
    for place, what in _KEPT_BACK.items():
        if is_at_or_below(root, place) or is_at_or_below(place, root):
            return what
    codebase = context.manifest.codebase
    if codebase is None:
        return None
    code = f"{codebase.path}/"
    for path in (root, *files_at(context, root)):
        inside = path.removeprefix(code)
        for field, globs in (("shipped_results", codebase.shipped_results), ("docs", codebase.docs)):
            if path.startswith(code) and matches(inside, globs):
                found = "what" if path == root else f"`{path}`, which"
                return f"{found} `codebase.{field}` keeps from them"
    return None


RULE = Rule(code="RRE010", name="bundled-score", level=Level.SPECIFIED, check=check)
