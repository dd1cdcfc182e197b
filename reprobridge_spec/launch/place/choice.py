"""Which place a caller means: `local`, `slurm`, or `slurm:NAME` for a profile by its name."""

import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path

from reprobridge_spec.errors import UsageError
from reprobridge_spec.launch.place.base import Place
from reprobridge_spec.launch.place.local import Local
from reprobridge_spec.launch.place.slurm_profile import SlurmProfile, profiles_in
from reprobridge_spec.rules.nearest import nearest

CHECKS = "first-kernels"
"""Name of the folder in the cache that says which environments have kernels for which cards."""
PROFILES = "slurm.toml"
"""Name of the file of profiles, in the user's folder for settings."""
_VARIABLE = "RRSPEC_SLURM"
_DEFAULT = "default"
"""The profile that is meant where none is named."""


def choose_place(
    asked: str,
    *,
    cores: int,
    cache: Path,
    environ: Mapping[str, str],
    nonce: Callable[[], str],
    said: Callable[[str], None],
) -> Place:
    """The place that `asked` means.

    Args:
        asked: `local`, `slurm` or `slurm:NAME`.
        cores: how many of this machine runs may use together.
        cache: rrspec's own folder, in which it is kept what was found out about this machine's cards.
        environ: the caller's variables; `RRSPEC_SLURM` names a file of profiles, which else is `rrspec/slurm.toml` in
            the user's folder for settings.
        nonce: draws 32 hex digits.
        said: told what a person should know while jobs wait and run.

    Raises:
        UsageError: there is no such place or profile, or the file of profiles is at fault.
        NotDoneError: this machine belongs to no Slurm.
    """
    kind, colon, name = asked.partition(":")
    if asked == "local":
        return Local(cores, cache / CHECKS, said)
    if kind != "slurm" or bool(colon) != bool(name):
        raise UsageError(f"there is no place {asked!r}", hint="There are local, slurm and slurm:PROFILE.")
    # the rest of it takes a while to import
    from reprobridge_spec.launch.place.slurm import Slurm  # noqa: PLC0415

    return Slurm(_profile(name, environ), environ=environ, nonce=nonce, said=said)


def _profile(name: str, environ: Mapping[str, str]) -> SlurmProfile:
    file = _file(environ)
    profiles = profiles_in(_read(file), str(file)) if file is not None else {}
    where = str(file) if file is not None else ""
    if name:
        if name not in profiles:
            there = f"There are {', '.join(profiles)}." if profiles else f"Write it into {_usual(environ)}."
            raise UsageError(
                f"there is no profile {name!r}", hint=nearest(name, profiles, otherwise=there), place=where
            )
        return profiles[name]
    if _DEFAULT in profiles:
        return profiles[_DEFAULT]
    if len(profiles) > 1:
        raise UsageError(
            "there are several profiles, and none was named",
            hint=f"Name one: {', '.join(f'slurm:{known}' for known in profiles)}; or call one `{_DEFAULT}`.",
            place=where,
        )
    return next(iter(profiles.values()), SlurmProfile())


def _file(environ: Mapping[str, str]) -> Path | None:
    if named := environ.get(_VARIABLE):
        if not Path(named).is_absolute():
            raise UsageError(f"{_VARIABLE} is no absolute path: {named!r}", hint="Give the whole path of a file.")
        return Path(named)
    usual = _usual(environ)
    return usual if usual.is_file() else None


def _usual(environ: Mapping[str, str]) -> Path:
    base = Path(environ.get("XDG_CONFIG_HOME", ""))
    # a relative path there is to be ignored: https://specifications.freedesktop.org/basedir-spec/latest/
    folder = base if base.is_absolute() else Path(environ.get("HOME", "/")) / ".config"
    return folder / "rrspec" / PROFILES


def _read(file: Path) -> dict[str, object]:
    try:
        with file.open("rb") as stream:
            return tomllib.load(stream)
    except OSError as error:
        raise UsageError(
            f"the profiles cannot be read: {error.strerror}", hint="Make the file readable.", place=str(file)
        ) from error
    except ValueError as error:
        raise UsageError(f"this is no TOML: {error}", hint="Mend the profiles.", place=str(file)) from error
