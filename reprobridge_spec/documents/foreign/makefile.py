"""Makefiles, as far as plain rules go: targets whose commands start a program of the repository."""

from collections.abc import Iterator

from reprobridge_spec.documents.foreign.formats import (
    MOST_RUNS,
    ForeignFormat,
    ForeignRun,
    Format,
    Read,
    folder_of,
    joined,
)
from reprobridge_spec.documents.foreign.text import text_of
from reprobridge_spec.lazy_pattern import lazy_pattern

_RULE = lazy_pattern(r"([A-Za-z0-9][\w./-]{0,100})[ \t]*:(?!=)([^=]{0,1000})")
_SET = lazy_pattern(r"([A-Za-z_]\w{0,60})[ \t]*[:?]?=[ \t]*(.{0,500})")
_PLACE = lazy_pattern(r"\$[({]([A-Za-z_]\w{0,60})[)}]")
_PROGRAM = lazy_pattern(
    r"(?:^|[\s;&])(?:python[0-9.]{0,4}|bash|sh|torchrun|accelerate|jupyter|Rscript|julia|\./\S{1,100})\s"
)
_MOST_LINES = 5_000
_DEEPEST = 5


def read(path: str, reader: Read) -> ForeignFormat:
    """The rules of a Makefile that start a program.

    Raises:
        ForeignError: it is no text.
    """
    lines = text_of(reader(path)).split("\n")[:_MOST_LINES]
    values = {match[1]: match[2].strip() for line in lines if (match := _SET.fullmatch(line))}
    runs = [run for run in _rules(lines, folder_of(path), values) if _PROGRAM.search(f"{run.command} ")]
    return ForeignFormat(format=Format.MAKEFILE, path=path, runs=tuple(runs[:MOST_RUNS]))


def _rules(lines: list[str], folder: str, values: dict[str, str]) -> Iterator[ForeignRun]:
    for number, line in enumerate(lines):
        match = _RULE.fullmatch(line)
        if match is None:
            continue
        commands = list(_commands(lines, number + 1))
        template = " && ".join(command for command in commands if command)
        if template:
            yield ForeignRun(
                name=match[1],
                command=_filled(template, values),
                template=template,
                folder=folder,
                line=number + 1,
                parameters={name: values[name] for name in _PLACE.findall(template) if name in values},
                inputs=tuple(joined(folder, name) for name in match[2].split() if "." in name and "$" not in name),
            )


def _commands(lines: list[str], start: int) -> Iterator[str]:
    goes_on = ""
    for line in lines[start:]:
        if not line.startswith("\t"):
            return
        text = goes_on + line.strip() if goes_on else line.strip().lstrip("@-+ ")
        goes_on = text[:-1] if text.endswith("\\") else ""
        if not goes_on and not text.startswith("#"):
            yield text


def _filled(text: str, values: dict[str, str]) -> str:
    for _ in range(_DEEPEST):
        text = _PLACE.sub(lambda match: values.get(match[1], match[0]), text)[:10_000]
    return text.replace("$$", "$")
