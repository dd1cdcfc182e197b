"""What an environment needs beside its packages is not told exactly.

## What it finds
A `container` whose digest is no SHA-256 of an image, or whose image names another digest; as a warning, an entry of
`system` that is a command, a path, an address or several packages in one; and as a note a `cuda` without `driver`.

## Why
A tag of an image is moved to another image, and from a command nobody can tell which package is needed. A runtime of
CUDA starts on drivers from some version on only, which whoever has an older one finds out after the build.

## Example
```yaml
environments:
  gpu:
    container: {image: "pytorch/pytorch:latest", digest: latest}
    system: [apt-get install -y libgl1]
    cuda: {runtime: "12.4"}
```

## What to do
Write the digest that `docker image inspect` shows under `RepoDigests`, one package an entry, and `driver: ">=550"`.

## Standard
SPEC.md, section "Environments".
"""

import re
from collections.abc import Iterator

from reprobridge_spec.findings import Severity
from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.location import Path
from reprobridge_spec.model.environment import Environment
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context

_DIGEST = lazy_pattern(r"sha256:[0-9a-f]{64}")
_COMMAND = lazy_pattern(r"[;&|<$`]|://|^[/~.]|\b(?:sudo|install|apt|apt-get|yum|dnf|brew|pip|conda)\s")


def check(context: Context) -> Iterator[Fault]:
    """Each part that is not exact, in the order of the manifest."""
    for name, environment in context.manifest.environments.items():
        yield from _container(name, environment)
        yield from _system(name, environment)
        if environment.cuda is not None and environment.cuda.driver is None:
            yield Fault(
                message=f"environment `{name}` does not say which driver its CUDA {environment.cuda.runtime} needs",
                advice='Write the bound, such as `driver: ">=550"`.',
                path=("environments", name, "cuda"),
                severity=Severity.NOTE,
            )


def _container(name: str, environment: Environment) -> Iterator[Fault]:
    if environment.container is None:
        return
    place: Path = ("environments", name, "container", "digest")
    digest, inside = environment.container.digest, environment.container.image.partition("@")[2]
    if not _DIGEST.fullmatch(digest):
        yield Fault(
            message=f"the container of environment `{name}` has the digest {digest[:40]!r}, which pins no image",
            advice="Write `sha256:` and the 64 hex digits that `docker image inspect` shows under `RepoDigests`.",
            path=place,
        )
    elif inside and inside != digest:
        yield Fault(
            message=f"the container of environment `{name}` names two digests, in `image` and in `digest`",
            advice="Write the image without digest.",
            path=place,
        )


def _system(name: str, environment: Environment) -> Iterator[Fault]:
    for index, entry in enumerate(environment.system):
        if _COMMAND.search(entry):
            reason = "which is no name of a package"
        elif _is_several(entry):
            reason = "which is several packages in one"
        else:
            continue
        yield Fault(
            message=f"environment `{name}` needs the system package {entry[:60]!r}, {reason}",
            advice="Write one package an entry, by its name and, where it matters, its version.",
            path=("environments", name, "system", index),
            severity=Severity.WARNING,
        )


def _is_several(entry: str) -> bool:
    """Whether each word is a name as package managers have them, and at least one is that of a library."""
    words = re.split(r"[\s,]+", entry.strip())
    names = [word for word in words if re.fullmatch(r"[a-z0-9][a-z0-9+.-]*", word)]
    return len(words) > 1 and len(names) == len(words) and any(re.match(r"lib[a-z]|.*-dev$", word) for word in words)


RULE = Rule(code="RRE020", name="system-not-pinned", level=Level.EXECUTED, check=check)
