"""Jupyter notebooks: their code as one text of Python, what they install, and errors that they were saved with."""

from collections.abc import Iterator
from typing import Any

from reprobridge_spec.documents.foreign import installs, syntax
from reprobridge_spec.documents.foreign.gathering import Gathering
from reprobridge_spec.documents.foreign.needs import Need, Needs, Source
from reprobridge_spec.documents.foreign.other_locks import json_of
from reprobridge_spec.documents.foreign.text import ForeignError
from reprobridge_spec.documents.foreign.toml_text import at, list_at
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.lazy_pattern import lazy_pattern

MAX_BYTES = 64 << 20
_MAX_CODE = 4 << 20
_MOST_CELLS = 10_000
_CELL_MAGIC = lazy_pattern(r"\s*%%([A-Za-z_!]\w{0,60})(.*)")
_OF_PYTHON = frozenset(
    {"time", "timeit", "capture", "prun", "python", "python3", "px", "snakeviz", "memit", "mprun", "debug"}
)
_OF_SHELL = frozenset({"bash", "sh", "shell", "script", "system", "!"})
_LINE = lazy_pattern(
    r"([ \t]*)(?:(?:[A-Za-z_][\w, \t]{0,200}=[ \t]*)?[!%](?=[A-Za-z_!%(./{~\"'$])|\?|[\w.]{1,200}\?\??[ \t]*$)(.*)"
)
_INSTALLS = lazy_pattern(
    r"\s*[!%]{1,2}\s*((?:sudo\s+|python[0-9.]*\s+-m\s+)?(?:pip[0-9.]*|conda|mamba|apt|apt-get|uv|bash|sh)\s.*)"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One cell with code.

    Attributes:
        number: among all cells of the notebook, from one.
        line: where it begins in the notebook's `source`, from one.
        text: as the notebook has it.
        is_python: whether it could be taken for Python, with magics and commands of a shell put aside.
    """

    number: int
    line: int
    text: str
    is_python: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Notebook:
    """A notebook.

    Attributes:
        language: such as `python`, in small letters.
        python: the version that it was saved with; None where it does not tell.
        cells: those with code.
        source: all of them as one text, in which magics, commands of a shell and cells that are no Python are comments.
        installs: what its cells install with pip or conda.
        outputs_errors: the number of each cell that was saved with an error, and the error's name.
    """

    path: str
    language: str
    python: str | None
    cells: tuple[Cell, ...]
    source: bytes
    installs: tuple[Need, ...]
    outputs_errors: tuple[tuple[int, str], ...]

    def place(self, line: int) -> tuple[int, int]:
        """The number of the cell that a line of `source` is in, and the line in that cell."""
        cell = next((cell for cell in reversed(self.cells) if cell.line <= line), None)
        return (cell.number, line - cell.line + 1) if cell else (0, line)


def read(path: str, data: bytes) -> Notebook | str:
    """The notebook; why it is none, as the rest of a sentence, where it cannot be read."""
    try:
        return _read(path, data)[0]
    except ForeignError as error:
        return str(error)


def read_needs(path: str, data: bytes) -> Needs:
    """What the cells of a notebook install; lines are those of its `source`.

    Raises:
        ForeignError: it is no notebook.
    """
    return _read(path, data)[1]


def _read(path: str, data: bytes) -> tuple[Notebook, Needs]:
    found = json_of(data, MAX_BYTES)
    cells = _cells_of(found)
    language = _language(found)
    read_cells, lines = _code(cells, is_python=language == "python")
    gathering = Gathering(path, Source.NOTEBOOK)
    for cell in read_cells:
        _install(gathering, cell.text, cell.line)
    version = at(found, "metadata", "language_info", "version") if language == "python" else None
    if isinstance(version, str):
        gathering.say_python(version, 1)
    needs = gathering.needs()
    notebook = Notebook(
        path=path,
        language=language,
        python=version if isinstance(version, str) else None,
        cells=tuple(read_cells),
        source="\n".join(lines).encode(errors="replace"),
        installs=needs.requirements,
        outputs_errors=tuple(_errors(cells)),
    )
    return notebook, needs


def _code(cells: list[Any], *, is_python: bool) -> tuple[list[Cell], list[str]]:
    """The cells with code, and the lines of the source that they make; no more of them than anybody writes."""
    found, lines, length = [], list[str](), 0
    for number, cell in enumerate(cells[:_MOST_CELLS], start=1):
        text = _text(cell)
        if at(cell, "cell_type") != "code" or text is None or length + len(text) > _MAX_CODE:
            continue
        length += len(text)
        taken, is_taken = _as_python(text) if is_python else (_commented(text), False)
        found.append(Cell(number=number, line=len(lines) + 1, text=text, is_python=is_taken))
        lines += [*taken, ""]
    return found, lines


def _cells_of(found: object) -> list[Any]:
    if not isinstance(found, dict):
        raise ForeignError("is no notebook")
    cells = found.get("cells")
    if cells is None and list_at(found, "worksheets"):  # before the fourth version of the format
        cells = at(found["worksheets"][0], "cells")
    if not isinstance(cells, list):
        raise ForeignError("has no cells")
    return cells


def _language(found: object) -> str:
    said = at(found, "metadata", "language_info", "name") or at(found, "metadata", "kernelspec", "language")
    return said.lower() if isinstance(said, str) else "python"


def _text(cell: object) -> str | None:
    said = at(cell, "source")
    said = at(cell, "input") if said is None else said
    if isinstance(said, list):
        said = "".join(line for line in said if isinstance(line, str))
    if not isinstance(said, str):
        return None
    return said.replace("\r\n", "\n").replace("\r", "\n").replace("\0", " ")


def _errors(cells: list[Any]) -> Iterator[tuple[int, str]]:
    for number, cell in enumerate(cells[:_MOST_CELLS], start=1):
        for output in list_at(cell, "outputs")[:1_000]:
            if at(output, "output_type") in {"error", "pyerr"}:
                yield number, str(at(output, "ename") or "error")[:100]
                break


def _commented(text: str) -> list[str]:
    return [f"# {line}" if line.strip() else "" for line in text.split("\n")]


def _as_python(text: str) -> tuple[list[str], bool]:
    """The lines of a cell as lines of Python, and whether they are any."""
    lines = text.split("\n")
    begin = 0
    while begin < len(lines) and (magic := _CELL_MAGIC.match(lines[begin])):
        if magic[1] not in _OF_PYTHON:
            return _commented(text), False
        begin += 1
    magics, lines = [f"# {line}" for line in lines[:begin]], lines[begin:]
    if not _is_python("\n".join(lines)):
        lines = list(_without_magics(lines))
        if not _is_python("\n".join(lines)):
            return _commented(text), False
    return [*magics, *lines], True


def _without_magics(lines: list[str]) -> Iterator[str]:
    goes_on = False
    for line in lines:
        match = _LINE.match(line)
        if goes_on:
            yield f"# {line}"
        elif match:
            yield f"{match[1]}pass  # {line.strip()}"
        else:
            yield line
        goes_on = (goes_on or match is not None) and line.endswith("\\")


def _is_python(text: str) -> bool:
    try:
        syntax.tree_of_text(text)
    except ForeignError:
        return False
    return True


def _install(gathering: Gathering, text: str, first_line: int) -> None:
    magic = _CELL_MAGIC.match(text)
    if magic and magic[1] in _OF_SHELL:
        installs.take(gathering, "\n" + text.partition("\n")[2], first_line)
        return
    lines = text.split("\n")
    number = 0
    while number < len(lines) and not gathering.is_full:
        first = number
        while lines[number].endswith("\\") and number + 1 < len(lines):
            number += 1
        number += 1
        if match := _INSTALLS.match(lines[first]):
            installs.take(gathering, "\n".join([match[1], *lines[first + 1 : number]]), first_line + first)
