"""Read the `.ts` text format in which `aeon` and the UCR/UEA archives keep time series.

Reads what this artifact needs: one channel, equal length, nothing missing, a class label.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from numpy.typing import NDArray


class TsFileError(ValueError):
    """A file that cannot be read as labelled univariate series; the text says where and why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelledSeries:
    """The series of one file."""

    values: NDArray[np.float64]
    """Shape (series, points), as in the file: nothing is normalised here."""
    labels: NDArray[np.str_]
    """One class label a series, as text."""


def read_ts(path: Path) -> LabelledSeries:
    """Read one `.ts` file.

    Lines that start with `#` and empty lines are skipped, `@` lines are the header, and after
    `@data` each line is one series: values separated by commas, a colon, the class.

    Raises:
        TsFileError: no `@data`, no series, a label that `@classLabel` does not list, several
            channels, a value that is no finite number (`?`, a missing one, too), or series of
            unequal length.
        OSError: the file cannot be opened.
    """
    lines = _lines(path)
    classes = _classes(lines)
    rows: list[list[float]] = []
    labels: list[str] = []
    for where, text in lines:
        values, label = _series(text, where)
        if rows and len(values) != len(rows[0]):
            raise TsFileError(f"{where}: {len(values)} values, series before have {len(rows[0])}")
        if label not in classes:
            raise TsFileError(f"{where}: class {label!r} is not in the line '@classLabel true ...'")
        rows.append(values)
        labels.append(label)
    if not rows:
        raise TsFileError(f"{path}: no series; they are expected after a line '@data'")
    return LabelledSeries(values=np.array(rows), labels=np.array(labels))


def _lines(path: Path) -> Iterator[tuple[str, str]]:
    """Give the lines that say something, each with its place for messages."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        text = line.strip()
        if text and not text.startswith("#"):
            yield f"{path}:{number}", text


def _classes(lines: Iterator[tuple[str, str]]) -> list[str]:
    """Read the header up to `@data` and give the classes that it lists."""
    classes: list[str] = []
    for where, text in lines:
        key, *arguments = text.split()
        if not key.startswith("@"):
            raise TsFileError(f"{where}: a header line starts with '@'; is '@data' missing above?")
        if key.lower() == "@data":
            break
        if key.lower() == "@classlabel":
            classes = arguments[1:]
    return classes


def _series(text: str, where: str) -> tuple[list[float], str]:
    channel, *rest = text.split(":")
    if len(rest) != 1:
        raise TsFileError(f"{where}: {len(rest)} colons; a univariate series with a class has one")
    try:
        values = [float(value) for value in channel.split(",")]
    except ValueError as error:
        raise TsFileError(f"{where}: {error}; missing values are not supported") from error
    if not np.isfinite(values).all():
        raise TsFileError(f"{where}: a value is not finite")
    return values, rest[0].strip()
