"""A command names a file that its run will not find.

## What it finds
An argument of a command, of `smoke.append` or of a decision's alternative that names a file or folder under
`launchers/`, `env/` or the code folder that is not there, or that `docs` and `shipped_results` keep out of the
working copy.

## Why
A launcher runs in a copy of these folders and of nothing else. A file that is missing there shows after the
environment was built and the inputs were fetched, or after hours, when the command gets to it.

## Example
```yaml
experiments:
  italy: {command: [python, launchers/runn.py, --config, code/configs/base.yaml]}
```

## What to do
Mend the path, add the file, or take it out of `docs` or `shipped_results`.

## Standard
SPEC.md, section "Launcher contract".
"""

from collections.abc import Iterator

from reprobridge_spec.location import Path
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.plan import working_copy
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.nearest import nearest
from reprobridge_spec.rules.places import written_experiments
from reprobridge_spec.schemas.kinds import MANIFEST_FILE


def check(context: Context) -> Iterator[Fault]:
    """Each path that an argument names and that is not in the working copy, once."""
    codebase = context.manifest.codebase
    folders = tuple(
        f"{folder}/"
        for folder in (codebase.path if codebase else "code", working_copy.LAUNCHERS, working_copy.ENVIRONMENTS)
    )
    present = context.working_copy
    known = {*present, *(path[:end] for path in present for end in _slashes(path))}
    missing: dict[str, list[tuple[str, Path, str]]] = {}
    for who, place, file, argument in _arguments(context):
        path = _path_in(argument)
        if path.startswith(folders) and path not in known:
            missing.setdefault(path, []).append((who, place, file))
    for path, named in missing.items():
        who, place, file = named[0]
        more = f" (and {len(named) - 1} more)" if len(named) > 1 else ""
        hidden = path in context.files.entries
        yield Fault(
            message=f"{who}{more} names `{path}`, which is {'not in the working copy' if hidden else 'not there'}",
            advice="Take it out of `codebase.docs` and `codebase.shipped_results`."
            if hidden
            else nearest(path, present, otherwise="Add the file, or mend the path."),
            file=file,
            path=place,
        )


def _slashes(path: str) -> Iterator[int]:
    return (index for index, character in enumerate(path) if character == "/")


def _arguments(context: Context) -> Iterator[tuple[str, Path, str, str]]:
    for written in written_experiments(context.manifest):
        for index, argument in enumerate(written.body.command or []):
            yield f"the command of {written.label}", (*written.place, "command", index), MANIFEST_FILE, argument
        for index, argument in enumerate(written.body.smoke.append if written.body.smoke else []):
            place = (*written.place, "smoke", "append", index)
            yield f"the smoke run of {written.label}", place, MANIFEST_FILE, argument
    if context.decisions is None or context.decisions.model is None:
        return
    for name, decision in context.decisions.model.decisions.items():
        for key, alternative in decision.alternatives.items():
            for index, argument in enumerate(alternative.append):
                place = ("decisions", name, "alternatives", key, "append", index)
                yield f"alternative `{key}` of decision `{name}`", place, context.decisions.file, argument


def _path_in(argument: str) -> str:
    """The path that an argument may name: all of it, or what stands behind the `=` of `--config=...`."""
    return argument.rpartition("=")[2].removeprefix("./").rstrip("/")


RULE = Rule(code="RRL009", name="launcher-missing", level=Level.SPECIFIED, check=check)
