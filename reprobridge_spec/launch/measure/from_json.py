"""A value of a JSON file."""

from collections.abc import Iterator
from pathlib import Path

from reprobridge_spec.launch.measure.base import Match, MeasureError, not_utf8, output_file, shown
from reprobridge_spec.launch.measure.json_value import find, match_at, parse
from reprobridge_spec.model.measure import JsonMeasure


def matches(measure: JsonMeasure, outputs: Path) -> Iterator[Match]:
    """The value at the pointer, or each item of the list that stands there.

    Raises:
        MeasureError: the file is not there or no JSON, or the pointer leads nowhere.
    """
    place = f"{shown(measure.file)}, {shown(measure.json_) or 'the whole document'}"
    data = output_file(outputs, measure.file).read_bytes()
    try:
        value = find(parse(data.decode("utf-8-sig")), measure.json_)
    except UnicodeDecodeError as error:
        raise not_utf8(shown(measure.file), data) from error
    except MeasureError as error:
        raise MeasureError(f"{shown(measure.file)}: {error}", hint=error.hint) from error
    if not isinstance(value, list):
        yield match_at(place, value)
    elif not value:
        raise MeasureError(f"{place}: an empty list stands there", hint="correct the pointer, or the launcher")
    else:
        for index, item in enumerate(value):
            yield match_at(f"{place}/{index}", item)
