import struct
import sys
from pathlib import Path
from shutil import copyfile
from typing import Any

import pytest

from reprobridge_spec.launch.measure.base import NotDone, NotMeasured
from reprobridge_spec.launch.measure.event_records import MAX_RECORD
from reprobridge_spec.launch.measure.extract import extract
from reprobridge_spec.model.measure import TensorboardMeasure
from tests.unit.launch.event_writer import (
    event,
    part,
    record,
    records,
    scalar,
    simple,
    start,
    tensor,
    value,
    varint,
    version,
    whole,
)

WRITERS = Path(__file__).parent / "event_files"
ONE, TWO = "events.out.tfevents.100.host.1.0", "events.out.tfevents.200.host.2.0"


def measured(outputs: Path, file: str = "tb", tag: str = "acc", **fields: Any) -> Any:
    return extract(TensorboardMeasure(file=file, tensorboard=tag, **fields), outputs, outputs / "log")


def left(outputs: Path, name: str = ONE, *events: bytes, raw: bytes = b"") -> Path:
    (outputs / "tb").mkdir(exist_ok=True)
    (outputs / "tb" / name).write_bytes(records(events) + raw)
    return outputs


def reason_of(outputs: Path, **fields: Any) -> str:
    found = measured(outputs, **fields)
    assert isinstance(found, NotMeasured), found
    return found.reason


@pytest.mark.parametrize("writer", sorted(path.stem for path in WRITERS.iterdir()))
@pytest.mark.parametrize(("select", "value"), [("first", "0.715"), ("last", "0.8873"), ("max", "0.9261")])
def test_what_other_programs_wrote_is_read(tmp_path: Path, writer: str, select: str, value: str) -> None:
    """The files are of tensorboard 2.21.0 (both of its encodings), tensorboardX 2.6.5 and TensorFlow 2.21.0."""
    copyfile(WRITERS / f"{writer}.tfevents", tmp_path / "events")
    assert measured(tmp_path, "events", "test/acc", select=select).value == value


def test_where_the_value_stands_is_said(tmp_path: Path) -> None:
    left(tmp_path, ONE, version(), scalar(1, 0.25), scalar(2, 0.5), scalar(2, 7, "loss"), scalar(3, 0.75))
    assert measured(tmp_path, select="last", multiply=100).how == (
        f"tb/{ONE}, record 5, step 3 of acc, last of 3 matches, times 100"
    )


def test_several_values_are_shown_where_none_is_selected(tmp_path: Path) -> None:
    left(tmp_path, ONE, version(), scalar(1, 0.25), scalar(1, 0.5))
    assert reason_of(tmp_path) == (
        f"2 places match, and `select` is `only`: tb/{ONE}, record 2, step 1 of acc: 0.25; "
        f"tb/{ONE}, record 3, step 1 of acc: 0.5."
    )


@pytest.mark.parametrize(
    ("content", "text"),
    [
        (simple(0.9261), "0.9261"),
        (simple(0.1), "0.1"),
        (simple(1 / 3), "0.33333334"),
        (simple(16777216), "16777216"),
        (simple(100), "100"),
        (simple(3.4028234e38), "3.4028235e+38"),
        (simple(-0.0), "0"),
        (simple(1e-45), "1e-45"),
        (tensor(1, part(5, struct.pack("<f", 0.9261))), "0.9261"),
        (tensor(1, b"\x2d" + struct.pack("<f", 0.9261), 1), "0.9261"),
        (tensor(1, part(4, struct.pack("<f", 0.9261)), 1, 1), "0.9261"),
        (tensor(2, part(4, struct.pack("<d", 0.1 + 0.2))), "0.30000000000000004"),
        (tensor(2, part(6, struct.pack("<d", 0.9261))), "0.9261"),
        (tensor(3, whole(7, -5)), "-5"),
        (tensor(9, part(10, varint(12345678901))), "12345678901"),
        (tensor(19, whole(13, 0x3800)), "0.5"),
        (tensor(19, part(4, struct.pack("<e", 0.1))), "0.1"),
    ],
)
def test_a_number_has_the_fewest_digits_that_read_back_to_it(tmp_path: Path, content: bytes, text: str) -> None:
    left(tmp_path, ONE, version(), event(1, part(5, value("acc", content))))
    assert measured(tmp_path).value == text


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (simple(float("nan")), "nan is not a finite number"),
        (simple(float("-inf")), "-inf is not a finite number"),
        (tensor(1, part(5, struct.pack("<f", float("nan")))), "not a finite number"),
        (tensor(1, part(4, struct.pack("<2f", 1, 2)), 2), "a tensor of none or several values stands there"),
        (tensor(1, part(4, b""), 0), "a tensor of none or several values stands there"),
        (tensor(1, part(4, struct.pack("<2f", 1, 2))), "holds 2"),
        (tensor(1, part(4, b"\0\0\0")), "holds 0"),
        (tensor(1, b""), "holds 0"),
        (tensor(7, part(8, b"0.9")), "a tensor that holds no number"),
        (part(4, b"picture"), "no scalar"),
        (b"", "no scalar"),
    ],
)
def test_what_is_no_number_is_no_score(tmp_path: Path, content: bytes, reason: str) -> None:
    left(tmp_path, ONE, version(), event(1, part(5, value("acc", content))))
    found = reason_of(tmp_path)
    assert reason in found
    assert f"tb/{ONE}, record 2, step 1" in found


def test_what_stands_beside_a_scalar_is_passed_over(tmp_path: Path) -> None:
    picture = event(1, part(5, value("picture", part(4, b"\xff" * 5000))))
    left(tmp_path, ONE, version(), picture, scalar(1, 0.5), event(2, part(4, b"a graph")), scalar(1, 9, b"\xff"))
    assert measured(tmp_path).value == "0.5"


# several starts


def test_what_a_later_file_reached_again_is_void(tmp_path: Path) -> None:
    left(tmp_path, ONE, version(100), *(scalar(step, step / 100, time=101) for step in (10, 20, 30, 40)))
    left(tmp_path, TWO, version(200), *(scalar(step, step / 1000, time=201) for step in (30, 35)))
    found = measured(tmp_path, select="last")
    assert (found.value, found.how) == (
        "0.035",
        f"tb/{TWO}, record 3, step 35 of acc (2 from before a new start do not count), last of 4 matches",
    )
    assert measured(tmp_path, select="max").value == "0.2"


def test_what_a_noted_start_leads_back_to_is_void(tmp_path: Path) -> None:
    first = [scalar(step, step / 100) for step in (10, 20, 30)]
    left(tmp_path, ONE, version(), *first, start(15), scalar(18, 0.5))
    assert measured(tmp_path, select="last").value == "0.5"
    assert measured(tmp_path, select="first").value == "0.1"


def test_files_count_in_the_order_in_which_they_were_begun(tmp_path: Path) -> None:
    left(tmp_path, TWO, version(100), scalar(1, 0.25, time=101))
    left(tmp_path, ONE, version(200), scalar(1, 0.75, time=201))
    assert measured(tmp_path).value == "0.75"


def test_other_tags_may_go_back_and_forth(tmp_path: Path) -> None:
    left(tmp_path, ONE, version(), scalar(1, 0.5), scalar(900, 3, "loss"), scalar(2, 0.75), scalar(1, 4, "loss"))
    assert measured(tmp_path, select="last").value == "0.75"


def test_steps_that_go_back_without_a_start_are_an_error(tmp_path: Path) -> None:
    left(tmp_path, ONE, version(), scalar(1, 0.5), scalar(2, 0.5), scalar(1, 0.5))
    assert reason_of(tmp_path, select="max").startswith(
        f"the steps of the tag go back from 2 to 1 at tb/{ONE}, record 4, and no new start is noted there"
    )


@pytest.mark.parametrize("steps", [(1, 2), (0, 0), (50, 60)])
def test_two_writers_at_one_time_are_an_error(tmp_path: Path, steps: tuple[int, int]) -> None:
    left(tmp_path, ONE, version(100), *(scalar(step, 0.5, time=100 + step) for step in (1, 2, 3)))
    left(tmp_path, TWO, version(101), *(scalar(step, 0.6, time=120) for step in steps))
    assert "two writers wrote values of the tag" in reason_of(tmp_path, select="last")


def test_two_writers_of_other_tags_are_none(tmp_path: Path) -> None:
    left(tmp_path, ONE, version(100), scalar(1, 0.5, "loss", time=300))
    left(tmp_path, TWO, version(101), scalar(1, 0.75, time=120))
    assert measured(tmp_path).value == "0.75"


# files that are damaged


def cut(events: list[bytes], less: int) -> bytes:
    return records(events)[:-less]


@pytest.mark.parametrize("less", [1, 4, 5, 20, len(record(scalar(2, 0.75))) - 1])
def test_a_record_that_was_cut_off_leaves_no_score(tmp_path: Path, less: int) -> None:
    left(tmp_path, ONE, raw=cut([version(), scalar(1, 0.5), scalar(2, 0.75)], less))
    assert reason_of(tmp_path, select="first") == f"tb/{ONE}, record 3 is cut off, so the run did not finish writing."


def test_a_file_that_was_cut_off_and_begun_again_is_whole(tmp_path: Path) -> None:
    left(tmp_path, ONE, raw=cut([version(100), scalar(1, 0.25, time=101), scalar(2, 0.5, time=102)], 3))
    left(tmp_path, TWO, version(200), scalar(2, 0.75, time=201))
    assert measured(tmp_path, select="last").value == "0.75"


def test_a_file_that_was_cut_off_after_the_last_value_elsewhere_is_not(tmp_path: Path) -> None:
    left(tmp_path, ONE, version(100), scalar(1, 0.25, time=101))
    left(tmp_path, TWO, raw=cut([version(200), scalar(1, 0.75, "loss", time=201)], 3))
    assert f"tb/{TWO}, record 2 is cut off" in reason_of(tmp_path)


@pytest.mark.parametrize("at", range(len(record(scalar(1, 0.5)))))
def test_a_changed_byte_is_never_read_over(tmp_path: Path, at: int) -> None:
    data = bytearray(records([version(), scalar(1, 0.5), scalar(2, 0.75)]))
    data[len(record(version())) + at] ^= 1
    left(tmp_path, ONE, raw=bytes(data))
    assert f"tb/{ONE}, record 2" in reason_of(tmp_path, select="last")


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        (record(b"", length=1 << 63), "record 2 is cut off"),
        (record(b"\xff" * 9), "record 2: it is no event"),
        (record(event(1, part(5, b"\xff\xff acc"))), "record 2: it is no event"),
        (record(event(1, time=float("nan"))), "record 2 has no time"),
        (b"\0" * 100, "record 2 does not fit its checksum"),
        (b"acc 0.9261\n" * 10, "record 2 does not fit its checksum"),
    ],
)
def test_bytes_of_strangers_are_said(tmp_path: Path, raw: bytes, reason: str) -> None:
    left(tmp_path, ONE, version(), raw=raw)
    assert reason in reason_of(tmp_path)


def test_a_huge_record_is_not_read(tmp_path: Path) -> None:
    left(tmp_path, ONE, version(), raw=record(b"", length=MAX_RECORD + 1))
    with (tmp_path / "tb" / ONE).open("r+b") as file:
        file.truncate(MAX_RECORD + 1000)
    assert "record 2 has 67,108,865 bytes; at most 67,108,864 are read" in reason_of(tmp_path)


# names


@pytest.mark.parametrize(
    ("file", "reason"),
    [
        ("none", "none is not there; the run left "),
        ("runs", "the folder runs holds no event file; there are some in runs/a, runs/b"),
        ("empty", "the folder empty holds no event file."),
        ("log", "log, record 1 does not fit its checksum"),
        ("fresh", "fresh holds no values"),
        ("runs/a", "no value of runs/a has the tag acc; there are loss, \\x1b[31m"),
        ("../shipped", "the output '../shipped' climbs out"),
        ("linked", "through a link"),
    ],
)
def test_a_name_that_leads_to_no_value_is_said(tmp_path: Path, file: str, reason: str) -> None:
    outputs = tmp_path / "outputs"
    for folder in ("runs/a", "runs/b", "empty", "fresh", "linked"):
        (outputs / folder).mkdir(parents=True)
    other = records([version(), scalar(1, 1, "loss"), scalar(1, 1, "\x1b[31m")])
    for folder in ("runs/a", "runs/b"):
        (outputs / folder / ONE).write_bytes(other)
    (outputs / "fresh" / ONE).write_bytes(b"")
    (outputs / "log").write_bytes(b"epoch 1 acc 0.5\n")
    (tmp_path / "shipped").write_bytes(records([version(), scalar(1, 1)]))
    (outputs / "linked" / ONE).symlink_to(tmp_path / "shipped")
    found = measured(outputs, file)
    assert isinstance(found, NotMeasured)
    assert reason in found.reason
    assert found.reason.isprintable()


@pytest.mark.parametrize("library", ["google.protobuf", "google_crc32c"])
def test_without_the_libraries_nobody_looked(tmp_path: Path, library: str, monkeypatch: pytest.MonkeyPatch) -> None:
    left(tmp_path, ONE, version(), scalar(1, 0.5))
    monkeypatch.setitem(sys.modules, library, None)
    found = measured(tmp_path)
    assert isinstance(found, NotDone)
    assert library in found.reason
    assert "Install `reprobridge-spec[tensorboard]`." in found.reason
