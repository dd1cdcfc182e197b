"""What uv is told of packages that it is to take as source distributions, so that it executes none to learn it."""

import json
from collections.abc import Iterable, Iterator, Sequence

from reprobridge_spec.environments.lock.built_wheel import Needs


def settings(names: Iterable[str], known: Iterable[Needs]) -> str:
    """Settings of uv that say what each release of `names` needs: what is known of it, or else nothing."""
    return "\n".join(
        [line for name in names for line in _table(name)] + [line for one in known for line in _known(one)]
    )


def _known(needs: Needs) -> Iterator[str]:
    yield from _table(needs.name, requires=needs.requires)
    yield f"version = {json.dumps(needs.version)}"
    yield f"provides-extra = {json.dumps(needs.extras)}"
    if needs.python:
        yield f"requires-python = {json.dumps(needs.python)}"


def _table(name: str, requires: Sequence[str] = ()) -> Iterator[str]:
    yield "[[dependency-metadata]]"
    yield f"name = {json.dumps(name)}"
    yield f"requires-dist = {json.dumps(requires)}"
