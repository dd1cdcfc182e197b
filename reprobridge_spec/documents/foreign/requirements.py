"""Requirements files, and lists of packages that people save under such names."""

import re
from collections.abc import Iterator
from itertools import islice

from reprobridge_spec.documents import line_limit, requirement_lines
from reprobridge_spec.documents.foreign import conda_specs
from reprobridge_spec.documents.foreign.gathering import Gathering
from reprobridge_spec.documents.foreign.needs import Needs, Source
from reprobridge_spec.documents.foreign.text import MAX_LOCK, text_of
from reprobridge_spec.documents.requirement_lines import Line
from reprobridge_spec.lazy_pattern import lazy_pattern

_EXPLICIT = lazy_pattern(r"^@EXPLICIT\s*$", re.MULTILINE)
_MADE_BY_CONDA = lazy_pattern(
    r"^# (?:This file may be used to create an environment using:|packages in environment at)", re.MULTILINE
)
_OF_CONDA = lazy_pattern(r"^[\w.-]{1,100}=[^=\s]{1,60}=[^=\s]{1,100}[ \t]*$", re.MULTILINE)
_TABLE_OF_PIP = lazy_pattern(r"^\ufeff?Package[ \t]+Version[ \t]*(?:\S.*)?\n[- \t]+$", re.MULTILINE)
_URL = lazy_pattern(r"(?:[a-z]{2,6}://|/|[A-Za-z]:\\)\S{0,500}?/([^/\s#]{1,200}?)\.(?:conda|tar\.bz2)(?:#\S*)?")
_COLUMNS = lazy_pattern(r"(\S{1,100})[ \t]+(\S{1,60})(?:[ \t]+(\S{1,100}))?(?:[ \t]+(\S{1,100}))?\s*")
_BUILT_BY_PIP = "pypi"
_PLATFORM = lazy_pattern(r"^# platform: (\S{1,40})", re.MULTILINE)
_HEAD = 4096


def read(path: str, data: bytes) -> Needs:
    """What the file asks for.

    Raises:
        ForeignError: it is no text, or far too long.
    """
    text = text_of(data, MAX_LOCK)
    if _is_conda_list(text):
        return _conda_list(path, text)
    gathering = Gathering(path, Source.REQUIREMENTS)
    table = _TABLE_OF_PIP.search(text[:_HEAD])
    rows = _rows(text, table.end()) if table else requirement_lines.logical_lines(text)
    lines = list(islice(rows, line_limit.MOST_LINES + 1))
    for line in lines[: line_limit.MOST_LINES]:
        gathering.ask(line.text, line.number)
    too_many = f"has more than {line_limit.MOST_LINES:,} lines, and is read up to there"
    return gathering.needs(too_many if len(lines) > line_limit.MOST_LINES else None)


def _rows(text: str, start: int) -> Iterator[Line]:
    """The rows of the table that `pip list` prints, as requirements."""
    first = text.count("\n", 0, start) + 1
    for number, raw in enumerate(text[start:].split("\n"), start=first):
        if row := _COLUMNS.fullmatch(raw.strip()):
            local = f" @ file://{row[3]}" if row[3] and "/" in row[3] else f"=={row[2]}"
            yield Line(number, f"{row[1]}{local}")


def _is_conda_list(text: str) -> bool:
    if _EXPLICIT.search(text) or _MADE_BY_CONDA.search(text[:_HEAD]):
        return True
    lines = sum(1 for line in text.split("\n") if line.strip() and not line.startswith("#"))
    return len(_OF_CONDA.findall(text)) * 2 > lines


def _conda_list(path: str, text: str) -> Needs:
    gathering = Gathering(path, Source.CONDA_LIST)
    platform = _PLATFORM.search(text[:_HEAD])
    if platform and not platform[1].startswith("linux"):
        why = f"it was made on {platform[1]}, and has what only that platform has"
        gathering.leave(platform[0], 1, why, "See which versions Linux has.")
    rows = text.split("\n")
    for number, raw in enumerate(rows[: line_limit.MOST_LINES], start=1):
        row = raw.strip()
        if row and not row.startswith(("#", "@")):
            _conda_row(gathering, row, number)
    too_many = f"has more than {line_limit.MOST_LINES:,} lines, and is read up to there"
    return gathering.needs(too_many if len(rows) > line_limit.MOST_LINES else None)


def _conda_row(gathering: Gathering, row: str, number: int) -> None:
    if found := _URL.fullmatch(row):
        name, _, rest = found[1].rpartition("-")
        name, _, version = name.rpartition("-")
        conda_specs.take(gathering, f"{name}={version}={rest}", number)
    elif "=" in row:
        name, _, rest = row.partition("=")
        version, _, build = rest.partition("=")
        _conda_package(gathering, name, version, build, number)
    elif columns := _COLUMNS.fullmatch(row):
        _conda_package(gathering, columns[1], columns[2], columns[4] or columns[3] or "", number)
    else:
        gathering.leave(row[:200], number, "is no line of such a list", "Look at the line.")


def _conda_package(gathering: Gathering, name: str, version: str, build: str, number: int) -> None:
    if build.startswith((_BUILT_BY_PIP, "<pip>")):
        gathering.ask(f"{name}=={version}", number)
    else:
        conda_specs.take(gathering, f"{name}={version}={build or '0'}", number)
