"""Code writes into a folder that is not there and that nothing makes.

## What it finds
Python that opens for writing, or saves to, a path in a folder given as text, and shell scripts that redirect or `tee`
into one, where the folder is not in the artifact and neither that file nor another one of the code makes it. Where
folders are made by a variable, nothing is said.

## Why
Version control drops empty folders. On the author's machine the folder was left from an earlier run; anywhere else the
run ends at its first save, and `tee` complains and goes on.

## Example
```python
with open("Logs/out.txt", "w") as file:      # Logs/ is not in the code, and nothing makes it
    file.write("0.91")
```

## What to do
Write into the folder that `RRA_OUTPUT_DIR` names, or make the folder first.

## Standard
SPEC.md, section "Launcher contract".
"""

from collections.abc import Callable, Iterator

from reprobridge_spec.documents.lazy_pattern import LazyPattern
from reprobridge_spec.documents.lines_with import lines_with
from reprobridge_spec.documents.python_text import is_python, without_comments
from reprobridge_spec.documents.shell_script import commands, is_shell
from reprobridge_spec.findings import Severity
from reprobridge_spec.location import Mark
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Look
from reprobridge_spec.rules.code_paths import code_folder, seen_by_runs
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.first_few import first_few
from reprobridge_spec.rules.text_files import contents, mark_at, text_rule

_PATH = rb"[fF]?[\"'](?P<path>[A-Za-z0-9_.][A-Za-z0-9_./-]{0,200}/[^\"'\n]{1,200})[\"']"
_OPENS = LazyPattern(rb"\bopen\(\s{0,40}" + _PATH + rb"\s{0,40},\s{0,40}(?:mode\s{0,4}=\s{0,4})?[\"'][wax]")
_SAVES = LazyPattern(
    rb"\b(?:np|numpy)\.(?:save|savez|savez_compressed|savetxt)\(\s{0,40}"
    + _PATH
    + rb"|\.(?:to_csv|to_json|to_pickle|to_parquet|to_excel|savefig|save_weights|imwrite|FileHandler)\(\s{0,40}"
    + _PATH.replace(b"<path>", b"<path2>")
    + rb"|\btorch\.save\([^,\n]{1,200},\s{0,40}"
    + _PATH.replace(b"<path>", b"<path3>")
    + rb"|\bPath\(\s{0,40}"
    + _PATH.replace(b"<path>", b"<path4>")
    + rb"\s{0,40}\)\.(?:write_text|write_bytes|open\([\"'][wax])|\bbasicConfig\([^)\n]{0,200}filename\s{0,4}=\s{0,4}"
    + _PATH.replace(b"<path>", b"<path5>")
)
_MAKES = LazyPattern(rb"\b(?:makedirs|mkdirs?|mkdir_p|mkdir_or_exist|ensure_dir|create_dir|make_dir)\w{0,20}\b")
_MADE_BY_TEXT = LazyPattern(rb"(?:makedirs|mkdirs?|Path)\(\s{0,40}[\"']([^\"'\n]{1,200})[\"']")
_SIGNS = (b"open(", b".save", b".to_", b"imwrite", b"FileHandler", b".write_", b"basicConfig")


def looker(context: Context) -> Look:
    """The first write into each such folder, of each file."""
    paths = seen_by_runs(context)
    folders = _Folders(context, paths)

    def look(path: str, data: bytes) -> Iterator[Fault]:
        if path not in paths:
            return
        writes: Callable[[bytes], Iterator[tuple[Mark, str]]] | None = None
        if is_python(path, data):
            writes = _python_writes if any(sign in data for sign in _SIGNS) else None
        elif is_shell(path, data):
            writes = _shell_writes
        if writes is not None:
            yield from first_few(_faults(path, writes(data), folders))

    return look


def _faults(path: str, writes: Iterator[tuple[Mark, str]], folders: "_Folders") -> Iterator[Fault]:
    said = set[str]()
    for mark, target in writes:
        folder = target.removeprefix("./").rpartition("/")[0]
        if folder in said or not _is_told(folder) or folders.is_there(path, folder) or folders.is_made(folder):
            continue
        said.add(folder)
        yield Fault(
            message=f"this writes into `{folder}/`, which is not in the artifact, and nothing makes it",
            advice="Write into the folder that `RRA_OUTPUT_DIR` names, or make the folder first.",
            file=path,
            mark=mark,
        )


def _is_told(folder: str) -> bool:
    """Whether it is a folder below the one where the run starts, given as it is."""
    return bool(folder) and not folder.startswith((".", "/", "~")) and not set(folder) & set("{}$%*?:`")


class _Folders:
    """Which folders are there, and which are made by code."""

    def __init__(self, context: Context, paths: frozenset[str]) -> None:
        self._context = context
        self._paths = sorted(paths)
        self._code = code_folder(context)
        self._there = {path[:end] for path in context.files.entries for end, sign in enumerate(path) if sign == "/"}
        self._made: dict[str, bool] = {}

    def is_there(self, path: str, folder: str) -> bool:
        beside = path[: path.rfind("/") + 1]
        return any(start + folder in self._there for start in ("", self._code, beside))

    def is_made(self, folder: str) -> bool:
        """Whether some file of the code makes it, or makes folders that only a run can name."""
        if folder not in self._made:
            sources = (path for path in self._paths if path.endswith((".py", ".sh", ".bash", "akefile")))
            self._made[folder] = any(_makes(data, folder) for _, data in contents(self._context, sources))
        return self._made[folder]


def _makes(data: bytes, folder: str) -> bool:
    if not _MAKES.search(data):
        return False
    if folder.encode() in data and any(folder.encode() in line for line in data.splitlines() if _MAKES.search(line)):
        return True
    if _makes_by_variable(data) and folder.encode() in data:
        return True
    made = {match[1].decode(errors="replace").strip("./") for match in _MADE_BY_TEXT.finditer(data)}
    return any(name == folder or name.startswith(f"{folder}/") for name in made)


def _python_writes(data: bytes) -> Iterator[tuple[Mark, str]]:
    if _makes_by_variable(data):
        return
    for start, line in lines_with(without_comments(data), _SIGNS):
        for pattern in (_OPENS, _SAVES):
            for match in pattern.finditer(line):
                target = next(value for value in match.groupdict().values() if value is not None)
                yield mark_at(data, start + match.start()), target.decode(errors="replace")


def _makes_by_variable(data: bytes) -> bool:
    return sum(1 for _ in _MAKES.finditer(data)) > sum(1 for _ in _MADE_BY_TEXT.finditer(data))


def _shell_writes(data: bytes) -> Iterator[tuple[Mark, str]]:
    for command in commands(data.decode("utf-8", "replace")):
        targets = list(command.targets)
        if command.program == "tee":
            targets += [word for word in command.arguments[1:] if not word.startswith("-")]
        for target in targets:
            if "/" in target:
                yield Mark(command.line, 1), target.strip("\"'")


RULE = text_rule(
    code="RRC009", name="output-folder-missing", level=Level.SPECIFIED, severity=Severity.WARNING, looker=looker
)
