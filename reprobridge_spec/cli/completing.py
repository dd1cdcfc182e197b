"""What a shell offers where a rule or a profile is asked for; imported at once, looked up only then."""

import click


def complete_rule(_: click.Context, __: click.Parameter, incomplete: str) -> list[str]:
    """Codes, names and weights that begin so."""
    from reprobridge_spec.findings import Severity  # noqa: PLC0415 (only while a line is completed)
    from reprobridge_spec.rules.table import ENTRIES  # noqa: PLC0415

    words = [word for entry in ENTRIES for word in (entry.code, entry.name)] + list(Severity)
    return [word for word in words if word.lower().startswith(incomplete.lower())]


def complete_format(_: click.Context, __: click.Parameter, incomplete: str) -> list[str]:
    """Names of formats of `rrspec export` that begin so."""
    from reprobridge_spec.handover.export.table import EXPORTERS  # noqa: PLC0415

    return [name for name in EXPORTERS if name.startswith(incomplete)]


def complete_profile(_: click.Context, __: click.Parameter, incomplete: str) -> list[str]:
    """Names of profiles that begin so."""
    from reprobridge_spec.validation.profiles import names  # noqa: PLC0415

    return [name for name in names() if name.startswith(incomplete)]
