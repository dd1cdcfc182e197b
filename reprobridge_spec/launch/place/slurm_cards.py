"""The cards that Slurm gave to a job: whether they are as many and such as the run asked for."""

from collections.abc import Mapping

from reprobridge_spec.launch.gpu.devices import Box
from reprobridge_spec.launch.gpu.fitting import why_never
from reprobridge_spec.launch.gpu.granted import NONE, Granted
from reprobridge_spec.launch.gpu.seen import seen_by
from reprobridge_spec.launch.gpu.visible import VISIBLE
from reprobridge_spec.launch.order import Order
from reprobridge_spec.launch.place.base import LostError


def granted(order: Order, environ: Mapping[str, str], box: Box) -> tuple[Granted, str]:
    """The cards that Slurm gave for an order, and what could not be checked of them.

    Args:
        order: the run.
        environ: variables of the job.
        box: the cards of the node.

    Raises:
        LostError: they are fewer than asked for, or others; another node may have them.
    """
    gpus = order.resources.gpus
    if gpus is None:
        return NONE, ""
    seen = seen_by(gpus, environ, box)
    cards = seen.cards[: gpus.count]  # a site may give whole nodes
    fault = seen.fault or (why_never(Box(cards=cards, why_none=""), gpus) if cards else "")
    if fault:
        raise LostError(
            fault,
            hint='See in the profile whether the site wants `gpus = "gres"` or `"gpus"`, and how it calls its types.',
        )
    named = [card.uuid for card in cards] or environ[VISIBLE].split(",")[: gpus.count]
    return Granted(visible=",".join(named), cards=cards), seen.not_checked
