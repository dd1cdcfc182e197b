"""The cards that one attempt has, whoever gave them: a lease on this machine, or the scheduler of a cluster."""

from reprobridge_spec.frozen import dataclass
from reprobridge_spec.launch.gpu.devices import Card


@dataclass(frozen=True, slots=True, kw_only=True)
class Granted:
    """Cards for an attempt.

    Attributes:
        visible: what `CUDA_VISIBLE_DEVICES` is; empty for none.
        cards: the cards; empty where NVML does not tell which they are.
        shared: whether other runs may use the same cards.
    """

    visible: str = ""
    cards: tuple[Card, ...] = ()
    shared: bool = False


NONE = Granted()
