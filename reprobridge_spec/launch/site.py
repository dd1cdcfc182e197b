"""What all runs of one campaign share, and what one planned run is."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from reprobridge_spec.environments.build import Built
from reprobridge_spec.environments.fetch import Fetched
from reprobridge_spec.launch.sandbox.base import Sandbox
from reprobridge_spec.model.experiment import Experiment
from reprobridge_spec.model.manifest import Manifest
from reprobridge_spec.model.run_record import Mode
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """An artifact made ready to run.

    Attributes:
        work: its working copy.
        environments: built environments by id.
        inputs: fetched inputs by id.
        state: folder for what is not finished.
        records: folder that gets one folder a finished run.
        campaign: nonce of this campaign, 32 hex digits.
        clock: gives the present moment in UTC.
        nonce: draws 32 hex digits.
    """

    manifest: Manifest
    experiments: Mapping[str, Experiment]
    plans: Plans
    work: Path
    sandbox: Sandbox
    environments: Mapping[str, Built]
    inputs: Mapping[str, Fetched]
    state: Path
    records: Path
    campaign: str
    clock: Callable[[], datetime]
    nonce: Callable[[], str]

    def outputs_of(self, experiment: str, mode: Mode, index: int) -> Path:
        """Where the declared outputs of a run lie for the experiments after it."""
        return self.state / "outputs" / f"{experiment}-{mode}-{index}"


def moment(time: datetime) -> str:
    """A moment as documents write it: `2026-11-29T16:00:00Z`."""
    return time.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
