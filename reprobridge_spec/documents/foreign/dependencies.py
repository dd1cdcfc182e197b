"""Files that say what a repository needs: which they are, and what they ask for."""

from collections.abc import Callable
from functools import partial

from reprobridge_spec.documents.foreign import (
    conda,
    dockerfile,
    notebook,
    other_locks,
    pipfile,
    pixi,
    plain_files,
    pyproject,
    requirements,
    setup_cfg,
    setup_py,
    toml_locks,
)
from reprobridge_spec.documents.foreign.needs import Needs, Source
from reprobridge_spec.documents.foreign.text import ForeignError
from reprobridge_spec.lazy_pattern import lazy_pattern

Reader = Callable[[str, bytes], Needs]

_BY_NAME: dict[str, tuple[Source, Reader]] = {
    "setup.py": (Source.SETUP_PY, setup_py.read),
    "setup.cfg": (Source.SETUP_CFG, setup_cfg.read),
    "pyproject.toml": (Source.PYPROJECT, pyproject.read),
    "pipfile": (Source.PIPFILE, pipfile.read),
    "pipfile.lock": (Source.PIPFILE_LOCK, other_locks.read_pipfile_lock),
    "poetry.lock": (Source.POETRY_LOCK, partial(toml_locks.read, source=Source.POETRY_LOCK)),
    "uv.lock": (Source.UV_LOCK, partial(toml_locks.read, source=Source.UV_LOCK)),
    "pixi.toml": (Source.CONDA, pixi.read),
    "pixi.lock": (Source.PIXI_LOCK, other_locks.read_pixi_lock),
    "pdm.lock": (Source.PDM_LOCK, partial(toml_locks.read, source=Source.PDM_LOCK)),
    "runtime.txt": (Source.REPO2DOCKER, plain_files.read_python_version),
    ".python-version": (Source.REPO2DOCKER, plain_files.read_python_version),
    "apt.txt": (Source.REPO2DOCKER, plain_files.read_apt),
    "postbuild": (Source.REPO2DOCKER, partial(plain_files.read_script, source=Source.REPO2DOCKER)),
    "postinstall": (Source.SHELL, partial(plain_files.read_script, source=Source.SHELL)),
}
_BEFORE = r"([\w.-]{0,60}[-_.])?"
_BEHIND = r"([-_.][\w.-]{1,60})?"
_CONDA = rf"{_BEFORE}(environments?|env|conda|conda[-_]?env(ironment)?){_BEHIND}\.ya?ml"
_INSTALLERS = r"install|setup|setup[-_]?env|create[-_]?env|deps|dependencies|requirements?"
_LISTS = r"requirements?|reqs?|constraints|pip[-_]?(freeze|list|packages)|freeze"
_LISTS_OF_CONDA = r"spec[-_](file|list)|[\w-]{0,40}conda[\w-]{0,40}|explicit|package[-_]list"
_NAMED_FOR_IT = r"\w{1,20}requirements\.txt|requirements\.lock"
_REQUIREMENTS = rf"{_BEFORE}({_LISTS}){_BEHIND}\.(txt|in|pip)|{_NAMED_FOR_IT}|({_LISTS_OF_CONDA})\.txt"
_BY_FORM: tuple[tuple[str, Source, Reader], ...] = (
    (r"pylock(\.[\w-]{1,60})?\.toml", Source.PYLOCK, partial(toml_locks.read, source=Source.PYLOCK)),
    (r"([\w.-]{0,60}\.)?conda-lock\.ya?ml", Source.CONDA_LOCK, other_locks.read_conda_lock),
    (
        rf"(?!.*\.(js|json|md|py|txt|html|ya?ml|sh)$)([\w.-]{{0,60}}\.)?(dockerfile|containerfile){_BEHIND}",
        Source.DOCKERFILE,
        dockerfile.read,
    ),
    (_CONDA, Source.CONDA, conda.read),
    (
        rf"{_BEFORE}({_INSTALLERS}){_BEHIND}\.(sh|bash)",
        Source.SHELL,
        partial(plain_files.read_script, source=Source.SHELL),
    ),
    (_REQUIREMENTS, Source.REQUIREMENTS, requirements.read),
)
_FORM = lazy_pattern("|".join(f"(?P<f{index}>{form})" for index, (form, _, _) in enumerate(_BY_FORM)))
_ENDS = (".txt", ".in", ".pip", ".lock", ".toml", ".yml", ".yaml", ".sh", ".bash", ".py", ".cfg", "version", "file")
_FOLDERS = ("requirements", "reqs")
_NOBODYS = (".ipynb_checkpoints/", "site-packages/", "node_modules/", "__pycache__/")
"""Folders with copies that a program made."""
_NOTEBOOK = ".ipynb"


def is_dependency_file(path: str) -> bool:
    """Whether a file says by its name that it tells what the code needs; a notebook, which may too, does not."""
    return not path.endswith(_NOTEBOOK) and _kind(path) is not None and not any(part in path for part in _NOBODYS)


def read(path: str, data: bytes) -> Needs:
    """What a file asks for; what is at fault is told and not raised.

    Args:
        path: a file that `is_dependency_file` names, a notebook, or any other that is known to be of requirements.
        data: all of it.
    """
    source, reader = _kind(path) or (Source.REQUIREMENTS, requirements.read)
    try:
        return reader(path, data)
    except ForeignError as error:
        return Needs(path=path, source=source, fault=str(error))


def _kind(path: str) -> tuple[Source, Reader] | None:
    parent, _, name = path.rpartition("/")
    name = name.lower()
    if found := _BY_NAME.get(name):
        return found
    if name.endswith(_NOTEBOOK):
        return Source.NOTEBOOK, notebook.read_needs
    if not name.endswith(_ENDS) and not name.startswith(("dockerfile", "containerfile")):
        return None
    if match := _FORM.fullmatch(name):
        return _BY_FORM[int((match.lastgroup or "f0")[1:])][1:]
    if parent.rpartition("/")[2].lower() in _FOLDERS and name.endswith((".txt", ".in")):
        return Source.REQUIREMENTS, requirements.read
    return None
