"""What `rrspec lock` does for one environment."""

import functools
import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from reprobridge_spec.environments import trial
from reprobridge_spec.environments.cache import Progress, default_cache
from reprobridge_spec.environments.lock import platforms as lock_platforms
from reprobridge_spec.environments.lock.check import check_lock
from reprobridge_spec.environments.lock.make import make_lock
from reprobridge_spec.environments.lock.options import LockOptions
from reprobridge_spec.environments.python import current_platform
from reprobridge_spec.errors import ArtifactError, ExitCode, NotDoneError
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.model.environment import Environment
from reprobridge_spec.model.locking import LockItem, LockOutcome

_BAD = {
    LockOutcome.STALE: ExitCode.FINDINGS,
    LockOutcome.WRONG: ExitCode.FINDINGS,
    LockOutcome.NOT_DONE: ExitCode.NOT_DONE,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """One environment of an artifact, and who is told what takes long."""

    root: Path
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


def install(subject: Subject, *, offline: bool) -> LockItem:
    """Installs the lock for this platform."""
    return _careful(subject, current_platform(), functools.partial(_installed, subject, offline=offline))


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
    made = make_lock(
        subject.root,
        subject.name,
        subject.environment,
        platform,
        cache=default_cache(os.environ),
        environ=os.environ,
        options=options,
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
        notices=list(made.notices),
    )


def _installed(subject: Subject, *, offline: bool) -> LockItem:
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
        platform=current_platform(),
        outcome=LockOutcome.INSTALLS,
        path=subject.environment.locks[current_platform()],
        packages=done.packages,
        python=done.python,
    )
