"""The machine of a run without its name, and what the run made of its accelerators."""

from reprobridge_spec.model.base import Model
from reprobridge_spec.model.scalars import Count, Number, Positive, Sha256, Text, Truth


class Gpu(Model):
    """One accelerator that the run saw."""

    model: Text
    """Name."""
    memory_bytes: Count
    """Memory."""
    driver: Text
    """Version of the driver."""
    uuid_digest: Sha256
    """Digest of the card's UUID, salted with the run's nonce."""
    capability: Text | None = None
    """Compute capability, such as `9.0`."""
    cuda: Text | None = None
    """Newest CUDA that the driver serves, such as `12.4`."""
    mig: Truth = False
    """Whether it is a MIG instance, a part of a card with a memory of its own."""
    shared: Truth = False
    """Whether other runs could use the same card at the same time."""


class Hardware(Model):
    """The machine, without its name."""

    cpu: Text
    """Model of the processor."""
    cores: Positive
    """Cores that the run could use."""
    memory_bytes: Count
    """Memory of the machine."""
    gpus: list[Gpu] = []
    """Accelerators."""
    host_digest: Sha256
    """Digest of the host's name, salted with the run's nonce."""


class GpuUse(Model):
    """What the last attempt made of one accelerator, sampled while it lasted."""

    uuid_digest: Sha256
    """Digest of the card's UUID, as in `hardware`."""
    samples: Count
    """How often it was looked at."""
    mean_utilisation: Number | None = None
    """Percent of the time in which something computed on it, mean of the samples."""
    peak_utilisation: Count | None = None
    """The same, largest sample."""
    peak_memory_bytes: Count | None = None
    """Most memory in use, with that of other runs where it is shared."""
    energy_joules: Number | None = None
    """Energy that the whole card took."""
    energy_by: Text | None = None
    """Where that is from: `counter` of the card, or `power` summed up over the samples."""
    throttled_samples: Count | None = None
    """How often heat or power slowed it down."""
    incomplete: Text | None = None
    """Why it was not sampled to the end."""
