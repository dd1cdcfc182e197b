"""The record of a finished run: built, and put in place whole or not at all."""

import errno
import os
import shutil
from collections.abc import Collection
from pathlib import Path

from reprobridge_spec import __version__, artifact_path, digest
from reprobridge_spec.documents.files import FolderFiles, Kind
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.launch import contract
from reprobridge_spec.launch.attempt import Attempted
from reprobridge_spec.launch.reading import Reading, measured_files
from reprobridge_spec.launch.site import Planned, Site
from reprobridge_spec.model.resolved import inputs_of, reference_text
from reprobridge_spec.model.run_record import (
    PREDICATE_TYPE,
    STATEMENT_TYPE,
    Mode,
    Outcome,
    OutputFile,
    PlanDigests,
    RunLog,
    RunRecord,
    Tool,
    UsedEnvironment,
)
from reprobridge_spec.model.verification import RunSummary
from reprobridge_spec.process import Ending
from reprobridge_spec.signing import ssh

KEPT_BYTES = 256 << 10
"""Outputs up to this size are kept beside the record; larger ones by digest, unless a score was read from them."""

_STAGING = ".rrspec"


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """A run that was executed and read, not yet recorded."""

    planned: Planned
    nonce: str
    attempted: Attempted
    reading: Reading


@dataclass(frozen=True, slots=True, kw_only=True)
class Finished:
    """A run whose record is in place.

    Attributes:
        digest: SHA-256 of `run.json`.
        folder: where record, log and kept outputs lie.
    """

    planned: Planned
    record: RunRecord
    digest: str
    folder: Path

    def summary(self) -> RunSummary:
        """The run in short."""
        predicate = self.record.predicate
        return RunSummary(
            run=predicate.run,
            experiment=predicate.experiment,
            mode=predicate.mode,
            outcome=predicate.outcome,
            reason=predicate.reason,
            record_sha256=self.digest,
        )


def tool() -> Tool:
    """This program, as records name it."""
    return Tool(name="rrspec", version=__version__)


def used_environment(site: Site, experiment: str) -> UsedEnvironment:
    """The environment that the runs of `experiment` got."""
    name = site.experiments[experiment].environment or ""
    built = site.environments[name]
    return UsedEnvironment(
        id=name,
        lock=built.lock_path,
        lock_sha256=built.lock_sha256,
        python=built.python_version,
        platform=built.platform,
        installer=built.installer,
        variables=dict(site.manifest.environments[name].variables),
    )


def run_id(planned: Planned, nonce: str) -> str:
    """The id of a run, which its record's folder has as its name."""
    seed = f"r{planned.index}" if planned.seed is None else f"s{planned.seed}"
    return f"{planned.experiment}-{planned.mode}-{seed}-{nonce[:8]}"


def write(site: Site, made: Made, folder: Path, previous: str | None) -> Finished:
    """Put the record of `made` into the site's records, as one step.

    Raises:
        OSError: it cannot be written; nothing is left in the records then.
        RrspecError: it cannot be signed; the same.
    """
    planned, run = made.planned, run_id(made.planned, made.nonce)
    # on the disk of the records, and under a name that is no part of an artifact
    staging = site.records / _STAGING
    shutil.rmtree(staging, ignore_errors=True)
    staged = staging / run
    staged.mkdir(parents=True)
    outputs = _keep_outputs(site, made, folder / "output", staged)
    shutil.copyfile(folder / "log", staged / "log")
    record = _record(site, made, run, outputs, staged, previous)
    data = record.model_dump_json(by_alias=True, exclude_defaults=True, indent=1).encode() + b"\n"
    (staged / "run.json").write_bytes(data)
    if site.key is not None:
        ssh.sign(staged / "run.json", site.key, ssh.Namespace.RECORD)
    target = site.records / run
    os.replace(staged, target)  # noqa: PTH105 (atomic, and named so)
    shutil.rmtree(staging, ignore_errors=True)
    return Finished(planned=planned, record=record, digest=digest.of_bytes(data), folder=target)


def _keep_outputs(site: Site, made: Made, output: Path, staged: Path) -> list[OutputFile]:
    """Keep the outputs beside the record, or their digests; none where the run was ended for filling its disk."""
    if made.attempted.ended.ending is Ending.DISK_LIMIT:
        return []
    ancestry = made.attempted.ancestry
    wanted = measured_files(site.experiments[made.planned.experiment])
    found: list[OutputFile] = []
    for path in _paths(output, wanted):
        source = _content_of(output, path)
        if source is None:
            continue
        size = source.stat().st_size
        # what nothing was measured from needs not be read again, however it is called
        is_read = made.reading.outcome is Outcome.MEASURED and _is_below(path, wanted)
        kept = size <= KEPT_BYTES or is_read
        if kept:
            target = staged / "outputs" / path
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target)
        sha256 = digest.of_file(source)
        found.append(OutputFile(path=path, size=size, sha256=sha256, kept=kept, ancestry=ancestry.get(path)))
    return found


def _paths(output: Path, wanted: Collection[str]) -> list[str]:
    """The outputs, and what scores are read from through a link to a folder."""
    try:
        entries = FolderFiles(output).entries
    except OSError as error:
        if error.errno != errno.ENAMETOOLONG:
            raise
        return []  # the run has failed for it
    return sorted({path for path, entry in entries.items() if entry.kind is not Kind.OTHER} | {*wanted})


def _content_of(output: Path, path: str) -> Path | None:
    """The file whose bytes an output is: itself, or for a link the output that it leads to; None where it has none."""
    try:
        file = artifact_path.below(output, path)
    except ValueError:
        return None  # no record can name it, or it leads out
    return file if file.is_file() else None


def _is_below(path: str, places: Collection[str]) -> bool:
    return any(path == place or path.startswith(f"{place}/") for place in places)


def _record(
    site: Site, made: Made, run_id: str, outputs: list[OutputFile], staged: Path, previous: str | None
) -> RunRecord:
    planned, ended = made.planned, made.attempted.ended
    log = RunLog(size=(staged / "log").stat().st_size, sha256=digest.of_file(staged / "log"))
    kept = [(f"outputs/{item.path}", item.sha256) for item in outputs if item.kept]
    return RunRecord.model_validate(
        {
            "_type": STATEMENT_TYPE,
            "subject": [{"name": name, "digest": {"sha256": value}} for name, value in [("log", log.sha256), *kept]],
            "predicateType": PREDICATE_TYPE,
            "predicate": {
                "rra": site.manifest.rra,
                "run": run_id,
                "nonce": made.nonce,
                "campaign": site.chain.campaign,
                "previous": previous,
                "artifact": f"{site.manifest.id} {site.manifest.version}",
                "experiment": planned.experiment,
                "mode": planned.mode,
                "seed": planned.seed,
                "index": planned.index,
                "plan": _plan(site, planned),
                "command": contract.command(site.experiments[planned.experiment], planned.mode),
                "alternative": site.alternative,
                "environment": used_environment(site, planned.experiment),
                "inputs": _inputs(site, planned),
                "attempts": list(made.attempted.attempts),
                "outcome": made.reading.outcome,
                "reason": made.reading.reason or None,
                "fault": made.reading.fault,
                "isolation": made.attempted.isolation,
                "tracing": made.attempted.tracing,
                "hardware": made.attempted.hardware,
                "used": {
                    "wall_seconds": round(ended.wall_seconds, 3),
                    "cpu_seconds": round(ended.cpu_seconds, 3) if site.sandbox.is_counted else None,
                    "peak_memory_bytes": ended.peak_memory_bytes if site.sandbox.is_counted else None,
                    "gpus": list(made.attempted.gpus),
                },
                "outputs": outputs,
                "log": log,
                "scores": dict(made.reading.scores),
                "tool": tool(),
            },
        }
    )


def _plan(site: Site, planned: Planned) -> PlanDigests:
    tasks = site.experiments[planned.experiment].tasks or {}
    return PlanDigests(
        method=site.plans.method(planned.experiment),
        campaign=site.plans.campaign(planned.experiment),
        smoke=site.plans.smoke(planned.experiment) if planned.mode is Mode.SMOKE else None,
        tasks={name: site.plans.task(f"{planned.experiment}/{name}") for name in tasks},
    )


def _inputs(site: Site, planned: Planned) -> dict[str, str]:
    """Digest of each input; an output of another experiment counts by its files."""
    experiment = site.experiments[planned.experiment]
    stand_ins = experiment.smoke.inputs if planned.mode is Mode.SMOKE and experiment.smoke else {}
    places = contract.inputs(site, planned)
    found: dict[str, str] = {}
    for reference in map(reference_text, inputs_of(experiment)):
        if "/" in reference:
            found[reference] = _digest_of(places[reference])
        elif (name := stand_ins.get(reference, reference)) in site.inputs:  # a service has no digest
            found[reference] = site.inputs[name].digest
    return found


def _digest_of(path: Path) -> str:
    if path.is_file():
        return digest.of_file(path)
    files = FolderFiles(path)
    return digest.of_value(
        {name: files.sha256(name) for name, entry in files.entries.items() if entry.kind is Kind.FILE}
    )
