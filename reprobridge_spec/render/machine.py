"""A machine in one line, and how long runs took on it, with all their attempts."""

from collections import Counter
from datetime import datetime
from decimal import Decimal

from reprobridge_spec.model.hardware import Hardware
from reprobridge_spec.model.run_record import Attempt, RunPredicate
from reprobridge_spec.render.amounts import TIMES, number, size


def machine(hardware: Hardware) -> str:
    """Processor, cores, memory and cards."""
    cards = Counter(f"{card.model}, {size(card.memory_bytes)}, driver {card.driver}" for card in hardware.gpus)
    gpus = "; ".join(f"{count} {TIMES} {name}" for name, count in cards.items()) or "no GPU"
    return f"{hardware.cpu}, {number(hardware.cores, 'core')}, {size(hardware.memory_bytes)} memory, {gpus}"


def wall_seconds(record: RunPredicate) -> Decimal:
    """Wall time of a run with all its attempts: a record tells that of the last one itself."""
    earlier = sum((_length(attempt) for attempt in record.attempts[:-1]), Decimal(0))
    return record.used.wall_seconds + earlier


def _length(attempt: Attempt) -> Decimal:
    try:
        ended, started = (datetime.fromisoformat(text) for text in (attempt.ended, attempt.started))
    except ValueError:
        return Decimal(0)
    return max(Decimal(str((ended - started).total_seconds())), Decimal(0))
