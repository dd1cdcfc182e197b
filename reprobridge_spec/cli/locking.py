"""What `rrspec lock` does for one environment."""

import datetime as dt
import functools
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from packaging.utils import canonicalize_name

from reprobridge_spec.documents import lock_file
from reprobridge_spec.environments import declared, trial
from reprobridge_spec.environments.cache import Progress, default_cache
from reprobridge_spec.environments.lock import platforms as lock_platforms
from reprobridge_spec.environments.lock.check import check_lock
from reprobridge_spec.environments.lock.make import make_lock
from reprobridge_spec.environments.lock.options import LockOptions, today
from reprobridge_spec.environments.lock.overwriting import refuse_what_is_named
from reprobridge_spec.environments.python import current_platform
from reprobridge_spec.errors import ArtifactError, ExitCode, NotDoneError, UsageError
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.model.environment import Environment
from reprobridge_spec.model.locking import LockItem, LockOutcome
from reprobridge_spec.model.manifest import Manifest
from reprobridge_spec.rules.nearest import one_of
from reprobridge_spec.scaffold.values import fault_in_id

_NOT_OVER = "the day that it was made as of is not over: what is uploaded later today is not in it"
_BAD = {
    LockOutcome.STALE: ExitCode.FINDINGS,
    LockOutcome.WRONG: ExitCode.FINDINGS,
    LockOutcome.NOT_DONE: ExitCode.NOT_DONE,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """One environment of an artifact, and who is told what takes long."""

    root: Path
    manifest: Manifest
    name: str
    environment: Environment
    progress: Progress


def worst_code(items: Sequence[LockItem]) -> ExitCode:
    """What the command ends with: a fault of the artifact goes before what could not be done."""
    codes = {_BAD.get(item.outcome, ExitCode.HOLDS) for item in items}
    return next((code for code in (ExitCode.FINDINGS, ExitCode.NOT_DONE) if code in codes), ExitCode.HOLDS)


def check(subject: Subject, asked: Sequence[str]) -> Iterator[LockItem]:
    """Whether each lock is fresh."""
    for platform in asked or subject.environment.locks or [current_platform()]:
        yield _careful(subject, platform, functools.partial(_checked, subject, platform))


def make(subject: Subject, asked: Sequence[str], options: LockOptions) -> Iterator[LockItem]:
    """Makes each lock that can be made here."""
    planned = lock_platforms.to_lock(subject.name, subject.environment, asked, options.resolver, os.environ)
    for platform in planned.taken:
        yield _careful(subject, platform, functools.partial(_made, subject, platform, options))
    for platform, reason in planned.left.items():
        yield LockItem(environment=subject.name, platform=platform, outcome=LockOutcome.LEFT, reasons=[reason])


def install(subject: Subject, asked: Sequence[str], *, offline: bool) -> Iterator[LockItem]:
    """Installs the lock for this platform; those for others cannot be tried here."""
    for platform in asked or [current_platform()]:
        yield _careful(subject, platform, functools.partial(_installed, subject, platform, offline=offline))


def refuse(platforms: Sequence[str], as_of: dt.date | None, known: Iterable[str]) -> None:
    """Nothing where the platforms are names of platforms, and the day is one that has come.

    Args:
        platforms: the names that are asked for.
        as_of: the day.
        known: the platforms that the manifest names.

    Raises:
        UsageError: they are not.
    """
    for platform in platforms:
        if fault_in_id(platform):
            raise UsageError(
                f"{platform!r} is no name of a platform", hint=one_of(platform, sorted({*known, current_platform()}))
            )
    if as_of is not None and as_of > today():
        raise UsageError(
            f"{as_of} has not come; nobody knows what the index has at its end",
            hint="Give a day before today (UTC), such as that of the paper.",
        )


def _named_by_others(subject: Subject, path: str) -> frozenset[str]:
    """The digests of wheels that were built for other locks of the artifact."""
    locks = {other for body in subject.manifest.environments.values() for other in body.locks.values()} - {path}
    pins = (pin for other in locks for pin in lock_file.read(declared.read(subject.root, other) or b"").pins)
    return frozenset(sha256 for pin in pins if pin.origin for sha256 in pin.hashes)


def needless(builds: Iterable[str], items: Sequence[LockItem]) -> list[str]:
    """The names of packages that may be built, and of which no lock has a built wheel, where all locks were made."""
    if worst_code(items) is not ExitCode.HOLDS:
        return []
    built = {name for item in items for name in item.built}
    return [name for name in builds if canonicalize_name(name) not in built]


def _careful(subject: Subject, platform: str, work: Callable[[], LockItem]) -> LockItem:
    """What came of one lock: what is wrong with it says nothing about the others."""
    try:
        return work()
    except (ArtifactError, NotDoneError) as error:
        is_wrong = isinstance(error, ArtifactError)
        return LockItem(
            environment=subject.name,
            platform=platform,
            outcome=LockOutcome.WRONG if is_wrong else LockOutcome.NOT_DONE,
            reasons=[str(error)],
            do=error.hint or None,
            place=error.place or None,
        )


def _checked(subject: Subject, platform: str) -> LockItem:
    state = check_lock(subject.root, subject.name, subject.environment, platform)
    return LockItem(
        environment=subject.name,
        platform=platform,
        outcome=LockOutcome.FRESH if state.fresh else LockOutcome.STALE,
        path=subject.environment.locks[platform],
        reasons=list(state.reasons),
    )


def _made(subject: Subject, platform: str, options: LockOptions) -> LockItem:
    path = declared.lock_path(subject.name, subject.environment, platform)
    refuse_what_is_named(subject.root, subject.manifest, path)
    made = make_lock(
        subject.root,
        subject.name,
        subject.environment,
        platform,
        cache=default_cache(os.environ),
        environ=os.environ,
        options=replace(options, others=_named_by_others(subject, path)),
        progress=subject.progress,
    )
    return LockItem(
        environment=subject.name,
        platform=platform,
        outcome=LockOutcome.WRITTEN if made.changed else LockOutcome.UNCHANGED,
        path=made.path,
        packages=len(made.pins),
        tool=made.tool,
        tool_version=made.tool_version or None,
        as_of=made.as_of,
        built=sorted({pin.name for pin in made.pins if pin.origin is not None}),
        notices=[*made.notices, *([_NOT_OVER] if made.as_of == today().isoformat() else [])],
    )


def _installed(subject: Subject, platform: str, *, offline: bool) -> LockItem:
    path = declared.lock_path(subject.name, subject.environment, platform)
    if platform != current_platform():
        raise NotDoneError(
            f"not done: what is locked for {platform} is installed there, and this is {current_platform()}",
            hint=f"Run `rrspec lock {subject.name} --installs` on {platform}.",
            place=path,
        )
    done = trial.install(
        subject.root,
        subject.name,
        subject.environment,
        cache=default_cache(os.environ),
        environ=os.environ,
        offline=offline,
        progress=subject.progress,
    )
    return LockItem(
        environment=subject.name,
        platform=platform,
        outcome=LockOutcome.INSTALLS,
        path=path,
        packages=done.packages,
        python=done.python,
    )
