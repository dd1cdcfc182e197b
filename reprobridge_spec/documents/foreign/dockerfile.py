"""Dockerfiles: the image that they begin with, and what they install."""

import json
import re
import shlex
from collections.abc import Iterator, Mapping

from reprobridge_spec.documents.foreign import base_images, installs
from reprobridge_spec.documents.foreign.gathering import Gathering
from reprobridge_spec.documents.foreign.needs import Need, Needs, Source
from reprobridge_spec.documents.foreign.text import text_of
from reprobridge_spec.documents.line_limit import MOST_LINES
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.lazy_pattern import lazy_pattern

_INSTRUCTION = lazy_pattern(r"\s*([A-Za-z]{2,12})\s+(.*)", re.DOTALL)
_VARIABLE = lazy_pattern(r"\\?\$(?:\{([A-Za-z_]\w{0,60})(?::?[-+?]([^}]{0,200}))?\}|([A-Za-z_]\w{0,60}))")
_HEREDOC = lazy_pattern(r"<<-?[\"']?([A-Za-z_]\w{0,60})[\"']?")
_FLAGS = lazy_pattern(r"(?:--[a-z]+(?:=\S{0,500})?[ \t\n]+)+")
_FROM = lazy_pattern(r"(?:--\S{1,100}\s+){0,3}(\S{1,300})(?:\s+[Aa][Ss]\s+(\S{1,100}))?\s*")
_ASSIGNMENT = lazy_pattern(r"([A-Za-z_]\w{0,60})=(\"[^\"]{0,2000}\"|'[^']{0,2000}'|[^\s\"']{0,2000})")
_MOST_VALUE = 300
_MOST_VARIABLES = 500


@dataclass(frozen=True, slots=True)
class Instruction:
    """One instruction: lines that go on are joined, comments are gone.

    Attributes:
        line: its first line in the file, from one.
        text: with a line break for each line that went on, so that lines can be counted.
    """

    line: int
    name: str
    text: str


class _InImage(Gathering):
    """Needs of an image, in which files of the repository stand where they were copied to."""

    def __init__(self, path: str) -> None:
        super().__init__(path, Source.DOCKERFILE)
        self._copied: dict[str, str] = {}

    def copy(self, text: str) -> None:
        """Take what a COPY says; the names of files are looked at, not those of folders that they go to."""
        words = [word.strip("[]\"',") for word in text.replace("\\\n", " ").split()]
        if any(word.startswith("--from") for word in words) or len(self._copied) > MOST_LINES:
            return
        *sources, target = [word for word in words if word and not word.startswith("--")] or [""]
        for source in sources:
            self._copied.setdefault(source.rstrip("/").rpartition("/")[2], source)
            if len(sources) == 1:
                self._copied.setdefault(target.rpartition("/")[2], source)

    def include(self, text: str, line: int, file: str) -> None:
        name = file.strip("\"'").rpartition("/")[2]
        file = self._copied.get(name) or (name if file.startswith("/") else file)
        super().include(text, line, file)


def read(path: str, data: bytes) -> Needs:
    """What the file begins with and installs.

    Raises:
        ForeignError: it is no text, or far too long.
    """
    gathering = _InImage(path)
    stages: dict[str, str] = {}
    values: dict[str, str] = {}
    for instruction in instructions(text_of(data)):
        match instruction.name:
            case "COPY" | "ADD":
                gathering.copy(_filled_in(instruction.text, values))
            case "FROM":
                _begin(gathering, instruction, stages, values)
            case "ARG" | "ENV":
                values |= _assigned(instruction, values)
            case "RUN":
                installs.take(gathering, _script(_filled_in(instruction.text, values)), instruction.line)
            case _:
                pass
    if gathering.image is None:
        return gathering.needs("names no image to begin with")
    base_images.take(gathering, gathering.image)
    return gathering.needs()


def instructions(text: str) -> Iterator[Instruction]:
    """The instructions of a Dockerfile, the first `MOST_LINES` of them."""
    lines = text.split("\n")
    index = found = 0
    while index < len(lines) and found < MOST_LINES:
        first = index
        if not lines[index].strip() or lines[index].lstrip().startswith("#"):
            index += 1
            continue
        parts, index = _joined(lines, index)
        match = _INSTRUCTION.fullmatch("\n".join(parts))
        if match is None:
            continue
        body = match[2]
        for delimiter in _HEREDOC.findall(body)[:10] if match[1].upper() == "RUN" else ():
            inner, index = _until(lines, index, delimiter)
            body = "\n".join([_HEREDOC.sub("", body), *inner])
        found += 1
        # an ONBUILD is what somebody who builds on it will run
        name, _, rest = body.partition(" ") if match[1].upper() == "ONBUILD" else (match[1], "", body)
        yield Instruction(first + 1, name.upper(), rest)


def _joined(lines: list[str], index: int) -> tuple[list[str], int]:
    parts: list[str] = []
    while index < len(lines):
        raw = lines[index]
        index += 1
        if raw.lstrip().startswith("#"):
            parts.append("")
            continue
        goes_on = raw.rstrip().endswith(("\\", "`"))
        parts.append(raw.rstrip()[:-1] + " \\" if goes_on else raw)
        if not goes_on and raw.strip():
            break
    return _as_shell(parts), index


def _as_shell(parts: list[str]) -> list[str]:
    """Each line but the last with the sign that it goes on, which comments and empty lines do not have."""
    last = max((index for index, part in enumerate(parts) if part.strip()), default=0)
    return [part if index >= last or part.endswith("\\") else f"{part} \\" for index, part in enumerate(parts)]


def _until(lines: list[str], index: int, delimiter: str) -> tuple[list[str], int]:
    for end in range(index, len(lines)):
        if lines[end].strip() == delimiter:
            return lines[index:end], end + 1
    return lines[index:], len(lines)


def _begin(gathering: Gathering, instruction: Instruction, stages: dict[str, str], values: Mapping[str, str]) -> None:
    match = _FROM.fullmatch(_filled_in(instruction.text, values).replace("\\\n", " "))
    if match is None:
        return
    image = stages.get(match[1].lower(), match[1])
    if match[2]:
        stages[match[2].lower()] = image
    line = instruction.line
    if match[1].lower() in stages and gathering.image and gathering.image.text == image:
        line = gathering.image.line
    gathering.image = Need(text=image, line=line)


def _assigned(instruction: Instruction, values: Mapping[str, str]) -> dict[str, str]:
    text = _filled_in(instruction.text, values).replace("\\\n", " ").strip()
    if "=" not in text.partition(" ")[0]:
        name, _, value = text.partition(" ")
        return {name: value.strip()[:_MOST_VALUE]} if value else {}
    return {match[1]: match[2].strip("\"'")[:_MOST_VALUE] for match in _ASSIGNMENT.finditer(text)}


def _filled_in(text: str, values: Mapping[str, str]) -> str:
    """`text` with the variables filled in that have a value, unless it has more of them than anybody writes."""
    if text.count("$") > _MOST_VARIABLES:
        return text

    def value(match: re.Match[str]) -> str:
        if match[0].startswith("\\"):
            return match[0]
        name = match[1] or match[3]
        return values.get(name) or match[2] or match[0]

    return _VARIABLE.sub(value, text)


def _script(text: str) -> str:
    text = _FLAGS.sub(lambda match: "\n" * match[0].count("\n"), text, count=1) if text.startswith("--") else text
    if text.lstrip().startswith("["):
        try:
            words = json.loads(text.replace("\\\n", " "))
        except (ValueError, RecursionError):
            return text
        if isinstance(words, list) and all(isinstance(word, str) for word in words):
            return shlex.join(words)
    return text
