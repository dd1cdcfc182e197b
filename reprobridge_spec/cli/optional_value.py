"""Options whose value may be left out, also where the next word is the argument of the command."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import click


class OptionalValue(click.Option):
    """An option that stands alone or before a value.

    Args:
        takes: whether the word after it is its value.
        alone: the value that it has where it stands alone.
    """

    def __init__(self, *declared: Any, takes: Callable[[str], bool], alone: str, **settings: Any) -> None:  # noqa: ANN401 (click's)
        super().__init__(*declared, **settings)
        self.takes = takes
        self.alone = alone


class WithOptionalValues(click.Command):
    """A command that has options of this kind."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """As click does, after each such option has a value."""
        options = {name: one for one in self.params if isinstance(one, OptionalValue) for name in one.opts}
        return super().parse_args(ctx, list(_with_values(args, options)))


def _with_values(arguments: Sequence[str], options: dict[str, OptionalValue]) -> Iterator[str]:
    for position, word in enumerate(arguments):
        if word == "--":
            yield from arguments[position:]
            return
        option = options.get(word)
        follows = arguments[position + 1] if position + 1 < len(arguments) else None
        if option is not None and (follows is None or not option.takes(follows)):
            yield f"{word}={option.alone}"
        else:
            yield word
