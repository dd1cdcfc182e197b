"""Code writes into a folder that is not there and that nothing makes.

## What it finds
Python that opens for writing, or saves to, a path in a folder given as text, and shell scripts that redirect or `tee`
into one, where the folder is not in the artifact and neither that file nor another one of the code makes it; and
`mkdir` of a folder inside one that is not there. Where folders are made by a variable, after a `cd`, and where a
command before may have made the folder, nothing is said.

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

import posixpath
import re
from collections.abc import Callable, Iterator
from itertools import islice

from reprobridge_spec.documents.lines_with import lines_with
from reprobridge_spec.documents.python_text import code_of, is_python, without_comments
from reprobridge_spec.documents.shell_script import commands, is_shell
from reprobridge_spec.findings import Severity
from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.location import Mark
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Look, Rule
from reprobridge_spec.rules.code_paths import code_folder, seen_by_runs
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.first_few import first_few
from reprobridge_spec.rules.text_files import contents, mark_at

_PATH = rb"[fF]?[\"'](?P<path>[A-Za-z0-9_.][A-Za-z0-9_./-]{0,200}/[^\"'\n]{0,200})[\"']"
_JOINED = rb"(?:os\.)?path\.join\(\s{0,40}[\"'](?P<joined>[A-Za-z0-9_.][A-Za-z0-9_./-]{0,200})[\"'],[^()\n]{0,200}\)"
_FILLED_IN = rb"(?:\.format\([^()\n]{0,120}\)|[ \t]{0,4}[%+][^\n]{0,120}?)?"
_TO_WRITE = rb"\s{0,40},\s{0,40}(?:mode\s{0,4}=\s{0,4})?[\"'][wax]"
_FIRST = rb"(?:[^()]|\([^()]{0,200}\)){1,300}?,\s{0,40}"
"""An argument that is no path, and maybe others behind it."""
_OPENS = lazy_pattern(rb"\bopen\(\s{0,40}(?:" + _PATH + _FILLED_IN + rb"|" + _JOINED + rb")" + _TO_WRITE)
_SAVES = lazy_pattern(
    rb"\b(?:np|numpy)\.(?:save|savez|savez_compressed|savetxt)\(\s{0,40}"
    + _PATH
    + rb"|\.(?:to_csv|to_json|to_pickle|to_parquet|to_excel|savefig|save_weights|imwrite|imsave|savemat|FileHandler)\("
    + rb"\s{0,40}"
    + _PATH.replace(b"<path>", b"<path2>")
    + rb"|\b(?:torch\.save|joblib\.dump)\("
    + _FIRST
    + _PATH.replace(b"<path>", b"<path3>")
    + rb"|\bPath\(\s{0,40}"
    + _PATH.replace(b"<path>", b"<path4>")
    + rb"\s{0,40}\)\.(?:write_text|write_bytes|open\([\"'][wax])|\bbasicConfig\([^)\n]{0,200}filename\s{0,4}=\s{0,4}"
    + _PATH.replace(b"<path>", b"<path5>")
    + rb"|\.save\(\s{0,40}(?=[fF]?[\"'][^\"'\n]{1,200}\.(?:png|jpe?g|gif|pdf|tiff?|h5|keras|npy)[\"'])"
    + _PATH.replace(b"<path>", b"<path6>")
    + rb"|\bos\.mkdir\(\s{0,40}"
    + _PATH.replace(b"<path>", b"<path7>")
)
_MOST = 50
"""Folders of one file that are looked up."""
_WINDOW = 400
"""Bytes behind the line in which a call begins that may belong to it."""
_MAKES = lazy_pattern(rb"\b(?:makedirs|mkdirs?|mkdir_p|mkdir_or_exist|ensure_dir|create_dir|make_dir)\w{0,20}\b")
_MADE_BY_TEXT = lazy_pattern(rb"(?:makedirs|mkdirs?|Path)\(\s{0,40}[\"']([^\"'\n]{1,200})[\"']")
_MADE_BY_SHELL = lazy_pattern(
    rb"^(?:[^\n(\"']{0,80}[ \t;&|])?mkdir(?:[ \t]{1,8}-[\w=-]{1,20}){0,4}[ \t]{1,8}[\w./]", re.MULTILINE
)
_MAKES_ONE = lazy_pattern(rb"\bmkdir\b(?![^\n]{0,200}(?:-p\b|--parents|parents\s{0,4}=\s{0,4}True))")
"""What makes the last folder of a path alone."""
_SIGNS = (
    *(b"open(", b".save", b".to_", b"imwrite", b"imsave", b"savemat", b"FileHandler", b".write_", b"basicConfig"),
    *(b"joblib.dump", b"os.mkdir("),
)


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
    for mark, folder in islice(writes, _MOST):
        if folders.is_there(path, folder) or folders.is_made(folder):
            continue
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
    name = folder.encode()
    if name in data and any(_makes_in(line, name) for line in data.splitlines() if name in line):
        return True
    return _makes_by_variable(data) and name in data


def _makes_in(line: bytes, folder: bytes) -> bool:
    """Whether one line makes it: the last step of a path, or any where the steps before are made with it."""
    if not _MAKES.search(line):
        return False
    return not _MAKES_ONE.search(line) or re.search(re.escape(folder) + rb"(?!/?\w)", line) is not None


def _python_writes(data: bytes) -> Iterator[tuple[Mark, str]]:
    if _makes_by_variable(data):
        return
    told = set[str]()
    text, code = without_comments(data), code_of(data)
    for start, line in lines_with(text, _SIGNS):
        window = text[start : start + len(line) + _WINDOW]
        found = [match for pattern in (_OPENS, _SAVES) for match in pattern.finditer(window)]
        for match in sorted(found, key=lambda match: match.start()):
            # what begins in a later line is met there, and what begins in a string is text
            if match.start() < len(line) and code[start + match.start()] == text[start + match.start()]:
                said = {name: value for name, value in match.groupdict().items() if value is not None}
                name, target = next(iter(said.items()))
                folder = _folder_of(target.decode(errors="replace") + ("/" if name == "joined" else ""))
                if folder not in told and _is_told(folder):
                    told.add(folder)
                    yield mark_at(data, start + match.start()), folder


def _makes_by_variable(data: bytes) -> bool:
    told = sum(1 for pattern in (_MADE_BY_TEXT, _MADE_BY_SHELL) for _ in pattern.finditer(data))
    return sum(1 for _ in _MAKES.finditer(data)) > told


def _shell_writes(data: bytes) -> Iterator[tuple[Mark, str]]:
    told = set[str]()
    before = list[str]()
    pipeline = list[str]()
    for command in commands(data.decode("utf-8", "replace")):
        program, words = command.program, command.arguments[1:]
        if program == "cd" and words and "$" not in words[0]:
            return  # what is written from here on lies elsewhere
        if command.before != "|":
            before += pipeline
            pipeline = []
        targets = list(command.targets)
        if program == "tee":
            targets += [word for word in words if not word.startswith("-")]
        elif program == "mkdir" and not any(word.startswith(("-p", "--parents")) for word in words):
            targets += words
        else:
            pipeline += words
        for target in targets if program != "[[" else ():
            folder = _folder_of(target.strip("\"'"))
            if len(told) < _MOST and folder not in told and _is_told(folder):
                told.add(folder)
                # a command before that names the folder may have made it
                if not any(folder in word for word in before):
                    yield Mark(command.line, 1), folder


def _folder_of(target: str) -> str:
    folder = target.rpartition("/")[0]
    return posixpath.normpath(folder) if folder else ""


RULE = Rule(
    code="RRC009", name="output-folder-missing", level=Level.SPECIFIED, severity=Severity.WARNING, looker=looker
)
