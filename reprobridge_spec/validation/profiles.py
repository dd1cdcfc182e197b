"""Profiles by name, as the standard carries them, or from a file of the caller."""

from pathlib import Path

from reprobridge_spec import resources
from reprobridge_spec.errors import UsageError
from reprobridge_spec.model.profile import Profile
from reprobridge_spec.rules.nearest import nearest
from reprobridge_spec.rules.table import ENTRIES
from reprobridge_spec.schemas.kinds import SPEC_VERSION
from reprobridge_spec.schemas.kinds_beside import PROFILE
from reprobridge_spec.schemas.load import load
from reprobridge_spec.validation.acceptance import may_be_accepted

_SUFFIX = ".yaml"


def names() -> list[str]:
    """The profiles that the standard carries."""
    return sorted(path.stem for path in _folder().glob(f"*{_SUFFIX}"))


def profile(asked: str) -> Profile:
    """The profile of a name, or in the file at a path (which ends with `.yaml`).

    Raises:
        UsageError: there is none, it has not the right form, or it names a rule that does not exist.
    """
    path = Path(asked) if asked.endswith(_SUFFIX) else _folder() / f"{asked}{_SUFFIX}"
    if not asked.endswith(_SUFFIX) and asked not in names():
        otherwise = f"There are {', '.join(names())}; or give a file that ends with {_SUFFIX}."
        raise UsageError(f"there is no profile `{asked}`", hint=nearest(asked, names(), otherwise=otherwise))
    try:
        data = path.read_bytes()
    except OSError as error:
        raise UsageError(
            f"the profile {asked} cannot be read: {error.strerror}", hint="Give a file that is there."
        ) from error
    loaded = load(PROFILE, data, path.name)
    if loaded.model is None:
        first = loaded.findings[0]
        line = f":{first.mark.line}" if first.mark else ""
        raise UsageError(first.message, hint=first.advice, place=f"{path}{line}")
    known = [entry.code for entry in ENTRIES]
    for code in (*loaded.model.weights, *loaded.model.waivable):
        if code not in known:
            hint = nearest(code, known, otherwise="Give a code such as RRE002.")
            raise UsageError(f"the profile names the rule {code}, which does not exist", hint=hint, place=str(path))
    never = [code for code in loaded.model.waivable if not may_be_accepted(code)]
    if never:
        hint = "Evidence, packages, secrets and a document's form are never waived."
        raise UsageError(f"the profile lets {never[0]} be waived", hint=hint, place=str(path))
    return loaded.model


def _folder() -> Path:
    return resources.folder("schema") / SPEC_VERSION / "profiles"
