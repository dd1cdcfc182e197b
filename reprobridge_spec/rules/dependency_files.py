"""The files of an artifact that say which packages are to be installed, those of environments and all others."""

import re
from collections.abc import Iterator

from reprobridge_spec.documents import conda_environment, requirements_file
from reprobridge_spec.documents.files import Kind
from reprobridge_spec.documents.requirement_lines import Fault
from reprobridge_spec.documents.requirements_file import Asked
from reprobridge_spec.documents.yaml_tree import UnreadableError
from reprobridge_spec.findings import Severity
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.globs import matches
from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.model.environment import Environment, LockTool
from reprobridge_spec.rules.context import Context, once
from reprobridge_spec.rules.file_bytes import bytes_of
from reprobridge_spec.rules.text_files import LIMIT

_OF_PIP = lazy_pattern(
    r"(?:[\w.]{0,60}[-_.])?(?:requirements?|constraints?)(?:[-_.][\w.-]{0,60})?\.(?:txt|in|pip)|(?:pip[-_])?freeze\.txt"
)
_OF_CONDA = lazy_pattern(r"(?:[\w.-]{0,60}[-_.])?(?:environment|env|conda)(?:[-_.][\w.-]{0,60})?\.ya?ml")
_SUFFIXES = (".txt", ".in", ".pip", ".yml", ".yaml")
_OF_CONDA_LISTS = lazy_pattern(
    r"(?:[\w.-]{0,60}[-_.])?(?:spec|spec[-_]?(?:file|list)|conda|explicit|package[-_]?list|environment|env|requirements?)"
    r"(?:[-_.][\w.-]{0,60})?\.txt"
)
_OF_OTHERS = frozenset(["third_party", "third-party", "thirdparty", "vendor", "external", "node_modules", "evidence"])
"""Folders of what somebody else wrote, or a run."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DependencyFile:
    """One file that says which packages are to be installed.

    Attributes:
        environments: those that declare it, by id; none where it only lies in the artifact.
        is_lock: whether environments declare it as their lock.
        severity: what an error in it weighs: the code folder may hold what nobody installs from.
    """

    path: str
    environments: tuple[str, ...]
    is_lock: bool
    severity: Severity

    def data(self, context: Context) -> bytes:
        """Its bytes.

        Raises:
            Unchecked: it cannot be read.
        """
        return bytes_of(context, self.path)


@once
def of_pip(context: Context) -> tuple[DependencyFile, ...]:
    """Files in pip's format: requirements and locks of environments, then all others that are named like it."""
    tools = (LockTool.PIP_TOOLS, LockTool.UV)
    declared = [*_declared(context, tools, is_lock=False), *_declared(context, tools, is_lock=True)]
    return (*declared, *_others(context, _OF_PIP))


@once
def of_conda(context: Context) -> tuple[DependencyFile, ...]:
    """Environment files of conda: those of environments, then all others that are named like one."""
    return (*_declared(context, (LockTool.CONDA_LOCK,), is_lock=False), *_others(context, _OF_CONDA))


@once
def of_conda_lists(context: Context) -> tuple[DependencyFile, ...]:
    """Texts that no environment declares and that are named like the lists which conda makes of an environment."""
    return tuple(_others(context, _OF_CONDA_LISTS))


def pip_part(context: Context, file: DependencyFile) -> tuple[list[Asked], list[Fault]]:
    """What an environment file of conda asks pip for, and the lines of it that cannot be taken.

    Raises:
        Unchecked: it cannot be read.
    """
    try:
        return requirements_file.of_lines(conda_environment.read(file.data(context)).pip_lines)
    except UnreadableError:
        return [], []  # requirement-fault says so, where an environment declares it


def _declared(context: Context, tools: tuple[LockTool, ...], *, is_lock: bool) -> Iterator[DependencyFile]:
    users: dict[str, list[str]] = {}
    for name, environment in context.manifest.environments.items():
        for path in _paths(environment, is_lock=is_lock) if environment.tool in tools else ():
            users.setdefault(path, []).append(name)
    for path, names in users.items():
        if _is_file(context, path):
            yield DependencyFile(
                path=path, environments=tuple(dict.fromkeys(names)), is_lock=is_lock, severity=Severity.ERROR
            )


def _paths(environment: Environment, *, is_lock: bool) -> list[str]:
    return list(environment.locks.values()) if is_lock else [environment.requirements]


def _others(context: Context, name: re.Pattern[str]) -> Iterator[DependencyFile]:
    environments = context.manifest.environments.values()
    declared = {path for body in environments for path in (body.requirements, *body.locks.values())}
    codebase = context.manifest.codebase
    code = f"{codebase.path if codebase else 'code'}/"
    docs = codebase.docs if codebase else []
    for path, entry in context.files.entries.items():
        if not path.endswith(_SUFFIXES):
            continue
        *folders, last = path.split("/")
        if not name.fullmatch(last.lower()) and not (name is _OF_PIP and _in_folder_of_requirements(folders, last)):
            continue
        if path in declared or not _OF_OTHERS.isdisjoint(folders) or not 0 < entry.size < LIMIT:
            continue
        is_code = path.startswith(code)
        if entry.kind is Kind.FILE and not (is_code and matches(path.removeprefix(code), docs)):
            severity = Severity.WARNING if is_code else Severity.ERROR
            yield DependencyFile(path=path, environments=(), is_lock=False, severity=severity)


def _in_folder_of_requirements(folders: list[str], last: str) -> bool:
    """Such as `requirements/dev.txt`."""
    return folders[-1:] == ["requirements"] and last.endswith((".txt", ".in"))


def _is_file(context: Context, path: str) -> bool:
    entry = context.files.entries.get(path)
    return entry is not None and entry.kind is Kind.FILE
