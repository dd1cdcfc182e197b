"""A scalar of TensorBoard event files.

A run that was cut off and begun again leaves several files, or starts inside one; what an earlier start wrote of steps
that a later one reached again is void, as TensorBoard has it. What TensorBoard decides silently is an error here.
"""

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import field
from math import inf, isfinite
from pathlib import Path

from reprobridge_spec import artifact_path
from reprobridge_spec.documents.files import FolderFiles
from reprobridge_spec.errors import NotDoneError
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.launch.measure.base import SHOWN_FILES, Match, MeasureError, output_file, shown
from reprobridge_spec.launch.measure.event_records import Checksum, CutOffError, records
from reprobridge_spec.launch.measure.event_scalars import NoEventError, Said, Scalar, said
from reprobridge_spec.model.measure import TensorboardMeasure

EVENT_FILE = "tfevents"
"""What stands in the name of each event file of a folder."""
MAX_VALUES = 1_000_000
"""The most values of a tag that are read."""

_SMALL = 1024
_MAX_PARSED = 16 << 20
_SHOWN_TAGS = 10
_KNOWN_TAGS = 1000
_WRITTEN_BY_A_WRITER = "name an event file that a summary writer wrote"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Value:
    step: int
    scalar: Scalar
    file: str
    record: int
    wall_time: float


@dataclass(slots=True, kw_only=True)
class _EventFile:
    """One event file: what it says of the tag, in the order written."""

    name: str
    began: float = inf
    said: list[_Value | int] = field(default_factory=list)
    """Values, and steps at which a session starts."""
    cut_off: CutOffError | None = None

    @property
    def has_values(self) -> bool:
        return any(isinstance(item, _Value) for item in self.said)


def matches(measure: TensorboardMeasure, outputs: Path) -> Iterator[Match]:
    """Each value of the tag that is not void, in the order of steps.

    Raises:
        MeasureError: there is no event file, one is damaged or cut off, several were written at the same time, steps
            go back without a new start, or no value has the tag.
        NotDoneError: the libraries that read event files are not installed.
    """
    checksum = _checksum()
    tags: dict[bytes, None] = {}
    tag = measure.tensorboard.encode("utf-8", "surrogatepass")
    files = [_read(path, name, tag, checksum, tags) for name, path in _files(measure, outputs)]
    files.sort(key=lambda file: (file.began, file.name))
    values, void = _standing(files)
    for index, file in enumerate(files):
        # one that was cut off and begun again in another file is whole with it
        if file.cut_off is not None and not any(later.has_values for later in files[index + 1 :]):
            raise file.cut_off
    if not values:
        raise _no_value(measure, tags)
    note = f" ({void} from before a new start do not count)" if void else ""
    for value in values:
        place = f"{value.file}, record {value.record}, step {value.step} of {shown(measure.tensorboard)}{note}"
        fault = None
        if value.scalar.fault:
            fault = MeasureError(value.scalar.fault, hint="let the launcher write the score with `add_scalar`")
        yield Match(place=place, text=value.scalar.text or value.scalar.fault, fault=fault)


def _checksum() -> Checksum:
    try:
        import google.protobuf  # noqa: PLC0415 (an extra)
        from google_crc32c import value  # noqa: PLC0415 (an extra)
    except ImportError as error:
        raise NotDoneError(
            f"{error.name or 'a library'} is not installed here, without which no TensorBoard event file can be read",
            hint="Install `reprobridge-spec[tensorboard]`.",
        ) from error
    del google
    checksum: Checksum = value
    return checksum


def _files(measure: TensorboardMeasure, outputs: Path) -> list[tuple[str, Path]]:
    """The event file, or those of the folder, with their names in the output folder."""
    try:
        folder = artifact_path.below(outputs, measure.file)
        names = sorted(path.name for path in folder.iterdir() if EVENT_FILE in path.name and not path.is_dir())
    except (OSError, ValueError):
        return [(shown(measure.file), output_file(outputs, measure.file))]
    if names:
        inside = [f"{measure.file}/{name}" for name in names]
        return [(shown(path), output_file(outputs, path)) for path in inside]
    deeper = {path.rpartition("/")[0]: None for path in FolderFiles(folder).entries if EVENT_FILE in path}
    listed = ", ".join(shown(f"{measure.file}/{path}") for path in list(deeper)[:SHOWN_FILES])
    raise MeasureError(
        f"the folder {shown(measure.file)} holds no event file" + (f"; there are some in {listed}" if deeper else ""),
        hint="name the folder in which they lie" if deeper else "correct `file`, or let the launcher write some",
    )


def _read(path: Path, name: str, tag: bytes, checksum: Checksum, tags: dict[bytes, None]) -> _EventFile:
    file = _EventFile(name=name)
    try:
        for number, data in records(path, name, checksum):
            if number > 1 and len(data) > _SMALL and tag not in data:
                continue  # a picture or the like
            found = _said(data, tag, f"{name}, record {number}")
            file.began = min(file.began, found.wall_time) if number == 1 else file.began
            if len(tags) < _KNOWN_TAGS:
                tags.update(dict.fromkeys(found.tags))
            file.said += [found.step] if found.starts else []
            file.said += [_value(found, scalar, name, number) for scalar in found.scalars]
            if len(file.said) > MAX_VALUES:
                raise MeasureError(
                    f"{name} has more than {MAX_VALUES:,} values of the tag",
                    hint="let the launcher write the score under a tag of its own",
                )
    except CutOffError as error:
        file.cut_off = error
    return file


def _said(data: bytes, tag: bytes, place: str) -> Said:
    if len(data) > _MAX_PARSED:
        raise MeasureError(f"{place} has {len(data):,} bytes, too many for a scalar", hint=_WRITTEN_BY_A_WRITER)
    try:
        found = said(data, tag)
    except NoEventError as error:
        raise MeasureError(f"{place}: {error}", hint=_WRITTEN_BY_A_WRITER) from error
    if not isfinite(found.wall_time):
        raise MeasureError(f"{place} has no time", hint=_WRITTEN_BY_A_WRITER)
    return found


def _value(found: Said, scalar: Scalar, name: str, number: int) -> _Value:
    return _Value(step=found.step, scalar=scalar, file=name, record=number, wall_time=found.wall_time)


def _standing(files: list[_EventFile]) -> tuple[list[_Value], int]:
    """The values that are not void, in the order of steps, and how many are."""
    values: list[_Value] = []
    void, latest, before = 0, -inf, ""
    for file in files:
        if file.has_values and latest > file.began:
            raise _at_once(before, file.name)
        starts_anew = True
        for item in file.said:
            step = item if isinstance(item, int) else item.step
            if isinstance(item, int) or starts_anew:
                void += _drop_from(values, step)
            elif step < values[-1].step:
                raise _back(values[-1], item)
            if isinstance(item, _Value):
                values.append(item)
            starts_anew = isinstance(item, int)
        if file.has_values:
            before = file.name
            latest = max(latest, *(item.wall_time for item in file.said if isinstance(item, _Value)))
    return values, void


def _drop_from(values: list[_Value], step: int) -> int:
    before = len(values)
    del values[bisect_left(values, step, key=lambda value: value.step) :]
    return before - len(values)


def _at_once(earlier: str, later: str) -> MeasureError:
    return MeasureError(
        f"{later} was begun before {earlier} had its last value, so two writers wrote values of the tag",
        hint="name the file that counts, or let one process write",
    )


def _back(earlier: _Value, later: _Value) -> MeasureError:
    return MeasureError(
        f"the steps of the tag go back from {earlier.step} to {later.step} at {later.file}, record {later.record}, "
        "and no new start is noted there",
        hint="give each series a tag or a folder of its own, or note a new start with `purge_step`",
    )


def _no_value(measure: TensorboardMeasure, tags: dict[bytes, None]) -> MeasureError:
    if not tags:
        return MeasureError(f"{shown(measure.file)} holds no values", hint="find out why the run wrote nothing")
    names = [shown(tag.decode("utf-8", "replace")) for tag in list(tags)[:_SHOWN_TAGS]]
    rest = " and more" if len(tags) > len(names) else ""
    return MeasureError(
        f"no value of {shown(measure.file)} has the tag {shown(measure.tensorboard)}; "
        f"there are {', '.join(names)}{rest}",
        hint="correct the tag",
    )
