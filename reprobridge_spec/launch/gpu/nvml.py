"""The door to NVML, NVIDIA's library that tells about its cards: an answer, or one sentence why there is none."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from reprobridge_spec.frozen import dataclass

NO_FUNCTION = 13
_SAID = {
    9: "the NVML library is here, and the NVIDIA driver is not loaded",
    12: "there is no NVML library (libnvidia-ml.so.1), which comes with the NVIDIA driver",
    15: "it is lost: it fell off the bus",
    16: "it has to be reset",
    18: "the NVIDIA driver and its NVML library have different versions, as after an update without a restart",
    28: "it is lost: the driver finds no such card any more",
}
"""NVML's own numbers of faults, as a person would say them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unanswered:
    """A question that NVML did not answer.

    Attributes:
        code: NVML's own number of the fault.
        said: the fault in one sentence.
    """

    code: int
    said: str


class Nvml:
    """NVML while it is open.

    Args:
        library: the module `pynvml`, of the package nvidia-ml-py.
    """

    def __init__(self, library: Any) -> None:  # noqa: ANN401 (the package has no types)
        self._library = library

    def ask(self, question: str, *about: Any) -> Any:  # noqa: ANN401 (answers are of many kinds)
        """What the function `nvml<question>` answers, or an `Unanswered`; never an exception of the library."""
        function = getattr(self._library, f"nvml{question}", None)
        if function is None:
            return _unanswered(question, NO_FUNCTION)
        try:
            return function(*about)
        except self._library.NVMLError as error:
            return _unanswered(question, int(error.value))


@contextmanager
def opened() -> Iterator[Nvml | Unanswered]:
    """NVML for the length of the block, or why it cannot be asked here."""
    import pynvml  # noqa: PLC0415 (only where cards are asked for)

    nvml = Nvml(pynvml)
    fault = nvml.ask("Init")
    if isinstance(fault, Unanswered):
        yield fault
        return
    try:
        yield nvml
    finally:
        nvml.ask("Shutdown")


def _unanswered(question: str, code: int) -> Unanswered:
    if code == NO_FUNCTION:
        said = f"the NVML library here does not know nvml{question}; its driver is too old for rrspec"
    else:
        said = _SAID.get(code, f"NVML answers nvml{question} with its error {code}")
    return Unanswered(code=code, said=said)
