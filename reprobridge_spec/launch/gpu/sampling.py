"""What a run makes of its cards, sampled once a second while it lasts: utilisation, memory, energy, throttling."""

import threading
import time
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Self

from reprobridge_spec.launch.gpu import nvml
from reprobridge_spec.launch.gpu.devices import Card
from reprobridge_spec.launch.gpu.nvml import Nvml, Unanswered
from reprobridge_spec.launch.gpu.recorded import uuid_digest
from reprobridge_spec.model.hardware import GpuUse

SECONDS = 1.0
"""Between two samples; NVML itself averages over a sixth of a second to one second."""
_SLOWED = 0x8 | 0x20 | 0x40 | 0x80
"""The bits that say that heat or power slow a card down; keeping to its own limit of power is none of them."""


class Sampler:
    """Samples cards from entering the block to leaving it; without cards it does nothing.

    Args:
        cards: what is sampled.
        seconds: between two samples.
        patience: seconds that the last sample may take; a driver that hangs holds up no run.
        clock: gives seconds that only grow.
    """

    def __init__(
        self,
        cards: Sequence[Card],
        *,
        seconds: float = SECONDS,
        patience: float = 10.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._series = [_Series(card) for card in cards]
        self._seconds = seconds
        self._patience = patience
        self._clock = clock
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._work, name="rrspec-cards", daemon=True)

    def __enter__(self) -> Self:
        if self._series:
            self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._series:
            self._stop.set()
            self._thread.join(self._patience)
            if self._thread.is_alive():
                for series in self._series:
                    series.give_up("it was not sampled to the end: the driver does not answer any more")

    def uses(self, salt: str) -> list[GpuUse]:
        """What was sampled of each card, which `salt` hides the UUID of; asked after the block."""
        return [series.use(salt) for series in self._series]

    def _work(self) -> None:
        with nvml.opened() as door:
            last = False
            while True:
                for series in self._series:
                    series.sample(door, self._clock())
                if last:
                    return
                # one more at the end: a short run has two samples, and energy counts to its end
                last = self._stop.wait(self._seconds)


class _Series:
    """The samples of one card; only sums are kept, however long a run is."""

    def __init__(self, card: Card) -> None:
        self._card = card
        self._handle: object = None
        self._samples = 0
        self._utilisation_sum = 0
        self._utilisation_count = 0
        self._utilisation_peak = 0
        self._memory_peak: int | None = None
        self._counter: tuple[int, int, int] | None = None
        self._power: tuple[float, float] | None = None
        self._joules = 0.0
        self._power_count = 0
        self._throttled: int | None = None
        self._lost = ""

    def sample(self, door: Nvml | Unanswered, now: float) -> None:
        if self._lost:
            return
        if isinstance(door, Unanswered):
            self._lost = door.said
            return
        if self._handle is None:
            self._handle = door.ask("DeviceGetHandleByUUID", self._card.uuid)
        handle = self._handle
        memory = handle if isinstance(handle, Unanswered) else door.ask("DeviceGetMemoryInfo", handle)
        if isinstance(memory, Unanswered):
            self._lost = f"it was not sampled to the end: {memory.said}"
            return
        self._samples += 1
        self._memory_peak = max(self._memory_peak or 0, memory.total - memory.free)
        # of a MIG instance the driver tells neither; energy and power are those of the whole card
        if not self._card.mig:
            self._add_utilisation(door.ask("DeviceGetUtilizationRates", handle))
            self._add_energy(door, handle, now)
            self._add_throttling(door.ask("DeviceGetCurrentClocksThrottleReasons", handle))

    def give_up(self, why: str) -> None:
        self._lost = self._lost or why

    def _add_utilisation(self, rates: object) -> None:
        percent = getattr(rates, "gpu", None)
        if percent is not None:
            self._utilisation_sum += percent
            self._utilisation_count += 1
            self._utilisation_peak = max(self._utilisation_peak, percent)

    def _add_energy(self, door: Nvml, handle: object, now: float) -> None:
        counted = door.ask("DeviceGetTotalEnergyConsumption", handle)
        if not isinstance(counted, Unanswered):
            first, _, count = self._counter or (counted, counted, 0)
            self._counter = first, counted, count + 1
        milliwatts = door.ask("DeviceGetPowerUsage", handle)
        if not isinstance(milliwatts, Unanswered):
            watts = milliwatts / 1000
            if self._power is not None:
                since, before = self._power
                self._joules += (now - since) * (watts + before) / 2
            self._power = now, watts
            self._power_count += 1

    def _add_throttling(self, bits: int | Unanswered) -> None:
        if not isinstance(bits, Unanswered):
            self._throttled = (self._throttled or 0) + bool(bits & _SLOWED)

    def use(self, salt: str) -> GpuUse:
        told: dict[str, object] = {}
        if self._utilisation_count:
            told["mean_utilisation"] = round(self._utilisation_sum / self._utilisation_count, 1)
            told["peak_utilisation"] = self._utilisation_peak
        if (energy := self._energy()) is not None:
            told["energy_joules"], told["energy_by"] = round(energy[0], 1), energy[1]
        return GpuUse.model_validate(
            {
                "uuid_digest": uuid_digest(self._card, salt),
                "samples": self._samples,
                "peak_memory_bytes": self._memory_peak,
                "throttled_samples": self._throttled,
                "incomplete": self._lost or None,
                **told,
            }
        )

    def _energy(self) -> tuple[float, str] | None:
        first, last, count = self._counter or (0, 0, 0)
        # one that fell was set back, with the driver or the card
        if count > 1 and last >= first:
            return (last - first) / 1000, "counter"
        if self._power_count > 1:
            return self._joules, "power"
        return None
