import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from reprobridge_spec.launch.gpu.devices import Card, look
from reprobridge_spec.launch.gpu.recorded import recorded
from reprobridge_spec.launch.gpu.sampling import Sampler
from reprobridge_spec.model.hardware import GpuUse
from tests.nvml.stand_in import GIB, StandIn

MakeCard = Callable[..., Card]
NOWHERE = Path("/nonexistent")


def sampled(cards: list[Card], *, during: Callable[[], None] = lambda: None, seconds: float = 60) -> list[GpuUse]:
    """What is sampled of `cards`, by a clock that grows by a second a reading: once before `during` and once after."""
    ticks: Iterator[float] = iter(range(1_000_000))
    with Sampler(cards, seconds=seconds, clock=lambda: next(ticks)) as sampler:
        time.sleep(0.05)
        during()
    return sampler.uses("salt")


def test_a_run_leaves_mean_peak_energy_and_throttling(cards: StandIn) -> None:
    cards.card(0, utilisation=40, free=70 * GIB, energy=1000, power=100_000, throttle=0)

    def work() -> None:
        cards.card(0, utilisation=90, free=30 * GIB, energy=251_000, power=300_000, throttle=0x20)

    (use,) = sampled([look(NOWHERE).cards[0]], during=work)
    assert (use.samples, float(use.mean_utilisation or 0), use.peak_utilisation) == (2, 65.0, 90)
    assert (use.peak_memory_bytes, use.throttled_samples, use.incomplete) == (50 * GIB, 1, None)
    assert (float(use.energy_joules or 0), use.energy_by) == (250.0, "counter")


def test_without_a_counter_energy_is_summed_up_from_power(cards: StandIn) -> None:
    cards.card(0, power=100_000)
    (use,) = sampled([look(NOWHERE).cards[0]], during=lambda: cards.card(0, power=300_000))
    # one second between a hundred and three hundred watts
    assert (float(use.energy_joules or 0), use.energy_by) == (200.0, "power")


@pytest.mark.parametrize("before_and_after", [(5000, 100), (None, 7000)])
def test_a_counter_that_does_not_hold_is_not_used(cards: StandIn, before_and_after: tuple[int | None, int]) -> None:
    cards.card(0, energy=before_and_after[0])
    (use,) = sampled([look(NOWHERE).cards[0]], during=lambda: cards.card(0, energy=before_and_after[1]))
    assert (use.energy_joules, use.energy_by) == (None, None)


@pytest.mark.usefixtures("cards")
def test_what_a_card_does_not_tell_is_left_out_of_the_record() -> None:
    (use,) = sampled([look(NOWHERE).cards[0]])
    assert set(use.model_dump(exclude_defaults=True)) == {"uuid_digest", "samples", "peak_memory_bytes"}


def test_a_card_that_vanishes_in_between_is_said_and_the_other_goes_on(cards: StandIn) -> None:
    cards.card(0, utilisation=50)
    first, second = sampled(list(look(NOWHERE).cards), during=lambda: cards.card(0, error=15))
    assert (first.samples, first.incomplete) == (1, "it was not sampled to the end: it is lost: it fell off the bus")
    assert (second.samples, second.incomplete) == (2, None)


def test_a_driver_that_hangs_holds_up_no_run(cards: StandIn) -> None:
    card = look(NOWHERE).cards[0]
    with Sampler([card], seconds=60, patience=0.1) as sampler:
        time.sleep(0.05)
        cards.card(0, hangs=1)
    (use,) = sampler.uses("salt")
    cards.card(0, hangs=None)
    assert (use.samples, use.incomplete) == (
        1,
        "it was not sampled to the end: the driver does not answer any more",
    )
    await_threads()


def await_threads() -> None:
    """No thread still asks when the library goes."""
    for thread in threading.enumerate():
        if thread.name == "rrspec-cards":
            thread.join(5)


@pytest.mark.parametrize("state", [{"init": 9}, {"count": 0}])
def test_a_driver_that_went_away_before_the_first_sample_is_said(
    cards: StandIn, make_card: MakeCard, state: dict[str, object]
) -> None:
    cards.say(state)
    (use,) = sampled([make_card()])
    assert use.samples == 0
    assert use.incomplete


def test_of_a_mig_instance_its_own_memory_alone_is_told(cards: StandIn) -> None:
    cards.card(0, utilisation=50, energy=1, power=1)
    cards.instance(0, 0, total=20 * GIB, free=5 * GIB)
    (use,) = sampled([look(NOWHERE).cards[0]])
    assert (use.peak_memory_bytes, use.mean_utilisation, use.energy_joules) == (15 * GIB, None, None)


def test_samples_are_taken_at_the_interval_while_the_run_lasts(cards: StandIn) -> None:
    cards.card(0, utilisation=50)
    (use,) = sampled([look(NOWHERE).cards[0]], during=lambda: time.sleep(0.2), seconds=0.02)
    assert 4 <= use.samples <= 20


def test_without_cards_nothing_is_started() -> None:
    before = threading.active_count()
    with Sampler([]) as sampler:
        assert threading.active_count() == before
    assert sampler.uses("salt") == []


@pytest.mark.usefixtures("cards")
def test_no_thread_is_left_where_the_run_ends_by_an_exception() -> None:
    before = threading.active_count()
    with pytest.raises(KeyboardInterrupt), Sampler(look(NOWHERE).cards):
        raise KeyboardInterrupt
    assert threading.active_count() == before


@pytest.mark.usefixtures("cards")
def test_a_record_names_the_same_card_in_both_places_and_never_by_its_uuid() -> None:
    card = look(NOWHERE).cards[0]
    (gpu,) = recorded([card], "salt", shared=True)
    (use,) = sampled([card])
    assert gpu.uuid_digest == use.uuid_digest != recorded([card], "other salt")[0].uuid_digest
    assert card.uuid not in gpu.model_dump_json()
    assert (gpu.model, gpu.capability, gpu.cuda, gpu.mig, gpu.shared) == (card.model, "8.0", "12.4", False, True)
