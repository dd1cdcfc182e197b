"""Builds the stand-in for NVIDIA's management library, and says what cards it shows."""

import os
import shutil
import subprocess
from pathlib import Path

SOURCE = Path(__file__).with_name("stand_in_nvml.c")
GIB = 1 << 30


def can_be_built() -> bool:
    """Whether there is what builds it."""
    return shutil.which("gcc") is not None


def build(folder: Path) -> Path:
    """The library in `folder`, under its usual name."""
    library = folder / "libnvidia-ml.so.1"
    options = ["-shared", "-fPIC", "-O1", "-Wall", "-Wextra", "-Werror", "-Wl,-soname,libnvidia-ml.so.1"]
    subprocess.run(["gcc", *options, "-o", str(library), str(SOURCE)], check=True)
    return library


class StandIn:
    """The cards that the library shows; a change is seen by whoever asks next.

    Args:
        state: the file that the library reads; `STAND_IN_NVML` names it.
    """

    def __init__(self, state: Path) -> None:
        self.state = state
        self.values: dict[str, object] = {}
        self.say({"count": 0})

    def say(self, values: dict[str, object]) -> None:
        """Say more, or something else: `say({"init": 9})`; None takes it back."""
        self.values = {name: value for name, value in (self.values | values).items() if value is not None}
        lines = "".join(f"{name} {value}\n" for name, value in self.values.items())
        new = self.state.with_suffix(".new")
        new.write_text(lines)
        os.replace(new, self.state)  # noqa: PTH105 (whoever reads sees one or the other)

    def card(self, index: int, **values: object) -> None:
        """Say something of a card, and that there are so many: `card(0, name="NVIDIA T4", total=15 * GIB)`."""
        count = max(index + 1, int(str(self.values.get("count", 0))))
        self.say({"count": count} | {f"{index}.{name.replace('_', '-')}": value for name, value in values.items()})

    def instance(self, index: int, number: int, **values: object) -> None:
        """Say something of a MIG instance of a card, which is then in MIG mode."""
        count = max(number + 1, int(str(self.values.get(f"{index}.mig-count", 0))))
        self.card(index, mig=1, mig_count=count)
        self.say({f"{index}.m{number}.{name}": value for name, value in values.items()})
