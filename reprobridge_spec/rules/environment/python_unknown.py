"""An environment's Python is neither a version nor a bound.

## What it finds
A `python` that is no version such as `"3.11"` or `"3.11.7"`, no bound such as `">=3.11,<3.15"`, or a bound that no
version of Python 3 satisfies.

## Why
Locks are resolved for a Python, and environments are built with one. A word that names none stops both.

## Example
```yaml
environments:
  cpu: {python: "python3", tool: uv, requirements: env/requirements.in}
```

## What to do
Write the version that was used, or a bound where the locks hold for all of it.

## Standard
SPEC.md, section "Manifest".
"""

from collections.abc import Iterator

from reprobridge_spec.documents import python_bound
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context


def check(context: Context) -> Iterator[Fault]:
    """Each environment with a Python that cannot be told."""
    for name, environment in context.manifest.environments.items():
        try:
            python_bound.admitted(environment.python)
        except ValueError as error:
            yield Fault(
                message=f"the Python of environment `{name}` cannot be told: {error}",
                advice='Write a version such as "3.11" or "3.11.7", or a bound such as ">=3.11,<3.15".',
                path=("environments", name, "python"),
            )


RULE = Rule(code="RRE008", name="python-unknown", level=Level.DRAFT, check=check)
