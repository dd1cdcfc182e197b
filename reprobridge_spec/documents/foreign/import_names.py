"""What code needs by what it imports, for repositories that say it nowhere else."""

import re
from collections.abc import Container, Iterable, Iterator

from reprobridge_spec.documents.foreign import import_tables, notebook
from reprobridge_spec.documents.foreign.needs import LeftOut, Need, Needs, Source
from reprobridge_spec.documents.foreign.wrong_names import STANDARD_LIBRARY
from reprobridge_spec.documents.python_text import code_of
from reprobridge_spec.documents.text_bytes import as_text
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.lazy_pattern import lazy_pattern

_IMPORT = lazy_pattern(
    rb"(?:^(?P<indent>[ \t]{0,60})|;[ \t]{0,60})"
    rb"(?:from[ \t]{1,20}(?P<module>[A-Za-z_][\w.]{0,200})[ \t]{1,20}import\b(?:[ \t(]{1,20}(?P<name>[\w*]{1,100}))?"
    rb"|import[ \t]{1,20}(?P<modules>[A-Za-z_][\w., \t]{0,400}))",
    re.MULTILINE,
)
_TRY = (b"try:", b"except", b"else:")
_OPTIONAL_FOLDERS = frozenset({"test", "tests", "testing", "doc", "docs", "benchmarks"})
_SETUP = ("setup.py", "conftest.py", "noxfile.py", "fabfile.py", "versioneer.py")
_OF_PYTHON_2 = frozenset(
    {
        "cPickle",
        "urllib2",
        "ConfigParser",
        "Queue",
        "StringIO",
        "cStringIO",
        "commands",
        "httplib",
        "urlparse",
        "Tkinter",
    }
    | {"HTMLParser", "copy_reg", "thread", "exceptions", "sets", "md5", "cookielib"}
)
_MAX_FILE = 1 << 20
_MOST_MODULES = 5_000
_LINES_BEFORE = 400
"""Bytes before an import that are looked at for the block that it is in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Import:
    module: str
    path: str
    line: int
    is_optional: bool


def needs_of_imports(files: Iterable[tuple[str, bytes]], local: Container[str]) -> Needs:
    """What source files import that is neither Python's own nor the repository's; a need names its first import.

    Args:
        files: the path and the content of each source file of Python; a notebook counts as its code cells, and its
            lines are those of their text.
        local: names of the modules and packages that the repository has itself.
    """
    found: dict[str, _Import] = {}
    own = _Own()
    for path, data in files:
        own.add(path)
        for one in _imports(path, data):
            known = found.get(one.module)
            if known is None and len(found) >= _MOST_MODULES:
                continue
            if known is None or (known.is_optional and not one.is_optional):
                found[one.module] = one
    wanted = [one for one in found.values() if not _is_pythons_own(one.module)]
    return _needs([one for one in wanted if not own.has(one, local)])


def _needs(imports: list[_Import]) -> Needs:
    required: dict[str, Need] = {}
    optional: dict[str, Need] = {}
    left_out: list[LeftOut] = []
    for one in imports:
        name = import_tables.distribution(one.module)
        if name is None:
            left_out.append(_unknown(one))
        else:
            into = optional if one.is_optional else required
            into.setdefault(name, Need(text=name, line=one.line, path=one.path))
    left = [need for name, need in optional.items() if name not in required]
    first = next((need.path for need in required.values()), "")
    return Needs(
        path=first,
        source=Source.IMPORTS,
        requirements=tuple(required.values()),
        optional=tuple(left),
        left_out=tuple(left_out),
    )


def _unknown(one: _Import) -> LeftOut:
    what = import_tables.NOT_ON_THE_INDEX.get(one.module)
    if what is None:
        why = "no package is known to have this module, and one of the same name may be a stranger's"
        advice = f"Say which package `{one.module}` is from, or put its code into the repository."
    else:
        why, advice = f"it is {what}, which no index has under this name", "Say how it was installed."
    return LeftOut(text=one.module, line=one.line, why=why, advice=advice, path=one.path)


def _is_pythons_own(module: str) -> bool:
    name = module.partition(".")[0]
    return name.startswith("__") or name in STANDARD_LIBRARY or name in _OF_PYTHON_2


class _Own:
    """Modules that the files themselves make."""

    def __init__(self) -> None:
        self._modules: set[str] = set()
        self._packages: set[str] = set()
        self._folders: set[str] = set()
        self._names: set[str] = set()

    def add(self, path: str) -> None:
        folder, _, name = path.rpartition("/")
        stem = name.removesuffix(".py")
        self._modules.add(f"{folder}/{stem}" if folder else stem)
        if stem == "__init__":
            self._packages.add(folder)
        self._names.add(folder.rpartition("/")[2] if stem == "__init__" else stem)
        while folder and folder not in self._folders:
            self._folders.add(folder)
            folder = folder.rpartition("/")[0]

    def has(self, one: _Import, local: Container[str]) -> bool:
        """Whether the module is in a folder that the import would look at, or has a name of the repository's alone.

        A folder that is no package, such as `gym/` with the paper's runs on Gym, hides no package that is known.
        """
        name = one.module.partition(".")[0]
        is_known = import_tables.distribution(one.module) is not None or one.module in import_tables.NOT_ON_THE_INDEX
        looked_at = {f"{folder}/{name}" if folder else name for folder in _looked_at(one.path)}
        if not (looked_at.isdisjoint(self._modules) and looked_at.isdisjoint(self._packages)):
            return True
        return not is_known and (name in local or name in self._names or not looked_at.isdisjoint(self._folders))


def _looked_at(path: str) -> Iterator[str]:
    folder = path.rpartition("/")[0]
    while True:
        yield folder
        for inner in ("src", "lib", "python"):
            yield f"{folder}/{inner}" if folder else inner
        if not folder:
            return
        folder = folder.rpartition("/")[0]


def _imports(path: str, data: bytes) -> Iterator[_Import]:
    *folders, name = path.split("/")
    if (len(data) > _MAX_FILE and not name.endswith(".ipynb")) or name in _SETUP:
        return
    in_tests = not _OPTIONAL_FOLDERS.isdisjoint(folders) or name.startswith("test_")
    code = code_of(_source(path, data))
    line, counted = 1, 0
    for match in _IMPORT.finditer(code):
        line += code.count(b"\n", counted, match.start())
        counted = match.start()
        is_optional = in_tests or _is_tried(code, match)
        for module in _modules(match):
            yield _Import(module=module, path=path, line=line, is_optional=is_optional)


def _source(path: str, data: bytes) -> bytes:
    if not path.endswith(".ipynb"):
        return as_text(data) or b""
    found = notebook.read(path, data)
    return b"" if isinstance(found, str) else found.source


def _modules(match: re.Match[bytes]) -> Iterator[str]:
    if match["module"]:
        module = match["module"].decode(errors="replace")
        yield _top(f"{module}.{match['name'].decode(errors='replace')}" if match["name"] else module)
        return
    for part in match["modules"].split(b","):
        if words := part.split():
            yield _top(words[0].decode(errors="replace"))


def _top(module: str) -> str:
    """The part of a module's name that tells its distribution."""
    first, *rest = module.strip(".").split(".")
    if first not in import_tables.NAMESPACES or not rest:
        return first
    longer = ".".join([first, *rest[:2]])
    return longer if import_tables.distribution(longer) else f"{first}.{rest[0]}"


def _is_tried(code: bytes, match: re.Match[bytes]) -> bool:
    """Whether the import stands in a block that goes on without it."""
    indent = match["indent"]
    if not indent:
        return False
    before = code[max(0, match.start() - _LINES_BEFORE) : match.start()].split(b"\n")
    for raw in reversed(before[:-1]):
        text = raw.strip()
        if text and len(raw) - len(raw.lstrip()) < len(indent):
            return text.startswith(_TRY)
    return False
