"""What all runs of one campaign share, and what one planned run is."""

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from datetime import UTC, datetime
from pathlib import Path

from reprobridge_spec.environments.build import Built
from reprobridge_spec.environments.fetch import Fetched
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.launch.ancestry.base import Tracer
from reprobridge_spec.launch.sandbox.base import Sandbox
from reprobridge_spec.launch.working_copy import Snapshot
from reprobridge_spec.model.experiment import Experiment
from reprobridge_spec.model.manifest import Manifest
from reprobridge_spec.model.resolved import runs_of
from reprobridge_spec.model.run_record import Mode, OfAlternative
from reprobridge_spec.plan.digests import Plans


@dataclass(frozen=True, slots=True, kw_only=True)
class Planned:
    """A run that is to be made.

    Attributes:
        seed: its seed; None where the experiment counts runs.
        index: its position among the runs of its experiment, from zero.
    """

    experiment: str
    mode: Mode
    seed: int | None
    index: int

    @property
    def label(self) -> str:
        """How progress calls it: `italy seed 3`, `italy smoke`."""
        if self.mode is Mode.SMOKE:
            return f"{self.experiment} smoke"
        return f"{self.experiment} {'run ' + str(self.index) if self.seed is None else 'seed ' + str(self.seed)}"


@dataclass(slots=True)
class Chain:
    """The records of one campaign, each linked to the one before it.

    Attributes:
        campaign: its nonce, 32 hex digits.
        last: digest of the record that was written last.
        lock: held while a record is written.
    """

    campaign: str
    last: str | None = None
    lock: threading.Lock = field(default_factory=threading.Lock)


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """An artifact made ready to run.

    Attributes:
        seeds: those of one more observation, in place of the experiments' own.
        work: its working copy.
        tracer: what watches where the files of scored runs come from.
        pristine: what stood in the working copy before the first run.
        environments: built environments by id.
        inputs: fetched inputs by id.
        state: folder for what is not finished.
        offline: whether runs that ask a service are refused.
        key: ssh key that signs each record; None for none.
        records: folder that gets one folder a finished run.
        clock: gives the present moment in UTC.
        nonce: draws 32 hex digits.
        chain: links the records of this campaign.
        alternative: the alternative of a decision that its runs are made for; None where they are the artifact's own.
    """

    manifest: Manifest
    experiments: Mapping[str, Experiment]
    plans: Plans
    seeds: Sequence[int] | None
    work: Path
    pristine: Snapshot
    sandbox: Sandbox
    tracer: Tracer
    environments: Mapping[str, Built]
    inputs: Mapping[str, Fetched]
    state: Path
    offline: bool
    key: Path | None
    records: Path
    clock: Callable[[], datetime]
    nonce: Callable[[], str]
    chain: Chain
    alternative: OfAlternative | None = None

    @property
    def stop(self) -> Path:
        """The file that ends every attempt of this site once it is there."""
        return self.state / f"{self.work.parent.name}.stop"

    def outputs_of(self, experiment: str, mode: Mode, index: int) -> Path:
        """Where the declared outputs of a run lie for the experiments after it: by its seed and its method."""
        seed = None if mode is Mode.SMOKE else runs_in(self.experiments[experiment], self.seeds)[index]
        run = f"{mode}-r{index}" if seed is None else f"{mode}-s{seed}"
        return self.state / "outputs" / experiment / run / self.plans.method(experiment)[:16]


def runs_in(experiment: Experiment, seeds: Sequence[int] | None) -> list[int | None]:
    """One entry a scored run: its seed, or None where the experiment counts `runs`.

    With `seeds`, those stand in place of a seeded experiment's own; it takes as many of them as it has itself.
    """
    own = runs_of(experiment)
    return own if seeds is None or experiment.seeds is None else [*seeds[: len(own)]]


def moment(time: datetime) -> str:
    """A moment as documents write it: `2026-11-29T16:00:00Z`."""
    return time.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
