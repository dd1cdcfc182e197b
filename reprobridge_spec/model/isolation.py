"""What kept a run apart from its machine, and within which limits."""

from reprobridge_spec.model.base import Model
from reprobridge_spec.model.scalars import Id, Number, Text, Truth


class LimitInForce(Model):
    """A limit at which the run would have been ended."""

    most: Number
    """Seconds of time; bytes of memory, disk and log; or a number of processes and threads."""
    by: Text
    """What held the run to it, such as `cgroup v2`; `watcher`: a look some times a second."""


class Isolation(Model):
    """What kept the run apart from the machine."""

    kind: Text
    """`bubblewrap`, `apptainer`, `podman` or `none`."""
    network: Truth
    """Whether the network could be reached."""
    read_only: Truth
    """Whether everything but the run's own folders was read-only."""
    tool: Text | None = None
    """The program that did it, with its version."""
    hosts: list[Text] = []
    """The hosts of declared services, for which the network was there."""
    hosts_filtered: Truth | None = None
    """Whether the run was kept from other hosts; null where it had no network for a service."""
    limits: dict[Id, LimitInForce] = {}
    """Limits by what they are of: `time`, `memory`, `processes`, `disk`, `log`."""
