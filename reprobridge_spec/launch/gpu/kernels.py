"""Whether a framework's build has kernels for a card: what its architectures say, and what a first kernel did."""

from collections.abc import Mapping, Sequence
from enum import StrEnum

from reprobridge_spec.frozen import dataclass
from reprobridge_spec.launch.gpu.devices import Card
from reprobridge_spec.lazy_pattern import lazy_pattern

_ARCHITECTURE = lazy_pattern(r"(sm|compute)_([0-9]{1,3})([0-9])([af]?)")
_MISSING = ("no kernel image", "not compatible with the current pytorch", "no ptx", "unsupported gpu architecture")
_FRAMEWORKS = ("torch", "jax")


class Kernels(StrEnum):
    """What came of the check."""

    FINE = "fine"
    NONE = "no-kernels"
    UNSEEN = "unseen"
    NOT_CHECKED = "not-checked"


@dataclass(frozen=True, slots=True, kw_only=True)
class Preflight:
    """Whether the frameworks of an environment can compute on a card.

    Attributes:
        kernels: what came of it.
        said: that in one sentence, with what the build has and what the card needs.
        lasting: whether it comes out so as long as environment, card and driver are the same.
    """

    kernels: Kernels
    said: str
    lasting: bool

    @property
    def stops(self) -> bool:
        """Whether a long job would fail for it; that is the fault of environment and machine, not of the launcher."""
        return self.kernels in {Kernels.NONE, Kernels.UNSEEN}


def judged(facts: Mapping[str, Mapping[str, object]], card: Card) -> Preflight:
    """What the facts that the environment's own Python told mean for `card`.

    Args:
        facts: what was found of each framework that is installed: `version`, `cuda` (None in a build for processors
            alone), `architectures`, `seen` (number of cards), `ran` (whether the first kernel gave the right sum), and
            `error` (what was raised); under `others`, the names of other frameworks.
        card: the card on which the kernel ran.
    """
    others = [name for name in facts.get("others", {}) if name.isidentifier()]
    outcomes = [_of_one(name, facts[name], card, others) for name in _FRAMEWORKS if name in facts]
    if not outcomes:
        return Preflight(kernels=Kernels.NOT_CHECKED, said="neither torch nor jax is in the environment", lasting=True)
    # an environment may carry a second framework for its processors only
    for kind in (Kernels.FINE, Kernels.NONE, Kernels.UNSEEN):
        for outcome in outcomes:
            if outcome.kernels is kind:
                return outcome
    return outcomes[0]


def serves(architectures: Sequence[str], capability: str) -> bool | None:
    """Whether code for these architectures runs on a card of this capability; None if it cannot be told.

    Machine code (`sm_80`) runs on the same major capability from its minor one on, that with an `a` on its own alone,
    with an `f` as without; an intermediate form (`compute_90`) is translated for every later card.
    """
    major, _, minor = capability.partition(".")
    if not (major.isdecimal() and minor.isdecimal()) or not architectures:
        return None
    card = int(major), int(minor)
    for text in architectures:
        if match := _ARCHITECTURE.fullmatch(text):
            built = int(match[2]), int(match[3])
            if match[4] == "a":
                runs = built == card
            elif match[1] == "compute":
                runs = built <= card
            else:
                runs = built[0] == card[0] and built[1] <= card[1]
            if runs:
                return True
    return False


def _of_one(name: str, facts: Mapping[str, object], card: Card, others: Sequence[str]) -> Preflight:
    error = str(facts.get("error") or "")
    build = f"{name} {facts.get('version')}"
    if "version" not in facts:
        return _not_checked(f"{name} is there and cannot be imported: {error}")
    if facts.get("ran") is True:
        return Preflight(kernels=Kernels.FINE, said=f"{build} computes on {card.model}", lasting=True)
    if name == "torch" and facts.get("cuda") is None:
        said = f"{build} is built for processors alone"
        # what computes on the card may be another framework
        return _not_checked(f"{said}, and there is {', '.join(others)}") if others else _none(said)
    architectures = [text for text in _list(facts.get("architectures")) if isinstance(text, str)]
    if serves(architectures, card.capability) is False or any(text in error.lower() for text in _MISSING):
        has = ", ".join(architectures) or "others"
        needs = f"capability {card.capability} (sm_{card.capability.replace('.', '')})" if card.capability else "others"
        return _none(f"{build} has no kernels for {card.model}: it has {has}, the card needs {needs}")
    if "seen" not in facts:
        return _not_checked(f"{build} does not tell whether it sees {card.model}: {error}")
    said = f"{build} {'does not see' if facts['seen'] == 0 else 'cannot compute on'} {card.model}"
    details = [f"it is built for CUDA {facts['cuda']}"] if facts.get("cuda") else []
    details += [f"driver {card.driver} is for CUDA up to {card.cuda}"] if card.cuda else []
    details += [error] if error else []
    return Preflight(kernels=Kernels.UNSEEN, said=": ".join([said, "; ".join(details)]), lasting=False)


def _none(said: str) -> Preflight:
    return Preflight(kernels=Kernels.NONE, said=said, lasting=True)


def _not_checked(why: str) -> Preflight:
    return Preflight(kernels=Kernels.NOT_CHECKED, said=why, lasting=False)


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) else []
