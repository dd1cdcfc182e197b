"""Making a lock of wheels.

The tool works on a copy, what it wrote is read again, and only then does it take its place.
"""

import datetime as dt
import functools
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from packaging.utils import canonicalize_name, is_normalized_name

from reprobridge_spec import artifact_path
from reprobridge_spec.documents import lock_file, requirement_lines, requirements_file, two_copies
from reprobridge_spec.documents.lock_file import Header, LockFile
from reprobridge_spec.documents.requirement_lines import Fault, Line
from reprobridge_spec.documents.requirements_file import RequirementsFile
from reprobridge_spec.environments import declared
from reprobridge_spec.environments.cache import Progress
from reprobridge_spec.environments.lock import pytorch_index, written
from reprobridge_spec.environments.lock.base import LockMaker, LockRequest, Resolved
from reprobridge_spec.environments.lock.building import Builder
from reprobridge_spec.environments.lock.kept_wheels import Before, built_before
from reprobridge_spec.environments.lock.options import LockOptions, today
from reprobridge_spec.environments.lock.overwriting import refuse_no_lock
from reprobridge_spec.environments.lock.placing import place_wheels
from reprobridge_spec.environments.lock.result import LockResult, write
from reprobridge_spec.environments.lock.tools import counts, maker_of_wheels
from reprobridge_spec.environments.lock.uv import Uv
from reprobridge_spec.errors import ArtifactError, NotDoneError, UsageError
from reprobridge_spec.model.environment import Environment, LockTool
from reprobridge_spec.rules.nearest import one_of


def make_wheel_lock(
    root: Path,
    environment_id: str,
    environment: Environment,
    platform: str,
    *,
    cache: Path,
    environ: Mapping[str, str],
    options: LockOptions,
    progress: Progress,
) -> LockResult:
    """Makes the lock of one environment of wheels for one platform, and writes it where the manifest says.

    Versions of the old lock are kept where they still fit; a lock that comes out with the same pins stays as it is.

    Args:
        root: the artifact's folder.
        environment_id: name of the environment, for messages.
        environment: what the manifest says about it.
        platform: the platform, such as `linux-64`.
        cache: folder that keeps tools between calls.
        environ: variables of the caller; what leads to an index is passed on, nothing of it is written.
        options: what the person chose.
        progress: told what takes long.

    Raises:
        ArtifactError: the manifest names no such lock, the requirements cannot be taken, or (`UnsatisfiableError`)
            no released packages meet them.
        NotDoneError: offline, no tool, no Python, no index; or the tool wrote what a lock must not hold.
        UsageError: the options do not go with the environment.
    """
    path = declared.lock_path(environment_id, environment, platform)
    maker = maker_of_wheels(environment.tool, options.resolver, cache=cache, environ=environ, progress=progress)
    tool_version = maker.version()
    asked = declared.requirements(root, environment)
    known = pytorch_index.addresses(asked.requirements, {}).values()
    for fault in asked.faults:
        # builds come from the index that their label says, whether the file names it or not
        if fault.target.rstrip("/") not in known:
            progress(f"{environment.requirements}:{fault.line}: {fault.message}; it is not followed")
    before = declared.read(root, path)
    refuse_no_lock(path, before)
    old = lock_file.read(before or b"")
    with tempfile.TemporaryDirectory(prefix="rrspec-lock-") as folder:
        request = LockRequest(
            folder=Path(folder),
            requirements=environment.requirements,
            lock=path,
            asked=asked.requirements,
            python=environment.python,
            platform=platform,
            upgrade=options.upgrade,
            upgrade_packages=_named(options.upgrade_packages, asked, old),
            as_of=_day(options, old),
            private=options.private,
            locked=old.pins,
            beside=_sharing(environment, path) if maker.locks_for_several else (),
            allowed=_allowed(options),
        )
        _copy(request, asked, old)
        kept = _kept(root, request, maker, before or b"")
        resolve = maker.resolve
        if request.allowed or kept.kept:
            builder = _builder(maker, options, cache, environ, progress)
            resolve = functools.partial(builder.resolve, before=kept)
        resolved = _resolve(maker, request, resolve, offline=options.offline)
    header = Header(
        tool=maker.tool.value,
        tool_version=tool_version,
        python=resolved.python,
        platform=",".join(request.platforms),
        requirements_sha256=requirements_file.digest_of(request.asked),
        as_of=request.as_of.isoformat() if request.as_of else None,
    )
    return _written(root, environment, before, request, resolved, header, options.others)


def _builder(
    maker: LockMaker, options: LockOptions, cache: Path, environ: Mapping[str, str], progress: Progress
) -> Builder:
    if options.private:
        raise UsageError(
            "what is built comes from the index that everybody has, and no other is asked for it",
            hint="Leave out --private-indexes.",
        )
    if not isinstance(maker, Uv):
        raise NotDoneError(
            f"{maker.tool.value} executes a source distribution merely to look at it",
            hint="What is built is resolved by uv: `pip install 'reprobridge-spec[uv]'`, without --resolver.",
        )
    return Builder(
        maker, options.wheel_maker, cache=cache, environ=environ, progress=progress, besides=options.build_with
    )


def _allowed(options: LockOptions) -> tuple[str, ...]:
    for name in options.builds:
        if not is_normalized_name(canonicalize_name(name)):
            raise UsageError(f"{name!r} is no name of a package", hint="Give the name alone, such as `docopt`.")
    for text in options.build_with:
        fault = requirement_lines.parse(Line(1, text))
        if isinstance(fault, Fault):
            raise UsageError(f"{text!r} is no requirement: {fault.message}", hint="Give one such as `cython<3`.")
    return tuple(sorted({canonicalize_name(name) for name in options.builds}))


def _kept(root: Path, request: LockRequest, maker: LockMaker, before: bytes) -> Before:
    """What was built for the old lock and stays; nothing where everything is upgraded."""
    if request.upgrade or not any(pin.origin for pin in request.locked):
        return Before()
    return built_before(declared.lock_of(root, request.lock, before), request, maker.python_for(request))


def _written(
    root: Path,
    environment: Environment,
    before: bytes | None,
    request: LockRequest,
    resolved: Resolved,
    header: Header,
    others: frozenset[str],
) -> LockResult:
    """The lock at its place; the old one, where it says the same."""
    tool = LockTool(header.tool)
    offered = resolved.offered
    content = _checked(resolved.of_wheels(tool), tool, request, environment)
    data = written.lock_text(header, content, resolved.text, environment.requirements).encode()
    old = lock_file.read(before or b"")
    if before is not None and _says_the_same(old, content, offered, header, environment.tool):
        data, header = before, old.header or header
    placed = place_wheels(root, request, resolved.built, old, others)
    if data != before:
        write(root, request.lock, data)
    pins = lock_file.read(data).pins
    copies = tuple(found.message for found in two_copies.twice(two_copies.of_pins(pins)))
    return LockResult(
        path=request.lock,
        changed=data != before or placed.changed,
        pins=pins,
        tool=LockTool(header.tool),
        tool_version=header.tool_version,
        notices=(*resolved.notices, *written.exchanged(old, offered), *copies, *placed.notices),
        as_of=header.as_of,
    )


def _sharing(environment: Environment, path: str) -> tuple[str, ...]:
    return tuple(platform for platform, other in environment.locks.items() if other == path)


def _named(names: tuple[str, ...], asked: RequirementsFile, old: LockFile) -> tuple[str, ...]:
    known = {one.name for one in asked.requirements} | {pin.name for pin in old.pins}
    for name in names:
        if canonicalize_name(name) not in known:
            raise UsageError(
                f"{name} is neither asked for nor locked", hint=one_of(canonicalize_name(name), sorted(known))
            )
    return tuple(sorted({canonicalize_name(name) for name in names}))


def _day(options: LockOptions, old: LockFile) -> dt.date | None:
    if options.as_of is not None or options.upgrade or old.header is None or old.header.as_of is None:
        return options.as_of
    try:
        day = dt.date.fromisoformat(old.header.as_of)
    except ValueError:
        return None  # an edit by hand
    return day if day <= today() else None


def _copy(request: LockRequest, asked: RequirementsFile, old: LockFile) -> None:
    """The requirements, and of the old lock the versions alone.

    A place in it would be asked for packages, and its digests would be taken for what the index has.
    """
    requirements = artifact_path.below(request.folder, request.requirements)
    requirements.parent.mkdir(parents=True, exist_ok=True)
    # no option of the file: an index that it names would be asked
    requirements.write_text("".join(f"{one.requirement}\n" for one in asked.requirements), encoding="utf-8")
    lock = artifact_path.below(request.folder, request.lock)
    lock.parent.mkdir(parents=True, exist_ok=True)
    if old.pins:
        lock.write_text(written.as_preferences(replace(pin, hashes=()) for pin in old.pins), encoding="utf-8")


def _resolve(
    maker: LockMaker, request: LockRequest, resolve: Callable[[LockRequest], Resolved], *, offline: bool
) -> Resolved:
    if not request.asked:
        return Resolved(text="", python=maker.python_for(request))
    if offline:
        raise NotDoneError(
            f"not done: --offline; {request.lock} is made by asking an index",
            hint="Run it without --offline, or look with `rrspec lock --check`, which asks nobody.",
        )
    return resolve(request)


def _checked(content: LockFile, tool: LockTool, request: LockRequest, environment: Environment) -> LockFile:
    if content.faults:
        raise NotDoneError(
            f"{tool.value} wrote what a lock must not hold: {content.faults[0].message}",
            hint="Nothing was written. Look at the tool's configuration on this machine.",
        )
    for platform in request.platforms:
        for drift in declared.drift_of(request.asked, content, environment, platform):
            raise ArtifactError(
                f"one lock cannot serve all of Python {environment.python}: {drift.message}",
                hint="Declare one minor version, or write `tool: uv`, which locks for all of them.",
                place=f"{environment.requirements}:{drift.asked_line}",
            )
    return content


def _says_the_same(old: LockFile, new: LockFile, offered: LockFile, header: Header, tool: LockTool) -> bool:
    """Whether the old lock can stay, whoever resolved it: it has the same pins, for the same, and no fault."""
    if old.header is None or old.faults or not counts(old.header.tool, tool):
        return False
    # uv's own account of what is offered has other files than wheels in it, which pip-tools never wrote
    by_another = old.header.tool == LockTool.PIP_TOOLS.value != header.tool
    return _made_for(old.header) == _made_for(header) and written.same_pins(old, new, offered if by_another else None)


def _made_for(header: Header) -> tuple[str | None, ...]:
    return header.python, header.platform, header.requirements_sha256, header.as_of
