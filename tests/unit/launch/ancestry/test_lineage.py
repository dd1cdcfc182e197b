from typing import Any

import pytest

from reprobridge_spec import digest
from reprobridge_spec.launch.ancestry.base import joined
from reprobridge_spec.launch.ancestry.events import Began, Dated, Event, Linked, Moved, Opened, Poured, Split
from reprobridge_spec.launch.ancestry.lineage import Lineage
from reprobridge_spec.model.ancestry import Ancestry, Making

PYTHON = Began(1, 0.0, "python", ("python", "run.py"))
SCORE = "output/scores.json"


def write(at: float, file: str = SCORE, process: int = 1, *, handed_on: bool = False) -> Opened:
    return Opened(process, at, file, writes=True, handed_on=handed_on)


def read(at: float, file: str, process: int = 1) -> Opened:
    return Opened(process, at, file, writes=False, handed_on=False)


def told(*events: Event, existed: bool = False) -> dict[str, Any]:
    ancestry = Ancestry(making=Making.KEPT if existed else Making.UNSEEN, existed=existed)
    found: dict[str, Any] = Lineage(events).told(SCORE, ancestry).model_dump(exclude_defaults=True)
    return found


WAYS: dict[str, tuple[list[Event], Making, str | None]] = {
    "written": ([write(1)], Making.WRITTEN, None),
    "written beside and renamed": (
        [write(1, "output/x.tmp"), Moved(1, 2, "output/x.tmp", SCORE)],
        Making.WRITTEN,
        None,
    ),
    "written in a folder that was renamed": (
        [
            write(1, "output/tmp/scores.json"),
            Moved(1, 2, "output/tmp", "output/final"),
            Moved(1, 3, "output/final/scores.json", SCORE),
        ],
        Making.WRITTEN,
        None,
    ),
    "a second name of what was written": ([write(1, "tmp/x"), Linked(1, 2, "tmp/x", SCORE)], Making.WRITTEN, None),
    "poured from the working copy": (
        [write(1), Poured(1, 1.1, "work/old.json", SCORE)],
        Making.COPIED,
        "work/old.json",
    ),
    "poured from what was written": (
        [write(1, "tmp/x"), write(2), Poured(1, 2.1, "tmp/x", SCORE)],
        Making.COPIED,
        "tmp/x",
    ),
    "copied, then renamed": (
        [Poured(1, 1, "inputs/old/a.json", "output/x"), Moved(1, 2, "output/x", SCORE)],
        Making.COPIED,
        "inputs/old/a.json",
    ),
    "copied twice": (
        [Poured(1, 1, "work/old.json", "tmp/x"), Poured(1, 2, "tmp/x", SCORE)],
        Making.COPIED,
        "work/old.json",
    ),
    "copied, then written over": ([Poured(1, 1, "work/old.json", SCORE), write(2)], Making.WRITTEN, None),
    "moved from elsewhere": ([Moved(1, 1, "elsewhere", SCORE)], Making.MOVED, "elsewhere"),
    "linked from the working copy": ([Linked(1, 1, "work/old.json", SCORE)], Making.LINKED, "work/old.json"),
    "copied by cp": (
        [Split(1, 1, 2), Began(2, 1.1, "cp", ("cp", "a", "b")), read(1.2, "work/old.json", 2), write(1.3, process=2)],
        Making.COPIED,
        "work/old.json",
    ),
    "copied by cat, which the shell gave the file": (
        [
            Split(1, 1, 2),
            write(1.1, process=2, handed_on=True),
            Began(2, 1.2, "cat", ("cat", "a")),
            read(1.3, "work/a", 2),
        ],
        Making.COPIED,
        "work/a",
    ),
    "made by nobody": ([write(1, "output/other.json")], Making.UNSEEN, None),
    "dated, and made by nobody": ([Dated(1, 1, SCORE)], Making.UNSEEN, None),
}


@pytest.mark.parametrize("way", WAYS)
def test_how_a_file_came_to_lie_there(way: str) -> None:
    events, making, source = WAYS[way]
    found = told(PYTHON, *events)
    assert (found["making"], found.get("source")) == (making, source)


def test_only_the_times_of_what_was_there_were_set() -> None:
    assert told(PYTHON, Dated(1, 1, SCORE), existed=True)["making"] == Making.TOUCHED


def test_the_writer_is_the_program_that_the_process_had_become() -> None:
    found = told(PYTHON, write(2), Began(1, 3, "ls", ("ls",)))
    assert (found["writer"], found["arguments"]) == ("python", digest.of_value(["python", "run.py"]))


def test_a_thread_is_of_the_program_that_started_it() -> None:
    assert told(PYTHON, Split(1, 1, 7), write(2, process=7))["writer"] == "python"


def test_a_child_keeps_the_program_that_its_parent_was_when_it_was_made() -> None:
    events = (Split(1, 1, 7), Began(1, 2, "sh", ("sh",)), write(3, process=7))
    assert told(PYTHON, *events)["writer"] == "python"


def test_no_digest_of_arguments_that_were_not_told_whole() -> None:
    assert "arguments" not in told(Began(1, 0, "python", None), write(1))


def test_nobody_is_named_where_the_process_is_unknown() -> None:
    assert told(PYTHON, write(1, process=99)).keys() == {"making", "seconds"}


def test_time_runs_from_the_first_event_to_when_the_file_was_created() -> None:
    assert str(told(PYTHON, write(12.25), write(99))["seconds"]) == "12.250"


def test_events_may_be_told_in_any_order() -> None:
    assert told(write(2, process=7), Split(1, 1, 7), PYTHON)["writer"] == "python"


def test_parents_that_are_each_other_s_children_end_nothing() -> None:
    assert told(Split(1, 1, 2), Split(2, 1, 1), write(2))["making"] == Making.WRITTEN


def test_what_the_writer_had_read_before() -> None:
    reads = [read(1, "inputs/ucr/train"), read(2, "elsewhere"), read(2, "environment/x.json"), read(9, "work/late")]
    assert told(PYTHON, *reads, write(3))["reads"] == ["inputs/ucr/train"]


def test_many_reads_are_counted() -> None:
    found = told(PYTHON, *[read(n, f"inputs/ucr/{n:03}") for n in range(1, 51)], write(99))
    assert (len(found["reads"]), found["more_reads"]) == (20, 30)


def test_what_a_later_attempt_left_as_it_was_is_told_by_the_earlier() -> None:
    written, kept = Ancestry(making=Making.WRITTEN, writer="python"), Ancestry(making=Making.KEPT, existed=True)
    assert joined({"a": written}, {"a": kept, "b": written}) == {"a": written, "b": written}
    assert joined({"a": kept, "gone": written}, {"a": written}) == {"a": written}
    assert joined({}, {"a": kept}) == {"a": kept}
