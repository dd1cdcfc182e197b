"""Whether a job sees the cards that it was promised, asked from inside the job, after its start."""

from collections.abc import Mapping, Sequence

from reprobridge_spec.frozen import dataclass
from reprobridge_spec.launch.gpu.devices import Box, Card
from reprobridge_spec.launch.gpu.fitting import asked
from reprobridge_spec.launch.gpu.visible import VISIBLE
from reprobridge_spec.model.experiment import Gpus

_NONE = frozenset({"", "-1", "NoDevFiles", "void", "none"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """What a job sees.

    Attributes:
        cards: the cards, in the order in which CUDA counts them; empty where NVML does not tell.
        fault: why these are not what was asked for; empty if they are.
        not_checked: what could not be compared, and why; empty if all was.
    """

    cards: tuple[Card, ...]
    fault: str
    not_checked: str


def seen_by(gpus: Gpus | None, environ: Mapping[str, str], box: Box) -> Seen:
    """The cards that a process with the variables `environ` sees, against `gpus`.

    Args:
        gpus: what was asked for; None for nothing.
        environ: the variables of the job, as its scheduler set them.
        box: what NVML tells inside the job.
    """
    wanted = gpus.count if gpus else 0
    named = environ.get(VISIBLE)
    entries = [] if named is None or named.strip() in _NONE else [entry.strip() for entry in named.split(",")]
    if not wanted:
        return Seen(cards=(), fault="", not_checked="")
    if not box.cards:
        fault = _too_few(gpus, len(entries), named)
        told = "" if fault else f"cards were counted in {VISIBLE} alone: {box.why_none}"
        return Seen(cards=(), fault=fault, not_checked=told)
    cards = box.cards if named is None else _named(entries, box.cards)
    return Seen(cards=tuple(cards), fault=_too_few(gpus, len(cards), named), not_checked="")


def _too_few(gpus: Gpus | None, count: int, named: str | None) -> str:
    if gpus is None or count >= gpus.count:
        return ""
    how = f"{VISIBLE} is not set" if named is None else f"{VISIBLE} is {named!r}"
    return f"the job asked for {asked(gpus)} and sees {count} ({how})"


def _named(entries: Sequence[str], cards: Sequence[Card]) -> list[Card]:
    """The cards that the entries name; like CUDA, it stops at the first that names none, or one again."""
    found: list[Card] = []
    for entry in entries:
        card = _card_of(entry, cards)
        if card is None or card in found:
            break
        found.append(card)
    return found


def _card_of(entry: str, cards: Sequence[Card]) -> Card | None:
    if entry.isascii() and entry.isdigit():
        return next((card for card in cards if card.index == int(entry[:9])), None)
    # the beginning of a UUID is enough, if it is that of one card only
    matching = [card for card in cards if entry and card.uuid.startswith(entry)]
    return matching[0] if len(matching) == 1 else None
