"""What `rrspec validate` does with what is asked: check, repair, or take down what is known."""

import os
import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from reprobridge_spec.batch import summary
from reprobridge_spec.batch.check import check_artifact, with_lines
from reprobridge_spec.batch.discovery import discover_all
from reprobridge_spec.batch.journal import Journal
from reprobridge_spec.batch.limits import WorkLimits
from reprobridge_spec.batch.order import Order
from reprobridge_spec.batch.outcome import Checked, Failure, Outcome, Result
from reprobridge_spec.cli.asking import Asking, with_release
from reprobridge_spec.cli.output import Output
from reprobridge_spec.cli.reporting import STREAMED, Reporting
from reprobridge_spec.documents.files import ArtifactFiles, FolderFiles
from reprobridge_spec.errors import ExitCode, NoArtifactError, UsageError
from reprobridge_spec.findings import Finding, Report
from reprobridge_spec.fixes import apply
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.render import text
from reprobridge_spec.replacement import replacing_file
from reprobridge_spec.validation import baseline
from reprobridge_spec.validation.acceptance import may_be_accepted
from reprobridge_spec.validation.engine import validate
from reprobridge_spec.validation.load import find_root


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """Which artifacts, and how they are gone through."""

    paths: tuple[Path, ...]
    changed: bool
    release: Path | None
    jobs: int | None
    resume: Path | None
    limits: WorkLimits | None
    exit_zero: bool


def limits(seconds: int | None, memory: int | None) -> WorkLimits | None:
    """What one artifact may cost; None where the caller says nothing."""
    usual = WorkLimits()
    if seconds is None and memory is None:
        return None
    return WorkLimits(seconds=seconds or usual.seconds, memory=memory or usual.memory)


def targets(work: Work) -> list[Path]:
    """The artifacts that are meant.

    Raises:
        NoArtifactError: there is none.
    """
    if work.changed:
        return list(dict.fromkeys(_roots_of(work.paths)))
    if not work.paths:
        root = find_root(Path())
        return [Path(os.path.relpath(root))]
    return discover_all(work.paths)


def _roots_of(files: Iterable[Path]) -> Iterator[Path]:
    """The artifact around each file that lies in one."""
    for file in files:
        try:
            yield Path(os.path.relpath(find_root(file if file.is_dir() else file.parent)))
        except NoArtifactError:
            continue


def validate_all(output: Output, asked: Asking, work: Work) -> ExitCode:
    """Check the artifacts and write what was found."""
    artifacts = targets(work)
    if work.release and len(artifacts) != 1:
        raise UsageError("`--release` belongs to one artifact", hint="Check artifacts with releases one by one.")
    started = time.monotonic()
    reporting = Reporting(output, asked.fails, asked.level)
    counts = summary.Summary(total=len(artifacts))
    code = ExitCode.HOLDS
    for result in _results(output, asked, work, artifacts):
        counts.add(result)
        reporting.add(result.outcome)
        code = worse(code, _code(result.outcome, asked, exit_zero=work.exit_zero))
    reporting.end()
    if len(artifacts) > 1 and output.format in {"text", "concise"}:
        output.lines(summary.lines(counts, time.monotonic() - started))
    return code


def _results(output: Output, asked: Asking, work: Work, artifacts: list[Path]) -> Iterator[Result]:
    if len(artifacts) == 1 and not work.resume and not work.limits:
        with with_release(asked, artifacts[0], work.release) as whole:
            checked = _named(check_artifact(artifacts[0], level=whole.level, policy=whole.policy, asked=whole.asked))
        yield Result(path=artifacts[0], outcome=checked)
        return
    # one artifact needs no multiprocessing
    from reprobridge_spec.batch.run import check_all  # noqa: PLC0415
    from reprobridge_spec.cli.progress import progress_on  # noqa: PLC0415

    order = Order(level=asked.level, policy=asked.policy, asked=asked.asked)
    progress = progress_on(seen=output.format not in STREAMED or not sys.stdout.isatty())
    if work.resume is None:
        yield from check_all(artifacts, order, jobs=work.jobs, limits=work.limits, progress=progress)
        return
    with Journal(work.resume, asked.settings) as journal:
        yield from check_all(artifacts, order, jobs=work.jobs, limits=work.limits, journal=journal, progress=progress)


def _named(checked: Checked) -> Checked:
    """An artifact in the caller's own folder has the folder's name, and its files no folder before them."""
    if checked.shown.folder != ".":
        return checked
    report = replace(checked.report, artifact=Path.cwd().name)
    return replace(checked, shown=replace(checked.shown, report=report, folder=""))


def worse(one: ExitCode, other: ExitCode) -> ExitCode:
    """The one of two that comes first in the table of exit codes."""
    order = list(ExitCode)
    return min(one, other, key=order.index)


def _code(outcome: Outcome, asked: Asking, *, exit_zero: bool) -> ExitCode:
    if isinstance(outcome, Failure):
        return outcome.kind.exit_code
    report = outcome.report
    if any(asked.fails(finding) for finding in report.findings):
        return ExitCode.HOLDS if exit_zero else ExitCode.FINDINGS
    return ExitCode.NOT_DONE if report.not_checked and not exit_zero else ExitCode.HOLDS


def repair(output: Output, asked: Asking, work: Work, *, write: bool, show: bool) -> ExitCode:
    """Repair what can be repaired without asking, or show it; then write what is left."""
    code = ExitCode.HOLDS
    reporting = Reporting(output, asked.fails, asked.level)
    for artifact in targets(work):
        if not artifact.is_dir():
            raise UsageError(f"{artifact} is a package, which is not repaired", hint="Repair the folder, and pack it.")
        fixed = apply.work_out(FolderFiles(artifact), _check(artifact, asked))
        folder = "" if str(artifact) == "." else artifact.as_posix()
        if show:
            from reprobridge_spec.fixes import diff as diffs  # noqa: PLC0415 (it imports difflib)

            told = diffs.without_secrets(fixed)
            if sys.stdout.isatty():
                output.lines(diffs.shown(told, output.out, folder))
            else:
                output.raw(diffs.diff(told, _for_patches(artifact)))
            if diffs.diff(told) != diffs.diff(fixed):
                output.progress("secrets are hidden in the diff, so it does not apply; `--fix` repairs all the same")
        if write:
            apply.write(artifact, fixed)
            for finding in fixed.done:
                what = finding.fix.what if finding.fix else ""
                output.progress(f"repaired: {text.place(finding, folder)}: {finding.rule} {finding.name}: {what}")
            left = _named(with_lines(fixed.left, FolderFiles(artifact), str(artifact)))
            reporting.add(left)
            code = worse(code, _code(left, asked, exit_zero=work.exit_zero))
        elif fixed.changes:
            code = worse(code, ExitCode.FINDINGS)
    if write:
        reporting.end()
    return code


def _for_patches(artifact: Path) -> str:
    """Where it lies, as a program takes it that applies patches here; at the root of all where it is not below."""
    folder = os.path.relpath(artifact)
    if folder.startswith(".."):
        folder = str(artifact.absolute()).lstrip("/")
    return "" if folder == "." else Path(folder).as_posix()


def _check(artifact: Path, asked: Asking) -> apply.Check:
    def check(files: ArtifactFiles) -> Report:
        return validate(files, name=str(artifact), level=asked.level, policy=asked.policy, asked=asked.asked)

    return check


def _not_taken(checked: Checked) -> Checked:
    """What stays to be told when the findings that may be accepted are in a baseline."""
    findings = tuple(finding for finding in checked.report.findings if not may_be_accepted(finding.rule))
    report = replace(checked.report, findings=findings, silenced=())
    return replace(checked, shown=replace(checked.shown, report=report))


def save_baseline(output: Output, asked: Asking, work: Work, file: Path) -> ExitCode:
    """Write a baseline of what is found now; what no baseline takes is told, and counts."""
    policy = replace(asked.policy, baseline=None)
    found: list[tuple[Finding, str]] = []
    code = ExitCode.HOLDS
    for artifact in targets(work):
        checked = _named(check_artifact(artifact, level=asked.level, policy=policy, asked=asked.asked))
        found += zip(checked.report.findings, checked.shown.fingerprints, strict=False)
        left = _not_taken(checked)
        if left.report.findings:
            output.progress(f"not taken, as nobody can accept them: {len(left.report.findings)}")
        for line in text.concise(left.report, left.shown.folder):
            output.progress(line)
        code = worse(code, _code(left, asked, exit_zero=work.exit_zero))
    with replacing_file(file) as sink:
        sink.write(baseline.written(found).encode())
    output.progress(f"written: {file}")
    return code
