"""Nothing that could run is left of the code in the working copy.

## What it finds
Globs of `docs` and `shipped_results` that together keep every file of the code folder out of the working copy, or
every program in it, such as `"**"` or `"**/*.py"`. It names the one that keeps out most.

## Why
What is kept out is not there for launchers, and nobody looks into it: neither at published values nor at paths of a
machine. `docs` is for texts and `shipped_results` for the authors' score files; a repository that runs nowhere is no
refined codebase.

## Example
```yaml
codebase: {path: code, relation: modified, shipped_results: ["**"]}
```

## What to do
Name the folders and files that hold text or scores, such as `docs/**` and `results/*.csv`.

## Standard
SPEC.md, section "Codebase".
"""

from collections.abc import Iterator

from reprobridge_spec.documents.files import Kind
from reprobridge_spec.globs import matches
from reprobridge_spec.location import Path
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.code_paths import code_folder
from reprobridge_spec.rules.context import Context

_PROGRAMS = (".py", ".ipynb", ".sh", ".bash", ".r", ".jl", ".m", ".lua", ".pl", ".c", ".cc", ".cpp", ".cu", ".java")
_PROGRAMS_TOO = (".rs", ".go", ".scala", ".js", ".ts")


def check(context: Context) -> Iterator[Fault]:
    """The globs that leave nothing, as one fault."""
    code = code_folder(context)
    files = [path for path, entry in context.files.entries.items() if entry.kind is Kind.FILE and path.startswith(code)]
    programs = [path for path in files if path.lower().endswith((*_PROGRAMS, *_PROGRAMS_TOO))]
    wanted, what = (programs, "program") if programs else (files, "file")
    if not wanted or not context.working_copy.isdisjoint(wanted):
        return
    place, glob = _widest(context, [path.removeprefix(code) for path in wanted])
    number = f"the only {what}" if len(wanted) == 1 else f"all {len(wanted)} {what}s"
    yield Fault(
        message=f"`docs` and `shipped_results` keep {number} of `{code}` out of the working copy, "
        f"above all by `{glob}`",
        advice="Name the folders and files that hold text or scores, such as `docs/**`.",
        path=place,
    )


def _widest(context: Context, paths: list[str]) -> tuple[Path, str]:
    codebase = context.manifest.codebase
    globs = {"docs": codebase.docs, "shipped_results": codebase.shipped_results} if codebase else {}
    places: list[tuple[Path, str]] = [
        (("codebase", field, index), glob) for field, listed in globs.items() for index, glob in enumerate(listed)
    ]
    return max(places, key=lambda one: sum(matches(path, [one[1]]) for path in paths))


RULE = Rule(code="RRC014", name="code-kept-out", level=Level.SPECIFIED, check=check)
