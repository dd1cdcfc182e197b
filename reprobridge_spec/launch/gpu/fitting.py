"""Which cards an experiment can run on, from what it declares and what they are; who uses them is not asked here."""

from collections.abc import Iterable, Sequence

from packaging.specifiers import InvalidSpecifier, SpecifierSet

from reprobridge_spec.frozen import dataclass
from reprobridge_spec.launch.gpu.devices import Box, Card
from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.model.experiment import Gpus
from reprobridge_spec.model.scalars import size_in_bytes

NOMINAL = 0.92
"""What a card has at least of the memory in its name: a T4 of 16 GB tells 14.8 GiB, and one of 11 GB is no 12 GiB."""

_SERIES = lazy_pattern(r"\b(RTX|GTX|QUADRO|TESLA)(?=[A-Z]?[0-9])")
_OTHER_MODEL = frozenset({"TI", "SUPER", "ADA", "LAPTOP"})
"""Words that make another model of a name that has them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fitting:
    """The cards that fit.

    Attributes:
        cards: whole cards or instances; of the declared models, where there are enough of them.
        said: that they are of another model than any that it was tried on, or nothing.
    """

    cards: tuple[Card, ...]
    said: str


def fitting(box: Box, gpus: Gpus) -> Fitting:
    """The cards of `box` that `gpus` can mean.

    `types` says on what an experiment was tried. Where the machine has enough of those, no other is taken; where it
    has not, what else fits is, and that is said.
    """
    fit = [card for card in box.cards if not _lacks(card, gpus)]
    tried = [card for card in fit if any(is_of_type(card.model, kind) for kind in gpus.types)]
    if not gpus.types or len(tried) >= gpus.count:
        return Fitting(cards=tuple(tried if gpus.types else fit), said="")
    said = f"it was tried on {', '.join(gpus.types)}, and this machine has {_models(fit)}" if fit else ""
    return Fitting(cards=tuple(fit), said=said)


def why_never(box: Box, gpus: Gpus) -> str:
    """Why this machine can never give `gpus`, naming what there is; empty if it can."""
    if not box.cards:
        return f"it needs {asked(gpus)}, and {box.why_none}"
    if gpus.capability is not None and _bound(gpus.capability) is None:
        return f"the bound `{gpus.capability}` on the compute capability cannot be read"
    if len(fitting(box, gpus).cards) >= gpus.count:
        return ""
    there = ", ".join(map(_described, box.cards))
    return "; ".join([f"it needs {asked(gpus)}, and this machine has {there}", *box.notes])


def memory_asked(gpus: Gpus) -> int:
    """The least memory that each card must have, in bytes; 0 where nothing is declared."""
    return int(size_in_bytes(gpus.memory) * NOMINAL) if gpus.memory else 0


def asked(gpus: Gpus) -> str:
    """What is asked for, in words: `2 GPUs with 40GiB and capability >=8.0`."""
    details = [text for text in (gpus.memory, gpus.capability and f"capability {gpus.capability}") if text]
    many = "1 GPU" if gpus.count == 1 else f"{gpus.count} GPUs"
    return f"{many} with {' and '.join(details)}" if details else many


def is_of_type(model: str, kind: str) -> bool:
    """Whether a card's own name is that of the model `kind`: each word of it stands there, and none that makes another.

    `A100` is an `NVIDIA A100-SXM4-80GB`; `RTX 3080` is no `NVIDIA GeForce RTX 3080 Ti`.
    """
    has, wanted = _words(model), _words(kind)
    return bool(wanted) and wanted <= has and not (has - wanted) & _OTHER_MODEL


def _words(name: str) -> set[str]:
    return set(_SERIES.sub(r"\1 ", name.upper().replace("-", " ").replace("_", " ")).split())


def _lacks(card: Card, gpus: Gpus) -> bool:
    # CUDA shows a process one instance, whatever it is given
    if card.mig and gpus.count > 1:
        return True
    if card.memory_bytes < memory_asked(gpus):
        return True
    if gpus.capability is None:
        return False
    bound = _bound(gpus.capability)
    return bound is None or not card.capability or not bound.contains(card.capability)


def _bound(text: str) -> SpecifierSet | None:
    try:
        return SpecifierSet(text if text[:1] in "<>=!~" else f"=={text}")
    except InvalidSpecifier:
        return None


def _described(card: Card) -> str:
    capability = f", capability {card.capability}" if card.capability else ""
    return f"{card.label} with {card.memory_bytes / (1 << 30):.1f} GiB{capability}"


def _models(cards: Iterable[Card]) -> str:
    return ", ".join(dict.fromkeys(card.model for card in cards))


def smallest_first(cards: Sequence[Card]) -> list[Card]:
    """The cards in the order in which they are tried: what others may need is left to them."""
    return sorted(cards, key=lambda card: (card.memory_bytes, card.index, card.instance or ()))
