"""Cases against one implementation: what it does is compared with what each case says."""

import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import field
from pathlib import Path
from shutil import copyfile, which
from tempfile import TemporaryDirectory
from threading import Event
from typing import Any

from reprobridge_spec import process
from reprobridge_spec.conformance.building import build, release_of
from reprobridge_spec.conformance.cases import Found, requirements
from reprobridge_spec.conformance.comparing import audit_faults, document_in, validation_faults, value_faults
from reprobridge_spec.conformance.machine import lacking
from reprobridge_spec.conformance.results import CaseResult, Status
from reprobridge_spec.errors import ExitCode, UsageError
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.model.case import Audit, Case, Step, Validate

STEP_FACTOR = 10
"""How much longer than a validation a call of another command may take."""
MOST_PRINTED = 16 << 20
"""Bytes that one call may print."""
_SHOWN = 400
_WITNESS = "witness-{}.json"
_GRACE_SECONDS = 1.0
_WITH_REPORT = {ExitCode.HOLDS, ExitCode.FINDINGS, ExitCode.NOT_DONE}
"""Exit codes with which a validation prints findings."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Implementation:
    """What is run, and how.

    Attributes:
        command: program and first arguments.
        environment: variables that it gets.
        time_limit: seconds for one validation.
        positions: whether it claims to give lines.
        stopped: set where whoever runs it gave up.
    """

    command: Sequence[str]
    environment: Mapping[str, str]
    time_limit: float = 60.0
    positions: bool = True
    stopped: Event = field(default_factory=Event)


def run_all(
    suite: Path,
    cases: Sequence[Found],
    implementation: Implementation,
    *,
    jobs: int,
    skipped: frozenset[str] = frozenset(),
    on_end: Callable[[CaseResult], None] = lambda _: None,
) -> list[CaseResult]:
    """The result of each case, in the order of `cases`.

    Args:
        suite: the folder `conformance`.
        cases: what is run.
        implementation: what it is run against.
        jobs: how many cases run at once.
        skipped: ids that are known to fail, and must.
        on_end: told each result as it comes.
    """
    with ThreadPoolExecutor(max_workers=jobs) as pool:
        waiting = [pool.submit(run_case, suite, found, implementation) for found in cases]
        try:
            for ended in as_completed(waiting):
                on_end(ended.result().known(skipped))
        except BaseException:
            implementation.stopped.set()
            pool.shutdown(cancel_futures=True)
            raise
    return [ended.result().known(skipped) for ended in waiting]


def run_case(suite: Path, found: Found, implementation: Implementation) -> CaseResult:
    """Build the case's artifact and call the implementation.

    Raises:
        UsageError: the case itself is at fault.
    """
    with TemporaryDirectory(prefix="rrspec-case-", ignore_cleanup_errors=True) as temporary:
        folder = Path(temporary)
        if missing := lacking(requirements(found.case), folder):
            reason = f"the file system here has no {', '.join(missing)}"
            return CaseResult(found=found, status=Status.SKIPPED, reason=reason)
        build(suite, found, folder / "artifact")
        (folder / "out").mkdir()
        for number, path in enumerate(found.case.audit.witness if found.case.audit else ()):
            # a witness that lies in the artifact may have been made by its author, and is none
            copyfile(folder / "artifact" / path, folder / "out" / _WITNESS.format(number))
        seconds = 0.0
        for step, whole in _calls(found.case, release_of(suite, found)):
            ended = _call(step, folder, implementation, is_short=whole is not None)
            seconds += ended.seconds
            if ended.not_supported:
                return CaseResult(found=found, status=Status.NOT_SUPPORTED, reason=ended.not_supported, seconds=seconds)
            faults = ended.faults or _differences(step, whole, ended, positions=implementation.positions)
            if faults:
                return CaseResult(found=found, status=Status.FAILED, faults=tuple(faults), seconds=seconds)
    return CaseResult(found=found, status=Status.PASSED, seconds=seconds)


def _calls(case: Case, release: Path | None) -> list[tuple[Step, Validate | Audit | None]]:
    """Each call, and what it must find if it is the validation or the audit."""
    calls: list[tuple[Step, Validate | Audit | None]] = [(step, None) for step in case.steps]
    if case.audit:
        names = range(len(case.audit.witness))
        witness = [part for number in names for part in ("--witness", f"{{out}}/{_WITNESS.format(number)}")]
        command = ["audit", "--format", "json", *witness, "{artifact}"]
        calls.insert(0, (Step(run=command, exit=case.audit.exit), case.audit))
    if case.validate_:
        options = [part for term in case.validate_.identity for part in ("--identity", _literal(term))]
        if release:
            options += ["--release", _literal(str(release))]
        command = ["validate", "--format", "json", "--level", case.validate_.level.value, *options, "{artifact}"]
        calls.insert(0, (Step(run=command, exit=case.validate_.exit), case.validate_))
    return calls


def _literal(text: str) -> str:
    """An argument in which nothing is replaced."""
    return text.replace("{", "{{").replace("}", "}}")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Ended:
    """One call: what was printed, or why nothing of it counts."""

    seconds: float
    printed: str = ""
    said: str = ""
    exit_code: int = 0
    faults: tuple[str, ...] = ()
    not_supported: str = ""


def _call(step: Step, folder: Path, implementation: Implementation, *, is_short: bool) -> _Ended:
    arguments = [part.format(artifact=folder / "artifact", out=folder / "out") for part in step.run]
    log, said = folder / "printed", folder / "said"
    # standard output alone is the result; what an implementation says to people goes to a file of its own
    shell = ["/bin/sh", "-c", 'exec "$@" 2>"$0"', str(said), *implementation.command, *arguments]
    limit = implementation.time_limit * (1 if is_short else STEP_FACTOR)
    ended = process.run(
        shell,
        cwd=Path.cwd(),
        environment=dict(implementation.environment),
        log=log,
        time_limit=limit,
        log_limit=MOST_PRINTED,
        stop=lambda: implementation.stopped.is_set() or _size(said) > MOST_PRINTED,
        grace=_GRACE_SECONDS,
    )
    called = f"`{' '.join(step.run)}`"
    match ended.ending:
        case process.Ending.TIME_LIMIT:
            return _Ended(seconds=ended.wall_seconds, faults=(f"{called} did not end within {limit:g} s",))
        case process.Ending.LOG_LIMIT | process.Ending.INTERRUPTED:
            fault = f"{called} printed more than {MOST_PRINTED >> 20} MiB"
            return _Ended(seconds=ended.wall_seconds, faults=(fault,))
        case _ if _size(log) > MOST_PRINTED:
            fault = f"{called} printed more than {MOST_PRINTED >> 20} MiB"
            return _Ended(seconds=ended.wall_seconds, faults=(fault,))
    printed = log.read_text(encoding="utf-8", errors="replace")
    return _Ended(
        seconds=ended.wall_seconds,
        printed=printed,
        said=_tail(said),
        exit_code=ended.exit_code,
        faults=_exit_faults(step, ended.exit_code, printed or _tail(said)),
        not_supported=_not_supported(ended.exit_code, printed),
    )


def _exit_faults(step: Step, exit_code: int, printed: str) -> tuple[str, ...]:
    if exit_code == step.exit:
        return ()
    return (f"`{' '.join(step.run)}` ended with {exit_code}, not {step.exit}: {printed[-_SHOWN:].strip()}",)


def _size(file: Path) -> int:
    return file.stat().st_size if file.exists() else 0


def _tail(file: Path) -> str:
    with file.open("rb") as source:
        source.seek(max(0, _size(file) - _SHOWN))
        return source.read(_SHOWN).decode("utf-8", "replace").strip()


def _not_supported(exit_code: int, printed: str) -> str:
    """The reason that an implementation gives, with exit code 4, for not doing what it was asked at all."""
    try:
        document = document_in(printed) if exit_code == ExitCode.NOT_DONE else None
    except ValueError:
        return ""
    reason = document.get("not_supported") if isinstance(document, dict) else None
    return reason[:_SHOWN] if isinstance(reason, str) else ""


def _differences(step: Step, whole: Validate | Audit | None, ended: _Ended, *, positions: bool) -> list[str]:
    if (whole is None or step.exit not in _WITH_REPORT) and not step.values:
        return []
    called = f"`{' '.join(step.run)}`"
    try:
        document: Any = document_in(ended.printed)
    except ValueError:
        return [f"{called} printed no JSON: {ended.printed[:_SHOWN] or ended.said!r}"]
    faults: list[str] = []
    if isinstance(whole, Audit):
        faults = audit_faults(whole, document)
    elif whole is not None:
        faults = validation_faults(whole, document, positions=positions)
    return faults + [f"{called}: {fault}" for fault in value_faults(step.values, document)]


def caller_environment() -> dict[str, str]:
    """The caller's variables, less those that would change what an implementation prints."""
    return {name: value for name, value in os.environ.items() if name not in {"FORCE_COLOR", "COLUMNS"}}


def refuse_nothing(found: Sequence[Found], command: Sequence[str]) -> None:
    """Whether there is something to run.

    Raises:
        UsageError: no case, or no such program; an empty run would look like a pass.
    """
    if not found:
        raise UsageError("no case fits", hint="`rrspec conformance list` names them.")
    if which(command[0]) is None:
        raise UsageError(f"there is no program {command[0]}", hint="Give it after `--`, with its first arguments.")
