"""Cards as records name them: without their UUID, which stands there as a salted digest."""

from collections.abc import Sequence

from reprobridge_spec import digest
from reprobridge_spec.launch.gpu.devices import Card
from reprobridge_spec.model.hardware import Gpu


def uuid_digest(card: Card, salt: str) -> str:
    """The digest of a card's UUID with `salt`."""
    return digest.of_bytes(f"{salt}:{card.uuid}".encode())


def recorded(cards: Sequence[Card], salt: str, *, shared: bool = False) -> list[Gpu]:
    """The cards of a run, for the part `hardware` of its record.

    Args:
        cards: the cards.
        salt: hides what names this machine.
        shared: whether other runs could use the same cards.
    """
    return [
        Gpu(
            model=card.model,
            memory_bytes=card.memory_bytes,
            driver=card.driver,
            uuid_digest=uuid_digest(card, salt),
            capability=card.capability or None,
            cuda=card.cuda or None,
            mig=card.mig,
            shared=shared,
        )
        for card in cards
    ]
