"""Why a run was ended at a limit: which one, what was used, and what in the manifest raises it."""

from reprobridge_spec.launch import contract
from reprobridge_spec.model.experiment import Experiment, Resources
from reprobridge_spec.model.run_record import Mode
from reprobridge_spec.process import Ended, Ending

_UNITS = ((1 << 40, "TiB"), (1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB"))
_ALL_ENDED = "; all its processes were ended. "


def reason(experiment: Experiment, mode: Mode, ended: Ended) -> str:
    """Why the launcher was ended at a limit of memory, processes or disk; empty where it was not."""
    resources = contract.resources(experiment, mode)
    match ended.ending:
        case Ending.MEMORY_LIMIT:
            own = f"its limit of {resources.memory} of memory"
            limit = own if resources.memory else "the memory that a run may use here, nearly all of the machine's"
            return f"the launcher reached {limit}: it used {size(ended.used)}{_ALL_ENDED}" + _raise(
                experiment, mode, "memory", "uses more by design"
            )
        case Ending.DISK_LIMIT:
            limit = (
                f"its limit of {resources.disk}" if resources.disk else f"the {size(contract.DISK_BYTES)} that it has"
            )
            return f"the launcher reached {limit} of disk: it wrote {size(ended.used)}{_ALL_ENDED}" + _raise(
                experiment, mode, "disk", "has to write more"
            )
        case Ending.PROCESS_LIMIT:
            return (
                f"the launcher reached its limit of {resources.processes} processes and threads: it had {ended.used}"
                f"{_ALL_ENDED}Let it start fewer at once; a variable such as `OMP_NUM_THREADS` often decides. "
                + _raise(experiment, mode, "processes", "needs more by design")
            )
    return ""


def is_of_machine(experiment: Experiment, mode: Mode, ended: Ended) -> bool:
    """Whether the machine has too little for the launcher, of which the manifest does not say how much it needs."""
    return ended.ending is Ending.MEMORY_LIMIT and contract.resources(experiment, mode).memory is None


def _raise(experiment: Experiment, mode: Mode, key: str, where: str) -> str:
    own = mode is Mode.SMOKE and experiment.smoke is not None and experiment.smoke.resources is not None
    place = f"{'smoke.' if own else ''}resources.{key}"
    given: Resources = contract.resources(experiment, mode)
    verb = "Raise" if getattr(given, key) else "Declare"
    return f"{verb} `{place}` if it {where}."


def size(count: int) -> str:
    """`1.5 GiB`."""
    for unit, name in _UNITS:
        if count >= unit:
            return f"{count / unit:.4g} {name}"
    return f"{count} B"
