"""Locks by conda-lock, for all platforms that share a file; what is in them is looked at before they are kept."""

import json
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from packaging.utils import canonicalize_name

from reprobridge_spec import artifact_path
from reprobridge_spec.documents import conda_environment, conda_version, lock_file, two_copies
from reprobridge_spec.documents.conda_environment import CondaEnvironment
from reprobridge_spec.documents.lock_file import Header, Pin
from reprobridge_spec.environments import declared, pip
from reprobridge_spec.environments.cache import Progress, silent
from reprobridge_spec.environments.lock import conda_program, conda_text
from reprobridge_spec.environments.lock.base import UnsatisfiableError
from reprobridge_spec.environments.lock.conda_asked import asked_of_conda, refuse_foreign
from reprobridge_spec.environments.lock.conda_program import CondaPrograms
from reprobridge_spec.environments.lock.options import LockOptions
from reprobridge_spec.environments.lock.overwriting import refuse_no_lock
from reprobridge_spec.environments.lock.result import LockResult, write
from reprobridge_spec.errors import ArtifactError, NotDoneError, UsageError
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.model.environment import Environment, LockTool
from reprobridge_spec.rules import conda_locks
from reprobridge_spec.rules.conda_locks import CondaLock
from reprobridge_spec.rules.nearest import one_of

_NO_SOLUTION = (
    *('success": false', "nothing provides", "not installable", "ould not solve", "could not be solved"),
    *("Unsatisfiable", "PackagesNotFoundError", "does not exist (perhaps a typo"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Task:
    """What is to be locked: an environment, for all platforms that share a file."""

    name: str
    environment: Environment
    asked: CondaEnvironment
    path: str
    platforms: tuple[str, ...]
    before: bytes | None

    @property
    def header(self) -> Header | None:
        return lock_file.header_of((self.before or b"").decode("utf-8", "replace"))

    def lock(self, data: bytes, platform: str) -> CondaLock:
        return conda_locks.read(self.name, platform, self.path, data)


def make_conda_lock(
    root: Path,
    environment_id: str,
    environment: Environment,
    platform: str,
    *,
    environ: Mapping[str, str],
    options: LockOptions = LockOptions(),  # noqa: B008 (a value that nothing changes)
    progress: Progress = silent,
) -> LockResult:
    """Makes the lock of a conda environment for `platform`, and for all that share its file.

    What is asked for keeps its version of the old lock, where that still goes; a lock that holds what is asked for
    stays as it is, without asking a channel.

    Args:
        root: the artifact's folder.
        environment_id: name of the environment, for messages.
        environment: what the manifest says about it.
        platform: the platform, such as `linux-64`.
        environ: variables of the caller; what leads to a channel is passed on, nothing of it is written.
        options: what the person chose.
        progress: told what takes long.

    Raises:
        ArtifactError: the manifest names no such lock, the environment file asks for what cannot be locked, or
            (`UnsatisfiableError`) no packages meet it.
        NotDoneError: offline, no conda-lock, no program that solves, no channel; or packages without SHA-256.
        UsageError: the options do not go with conda.
    """
    _refuse(options)
    path = declared.lock_path(environment_id, environment, platform)
    task = _Task(
        name=environment_id,
        environment=environment,
        asked=asked_of_conda(root, environment),
        path=path,
        platforms=tuple(sorted(one for one, other in environment.locks.items() if other == path)),
        before=declared.read(root, path),
    )
    refuse_no_lock(path, task.before)
    for one in task.platforms:
        refuse_foreign(task.asked, one, environment.requirements)
    _refuse_unknown(options.upgrade_packages, task.asked)
    if not options.upgrade and not options.upgrade_packages and (kept := _kept(task)):
        return kept
    if options.offline:
        raise NotDoneError(
            f"not done: --offline; {path} is made by asking channels",
            hint="Run it without --offline, or look with `rrspec lock --check`, which asks nobody.",
        )
    programs = conda_program.find(environ)
    version = programs.version()
    text = _solved(task, programs, options, progress)
    data = _checked(task, text, version)
    changed = data != task.before
    if changed:
        write(root, path, data)
    return _result(task, data, changed=changed)


def _refuse(options: LockOptions) -> None:
    if options.as_of is not None:
        raise UsageError(
            "--as-of cannot be done for conda: conda-lock takes a channel as it stands",
            hint="Write bounds on the versions into the environment file.",
        )
    if options.resolver not in {None, LockTool.CONDA_LOCK}:
        raise UsageError("conda environments are resolved by conda-lock", hint="Leave out --resolver.")


def _refuse_unknown(names: Iterable[str], asked: CondaEnvironment) -> None:
    known = sorted(one.name for one in asked.packages)
    for name in names:
        if canonicalize_name(name) not in known:
            raise UsageError(f"{name} is not asked for", hint=one_of(name, known))


def _kept(task: _Task) -> LockResult | None:
    """The old lock, where it holds what is asked for, for all platforms."""
    header, data = task.header, task.before
    if data is None or header is None or header.requirements_sha256 != conda_environment.digest_of(task.asked):
        return None
    locks = [task.lock(data, platform) for platform in task.platforms]
    for lock in locks:
        if any(lock.faults()) or any(conda_locks.drifts(lock, task.asked.packages, "")):
            return None
    return _result(task, data, changed=False)


def _solved(task: _Task, programs: CondaPrograms, options: LockOptions, progress: Progress) -> str:
    kept = [] if options.upgrade else _pins_to_keep(task, options.upgrade_packages)
    progress(f"conda-lock resolves {task.environment.requirements} for {', '.join(task.platforms)}")
    if kept:
        code, output, text = _run(task, programs, kept)
        if code == 0:
            return text
        progress("the versions of the old lock no longer go together; all are chosen anew")
    code, output, text = _run(task, programs, [])
    if code != 0:
        raise _error(task, output)
    return text


def _pins_to_keep(task: _Task, free: Iterable[str]) -> list[str]:
    """For what is asked for, the version that is locked, if it still goes and is the same for all platforms."""
    if task.before is None:
        return []
    freed = {canonicalize_name(name) for name in free}
    locked = [task.lock(task.before, platform).versions() for platform in task.platforms]
    kept = []
    for asked in task.asked.packages:
        versions = {one.get(asked.name, (0, ""))[1] for one in locked}
        version = versions.pop() if len(versions) == 1 else ""
        if version and asked.name not in freed and conda_version.satisfies(version, asked.constraint):
            kept.append(f"{asked.spelled}=={version}")
    return kept


def _run(task: _Task, programs: CondaPrograms, more: Sequence[str]) -> tuple[int, str, str]:
    with tempfile.TemporaryDirectory(prefix="rrspec-lock-") as temporary:
        folder = Path(temporary)
        # by other names conda-lock takes a file for a recipe or a project
        source = artifact_path.below(folder, task.environment.requirements).with_name("environment.yml")
        target = artifact_path.below(folder, task.path)
        for file in (source, target):
            file.parent.mkdir(parents=True, exist_ok=True)
        channels = {"channels": list(task.asked.channels), "dependencies": [*task.asked.specs, *more]}
        source.write_text(json.dumps(channels), encoding="utf-8")
        cuda = task.environment.cuda
        arguments = ["-f", source.relative_to(folder).as_posix(), "--lockfile", task.path, "--no-dev-dependencies"]
        arguments += ["--with-cuda", cuda.runtime] if cuda else ["--without-cuda"]
        code, output = programs.lock([*arguments, *(p for one in task.platforms for p in ("-p", one))], folder)
        text = target.read_text(encoding="utf-8") if code == 0 and target.exists() else ""
        return (code or (0 if text else 1)), output, text


def _error(task: _Task, output: str) -> ArtifactError | NotDoneError:
    said = pip.last_lines(output)
    if any(sign in output for sign in _NO_SOLUTION):
        named = [one.line for one in task.asked.packages if one.spelled in output]
        place = f"{task.environment.requirements}:{named[0]}" if named else task.environment.requirements
        return UnsatisfiableError(
            f"the channels ({', '.join(task.asked.channels)}) have no packages for {', '.join(task.platforms)} that "
            f"meet all that is asked for: {said}",
            hint="Loosen one of the lines, or name the channel that has the package.",
            place=place,
        )
    return NotDoneError(f"conda-lock failed: {said}", hint="Look at the network and at conda's configuration.")


def _checked(task: _Task, text: str, version: str) -> bytes:
    """The lock as it is written; its content is looked at as a validator does."""
    text = conda_text.public(text, task.asked.channels, task.path)
    locks = [task.lock(text.encode(), platform) for platform in task.platforms]
    for lock in locks:
        for fault in lock.faults():
            raise NotDoneError(f"conda-lock wrote what a lock must not hold: {fault.message}", hint=fault.advice)
        for message, _ in conda_locks.drifts(lock, task.asked.packages, task.environment.requirements):
            raise NotDoneError(f"conda-lock left out what is asked for: {message}", hint="Nothing was written.")
    header = Header(
        tool=LockTool.CONDA_LOCK.value,
        tool_version=version,
        python=conda_text.python_of(locks, task.environment),
        platform=",".join(task.platforms),
        requirements_sha256=conda_environment.digest_of(task.asked),
    )
    old = task.header
    # the same packages: who resolved them first stays named
    if task.before is not None and old is not None and replace(old, tool_version=version) == header:
        same = task.before.decode("utf-8", "replace").partition("\n")[2] == text
        header = old if same else header
    return (header.text + text).encode()


def _result(task: _Task, data: bytes, *, changed: bool) -> LockResult:
    header = lock_file.header_of(data.decode("utf-8", "replace"))
    lock = task.lock(data, task.platforms[0])
    pins = tuple(
        Pin(name=str(package.get("name")), version=str(package.get("version")), hashes=(), line=lock.line(index))
        for index, package in lock.packages()
    )
    return LockResult(
        path=task.path,
        changed=changed,
        pins=pins,
        tool=LockTool.CONDA_LOCK,
        tool_version=header.tool_version if header else "",
        notices=tuple(found.message for found in two_copies.twice(lock.locked())),
    )
