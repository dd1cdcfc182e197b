"""Two files of the artifact ask for Pythons that exclude each other.

## What it finds
For the `python` that the manifest declares: an environment file of conda that asks for none of its versions, or a lock
of conda-lock that holds another; as a warning, `requires-python` of `pyproject.toml` (or `python_requires` of
`setup.cfg`) in the code folder that admits none of them, and a lock that says it was made by `pip-compile` with
another. A `setup.py` is not read, for that would mean to execute it.

## Why
The environment is built with one Python, and its lock or the code was made for another: the build stops, or the code
fails at the first line that its Python does not know.

## Example
```yaml
environments:
  cpu: {python: "3.8", tool: uv, requirements: env/requirements.in}      # code/pyproject.toml asks for >=3.10
```

## What to do
Declare the Python that was used, and make the lock again with it.

## Standard
SPEC.md, section "Environments".
"""

import re
from collections.abc import Iterator

from packaging.utils import canonicalize_name

from reprobridge_spec.documents import conda_environment, conda_version, python_bound, python_requires
from reprobridge_spec.documents.yaml_tree import UnreadableError
from reprobridge_spec.findings import Severity
from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.location import Mark
from reprobridge_spec.model.environment import LockTool
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.conda_locks import conda_locks
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.file_bytes import bytes_of
from reprobridge_spec.rules.pip_locks import pip_locks

_MADE_WITH = lazy_pattern(r"^#[^\n]{0,80}pip-compile with [Pp]ython (3\.\d{1,2})\b", re.MULTILINE)
_READERS = {"pyproject.toml": python_requires.of_pyproject, "setup.cfg": python_requires.of_setup_cfg}
_PATCHES = (*range(31), 99)
_PYTHON = canonicalize_name("python")


def check(context: Context) -> Iterator[Fault]:
    """Each file that excludes a declared Python: of the code, of conda, then the locks."""
    minors = dict(_minors(context))
    yield from _code(context, minors)
    yield from _conda(context, minors)
    for lock in pip_locks(context):
        made = _MADE_WITH.search(context.text(lock.path, 64 << 20) or "")
        if made and lock.environment in minors and made[1] not in minors[lock.environment]:
            yield _fault(
                context,
                lock.environment,
                f"the lock was made by pip-compile with Python {made[1]}",
                lock.path,
                1,
                Severity.WARNING,
            )


def _minors(context: Context) -> Iterator[tuple[str, tuple[str, ...]]]:
    for name, environment in context.manifest.environments.items():
        try:
            yield name, python_bound.admitted_minors(environment.python)
        except ValueError:
            continue  # python-unknown says so


def _code(context: Context, minors: dict[str, tuple[str, ...]]) -> Iterator[Fault]:
    codebase = context.manifest.codebase
    used = {body.environment for body in context.experiments.values()}
    for file, reader in _READERS.items():
        path = f"{codebase.path if codebase else 'code'}/{file}"
        said = reader(context.text(path) or "") if path in context.files.entries else None
        for name in minors if said is not None else ():
            admitted = python_bound.admitted(context.manifest.environments[name].python)
            if said is not None and name in used and not any(version in said.specifier for version in admitted):
                what = f"the code asks for Python `{said.text}`"
                yield _fault(context, name, what, path, said.line, Severity.WARNING)


def _conda(context: Context, minors: dict[str, tuple[str, ...]]) -> Iterator[Fault]:
    for name, environment in context.manifest.environments.items():
        path = environment.requirements
        if environment.tool is not LockTool.CONDA_LOCK or name not in minors or path not in context.files.entries:
            continue
        try:
            asked = [one for one in conda_environment.read(bytes_of(context, path)).packages if one.name == "python"]
        except UnreadableError:
            continue  # requirement-fault says so
        for one in asked:
            versions = (f"{minor}.{patch}" for minor in minors[name] for patch in _PATCHES)
            if all(conda_version.satisfies(version, one.constraint) is False for version in versions):
                yield _fault(context, name, f"the file asks for `{one.text}`", path, one.line, Severity.ERROR)
    for lock in conda_locks(context):
        found = lock.versions().get(_PYTHON)
        if found and lock.environment in minors and found[1].rpartition(".")[0] not in minors[lock.environment]:
            what = f"the lock for {lock.platform} holds Python {found[1]}"
            yield _fault(context, lock.environment, what, lock.path, lock.line(found[0]), Severity.ERROR)


def _fault(context: Context, name: str, what: str, path: str, line: int, severity: Severity) -> Fault:
    return Fault(
        message=f"{what}, and environment `{name}` has {context.manifest.environments[name].python}",
        advice="Declare the Python that was used, and make the lock again with it.",
        file=path,
        mark=Mark(line, 1),
        severity=severity,
    )


RULE = Rule(code="RRE017", name="python-disagrees", level=Level.SPECIFIED, check=check)
