"""Which cards there are, as NVML tells; a MIG instance is a device of its own."""

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from reprobridge_spec.frozen import dataclass
from reprobridge_spec.launch.gpu import nvml
from reprobridge_spec.launch.gpu.nvml import Nvml, Unanswered

SYSTEM = Path("/sys")
SECONDS = 30.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Process:
    """A process that computes on a card; `memory_bytes` is 0 where that is not told."""

    pid: int
    memory_bytes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """A device that a run can be given: a whole card, or a MIG instance of one.

    Attributes:
        uuid: what `CUDA_VISIBLE_DEVICES` names it by.
        index: number of the card among those of the machine.
        minor: number in the name of its device node, `/dev/nvidia<minor>`.
        memory_bytes: its whole memory; of an instance, its own.
        free_bytes: what of that was free.
        capability: compute capability, such as `9.0`; empty where it is not told.
        driver: version of the driver.
        cuda: newest CUDA that the driver serves, such as `12.4`; empty where it is not told.
        processes: who computes on it.
        processes_unknown: why that is not told; empty where it is.
        instance: numbers of the MIG instance (of the GPU, of its compute part); None for a whole card.
    """

    uuid: str
    index: int
    minor: int
    model: str
    memory_bytes: int
    free_bytes: int
    capability: str
    driver: str
    cuda: str
    processes: tuple[Process, ...] = ()
    processes_unknown: str = ""
    instance: tuple[int, int] | None = None

    @property
    def mig(self) -> bool:
        """Whether it is a MIG instance."""
        return self.instance is not None

    @property
    def label(self) -> str:
        """How messages call it."""
        of = f"MIG instance {self.instance[0]}/{self.instance[1]} of " if self.instance else ""
        return f"{of}card {self.index} ({self.model})"


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """The cards of this machine.

    Attributes:
        cards: those that can be given to a run, whether somebody uses them or not.
        why_none: why there is none, in one sentence; empty where there is one.
        notes: cards that are there and cannot be used, one sentence each.
    """

    cards: tuple[Card, ...]
    why_none: str
    notes: tuple[str, ...] = ()


def look(system: Path = SYSTEM, *, seconds: float = SECONDS) -> Box:
    """The cards of this machine as they are now. It raises nothing: without NVML the answer says why.

    Args:
        system: where the kernel tells about devices, for cards of another maker.
        seconds: how long NVML may take; a card that hangs holds up whoever asks for it.
    """
    found: list[Box] = []
    thread = threading.Thread(target=lambda: found.append(_look(system)), name="rrspec-look", daemon=True)
    thread.start()
    thread.join(seconds)
    return found[0] if found else _none(f"the NVIDIA driver did not answer within {seconds:g} s", system)


def _look(system: Path) -> Box:
    notes: list[str] = []
    with nvml.opened() as door:
        if isinstance(door, Unanswered):
            return _none(door.said, system)
        count = door.ask("DeviceGetCount")
        if isinstance(count, Unanswered):
            return _none(count.said, system)
        if count == 0:
            return _none("the NVIDIA driver is loaded, and it shows no card", system)
        driver, cuda = _driver(door)
        cards = [card for index in range(count) for card in _cards(door, index, driver, cuda, notes)]
    if not cards:
        return _none("; ".join(notes), system)
    return Box(cards=tuple(cards), why_none="", notes=(*notes, *_other_maker(system)))


def _none(why: str, system: Path) -> Box:
    return Box(cards=(), why_none="; ".join([why, *_other_maker(system)]))


def _driver(door: Nvml) -> tuple[str, str]:
    driver, cuda = door.ask("SystemGetDriverVersion"), door.ask("SystemGetCudaDriverVersion_v2")
    return (
        "unknown" if isinstance(driver, Unanswered) else str(driver),
        "" if isinstance(cuda, Unanswered) else f"{cuda // 1000}.{cuda % 1000 // 10}",
    )


def _cards(door: Nvml, index: int, driver: str, cuda: str, notes: list[str]) -> Iterator[Card]:
    handle = door.ask("DeviceGetHandleByIndex", index)
    if isinstance(handle, Unanswered):
        notes.append(f"card {index} cannot be used: {handle.said}")
        return
    whole = _card(door, handle, index, driver, cuda)
    if isinstance(whole, Unanswered):
        notes.append(f"card {index} cannot be used: {whole.said}")
        return
    mode = door.ask("DeviceGetMigMode", handle)
    if isinstance(mode, Unanswered) or mode[0] != 1:
        yield whole
        return
    instances = list(_instances(door, handle, whole, notes))
    if not instances:
        notes.append(f"{whole.label} is in MIG mode and has no instance that can be used")
    yield from instances


def _instances(door: Nvml, handle: object, whole: Card, notes: list[str]) -> Iterator[Card]:
    most = door.ask("DeviceGetMaxMigDeviceCount", handle)
    for number in range(0 if isinstance(most, Unanswered) else most):
        part = door.ask("DeviceGetMigDeviceHandleByIndex", handle, number)
        if isinstance(part, Unanswered):
            continue  # the places are counted, not the instances
        ids = door.ask("DeviceGetGpuInstanceId", part), door.ask("DeviceGetComputeInstanceId", part)
        if isinstance(ids[0], Unanswered) or isinstance(ids[1], Unanswered):
            notes.append(f"a MIG instance of {whole.label} does not tell its numbers")
            continue
        found = _card(door, part, whole.index, whole.driver, whole.cuda, of=whole, instance=ids)
        if isinstance(found, Unanswered):
            notes.append(f"a MIG instance of {whole.label} cannot be used: {found.said}")
        else:
            yield found


def _card(
    door: Nvml,
    handle: object,
    index: int,
    driver: str,
    cuda: str,
    *,
    of: Card | None = None,
    instance: tuple[int, int] | None = None,
) -> Card | Unanswered:
    needed: list[Any] = []
    for question in ("DeviceGetUUID", "DeviceGetName", "DeviceGetMemoryInfo"):
        answer = door.ask(question, handle)
        if isinstance(answer, Unanswered):
            return answer
        needed.append(answer)
    uuid, name, memory = needed
    processes = _processes(door, handle)
    return Card(
        uuid=uuid,
        index=index,
        minor=of.minor if of else _minor(door, handle, index),
        model=_readable(name),
        memory_bytes=memory.total,
        free_bytes=memory.free,
        capability=of.capability if of else _capability(door, handle),
        driver=driver,
        cuda=cuda,
        processes=() if isinstance(processes, Unanswered) else processes,
        processes_unknown=processes.said if isinstance(processes, Unanswered) else "",
        instance=instance,
    )


def _minor(door: Nvml, handle: object, index: int) -> int:
    minor = door.ask("DeviceGetMinorNumber", handle)
    return index if isinstance(minor, Unanswered) else int(minor)


def _capability(door: Nvml, handle: object) -> str:
    answer = door.ask("DeviceGetCudaComputeCapability", handle)
    return "" if isinstance(answer, Unanswered) else f"{answer[0]}.{answer[1]}"


def _processes(door: Nvml, handle: object) -> tuple[Process, ...] | Unanswered:
    answer = door.ask("DeviceGetComputeRunningProcesses_v3", handle)
    if isinstance(answer, Unanswered) and answer.code == nvml.NO_FUNCTION:
        answer = door.ask("DeviceGetComputeRunningProcesses_v2", handle)  # drivers before 510
    if isinstance(answer, Unanswered):
        return answer
    return tuple(Process(pid=one.pid, memory_bytes=one.usedGpuMemory or 0) for one in answer)


def _readable(name: str) -> str:
    return "".join(sign for sign in name if sign.isprintable()).strip() or "unnamed"


def _other_maker(system: Path) -> list[str]:
    """Whether the kernel knows an AMD card; its nodes list processors too, which have no units that compute."""
    for node in sorted(system.glob("class/kfd/kfd/topology/nodes/*/properties")):
        try:
            lines = node.read_text(encoding="utf-8", errors="replace").splitlines()
        except OSError:
            continue
        if any(line.split()[0:1] == ["simd_count"] and line.split()[1:2] not in ([], ["0"]) for line in lines):
            return ["there is an AMD card, and this version of rrspec schedules NVIDIA cards only"]
    return []
