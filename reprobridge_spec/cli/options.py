"""Options that several commands share, each defined once."""

import re
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


_SIZE = re.compile(r"[0-9]{1,6}(\.[0-9]{1,6})?(B|KiB|MiB|GiB|TiB)")
_DURATION = re.compile(r"[0-9]{1,6}(\.[0-9]{1,6})?(s|min|h|d)")
_LEAST_MEMORY = "256MiB"
"""Less than that is used up before an artifact is looked at."""


def _memory(_ctx: click.Context, _param: click.Parameter, value: str | None) -> int | None:
    if value is None:
        return None
    from reprobridge_spec.model.scalars import size_in_bytes  # noqa: PLC0415 (only where one is given)

    if not _SIZE.fullmatch(value):
        raise click.BadParameter(f"{value!r} is no size: write a number with its unit, such as 500MiB or 2GiB.")
    if size_in_bytes(value) < size_in_bytes(_LEAST_MEMORY):
        raise click.BadParameter(f"{value} is too little: give at least {_LEAST_MEMORY}.")
    return size_in_bytes(value)


timeout_option = click.option(
    "--timeout",
    type=click.IntRange(1, 86_400),
    metavar="SECONDS",
    help="Most time for one artifact; 300 for each of many.",
)


def _duration(_ctx: click.Context, _param: click.Parameter, value: str | None) -> float | None:
    if value is None:
        return None
    from reprobridge_spec.model.scalars import seconds  # noqa: PLC0415 (only where one is given)

    if not _DURATION.fullmatch(value):
        raise click.BadParameter(f"{value!r} is no duration: write a number with its unit, such as 30min, 2h or 1d.")
    return seconds(value)


budget_option = click.option(
    "--budget",
    metavar="TIME",
    callback=_duration,
    help="Time for all runs, such as 30min or 2h; what does not fit is left for another time.",
)
memory_option = click.option(
    "--memory", metavar="SIZE", callback=_memory, help="Most memory for one artifact; 2GiB for each of many."
)
LEVELS = ("draft", "specified", "executed", "preserved")

level_option = click.option(
    "--level", type=click.Choice(LEVELS), help="Level to check for; the claimed one if not given."
)
offline_option = click.option("--offline", is_flag=True, help="Refuse the network.")
isolation_option = click.option(
    "--isolation",
    type=click.Choice(["auto", "bubblewrap", "apptainer", "podman", "none"]),
    default="auto",
    show_default=True,
    help="What keeps runs apart from this machine.",
)
sign_option = click.option(
    "--sign",
    "key",
    type=click.Path(path_type=Path),
    metavar="KEY",
    help="Sign it with an ssh key; a public key is signed for by `ssh-agent`.",
)
on_option = click.option(
    "--on",
    "on",
    default="local",
    show_default=True,
    metavar="PLACE",
    help="Where runs are executed: local, slurm, or slurm:PROFILE.",
)
artifact_option = click.option(
    "-C",
    "--artifact",
    "artifact",
    type=click.Path(path_type=Path),
    default=Path(),
    help="Folder of the artifact; the nearest rra.yaml upwards if not given.",
)


def evidence_options(function: F) -> F:
    """What a reader knows about evidence besides the artifact: witnesses, records, keys and clocks."""
    function = click.option(
        "--clocks",
        type=click.Path(path_type=Path),
        metavar="FILE",
        help="Certificates (PEM) of time-stamping authorities that you trust, for plans that were committed.",
    )(function)
    function = click.option(
        "--signers",
        type=click.Path(path_type=Path),
        metavar="FILE",
        help="Keys that you trust, as `allowed_signers` of ssh: what they have signed is verified with `ssh-keygen`.",
    )(function)
    function = click.option(
        "--records",
        type=click.Path(path_type=Path),
        metavar="DIR",
        help="Records that lie beside the artifact, as `verify --records` keeps them.",
    )(function)
    return click.option(
        "--witness",
        "seen",
        multiple=True,
        type=click.Path(path_type=Path),
        metavar="FILE",
        help="A verification that you made, or whose maker you trust: runs whose records it names are witnessed.",
    )(function)
