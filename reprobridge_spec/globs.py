"""Globs over paths with `/`: `*` and `?` within a step, `**` as a step of its own for any number of steps.

They come from strangers, so matching takes no more steps than the path's length times the glob's, whatever both are.
"""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

_Step = re.Pattern[str] | None
"""What one step of a path must match whole; None stands for any number of steps."""


def matches(path: str, globs: Iterable[str]) -> bool:
    """Whether one of `globs` is the whole `path`; one that ends in `/` or `/**` means all below."""
    for glob in globs:
        begin, steps = _compiled(glob)
        # most paths are told apart by their first letters
        if path.startswith(begin) and _fits(path.split("/"), steps):
            return True
    return False


def _fits(steps: Sequence[str], glob: Sequence[_Step]) -> bool:
    at = position = 0
    anew: tuple[int, int] | None = None
    while at < len(steps):
        if position < len(glob) and glob[position] is None:
            position += 1
            anew = (at, position)
        elif position < len(glob) and (step := glob[position]) and step.fullmatch(steps[at]):
            at, position = at + 1, position + 1
        elif anew is None:
            return False
        else:
            # the last `**` takes one step more; those before it need not, since what follows them has been found
            at, position = anew[0] + 1, anew[1]
            anew = (at, position)
    return position == len(glob)


@lru_cache(maxsize=1024)
def _compiled(glob: str) -> tuple[str, tuple[_Step, ...]]:
    """What every path begins with, and its steps."""
    written = glob.split("/")
    if written[-1] == "**" or (written[-1] == "" and written[1:]):
        # everything below, of which there is at least one step
        written[-1:] = ["**", "*"]
    return re.split(r"[*?]", glob, maxsplit=1)[0], tuple(None if step == "**" else _step(step) for step in written)


def _step(written: str) -> re.Pattern[str]:
    first, *rest = (re.escape(part).replace("\\?", ".") for part in re.split(r"\*+", written))
    if not rest:
        return re.compile(first, re.DOTALL)
    # the nearest place of each part between two stars is as good as any, so none is ever looked for again
    between = "".join(f"(?>.*?{part})" for part in rest[:-1])
    return re.compile(f"{first}{between}.*{rest[-1]}", re.DOTALL)
