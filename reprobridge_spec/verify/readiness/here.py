"""What a machine has: cores, memory, room, isolation, accelerators, tools."""

import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from shutil import disk_usage, which

from reprobridge_spec.environments.python import current_platform
from reprobridge_spec.errors import NotDoneError
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.launch import machine
from reprobridge_spec.launch.gpu.devices import Box, look
from reprobridge_spec.launch.sandbox.choice import IsolationChoice, choose
from reprobridge_spec.model.readiness import Check, CheckState

TOOLS = {
    "ssh-keygen": "signs records",
    "strace": "tells which files a launcher opened",
    "sbatch": "runs on a Slurm cluster",
    "taskset": "lets `verify --counterfactual` turn the number of cores",
}
_GIB = 1 << 30


@dataclass(frozen=True, slots=True, kw_only=True)
class Here:
    """A machine, as far as runs have to do with it.

    Attributes:
        platform: such as `linux-64`.
        cores: that this process may use.
        memory: bytes.
        cache: folder of environments and inputs.
        cache_free: free bytes on its disk.
        runs: folder in which `verify` works.
        runs_free: free bytes on its disk.
        isolation: what would keep runs apart, in words; empty where nothing works.
        isolation_fault: why nothing works; empty where something does.
        isolation_hint: what to do about it.
        box: its accelerators.
        tools: path of each tool that is there.
        environ: the caller's variables.
    """

    platform: str
    cores: int
    memory: int
    cache: Path
    cache_free: int
    runs: Path
    runs_free: int
    isolation: str
    isolation_fault: str
    isolation_hint: str
    box: Box
    tools: Mapping[str, str]
    environ: Mapping[str, str]


def here(environ: Mapping[str, str], cache: Path) -> Here:
    """This machine.

    Args:
        environ: the caller's variables.
        cache: folder of environments and inputs, which need not be there yet.
    """
    said = fault = hint = ""
    try:
        said = choose(IsolationChoice.AUTO).said
    except NotDoneError as error:
        fault, hint = str(error), error.hint
    runs = Path(tempfile.gettempdir())
    found = {name: which(name, path=environ.get("PATH")) for name in TOOLS}
    return Here(
        platform=current_platform(),
        cores=machine.cores(),
        memory=os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"),
        cache=cache,
        cache_free=_free(cache),
        runs=runs,
        runs_free=_free(runs),
        isolation=said,
        isolation_fault=fault,
        isolation_hint=hint,
        box=look(),
        tools={name: path for name, path in found.items() if path is not None},
        environ=environ,
    )


def checks(found: Here) -> list[Check]:
    """What is there, one line each; isolation alone can be missing for every artifact."""
    return [
        Check(what="platform", state=CheckState.OK, found=found.platform),
        Check(what="cores", state=CheckState.OK, found=str(found.cores)),
        Check(what="memory", state=CheckState.OK, found=size(found.memory)),
        Check(what="room for environments and inputs", state=CheckState.OK, found=size(found.cache_free)),
        Check(what="room for runs", state=CheckState.OK, found=size(found.runs_free)),
        _isolation(found),
        _accelerators(found.box),
        *(_tool(name, found.tools.get(name)) for name in TOOLS),
    ]


def size(count: int) -> str:
    """A number of bytes in GiB."""
    return f"{count / _GIB:.1f} GiB"


def _isolation(found: Here) -> Check:
    if found.isolation_fault:
        hint = found.isolation_hint or "Install bubblewrap, or decide for `--isolation none`, which is recorded."
        return Check(what="isolation", state=CheckState.MISSING, found=found.isolation_fault, do=hint)
    return Check(what="isolation", state=CheckState.OK, found=found.isolation.removeprefix("isolation: "))


def _accelerators(box: Box) -> Check:
    if not box.cards:
        return Check(what="GPUs", state=CheckState.NOTE, found=box.why_none or "none")
    shown = ", ".join(f"{card.label}, {size(card.free_bytes)} of {size(card.memory_bytes)} free" for card in box.cards)
    return Check(what="GPUs", state=CheckState.OK, found=shown)


def _tool(name: str, path: str | None) -> Check:
    if path is None:
        return Check(what=name, state=CheckState.NOTE, found=f"is not here; it {TOOLS[name]}")
    return Check(what=name, state=CheckState.OK, found=path)


def _free(folder: Path) -> int:
    """Free bytes where a folder is, or would be made."""
    there = next((one for one in (folder, *folder.absolute().parents) if one.exists()), Path("/"))
    return disk_usage(there).free
