"""What is asked of Slurm for runs: from their needs and a site's profile to the options of one job."""

import math
from collections.abc import Sequence

from reprobridge_spec.frozen import dataclass
from reprobridge_spec.launch.gpu.devices import Box, Card
from reprobridge_spec.launch.gpu.fitting import asked, is_of_type, why_never
from reprobridge_spec.launch.order import Order
from reprobridge_spec.launch.place.slurm_profile import GpuSpelling, GpuType, SlurmProfile
from reprobridge_spec.model.experiment import Gpus, Resources
from reprobridge_spec.model.scalars import seconds, size_in_bytes

OWN_MEMORY = 256 << 20
"""What rrspec itself needs in a job, beside the launcher."""
_OWN_SECONDS = 15
"""For each run: the time between two launchers, and what a launcher has between two signals."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What one job is asked for.

    Attributes:
        memory: MiB; None for the site's default.
        gpus: how many.
        gpu_type: the site's name of their type; None for any.
    """

    cpus: int
    memory: int | None
    gpus: int = 0
    gpu_type: str | None = None


def refused(resources: Resources, profile: SlurmProfile) -> str:
    """Why the site has no GPU for a run; empty where it may have."""
    if resources.gpus is None or not profile.types or _type_for(resources.gpus, profile) is not None:
        return ""
    return f"it needs {asked(resources.gpus)}, and the profile has no such type among {', '.join(profile.types)}"


def request(resources: Resources, profile: SlurmProfile) -> Request:
    """What a run with these needs is asked for."""
    size = resources.memory or profile.memory
    gpus = resources.gpus
    return Request(
        cpus=resources.cpus,
        memory=math.ceil((size_in_bytes(size) + OWN_MEMORY) / (1 << 20)) if size else None,
        gpus=gpus.count if gpus else 0,
        gpu_type=_type_for(gpus, profile) if gpus else None,
    )


def time_limit(order: Order, profile: SlurmProfile) -> float:
    """Seconds after which the launcher is ended at this site."""
    return order.time_limit * float(profile.factor or 1)


def minutes(orders: Sequence[Order], profile: SlurmProfile) -> int:
    """The time limit of a job that makes these runs one after the other, in Slurm's unit."""
    together = sum(time_limit(order, profile) + _OWN_SECONDS for order in orders)
    return math.ceil((together + seconds(profile.grace)) / 60)


def is_short(order: Order, profile: SlurmProfile) -> bool:
    """Whether a run shares a job with others."""
    return order.resources.gpus is None and time_limit(order, profile) <= seconds(profile.short)


def chunks(orders: Sequence[Order], profile: SlurmProfile) -> list[list[Order]]:
    """Short runs in the groups that share a job: of the same needs, as many as the profile lets."""
    alike: dict[Request, list[Order]] = {}
    for order in orders:
        alike.setdefault(request(order.resources, profile), []).append(order)
    size = profile.chunk
    return [group[at : at + size] for group in alike.values() for at in range(0, len(group), size)]


def options(wanted: Request, profile: SlurmProfile) -> list[str]:
    """The options of `sbatch`, as arguments; what a profile adds comes last, and wins."""
    given = [("partition", profile.partition), ("account", profile.account), ("qos", profile.qos)]
    found = [f"--{name}={value}" for name, value in given if value]
    found += ["--nodes=1", "--ntasks=1", f"--cpus-per-task={wanted.cpus}"]
    found += [f"--mem={wanted.memory}M"] if wanted.memory else []
    found += [_gpus(wanted, profile.gpus)] if wanted.gpus else []
    found += ["--requeue" if profile.requeue else "--no-requeue"]
    return [*found, *profile.arguments]


def _gpus(wanted: Request, spelling: GpuSpelling) -> str:
    amount = f"{wanted.gpu_type}:{wanted.gpus}" if wanted.gpu_type else f"{wanted.gpus}"
    return f"--gres=gpu:{amount}" if spelling is GpuSpelling.GRES else f"--{spelling}={amount}"


def _type_for(gpus: Gpus, profile: SlurmProfile) -> str | None:
    """The site's first type that fits, of those on which the artifact was tried if there is one."""
    fitting = {name: kind for name, kind in profile.types.items() if not _lacks(gpus, kind)}
    tried = [
        name for name, kind in fitting.items() if any(is_of_type(model, t) for model in kind.models for t in gpus.types)
    ]
    return next(iter([*tried, *fitting]), None)


def _lacks(gpus: Gpus, kind: GpuType) -> str:
    """Why cards of a type never do; what the profile does not say of a type is seen in the job."""
    known = gpus.model_copy(
        update={
            "memory": gpus.memory if kind.memory else None,
            "capability": gpus.capability if kind.capability else None,
        }
    )
    card = Card(
        uuid="",
        index=0,
        minor=0,
        model="",
        memory_bytes=size_in_bytes(kind.memory) if kind.memory else 0,
        free_bytes=0,
        capability=kind.capability or "",
        driver="",
        cuda="",
    )
    return why_never(Box(cards=(card,) * gpus.count, why_none=""), known)
