"""Leases of cards, among all rrspec processes of a machine: who holds one has the card, or a part of it, alone.

A lease is a lock of the kernel, so that a process that is killed leaves none behind. Who uses a card and knows nothing
of these locks, NVML tells.
"""

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from reprobridge_spec.launch.gpu import claims as claimed
from reprobridge_spec.launch.gpu.devices import Box, Card, look
from reprobridge_spec.launch.gpu.fitting import NOMINAL, fitting, memory_asked, smallest_first, why_never
from reprobridge_spec.launch.gpu.granted import Granted
from reprobridge_spec.launch.gpu.locks import Lock, Locks
from reprobridge_spec.launch.gpu.ownership import descends_from, process_label, runs_for_rrspec
from reprobridge_spec.launch.gpu.visible import VISIBLE, variables
from reprobridge_spec.model.experiment import Gpus
from reprobridge_spec.model.scalars import size_in_bytes

GATE_SECONDS = 10.0
FREE_SHARE = 0.8
"""What of a card must be free where a run does not say how much it needs; desktops and drivers take a little."""


class Lease:
    """Cards that a run has until they are released.

    Attributes:
        cards: the cards, as they were when they were taken.
        shared: whether other runs may have a part of the same card.
        said: what a person should know about the choice; mostly empty.
    """

    def __init__(self, folder: Locks, held: Sequence[Lock], cards: Sequence[Card], *, shared: bool, said: str) -> None:
        self.cards = tuple(cards)
        self.shared = shared
        self.said = said
        self._folder = folder
        self._held = tuple(held)

    @property
    def granted(self) -> Granted:
        """The cards as an attempt gets them."""
        return Granted(visible=variables(self.cards)[VISIBLE], cards=self.cards, shared=self.shared)

    def release(self) -> None:
        """Give the cards back; more than once is as good as once."""
        for lock in reversed(self._held):
            lock.release()
        self._folder.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()


class Leases:
    """Takes cards for runs. One thread asks; any may release.

    Args:
        folder: where cards are locked; see `lock_folder`.
        look: tells which cards there are.
        gate_seconds: how long another process that takes cards is waited for.
    """

    def __init__(self, folder: Path, *, look: Callable[[], Box] = look, gate_seconds: float = GATE_SECONDS) -> None:
        self._folder = folder
        self._look = look
        self._gate_seconds = gate_seconds
        self._box: Box | None = None
        self.waiting = ""
        """Why the last `take` gave nothing, card by card; empty if it gave something."""

    @property
    def box(self) -> Box:
        """The cards as they were last seen."""
        if self._box is None:
            self._box = self._look()
        return self._box

    def refuses(self, gpus: Gpus) -> str:
        """Why this machine can never give `gpus`, with what is there; empty if it can."""
        return why_never(self.box, gpus)

    def take(self, gpus: Gpus) -> Lease | None:
        """Cards for one run, all of them or none; None if it has to wait, and `waiting` says for what.

        With `share` and a declared `memory`, runs are packed on a card as long as what they declare fits into it;
        without `memory` a run has its cards alone. Nothing is waited for while a card is held, so that two processes
        never wait for one another.

        Raises:
            NotDoneError: the folder is gone, or no longer safe.
        """
        folder = Locks(self._folder)
        lease: Lease | None = None
        try:
            with folder.gate(self._gate_seconds) as closed:
                if closed:
                    self.waiting = closed
                else:
                    self._box = self._look()
                    lease = self._take(folder, gpus, self._box)
        finally:
            if lease is None:
                folder.close()
        return lease

    def _take(self, folder: Locks, gpus: Gpus, box: Box) -> Lease | None:
        fit = fitting(box, gpus)
        part = size_in_bytes(gpus.memory) if gpus.share and gpus.memory else 0
        cards: list[Card] = []
        held: list[Lock] = []
        waiting: list[str] = []
        try:
            for card in _in_order(folder, fit.cards, packed=part > 0):
                got = _part_of(folder, card, part) if part else _whole(folder, card, gpus)
                if isinstance(got, str):
                    waiting.append(f"{card.label}: {got}")
                    continue
                cards.append(card)
                held += got
                if len(cards) == gpus.count:
                    lease = Lease(folder, held, cards, shared=part > 0, said=fit.said)
                    folder.keep()
                    held, self.waiting = [], ""
                    return lease
        finally:
            for lock in held:
                lock.release()
        self.waiting = "; ".join(waiting) or why_never(box, gpus)
        return None


def _in_order(folder: Locks, cards: Sequence[Card], *, packed: bool) -> list[Card]:
    ordered = smallest_first(cards)
    if packed:
        # a card that is shared already first: whole ones are left to runs that need one alone
        ordered.sort(key=lambda card: not claimed.claims(folder, card.uuid))
    return ordered


def _whole(folder: Locks, card: Card, gpus: Gpus) -> list[Lock] | str:
    lock = folder.lock(_file(card))
    if isinstance(lock, str):
        return lock
    if card.processes:
        return _given_back(lock, _foreign(card.processes[0].pid))
    told = gpus.memory is not None and not card.processes_unknown
    least = memory_asked(gpus) if told else card.memory_bytes * FREE_SHARE
    return _given_back(lock, _filled(card)) if card.free_bytes < least else [lock]


def _part_of(folder: Locks, card: Card, memory: int) -> list[Lock] | str:
    lock = folder.lock(_file(card), shared=True)
    if isinstance(lock, str):
        return lock
    if fault := _why_not_beside(card, memory, claimed.claims(folder, card.uuid)):
        return _given_back(lock, fault)
    mine = claimed.claim(folder, card.uuid, memory)
    return _given_back(lock, mine) if isinstance(mine, str) else [lock, mine]


def _why_not_beside(card: Card, memory: int, others: Sequence[claimed.Claim]) -> str:
    given = sum(one.memory_bytes for one in others)
    if given and given + memory > card.memory_bytes:
        return f"{_gib(given)} of its {_gib(card.memory_bytes)} GiB are given to runs that share it"
    holders = {one.pid for one in others}
    for process in card.processes:
        # one of a run that ended a moment ago is ours too
        ours = descends_from(process.pid, holders | {os.getpid()})
        if not ours and not (holders and runs_for_rrspec(process.pid)):
            return _foreign(process.pid)
    left = card.memory_bytes - max(given, card.memory_bytes - card.free_bytes)
    return _filled(card) if left < (memory if given else memory * NOMINAL) else ""


def _file(card: Card) -> str:
    return f"{claimed.name_of(card.uuid)}.card"


def _given_back(lock: Lock, why: str) -> str:
    lock.release()
    return why


def _foreign(pid: int) -> str:
    return f"{process_label(pid)} computes on it, which holds no lease"


def _filled(card: Card) -> str:
    return f"only {_gib(card.free_bytes)} of its {_gib(card.memory_bytes)} GiB are free"


def _gib(amount: int) -> str:
    return f"{amount / (1 << 30):.1f}"
