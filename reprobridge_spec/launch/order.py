"""The order for one run: everything that an attempt at it needs, on whatever machine it is made."""

from collections.abc import Mapping
from pathlib import Path

from reprobridge_spec.frozen import dataclass
from reprobridge_spec.launch.ancestry.base import Tracer
from reprobridge_spec.launch.sandbox.base import Folders, Sandbox
from reprobridge_spec.launch.working_copy import Snapshot
from reprobridge_spec.model.experiment import Resources


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """One run as it is handed to a place; holds data alone, so that it can travel to another process or machine.

    Attributes:
        run: the run's folder: `output`, `log`, `attempts` and what else belongs to it lie there.
        label: how people call the run, such as `italy seed 3`.
        command: the launcher's command.
        variables: those of the manifest and the contract, without the attempt's number, the cards and the folders.
        folders: what the launcher may see.
        sandbox: what keeps it apart.
        resources: what it needs.
        time_limit: seconds after which it is ended.
        hosts: those of its services; with one it gets the network.
        keys: names of the caller's variables that it gets, and that no list of processes shows.
        tracer: what watches where its files come from.
        stop: a file; once it is there, the launcher is ended as interrupted.
        salt: of the digests in the record that stand for names of machines.
        pristine: what stood in the working copy before the first run; compared where the sandbox guards nothing.
        environment_fingerprint: the same for the environment.
    """

    run: Path
    label: str
    command: tuple[str, ...]
    variables: Mapping[str, str]
    folders: Folders
    sandbox: Sandbox
    resources: Resources
    time_limit: float
    hosts: tuple[str, ...]
    keys: tuple[str, ...]
    tracer: Tracer
    stop: Path
    salt: str
    pristine: Snapshot
    environment_fingerprint: str
