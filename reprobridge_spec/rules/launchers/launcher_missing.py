"""A command names a file that its run will not find.

## What it finds
An argument of a command, of `measure: command`, of `smoke.append` or of a decision's alternative that names a file or
folder under `launchers/`, `env/` or the code folder that is not there, that `docs` and `shipped_results` keep out of
the working copy, or that is a link or lies behind one.

## Why
A launcher runs in a copy of these folders and of nothing else. A file that is missing there shows after the
environment was built and the inputs were fetched, or after hours, when the command gets to it. A link is no file: a
package holds none, and nobody has looked into what it leads to.

## Example
```yaml
experiments:
  italy: {command: [python, launchers/runn.py, --config, code/configs/base.yaml]}
```

## What to do
Mend the path, add the file, or take it out of `docs` or `shipped_results`. Put the file itself where a link is.

## Standard
SPEC.md, section "Launcher contract".
"""

from collections.abc import Iterator

from reprobridge_spec.documents.files import Kind
from reprobridge_spec.location import Path
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.plan import working_copy
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.nearest import nearest
from reprobridge_spec.rules.places import written_experiments
from reprobridge_spec.rules.started import commands_of, named_paths
from reprobridge_spec.schemas.kinds import MANIFEST_FILE


def check(context: Context) -> Iterator[Fault]:
    """Each path that an argument names and that is not in the working copy, once."""
    codebase = context.manifest.codebase
    folders = tuple(
        f"{folder}/"
        for folder in (codebase.path if codebase else "code", working_copy.LAUNCHERS, working_copy.ENVIRONMENTS)
    )
    entries = context.files.entries
    present = {path for path in context.working_copy if entries[path].kind is not Kind.LINK}
    known = {*present, *(path[:end] for path in present for end in _slashes(path))}
    missing: dict[str, list[tuple[str, Path, str]]] = {}
    for who, place, file, argument in _arguments(context):
        path = _path_in(argument)
        if path.startswith(folders) and path not in known:
            missing.setdefault(path, []).append((who, place, file))
    for started in commands_of(context):
        # lines for a shell, and modules
        for path in named_paths(started.arguments):
            if path.startswith(folders) and path not in missing and _link_to(context, path):
                missing[path] = [(started.label, started.place, MANIFEST_FILE)]
    for path, named in missing.items():
        who, place, file = named[0]
        more = f" (and {len(named) - 1} more)" if len(named) > 1 else ""
        what, advice = _fault_of(context, path, present)
        yield Fault(message=f"{who}{more} names `{path}`, which {what}", advice=advice, file=file, path=place)


def _fault_of(context: Context, path: str, present: set[str]) -> tuple[str, str]:
    """What is wrong with a path that is not in the working copy, and what to do."""
    entries = context.files.entries
    link = _link_to(context, path)
    if link is not None:
        which = "is a link" if link == path else f"lies behind the link `{link}`"
        return f"{which}, and no file of the working copy", "Put the file itself there."
    if path in entries:
        return "is not in the working copy", "Take it out of `codebase.docs` and `codebase.shipped_results`."
    return "is not there", nearest(path, present, otherwise="Add the file, or mend the path.")


def _link_to(context: Context, path: str) -> str | None:
    """The link that a path is, or that it lies behind; None where there is none."""
    steps = (*(path[:end] for end in _slashes(path)), path)
    return next((step for step in steps if _is_link(context, step)), None)


def _is_link(context: Context, path: str) -> bool:
    entry = context.files.entries.get(path)
    return entry is not None and entry.kind is Kind.LINK


def _slashes(path: str) -> Iterator[int]:
    return (index for index, character in enumerate(path) if character == "/")


def _arguments(context: Context) -> Iterator[tuple[str, Path, str, str]]:
    for written in written_experiments(context.manifest):
        for index, argument in enumerate(written.body.command or []):
            yield f"the command of {written.label}", (*written.place, "command", index), MANIFEST_FILE, argument
        for index, argument in enumerate(written.body.smoke.append if written.body.smoke else []):
            place = (*written.place, "smoke", "append", index)
            yield f"the smoke run of {written.label}", place, MANIFEST_FILE, argument
    for started in commands_of(context):
        for index, argument in enumerate(started.arguments if started.is_measure else ()):
            yield started.label, (*started.place, index), MANIFEST_FILE, argument
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
