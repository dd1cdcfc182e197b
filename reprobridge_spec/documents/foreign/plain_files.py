"""Small files of repo2docker and of tools for Python versions: a word, or one word a line."""

from reprobridge_spec.documents.foreign import installs
from reprobridge_spec.documents.foreign.gathering import Gathering
from reprobridge_spec.documents.foreign.needs import Needs, Source
from reprobridge_spec.documents.foreign.text import text_of
from reprobridge_spec.documents.line_limit import MOST_LINES
from reprobridge_spec.documents.shell_script import MAX_LENGTH
from reprobridge_spec.lazy_pattern import lazy_pattern

_PACKAGE = lazy_pattern(r"[a-z0-9][a-z0-9+.-]{0,100}(?::[a-z0-9]{1,20})?(?:=\S{1,100})?")
_VERSION = lazy_pattern(r"(?:python-?)?(\d\.\d{1,2}(?:\.\d{1,2})?)(?:rc\d|t)?")


def read_python_version(path: str, data: bytes) -> Needs:
    """The Python that a `runtime.txt` or a `.python-version` names.

    Raises:
        ForeignError: it is no text, or far too long.
    """
    gathering = Gathering(path, Source.REPO2DOCKER)
    for number, raw in enumerate(text_of(data).split("\n")[:MOST_LINES], start=1):
        word = raw.partition("#")[0].strip()
        if match := _VERSION.fullmatch(word):
            gathering.say_python(match[1], number)
        elif word:
            gathering.leave(word[:100], number, "is no version of Python", "Say which one was used, if one was.")
    return gathering.needs()


def read_apt(path: str, data: bytes) -> Needs:
    """The packages of an `apt.txt`.

    Raises:
        ForeignError: it is no text, or far too long.
    """
    gathering = Gathering(path, Source.REPO2DOCKER)
    for number, raw in enumerate(text_of(data).split("\n")[:MOST_LINES], start=1):
        for word in raw.partition("#")[0].split():
            if _PACKAGE.fullmatch(word):
                gathering.name_system_package(word, number)
            else:
                gathering.leave(word[:100], number, "is no name of a Debian package", "Look at the line.")
    return gathering.needs()


def read_script(path: str, data: bytes, source: Source) -> Needs:
    """What a script installs.

    Raises:
        ForeignError: it is no text, or far too long.
    """
    gathering = Gathering(path, source)
    text = text_of(data)
    installs.take(gathering, text)
    return gathering.needs("is too long to be looked at" if len(text) > MAX_LENGTH else None)
