"""What makes cards visible to a run: the variable that names them, and the device nodes that a sandbox has to show."""

from collections.abc import Sequence
from pathlib import Path

from reprobridge_spec.launch.gpu.devices import Card
from reprobridge_spec.lazy_pattern import lazy_pattern

VISIBLE = "CUDA_VISIBLE_DEVICES"
_COMMON = ("nvidiactl", "nvidia-uvm", "nvidia-uvm-tools")
_MINOR = lazy_pattern(r"(gpu[0-9]{1,4}/gi[0-9]{1,4}(?:/ci[0-9]{1,4})?)/access ([0-9]{1,6})")


def variables(cards: Sequence[Card]) -> dict[str, str]:
    """The variables that a run gets for its cards, named by UUID: a number means another card inside a sandbox."""
    return {VISIBLE: ",".join(card.uuid for card in cards)}


def device_nodes(cards: Sequence[Card], *, root: Path = Path("/")) -> list[Path]:
    """The nodes below /dev that the cards need and that are there; none for no card.

    For a MIG instance these are its card's node and the two by which the kernel lets it in.
    """
    if not cards:
        return []
    names = [f"nvidia{card.minor}" for card in cards]
    names += _COMMON
    minors = _instance_minors(root) if any(card.mig for card in cards) else {}
    for card in cards:
        if card.instance is not None:
            # the kernel counts these by the card's minor number
            place = f"gpu{card.minor}/gi{card.instance[0]}"
            names += [
                f"nvidia-caps/nvidia-cap{minors[key]}"
                for key in (place, f"{place}/ci{card.instance[1]}")
                if key in minors
            ]
    return [path for name in dict.fromkeys(names) if (path := root / "dev" / name).exists()]


def _instance_minors(root: Path) -> dict[str, str]:
    try:
        text = (root / "proc/driver/nvidia-caps/mig-minors").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return {}
    return {match[1]: match[2] for line in text.splitlines() if (match := _MINOR.fullmatch(line.strip()))}
