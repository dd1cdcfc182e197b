"""`setup.cfg` of setuptools."""

import configparser

from reprobridge_spec.documents.foreign.gathering import Gathering
from reprobridge_spec.documents.foreign.needs import Needs, Source
from reprobridge_spec.documents.foreign.text import ForeignError, text_of

_FROM_FILE = "file:"


def read(path: str, data: bytes) -> Needs:
    """What the file asks for.

    Raises:
        ForeignError: it cannot be read as such a file.
    """
    text = text_of(data)
    parser = configparser.RawConfigParser(strict=False, delimiters=("=", ":"))
    try:
        parser.read_string(text)
    except configparser.Error as error:
        raise ForeignError(f"is no `setup.cfg`: {str(error).splitlines()[0][:100]}") from error
    gathering = Gathering(path, Source.SETUP_CFG)
    lines = text.split("\n")
    said = parser.get("options", "python_requires", fallback="")
    if said:
        gathering.say_python(said.strip(), _line_of(lines, "python_requires", 0))
    _listed(gathering, parser, lines, ("options", "install_requires"), optional=False)
    for section, optional in (("options", True), ("options.extras_require", True)):
        for key in parser[section] if parser.has_section(section) else ():
            if section != "options" or key == "tests_require":
                _listed(gathering, parser, lines, (section, key), optional=optional)
    return gathering.needs()


def _listed(
    gathering: Gathering,
    parser: configparser.RawConfigParser,
    lines: list[str],
    place: tuple[str, str],
    *,
    optional: bool,
) -> None:
    section, key = place
    value = parser.get(section, key, fallback="")
    begin = next((number for number, raw in enumerate(lines) if raw.strip() == f"[{section}]"), 0)
    line = _line_of(lines, key, begin)
    if value.strip().startswith(_FROM_FILE):
        for file in value.strip().removeprefix(_FROM_FILE).split(","):
            gathering.include(f"{key} = file: {file.strip()}", line, file.strip())
        return
    after = line - 1
    for asked in value.replace(";\n", "\n").split("\n"):
        text = asked.partition(" #")[0].strip()
        if not text or text.startswith("#"):
            continue
        after = next((number for number in range(after, len(lines)) if asked in lines[number]), after)
        gathering.ask(text, after + 1, optional=optional)


def _line_of(lines: list[str], key: str, begin: int) -> int:
    wanted = key.lower()
    for number, raw in enumerate(lines[begin:], start=begin + 1):
        if raw.lower().startswith(wanted) and raw[len(wanted) :].lstrip()[:1] in {"=", ":"}:
            return number
    return begin + 1
