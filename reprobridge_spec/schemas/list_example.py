"""What a list would look like of which a document gives something else."""

from typing import Any, get_args, get_origin

from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.model.experiment import Experiment
from reprobridge_spec.schemas.field_at import Location, annotation_at, model_at
from reprobridge_spec.schemas.kinds import Kind

_PLAIN = lazy_pattern(r"[A-Za-z0-9_./-]{1,40}")
"""What stands in a list as it is."""
_NUMBER = lazy_pattern(r"[0-9]{1,18}")
_MOST_RUNS = 10
"""A number up to this one may be one of runs; a larger one is a seed."""


def example_list(location: Location, value: Any, kind: Kind[Any]) -> str:  # noqa: ANN401 (any document value)
    """The list that may be meant by `value`, in backquotes; any list where that cannot be told."""
    text = "" if value is None or isinstance(value, (dict, bool)) else str(value)
    if _holds_numbers(location, kind):
        return _of_numbers(location, text, kind)
    return f"`[{text}]`" if _PLAIN.fullmatch(text) else "`[a, b]`"


def _holds_numbers(location: Location, kind: Kind[Any]) -> bool:
    """Whether the items of the list at `location` are whole numbers."""
    current = annotation_at(location, kind)
    while current is not None and get_origin(current) is not list:
        inner = [part for part in get_args(current) if part is not type(None)]
        current = inner[0] if inner else None
    items = get_args(current)
    return bool(items) and int in {items[0], *get_args(items[0])[:1]}


def _of_numbers(location: Location, text: str, kind: Kind[Any]) -> str:
    if not _NUMBER.fullmatch(text):
        return "`[0, 1, 2]`"
    number = int(text)
    if not 0 < number <= _MOST_RUNS:
        return f"`[{number}]`"
    counted = f"`[{', '.join(map(str, range(number)))}]`"
    is_of_runs = location[-1] == "seeds" and model_at(location[:-1], kind) is Experiment
    return f"{counted}, or `runs: {number}`" if is_of_runs else counted
