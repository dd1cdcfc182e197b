"""What an artifact needs besides cores: environments, inputs and services, and whether they are at hand."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from reprobridge_spec.documents import digest_list
from reprobridge_spec.environments import built_wheels, declared
from reprobridge_spec.environments.build import build
from reprobridge_spec.environments.conda import build as conda
from reprobridge_spec.environments.declared import Lock
from reprobridge_spec.environments.python import find_interpreter
from reprobridge_spec.environments.store import Store
from reprobridge_spec.errors import ArtifactError, NotDoneError
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.model.environment import Environment, LockTool
from reprobridge_spec.model.inputs import (
    BundledSource,
    DoiSource,
    GatedAccess,
    Git,
    GitSource,
    HuggingFaceSource,
    Input,
    ManualSource,
    PackageSource,
    RestrictedAccess,
    ServiceSource,
    Source,
    UrlSource,
)
from reprobridge_spec.model.readiness import Check, CheckState
from reprobridge_spec.stats.observations import counted
from reprobridge_spec.verify.readiness.here import Here, size


@dataclass(frozen=True, slots=True, kw_only=True)
class Need:
    """One thing that experiments need.

    Attributes:
        check: what came of looking for it.
        network: the host that has to be asked for it, and why; empty where none has to be.
    """

    check: Check
    network: str = ""


def environment_need(root: Path, name: str, body: Environment, found: Here) -> Need:
    """Whether an environment is ready, or can be built.

    Args:
        root: the artifact.
        name: its id.
        body: what the manifest says about it.
        found: the machine.
    """
    what = f"environment {name}"
    try:
        if body.tool is LockTool.CONDA_LOCK:
            return _of_conda(root, name, body, found)
        lock = declared.lock(root, name, body, found.platform)
        header = lock.content.header
        python = find_interpreter(body.python, environ=found.environ, prefer=header.python if header else None)
        pins = len(lock.content.pins)
        if pins == 0:
            return _of_nothing(what, root, body, lock, python.version, found)
        built_wheels.refuse_lacking(lock)
        build(root, name, body, cache=found.cache, environ=found.environ, offline=True)
    except ArtifactError as error:
        return _missing(what, str(error), error.hint)
    except NotDoneError as error:
        if not str(error).startswith("not done: --offline"):
            return _missing(what, str(error), error.hint)
        packages = counted(pins, "package")
        check = Check(what=what, state=CheckState.OK, found=f"Python {python.version}; {packages} to install")
        return Need(check=check, network=f"the package index: {packages} for environment {name}")
    return _ok(what, f"Python {python.version}; ready in the cache")


def _of_conda(root: Path, name: str, body: Environment, found: Here) -> Need:
    what = f"environment {name}"
    planned = conda.plan(root, name, body, found.platform)
    packages = counted(len(planned.packages), "package")
    try:
        build(root, name, body, cache=found.cache, environ=found.environ, offline=True)
    except NotDoneError as error:
        if not str(error).startswith("not done: --offline"):
            raise
        check = Check(what=what, state=CheckState.OK, found=f"Python {planned.python}; {packages} to install")
        return Need(check=check, network=f"the channels of conda: {packages} for environment {name}")
    return _ok(what, f"Python {planned.python}; ready in the cache")


def _of_nothing(what: str, root: Path, body: Environment, lock: Lock, python: str, found: Here) -> Need:
    """An environment without packages, which is not built here: nothing but a folder would come of it."""
    declared.refuse(lock.content.faults, lock.path)
    drifts = declared.drift_of(declared.requirements(root, body).requirements, lock.content, body, found.platform)
    if drifts:
        return _missing(what, f"its lock is stale: {drifts[0].message}", "Its author has to run `rrspec lock`.")
    return _ok(what, f"Python {python}; nothing to install")


def input_need(root: Path, name: str, body: Input, found: Here) -> Need:
    """Whether an input is at hand, or can be had.

    Args:
        root: the artifact.
        name: its id.
        body: what the manifest says about it.
        found: the machine.
    """
    if isinstance(body.source, ServiceSource):
        return _service(name, body, body.source, found)
    what = f"input {name}"
    try:
        digests = _digests(root, name, body)
    except ArtifactError as error:
        return _missing(what, str(error), error.hint)
    store = Store(found.cache)
    paths = [store.path(digest) for digest in digests]
    lacking = sum(not path.is_file() for path in paths)
    if not lacking:
        return _ok(what, f"in the cache, {size(sum(path.stat().st_size for path in paths))}")
    files = f"{counted(lacking, 'file')} to fetch, of a size that is not declared"
    return _to_fetch(what, name, body, files, found)


def _to_fetch(what: str, name: str, body: Input, files: str, found: Here) -> Need:
    access = body.access
    if isinstance(access, GatedAccess) and access.gated.token and not found.environ.get(access.gated.token):
        hint = f"Access: {access.gated.who}; ask at {access.gated.where}, and set {access.gated.token} to your token."
        return _missing(what, f"it is gated, and {access.gated.token} is not set; {files}", hint)
    if isinstance(body.source, BundledSource):
        return _ok(what, "in the artifact")
    if host := _host(body.source):
        return Need(check=Check(what=what, state=CheckState.OK, found=files), network=f"{host}: input {name}")
    place = found.cache / "brought" / name
    if place.exists():
        return _ok(what, "a person has brought it; `rrspec fetch` compares its digests")
    closed = f" Access: {access.restricted.who}." if isinstance(access, RestrictedAccess) else ""
    return _missing(
        what, f"a person has to bring it; {files}", f"{_how(body.source)}, and put it into {place}.{closed}"
    )


def _host(source: Source) -> str:
    """Who is asked for an input; empty where a person has to bring it."""
    match source:
        case PackageSource(package=package):
            return f"the package index ({package.name} {package.version})"
        case UrlSource(url=address) | GitSource(git=Git(url=address)):
            return address.partition("://")[2].partition("/")[0] or address
        case DoiSource(doi=doi):
            return f"doi.org, and the archive of doi:{doi}"
        case HuggingFaceSource(huggingface=hub):
            return f"the Hugging Face hub ({hub.repo})"
    return ""


def _how(source: Source) -> str:
    """What a person has to do for an input that nobody else brings."""
    return source.manual.rstrip(".") if isinstance(source, ManualSource) else "Get it"


def _service(name: str, body: Input, source: ServiceSource, found: Here) -> Need:
    what, host = f"service {name}", source.service.host
    cost = f"; it costs {body.cost}" if body.cost else ""
    network = f"{host}: runs ask service {name}{cost}"
    if body.key and not found.environ.get(body.key):
        check = Check(
            what=what,
            state=CheckState.MISSING,
            found=f"{host}; {body.key} is not set{cost}",
            do=f"Set {body.key} to your key.",
        )
        return Need(check=check, network=network)
    return Need(check=Check(what=what, state=CheckState.OK, found=f"{host}{cost}"), network=network)


def _digests(root: Path, name: str, body: Input) -> list[str]:
    if body.files:
        return [file.sha256 for file in body.files.values()]
    if body.sha256 is not None:
        return [body.sha256]
    data = declared.read(root, body.digests) if body.digests else None
    if data is None:
        raise ArtifactError(f"input {name} has no digests", hint="Its author has to give them.", place="rra.yaml")
    return [file.sha256 for file in digest_list.read(data).files]


def _ok(what: str, found: str) -> Need:
    return Need(check=Check(what=what, state=CheckState.OK, found=found))


def _missing(what: str, found: str, do: str) -> Need:
    return Need(check=Check(what=what, state=CheckState.MISSING, found=found, do=do or None))


def all_needs(
    root: Path, environments: Mapping[str, Environment], inputs: Mapping[str, Input], found: Here
) -> Iterator[tuple[str, Need]]:
    """Every environment and input by `environment/<id>` or `input/<id>`; see the functions above."""
    for name, body in environments.items():
        yield f"environment/{name}", environment_need(root, name, body, found)
    for name, item in inputs.items():
        yield f"input/{name}", input_need(root, name, item, found)
