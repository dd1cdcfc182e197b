"""Says which cards this machine has, or that nothing is checked and why; ends with 0 only where there is one."""

import sys

from reprobridge_spec.launch.gpu.devices import look


def main() -> int:
    """The exit code."""
    box = look()
    if not box.cards:
        sys.stdout.write(f"not checked: {box.why_none}\n")
        return 1
    for card in box.cards:
        capability = card.capability or "not told"
        sys.stdout.write(f"{card.label}: capability {capability}, driver {card.driver}, CUDA up to {card.cuda}\n")
    for note in box.notes:
        sys.stdout.write(f"{note}\n")
    if not any(card.mig for card in box.cards):
        sys.stdout.write("not checked: MIG, since no card here is in MIG mode\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
