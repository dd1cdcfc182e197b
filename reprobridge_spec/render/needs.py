"""What runs of an artifact need of a machine, as its manifest declares it."""

from reprobridge_spec.model.experiment import Experiment
from reprobridge_spec.model.inputs import BundledSource, ManualSource, ServiceSource
from reprobridge_spec.model.scalars import size_in_bytes
from reprobridge_spec.render.amounts import listed, number, size
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.runnable import is_blocked


def open_experiments(context: Context) -> dict[str, Experiment]:
    """The experiments that are run."""
    return {name: body for name, body in context.experiments.items() if not is_blocked(body)}


def cards(context: Context) -> str:
    """The accelerators of one run."""
    wanted = [body.resources.gpus for body in open_experiments(context).values() if body.resources]
    needed = [gpus for gpus in wanted if gpus is not None]
    if not needed:
        return "none"
    most = max(needed, key=lambda gpus: gpus.count)
    parts = [f"{most.count} for a run"]
    held = [gpus.memory for gpus in needed if gpus.memory]
    if held:
        parts.append(f"{max(held, key=size_in_bytes)} each")
    parts += [f"capability {gpus.capability}" for gpus in needed if gpus.capability][:1]
    types = list(dict.fromkeys(name for gpus in needed for name in gpus.types))
    return ", ".join([*parts, f"tried on {listed(types)}"] if types else parts)


def memory(context: Context) -> str:
    """Memory of one run."""
    wanted = [body.resources.memory for body in open_experiments(context).values() if body.resources]
    said = [one for one in wanted if one]
    return f"{max(said, key=size_in_bytes)} a run" if said else "memory not declared"


def disk(context: Context) -> str:
    """Disk of one run, and the size of the artifact itself."""
    wanted = [body.resources.disk for body in open_experiments(context).values() if body.resources]
    said = [one for one in wanted if one]
    files = sum(entry.size for entry in context.files.entries.values())
    of_run = f"disk {max(said, key=size_in_bytes)} a run" if said else "disk of a run not declared"
    return f"{of_run}, the artifact itself {size(files)}"


def network(context: Context) -> str:
    """What is brought before the runs, and what runs ask for."""
    manifest = context.manifest
    inputs = manifest.inputs
    kept = (BundledSource, ManualSource, ServiceSource)
    fetched = [name for name, body in inputs.items() if not isinstance(body.source, kept)]
    first = [f"packages of {number(len(manifest.environments), 'lock')}"] if manifest.environments else []
    first += [f"inputs {listed(fetched)}"] if fetched else []
    hosts = [body.source.service.host for body in inputs.values() if isinstance(body.source, ServiceSource)]
    before = f"before the runs, once: {' and '.join(first)}" if first else "none before the runs"
    return f"{before}; in runs: {listed(hosts) if hosts else 'none'}"
