"""Profiles by name, as the standard carries them, or from a file of the caller."""

from pathlib import Path

from reprobridge_spec import resources
from reprobridge_spec.errors import UsageError
from reprobridge_spec.model.profile import Profile
from reprobridge_spec.rules.nearest import nearest
from reprobridge_spec.schemas.kinds import SPEC_VERSION
from reprobridge_spec.schemas.kinds_beside import PROFILE
from reprobridge_spec.schemas.load import load
from reprobridge_spec.validation.profile_lint import named_rules

_SUFFIX = ".yaml"


def names() -> list[str]:
    """The profiles that the standard carries."""
    return sorted(path.stem for path in _folder().glob(f"*{_SUFFIX}"))


def file_of(asked: str) -> Path:
    """Where the profile of a name lies, or the path that is asked for, which ends with `.yaml`.

    Raises:
        UsageError: there is none of that name.
    """
    if asked.endswith(_SUFFIX):
        return Path(asked)
    if asked not in names():
        otherwise = f"There are {', '.join(names())}; or give a file that ends with {_SUFFIX}."
        raise UsageError(f"there is no profile `{asked}`", hint=nearest(asked, names(), otherwise=otherwise))
    return _folder() / f"{asked}{_SUFFIX}"


def text_of(path: Path) -> bytes:
    """The bytes of a profile.

    Raises:
        UsageError: it cannot be read.
    """
    try:
        return path.read_bytes()
    except OSError as error:
        raise UsageError(
            f"the profile {path} cannot be read: {error.strerror}", hint="Give a file that is there."
        ) from error


def profile(asked: str) -> Profile:
    """The profile of a name, or in the file at a path (which ends with `.yaml`).

    Raises:
        UsageError: there is none, it has not the right form, or it names a rule that does not exist.
    """
    path = file_of(asked)
    loaded = load(PROFILE, text_of(path), path.name)
    if loaded.model is None or loaded.tree is None:
        first = loaded.findings[0]
        line = f":{first.mark.line}" if first.mark else ""
        raise UsageError(first.message, hint=first.advice, place=f"{path}{line}")
    for fault in named_rules(loaded.model, loaded.tree):
        line = f":{fault.mark.line}" if fault.mark else ""
        raise UsageError(fault.message, hint=fault.advice, place=f"{path}{line}")
    return loaded.model


def _folder() -> Path:
    return resources.folder("schema") / SPEC_VERSION / "profiles"
