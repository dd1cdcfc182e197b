"""Whether a run's environment computes on its cards, asked before the long part, wherever the cards come from."""

from collections.abc import Callable, Sequence

from reprobridge_spec.errors import NotDoneError
from reprobridge_spec.launch.gpu.devices import Card
from reprobridge_spec.launch.gpu.kernels import Kernels
from reprobridge_spec.launch.gpu.preflight import Preflights
from reprobridge_spec.launch.order import Order


def check_kernels(
    order: Order, cards: Sequence[Card], preflights: Preflights, tell: Callable[[str], None] = lambda _: None
) -> None:
    """Try a first kernel on each card.

    Args:
        order: the run.
        cards: its cards.
        preflights: the checks that are kept.
        tell: told of what could not be checked.

    Raises:
        NotDoneError: the environment has no kernels for one of the cards.
    """
    for card in cards:
        found = preflights.check(
            card,
            order.environment_fingerprint,
            order.sandbox,
            order.folders,
            order.run / "first-kernel",
            declared=order.variables,
        )
        if found.kernels is Kernels.NOT_CHECKED:
            tell(f"{card.label}: not checked: {found.said}")
        if found.stops:
            raise NotDoneError(
                f"{order.label} was not begun on {card.label}: {found.said}",
                hint="Lock the environment anew with a build for this card, or run it on a card that the build has.",
            )
