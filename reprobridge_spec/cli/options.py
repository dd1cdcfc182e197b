"""Options that several commands share, each defined once."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from reprobridge_spec.cli.output import Output

F = TypeVar("F", bound=Callable[..., Any])


def _set_format(ctx: click.Context, _: click.Parameter, value: str) -> str:
    ctx.find_object(Output).format = value  # type: ignore[union-attr]
    return value


def format_option(*formats: str) -> Callable[[F], F]:
    """`--format`, with the forms that the command has."""
    return click.option(
        "--format",
        "format_",
        type=click.Choice(formats),
        default=formats[0],
        show_default=True,
        callback=_set_format,
        is_eager=True,
        expose_value=False,
        help="Form of the result.",
    )


LEVELS = ("draft", "specified", "executed", "preserved")

level_option = click.option(
    "--level", type=click.Choice(LEVELS), help="Level to check for; the claimed one if not given."
)
offline_option = click.option("--offline", is_flag=True, help="Refuse the network.")
isolation_option = click.option(
    "--isolation",
    type=click.Choice(["auto", "bubblewrap", "none"]),
    default="auto",
    show_default=True,
    help="What keeps runs apart from this machine.",
)
artifact_option = click.option(
    "-C",
    "--artifact",
    "artifact",
    type=click.Path(path_type=Path),
    default=Path(),
    help="Folder of the artifact; the nearest rra.yaml upwards if not given.",
)
