"""Which source brings an input, and what it gets from the caller."""

from collections.abc import Mapping
from pathlib import Path
from typing import assert_never

from reprobridge_spec.environments.cache import Progress
from reprobridge_spec.environments.sources.base import InputSource
from reprobridge_spec.environments.sources.brought import Brought
from reprobridge_spec.environments.sources.bundled import Bundled
from reprobridge_spec.environments.sources.doi import DoiFiles
from reprobridge_spec.environments.sources.git import GitSourceFiles
from reprobridge_spec.environments.sources.hub import HubFiles
from reprobridge_spec.environments.sources.package import PackageFiles
from reprobridge_spec.environments.sources.services import Services, services_of
from reprobridge_spec.environments.sources.url import UrlFiles
from reprobridge_spec.environments.transfer.download import Line, Moved, unmoved
from reprobridge_spec.environments.transfer.patience import Courtesy, Patience
from reprobridge_spec.errors import NotDoneError
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.model.inputs import (
    BundledSource,
    DoiSource,
    GatedAccess,
    GitSource,
    HuggingFaceSource,
    Input,
    ManualSource,
    PackageSource,
    RestrictedAccess,
    ServiceSource,
    UrlSource,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """How inputs are brought.

    Attributes:
        line: what all downloads share.
        services: where the services are that are asked.
        given: where the caller has the files already; None where that is not said.
    """

    line: Line
    services: Services
    given: Path | None = None


def usual_way(
    environ: Mapping[str, str], progress: Progress, *, moved: Moved = unmoved, given: Path | None = None
) -> Way:
    """The way in which nothing is said otherwise.

    Args:
        environ: variables of the caller.
        progress: told what takes long.
        moved: told how far each file is.
        given: where the caller has the files already.
    """
    patience = Patience()
    line = Line(patience=patience, courtesy=Courtesy(patience), progress=progress, moved=moved)
    return Way(line=line, services=services_of(environ), given=given)


def source_of(  # what differs between the sources is what each gets
    root: Path, input_id: str, body: Input, way: Way, *, cache: Path, environ: Mapping[str, str]
) -> InputSource:
    """What brings the input.

    Raises:
        NotDoneError: it is gated, and the variable that should hold the token is not set; or it is a service.
    """
    line = way.line
    match body.source:
        case PackageSource(package=package):
            return PackageFiles(package, environ=environ, progress=line.progress)
        case BundledSource(bundled=path):
            return Bundled(root, path)
        case UrlSource() as source:
            return UrlFiles(source, token=token_of(input_id, body, environ), line=line)
        case DoiSource() as source:
            return DoiFiles(source, token=token_of(input_id, body, environ), line=line, services=way.services)
        case HuggingFaceSource(huggingface=hub):
            token = token_of(input_id, body, environ)
            return HubFiles(hub, body.kind, token=token, line=line, base=way.services.hub)
        case GitSource(git=git):
            token = token_of(input_id, body, environ)
            return GitSourceFiles(git, token=token, environ=environ, progress=line.progress)
        case ManualSource():
            return brought(input_id, body, way, cache)
        case ServiceSource(service=service):
            raise NotDoneError(
                f"input {input_id} is a service ({service.host}); there is nothing to fetch",
                hint="Runs that need it ask it themselves.",
            )
        case _:
            assert_never(body.source)


def brought(input_id: str, body: Input, way: Way, cache: Path) -> Brought:
    """What a person brings: from the place that the caller gives, or from the one that belongs to the input."""
    how = f"{body.source.manual.rstrip('.')}." if isinstance(body.source, ManualSource) else ""
    why = "a person has to bring it" if how else "no file that was given has its digest"
    return Brought(input_id, way.given or cache / "brought" / input_id, why=why, how=how)


def with_access(error: NotDoneError, body: Input) -> NotDoneError:
    """The error, with who may have the input, where not everybody may."""
    match body.access:
        case GatedAccess(gated=gated):
            access = f"Access: {gated.who}; ask at {gated.where}."
        case RestrictedAccess(restricted=restricted):
            access = f"Access: {restricted.who}" + (f"; ask at {restricted.where}." if restricted.where else ".")
        case _:
            return error
    return NotDoneError(str(error), hint=f"{error.hint} {access}".strip(), place=error.place)


def token_of(input_id: str, body: Input, environ: Mapping[str, str]) -> str | None:
    """The token that a gated input names a variable for; None where it names none.

    Raises:
        NotDoneError: the variable is not set.
    """
    if not isinstance(body.access, GatedAccess) or body.access.gated.token is None:
        return None
    token = environ.get(body.access.gated.token)
    if not token:
        raise NotDoneError(
            f"input {input_id} is gated, and the variable {body.access.gated.token} that should hold a token is not set"
        )
    return token
