"""Which holder a program gets on this machine: the strongest one that works."""

from collections.abc import Callable, Mapping, Sequence
from shutil import which

from reprobridge_spec.limits import scope
from reprobridge_spec.limits.base import Holder, Limits
from reprobridge_spec.limits.cgroup import ControlGroup, Parents, parents
from reprobridge_spec.limits.scope import Scope
from reprobridge_spec.limits.watch import Watch

_TRIAL = Limits(memory=1 << 30, processes=64)
_worked: dict[str, bool] = {}


def hold(
    limits: Limits,
    environ: Mapping[str, str],
    works: Callable[[Sequence[str], Mapping[str, str]], bool],
    *,
    groups: Callable[[], Parents | None] = parents,
    scopes: Callable[[Mapping[str, str]], bool] = scope.may_work,
) -> Holder:
    """What holds a program to `limits`: a control group, a scope of systemd, or a look some times a second.

    Args:
        limits: of memory and processes.
        environ: the caller's variables, by which systemd is found.
        works: whether a command with these variables ends well.
        groups: tells where control groups may be made.
        scopes: tells whether systemd is worth a try.
    """
    # a job of Slurm has a group of its own, which keeps it together and is not to be left
    if not limits.in_group or "SLURM_JOB_ID" in environ or (limits.memory, limits.processes) == (None, None):
        return Watch(limits)
    place = groups()
    if place is not None:
        try:
            return ControlGroup(place, limits)
        except OSError:
            pass  # the kernel or a guard of the machine says no after all
    program = which("systemd-run")
    if program and scopes(environ):
        if program not in _worked:
            trial = [*scope.start(program, _TRIAL), "/bin/true"]
            _worked[program] = works(trial, {name: environ[name] for name in scope.REACHED_BY if name in environ})
        if _worked[program]:
            return Scope(program, limits, environ)
    return Watch(limits)
