import json
from pathlib import Path

import pytest

from reprobridge_spec import digest
from reprobridge_spec.launch.queue import Queue, end, keep, kept, last_record
from reprobridge_spec.model.run_record import Mode

QUEUE = Queue(campaign="a" * 32, names=("train", "evaluate"), mode=Mode.SCORED, seeds=(10, 11))


@pytest.mark.parametrize("seeds", [(10, 11), None])
def test_what_was_asked_for_is_found_again(tmp_path: Path, seeds: tuple[int, ...] | None) -> None:
    queue = Queue(campaign="a" * 32, names=("train",), mode=Mode.SMOKE, seeds=seeds)
    keep(tmp_path, queue)
    assert kept(tmp_path) == queue


def test_once_nothing_is_left_there_is_no_campaign(tmp_path: Path) -> None:
    keep(tmp_path, QUEUE)
    end(tmp_path)
    end(tmp_path)
    assert kept(tmp_path) is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "{}",
        json.dumps({"campaign": "a", "names": ["x"], "mode": "fast", "seeds": None}),
        json.dumps({"campaign": "a", "names": ["x"], "mode": "smoke", "seeds": ["one"]}),
        json.dumps({"campaign": "a", "names": None, "mode": "smoke", "seeds": None}),
    ],
)
def test_a_damaged_file_is_no_campaign(tmp_path: Path, text: str) -> None:
    (tmp_path / "campaign.json").write_text(text)
    assert kept(tmp_path) is None


@pytest.mark.parametrize(
    ("other", "same"),
    [
        ({}, True),
        ({"campaign": "b" * 32}, True),
        ({"names": ("train",)}, False),
        ({"mode": Mode.SMOKE}, False),
        ({"seeds": None}, False),
    ],
)
def test_two_campaigns_ask_for_the_same_by_what_they_run(other: dict[str, object], *, same: bool) -> None:
    given = {"campaign": QUEUE.campaign, "names": QUEUE.names, "mode": QUEUE.mode, "seeds": QUEUE.seeds}
    assert QUEUE.asks_as(Queue(**(given | other))) is same  # type: ignore[arg-type]


def test_the_last_record_is_the_one_that_none_follows(tmp_path: Path) -> None:
    files = [tmp_path / name for name in "cab"]
    for file in files:
        file.write_text(file.name)
    first, second, third = map(digest.of_file, files)
    assert last_record([(files[1], first), (files[2], second), (files[0], None)]) == third
    assert last_record([]) is None
