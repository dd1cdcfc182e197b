"""The caller's settings: `[tool.rrspec]` in `pyproject.toml`, or `rrspec.toml`, read upwards from where they stand.

They are defaults of options: what the command line says wins.
"""

from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from reprobridge_spec.errors import UsageError
from reprobridge_spec.rules.nearest import nearest

_OWN, _SHARED = "rrspec.toml", "pyproject.toml"
_PATHS = frozenset({"baseline", "release"})


def apply_settings(ctx: click.Context, names: frozenset[str], start: Path) -> Path | None:
    """Give options that the command line leaves open the values of the nearest settings file.

    Args:
        ctx: of the command that is called; its parameters are changed.
        names: options that may be set.
        start: the folder from which files are looked for upwards.

    Returns:
        The file; None where there is none.

    Raises:
        UsageError: the file cannot be read, has an unknown key, or a value of another kind.
    """
    found = _nearest(start)
    if found is None:
        return None
    file, settings = found
    options = {parameter.opts[-1].removeprefix("--"): parameter for parameter in ctx.command.params}
    for key, value in settings.items():
        if key not in names:
            hint = nearest(key, names, otherwise=f"There are {', '.join(sorted(names))}.")
            raise UsageError(f"there is no setting `{key}`", hint=hint, place=str(file))
        parameter = options[key]
        if ctx.get_parameter_source(parameter.name or "") is ParameterSource.DEFAULT:
            _set(ctx, parameter, _placed(key, value, file), file)
    return file


def _set(ctx: click.Context, parameter: click.Parameter, value: Any, file: Path) -> None:  # noqa: ANN401 (TOML)
    if parameter.multiple and isinstance(value, str):
        value = [value]
    if isinstance(value, dict) or isinstance(value, list) is not parameter.multiple:
        wanted = "a list of texts" if parameter.multiple else "one value"
        name = parameter.opts[-1].removeprefix("--")
        raise UsageError(f"the setting `{name}` is to be {wanted}", hint="Mend the setting.", place=str(file))
    try:
        given = parameter.process_value(ctx, value)
    except click.UsageError as error:
        raise UsageError(error.format_message(), hint="Mend the setting.", place=str(file)) from error
    if parameter.expose_value and parameter.name:
        ctx.params[parameter.name] = given


def _placed(key: str, value: Any, file: Path) -> Any:  # noqa: ANN401 (TOML)
    """A path in a settings file is meant from the file's folder."""
    return str(file.parent / value) if key in _PATHS and isinstance(value, str) else value


def _nearest(start: Path) -> tuple[Path, dict[str, Any]] | None:
    for folder in (start, *start.parents):
        for name in (_OWN, _SHARED):
            file = folder / name
            if not file.is_file():
                continue
            settings = _read(file)
            if name == _SHARED:
                settings = settings.get("tool", {}).get("rrspec")
            if isinstance(settings, dict):
                return file, settings
    return None


def _read(file: Path) -> dict[str, Any]:
    import tomllib  # noqa: PLC0415 (only where there are settings)

    try:
        with file.open("rb") as stream:
            return tomllib.load(stream)
    except OSError as error:
        raise UsageError(f"it cannot be read: {error.strerror}", hint="Make it readable.", place=str(file)) from error
    except ValueError as error:
        raise UsageError(f"this is no TOML: {error}", hint="Mend the settings.", place=str(file)) from error
