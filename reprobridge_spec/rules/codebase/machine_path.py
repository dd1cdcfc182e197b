r"""A path leads into the machine of whoever wrote the code.

## What it finds
In code, scripts and configurations that a run sees, and in the commands of the manifest: absolute
paths of homes, scratch disks, mounts and drives (`/home/ada/data`, `/scratch/x`, `D:\work`), and a leading slash
before a path that is in the code without it. `/data/...`, `/workspace/...` and the like, which machines and images may
have, are a warning, and so is a list of files with such paths. Comments, example paths (`/path/to/data`,
`/home/user/data`), accounts that images have (`/home/ubuntu`, `/home/agent`), system folders, `/tmp`, addresses, and
what a Dockerfile of the artifact makes are none.

## Why
Nobody else has that folder. A run sees the working copy and its inputs, and nothing else.

## Example
```text
data_root: /home3/ada/datasets/cub
pretrained: /pretrained/backbone.pth      where pretrained/backbone.pth lies in the code
```

## What to do
Declare data and checkpoints as inputs and read `RRA_INPUT_...`; write into `RRA_OUTPUT_DIR`; name files of the code by
a path from the code.

## Standard
SPEC.md, section "Launcher contract".
"""

from collections.abc import Iterator

from reprobridge_spec.documents.python_text import is_python, without_comments
from reprobridge_spec.findings import Severity
from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.location import Path
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Look, Rule
from reprobridge_spec.rules.code_paths import code_folder, environment_files, seen_by_runs
from reprobridge_spec.rules.container_paths import describes_image, is_below, made_in_images
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.first_few import first_few
from reprobridge_spec.rules.machine_paths import absolute_paths, machine_paths
from reprobridge_spec.rules.places import written_experiments
from reprobridge_spec.rules.text_files import mark_at
from reprobridge_spec.schemas.kinds import MANIFEST_FILE

_COMMENTS = {
    (".sh", ".bash", ".zsh", ".sbatch", ".slurm", ".yaml", ".yml", ".toml", ".r", ".jl", ".mk", "makefile"): b"#",
    (".ini", ".cfg", ".conf", ".env", ".properties", ".opts", ".args"): b"#",
    (".c", ".cc", ".cpp", ".cu", ".h", ".hpp", ".java", ".go", ".rs", ".scala"): b"//",
    (".prototxt", ".pbtxt", ".cmake", ".pl", ".gnuplot"): b"#",
    (".lua",): b"--",
    (".m", ".tex"): b"%",
    (".json", ".gin", ".jsonnet"): b"//",
}
_SIGNS = {end: sign for ends, sign in _COMMENTS.items() for end in ends}
_LISTS = (".txt", ".csv", ".tsv", ".lst", ".list")
_MOST = 256 << 10
"""Larger files are data."""
_OF_PACKAGING = frozenset({"pyproject.toml", "package.json", "tsconfig.json", "setup.cfg", "mkdocs.yml"})
_NO_TWINS = lazy_pattern(r"/(?:usr|bin|etc|dev|proc|sys|tmp|var|opt|lib|sbin|run|static|assets|api|docs)/")
_ADVICE = "Declare it as an input and read `RRA_INPUT_...`, or name it by a path from the code."


def looker(context: Context) -> Look:
    """Each line with such a path; of a list of files, the first."""
    paths = seen_by_runs(context) - environment_files(context)
    twins = _Twins(context)
    made = made_in_images(context)

    def look(path: str, data: bytes) -> Iterator[Fault]:
        if path == MANIFEST_FILE:
            yield from _in_manifest(context)
        if path not in paths or len(data) > _MOST or describes_image(path):
            return
        if path.lower().endswith(_LISTS):
            yield from _in_list(path, data)
            return
        if (sign := _sign(path, data)) is not None and (b"/" in data or b":\\" in data):
            yield from first_few(_in_code(path, data, sign, twins, made))

    return look


def _sign(path: str, data: bytes) -> bytes | None:
    """What begins a comment in a file; None where it is no code."""
    name = path.rpartition("/")[2].lower()
    if is_python(path, data):
        return b""
    end = name[name.rfind(".") :] if "." in name else name
    return _SIGNS.get(end, b"#" if data.startswith(b"#!") else None)


class _Twins:
    """Paths of the artifact that a leading slash makes absolute."""

    def __init__(self, context: Context) -> None:
        self._code = code_folder(context)
        self._files = context.files.entries

    def of(self, path: str, text: str) -> str | None:
        """The path that `text`, in the file `path`, is without its slash; None where there is none."""
        if _NO_TWINS.match(text):
            return None
        bare = text.removeprefix("/")
        folder = path[: path.rfind("/") + 1]
        return bare if any(start + bare in self._files for start in ("", self._code, folder)) else None


def _in_code(path: str, data: bytes, sign: bytes, twins: _Twins, made: tuple[str, ...]) -> Iterator[Fault]:
    text = data if sign else without_comments(data)
    found = list(absolute_paths(text))
    faults = [*_foreign(path, text, found, made), *_slashed(path, text, found, twins, made)]
    lines = set[int]()
    for start, fault in sorted(faults, key=lambda one: one[0]):
        line = text.rfind(b"\n", 0, start)
        before = text[line + 1 : start]
        if line not in lines and not (_is_comment(before, sign) if sign else before.lstrip().startswith(b"@")):
            lines.add(line)
            yield fault


def _is_comment(before: bytes, sign: bytes) -> bool:
    if before.startswith((b"#!", b"#SBATCH ", b"#PBS ")):
        return False
    return before.lstrip().startswith(sign) or b" " + sign in before or before.startswith(b"prefix:")


_Found = list[tuple[int, str]]
"""Absolute paths, each with its place."""


def _foreign(path: str, data: bytes, absolute: _Found, made: tuple[str, ...]) -> Iterator[tuple[int, Fault]]:
    for found in machine_paths(data, absolute):
        if not is_below(found.text, made):
            yield (
                found.start,
                Fault(
                    message=f"`{found.text}` is a path of "
                    + ("the machine of whoever wrote it" if found.certain else "a machine, which a run does not see"),
                    advice=_ADVICE,
                    file=path,
                    mark=mark_at(data, found.start),
                    severity=None if found.certain else Severity.WARNING,
                ),
            )


def _slashed(
    path: str, data: bytes, absolute: _Found, twins: _Twins, made: tuple[str, ...]
) -> Iterator[tuple[int, Fault]]:
    if path.rpartition("/")[2] in _OF_PACKAGING:
        return
    for start, text in absolute:
        twin = twins.of(path, text)
        # what is put behind another text begins with a slash for good reason
        if twin and not is_below(text, made) and not data[max(0, start - 4) : start].rstrip(b"\"' ").endswith(b"+"):
            yield (
                start,
                Fault(
                    message=f"`{text}` begins at the root of the machine, and `{twin}` lies in the artifact",
                    advice="Take the leading slash away.",
                    file=path,
                    mark=mark_at(data, start),
                ),
            )


def _in_list(path: str, data: bytes) -> Iterator[Fault]:
    """A list of files is one whose first or second line holds such a path."""
    head = b"\n".join(data[:4096].split(b"\n", 2)[:2])
    found = next(machine_paths(head), None)
    if found is not None and found.certain:
        yield Fault(
            message=f"`{path}` lists paths of one machine, such as `{found.text}`",
            advice="Write them from the folder of the data, and put that folder before them when they are read.",
            file=path,
            mark=mark_at(head, found.start),
            severity=Severity.WARNING,
        )


def _in_manifest(context: Context) -> Iterator[Fault]:
    places: list[tuple[str, Path, str]] = []
    for written in written_experiments(context.manifest):
        for index, argument in enumerate(written.body.command or []):
            places.append((f"the command of {written.label}", (*written.place, "command", index), argument))
        for index, argument in enumerate(written.body.smoke.append if written.body.smoke else []):
            place = (*written.place, "smoke", "append", index)
            places.append((f"the smoke run of {written.label}", place, argument))
    for who, place, text in places:
        if found := next(machine_paths(text.encode()), None):
            yield Fault(
                message=f"{who} holds `{found.text}`, a path that a run does not see",
                advice=_ADVICE,
                path=place,
                severity=None if found.certain else Severity.WARNING,
            )


RULE = Rule(code="RRC008", name="machine-path", level=Level.SPECIFIED, looker=looker)
