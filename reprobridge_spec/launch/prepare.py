"""An artifact made ready to run: inputs fetched, environments built, the working copy laid out."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from shutil import rmtree

from reprobridge_spec.documents.files import FolderFiles
from reprobridge_spec.environments.build import build
from reprobridge_spec.environments.fetch import fetch_input
from reprobridge_spec.errors import NotDoneError
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.launch import working_copy
from reprobridge_spec.launch.ancestry.base import Tracer
from reprobridge_spec.launch.sandbox.base import Sandbox
from reprobridge_spec.launch.site import Chain, Site
from reprobridge_spec.model.experiment import Experiment
from reprobridge_spec.model.inputs import InputKind
from reprobridge_spec.model.manifest import Manifest
from reprobridge_spec.model.resolved import experiments_of, inputs_of, reference_text
from reprobridge_spec.plan.digests import Plans

WORK_PREFIX = "work-"
"""How names of folders of working copies begin."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """What comes from outside the artifact.

    Attributes:
        sandbox: what keeps runs apart from this machine.
        tracer: what watches where the files of runs come from.
        key: ssh key that signs records; None for none.
        cache: folder for environments and inputs.
        environ: the caller's variables; what leads to an index is passed on, nothing of it reaches a run.
        offline: whether the network is refused.
        clock: gives the present moment.
        nonce: draws 32 hex digits.
        progress: told what is being made ready, one line at a time.
    """

    sandbox: Sandbox
    tracer: Tracer
    key: Path | None
    cache: Path
    environ: Mapping[str, str]
    offline: bool
    clock: Callable[[], datetime]
    nonce: Callable[[], str]
    progress: Callable[[str], None] = lambda _: None


@contextmanager
def site(
    root: Path,
    manifest: Manifest,
    names: Iterable[str],
    around: Surroundings,
    *,
    state: Path,
    records: Path,
    seeds: Sequence[int] | None = None,
    chain: Chain | None = None,
) -> Iterator[Site]:
    """The artifact at `root`, ready for runs of the experiments `names`; the working copy goes afterwards.

    With `seeds`, the runs are one more observation over those. With `chain`, they go on with that campaign.

    Raises:
        ArtifactError: a lock or a digest does not hold.
        NotDoneError: a machine, network or access fault.
    """
    experiments = experiments_of(manifest)
    wanted = [experiments[name] for name in names]
    fetched = {
        name: fetch_input(
            root,
            name,
            manifest.inputs[name],
            cache=around.cache,
            environ=around.environ,
            offline=around.offline,
            progress=around.progress,
        )
        for name in _input_names(wanted)
        if manifest.inputs[name].kind is not InputKind.SERVICE
    }
    environments = {
        name: build(
            root,
            name,
            manifest.environments[name],
            cache=around.cache,
            environ=around.environ,
            offline=around.offline,
            progress=around.progress,
        )
        for name in dict.fromkeys(experiment.environment for experiment in wanted)
        if name is not None
    }
    # in a folder of its own: what a launcher writes into `..` is seen there
    work = state / f"{WORK_PREFIX}{around.nonce()[:8]}" / "work"
    _lay_out(root, manifest, work)
    ready = None
    try:
        ready = Site(
            manifest=manifest,
            experiments=experiments,
            plans=Plans(manifest, experiments, FolderFiles(root)),
            seeds=seeds,
            work=work,
            pristine=working_copy.snapshot(work),
            sandbox=around.sandbox,
            tracer=around.tracer,
            environments=environments,
            inputs=fetched,
            state=state,
            offline=around.offline,
            key=around.key,
            records=records,
            clock=around.clock,
            nonce=around.nonce,
            chain=chain or Chain(campaign=around.nonce()),
        )
        yield ready
    finally:
        rmtree(work.parent, ignore_errors=True)
        if ready is not None:
            ready.stop.unlink(missing_ok=True)


def _lay_out(root: Path, manifest: Manifest, work: Path) -> None:
    try:
        working_copy.make(root, manifest, work)
    except OSError as error:
        rmtree(work.parent, ignore_errors=True)
        raise NotDoneError(
            f"the working copy cannot be made: {error.strerror or error}",
            hint="Make room, or mend the rights of the file or folder.",
            place=str(error.filename2 or error.filename or work),
        ) from error


def _input_names(experiments: Iterable[Experiment]) -> list[str]:
    names: dict[str, None] = {}
    for experiment in experiments:
        for reference in map(reference_text, inputs_of(experiment)):
            if "/" not in reference:
                names[reference] = None
        for stand_in in experiment.smoke.inputs.values() if experiment.smoke else ():
            names[stand_in] = None
    return list(names)
