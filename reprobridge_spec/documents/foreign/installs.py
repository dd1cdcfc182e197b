"""What commands in a shell install: with pip, conda, uv and apt."""

import re
import shlex
from collections.abc import Iterator, Sequence
from itertools import pairwise

from reprobridge_spec.documents import shell_script
from reprobridge_spec.documents.foreign import conda_specs
from reprobridge_spec.documents.foreign.gathering import Gathering
from reprobridge_spec.documents.foreign.needs import Needs, Source
from reprobridge_spec.lazy_pattern import lazy_pattern

_BEFORE = frozenset({"sudo", "env", "exec", "time", "nice", "xargs", "command", "yes", "eval", "RUN", "$", "%", ">"})
_PYTHONS = lazy_pattern(r"(?:\S{0,100}/)?python[0-9.]{0,5}")
_PIPS = lazy_pattern(r"(?:\S{0,100}/)?pip[0-9.]{0,5}")
_CONDAS = lazy_pattern(r"(?:\S{0,100}/)?(?:conda|mamba|micromamba)")
_APTS = frozenset({"apt-get", "apt", "aptitude"})
_SHELLS = frozenset({"bash", "sh", "/bin/bash", "/bin/sh"})
_ASSIGNMENT = lazy_pattern(r"[A-Za-z_]\w{0,60}=.*", re.DOTALL)
_APT_PYTHON = lazy_pattern(r"python(3\.\d{1,2})(?:-(?:dev|venv|distutils|minimal))?")
_PIP_WITH_VALUE = """
-t --target --prefix --root --platform --python-version --abi --implementation --timeout --default-timeout --retries
--proxy --cert --cache-dir --src --upgrade-strategy --no-binary --only-binary --trusted-host --progress-bar --log
--python -p --exists-action --build -b --global-option --install-option --config-settings -C --use-feature
--use-deprecated --report --torch-backend --index-strategy --resolution --no-build-isolation-package
"""
_PIP_VALUES = frozenset(_PIP_WITH_VALUE.split())
_PIP_PLACES = frozenset({"-i", "--index-url", "--extra-index-url", "-f", "--find-links", "--index", "--default-index"})
_PIP_FILES = frozenset({"-r", "--requirement", "-c", "--constraint", "--requirements"})
_PIP_EDITABLE = frozenset({"-e", "--editable"})
_CONDA_VALUES = frozenset({"-n", "--name", "-p", "--prefix", "--solver", "--repodata-fn"})
_CONDA_CHANNELS = frozenset({"-c", "--channel"})
_CONDA_FILES = frozenset({"-f", "--file"})
_CONDA_VERBS = frozenset({"install", "create", "update", "upgrade"})
_APT_VALUES = frozenset({"-t", "--target-release", "-o", "--option", "-c", "--config-file"})
_TOOLS_OF_PIP = frozenset({"pip", "setuptools", "wheel", "uv", "pipenv", "poetry", "virtualenv", "build", "conda"})
_OF_PROJECTS = {
    ("poetry", "install"): "pyproject.toml",
    ("pdm", "install"): "pyproject.toml",
    ("uv", "sync"): "pyproject.toml",
    ("pixi", "install"): "pixi.toml",
    ("pipenv", "install"): "Pipfile",
    ("pipenv", "sync"): "Pipfile",
}
"""What makes an environment from files of the project."""
_DEEPEST = 2


def needs_of(path: str, text: str, first_line: int = 1) -> Needs:
    """What commands that stand in some file install, such as those in a README.

    Args:
        path: the file.
        text: the commands.
        first_line: the line of the file that they begin in.
    """
    gathering = Gathering(path, Source.SHELL)
    take(gathering, text, first_line)
    return gathering.needs()


def take(gathering: Gathering, text: str, first_line: int = 1, depth: int = 0) -> None:
    """Put what the commands in `text` install to the needs.

    Args:
        gathering: the needs.
        text: a script, or a part of one.
        first_line: the line of the file that `text` begins in.
        depth: how many shells around it have been looked into.
    """
    for command in shell_script.commands(text):
        words = _program(list(_plain(command.arguments)))
        line = first_line + command.line - 1
        if words:
            _take_command(gathering, words, line, depth)


def _take_command(gathering: Gathering, words: list[str], line: int, depth: int) -> None:
    program, rest = words[0], words[1:]
    if _PYTHONS.fullmatch(program) and rest[:1] == ["-m"]:
        program, rest = (rest[1] if len(rest) > 1 else ""), rest[2:]
    if program == "uv" and rest[:1] == ["pip"]:
        program, rest = "pip", rest[1:]
    if _PIPS.fullmatch(program) and "install" in rest[:4]:
        _pip(gathering, rest[rest.index("install") + 1 :], line)
    elif _CONDAS.fullmatch(program):
        _conda(gathering, rest, line)
    elif program in _APTS and "install" in rest[:6]:
        _apt(gathering, rest[rest.index("install") + 1 :], line)
    elif program in _SHELLS and depth < _DEEPEST:
        _inner(gathering, rest, line, depth)
    elif (program, *rest[:1]) in _OF_PROJECTS:
        gathering.include(f"{program} {rest[0]}", line, _OF_PROJECTS[program, rest[0]])
    elif program == "easy_install":
        for word in rest:
            gathering.ask(word, line)


def _inner(gathering: Gathering, words: Sequence[str], line: int, depth: int) -> None:
    for option, script in pairwise(words):
        if option.startswith("-") and option.endswith("c") and not option.startswith("--"):
            take(gathering, script, line, depth + 1)
            return


def _plain(words: Sequence[str]) -> Iterator[str]:
    """Words as a shell would hand them on, as far as nothing is to be expanded."""
    for word in words:
        try:
            parts = shlex.split(word) if any(quote in word for quote in "'\"\\") else [word]
        except ValueError:
            parts = [word]
        yield from parts


def _program(words: list[str]) -> list[str]:
    """The words from the program on that is meant in the end."""
    while words and (words[0] in _BEFORE or _ASSIGNMENT.fullmatch(words[0]) or (words[0].startswith("-"))):
        words = words[1:]
    return words


def _options(words: Sequence[str], with_value: frozenset[str]) -> Iterator[tuple[str, str]]:
    """Each option that has a value, with it; each other option and word, with an empty option."""
    index = 0
    while index < len(words):
        name, equals, value = words[index].partition("=")
        index += 1
        if name not in with_value:
            yield "", words[index - 1]
        elif equals:
            yield name, value
        elif index < len(words):
            yield name, words[index]
            index += 1


def _pip(gathering: Gathering, words: Sequence[str], line: int) -> None:
    for option, word in _options(words, _PIP_VALUES | _PIP_PLACES | _PIP_FILES | _PIP_EDITABLE):
        if option in _PIP_PLACES:
            gathering.name_index(word, line)
        elif option in _PIP_FILES:
            gathering.include(f"{option} {word}", line, word)
        elif option in _PIP_EDITABLE:
            gathering.ask(f"-e {word}", line)
        elif not option and word.startswith("-r") and len(word) > len("-r"):
            gathering.include(word, line, word[2:])
        elif not option and not word.startswith("-") and word not in _TOOLS_OF_PIP:
            gathering.ask(word, line)


def _conda(gathering: Gathering, words: Sequence[str], line: int) -> None:
    is_env = words[:1] == ["env"]
    words = words[1:] if is_env else words
    if not words or words[0] not in _CONDA_VERBS:
        return
    for option, word in _options(words[1:], _CONDA_VALUES | _CONDA_CHANNELS | _CONDA_FILES):
        if option in _CONDA_CHANNELS:
            gathering.name_index(word, line)
        elif option in _CONDA_FILES:
            gathering.include(f"{option} {word}", line, word)
        elif not option and not word.startswith("-") and not is_env:
            conda_specs.take(gathering, word, line)


def _apt(gathering: Gathering, words: Sequence[str], line: int) -> None:
    for option, word in _options(words, _APT_VALUES):
        if option or word.startswith(("-", "$", "#")):
            continue
        gathering.name_system_package(word, line)
        if found := _APT_PYTHON.fullmatch(word):
            gathering.say_python(found[1], line)
