"""The campaign that is under way, on disk: what was asked for, so that it can go on after whatever ended it."""

import json
from collections.abc import Iterable
from pathlib import Path

from reprobridge_spec import digest
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.model.run_record import Mode
from reprobridge_spec.replacement import replacing_file

_FILE = "campaign.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class Queue:
    """What a campaign was asked for.

    Attributes:
        campaign: its nonce, 32 hex digits.
        names: experiments, in the manifest's order.
        mode: what its runs are for.
        seeds: those of one more observation, in place of the experiments' own.
    """

    campaign: str
    names: tuple[str, ...]
    mode: Mode
    seeds: tuple[int, ...] | None = None

    def asks_as(self, other: "Queue") -> bool:
        """Whether both ask for the same runs."""
        return (self.names, self.mode, self.seeds) == (other.names, other.mode, other.seeds)


def kept(state: Path) -> Queue | None:
    """The campaign that was under way in the state folder; None where there is none, or its file is damaged."""
    try:
        found = json.loads((state / _FILE).read_text(encoding="utf-8"))
        return Queue(
            campaign=str(found["campaign"]),
            names=tuple(found["names"]),
            mode=Mode(found["mode"]),
            seeds=None if found["seeds"] is None else tuple(int(seed) for seed in found["seeds"]),
        )
    except (OSError, ValueError, KeyError, TypeError):
        return None


def keep(state: Path, queue: Queue) -> None:
    """Note the campaign as under way.

    Raises:
        OSError: the state folder cannot be written.
    """
    document = {"campaign": queue.campaign, "names": queue.names, "mode": queue.mode.value, "seeds": queue.seeds}
    with replacing_file(state / _FILE) as sink:
        sink.write(json.dumps(document).encode())


def end(state: Path) -> None:
    """Note that nothing of the campaign is left to do."""
    (state / _FILE).unlink(missing_ok=True)


def last_record(records: Iterable[tuple[Path, str | None]]) -> str | None:
    """The digest of the record of a campaign that no other one follows.

    Args:
        records: of that campaign: each file, and the digest of the record before it.
    """
    found = [(digest.of_file(file), previous) for file, previous in records]
    followed = {previous for _, previous in found}
    return next((value for value, _ in found if value not in followed), None)
