"""A command starts a program that its run cannot find.

## What it finds
A script, given to Python or to a shell by a path that leads into none of the folders of the working copy, such as
`run.py`; and a module (`python -m train.main`) whose file lies in the code, where Python does not look for it, whose
package is there and the module is not, or that Python takes for one of its own (`python -m code.train`).

## Why
A run begins in the root of the working copy, beside the folders for code, launchers and environments. No script is in
the root itself, and the code folder is no place where Python looks for modules.

## Example
```yaml
command: [python, -m, trainer.main]          # it is code/trainer/main.py
```

## What to do
Name the script by its path (`code/run.py`). For a module, write a launcher that puts the folder on `sys.path`, or
have the requirements install it.

## Standard
SPEC.md, section "Launcher contract".
"""

from collections.abc import Iterator

from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.plan import working_copy
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.code_paths import code_folder
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.nearest import nearest
from reprobridge_spec.rules.started import Started, commands_of, is_python

_SHELL = lazy_pattern(r"(?:.*/)?(?:ba|z|k|da)?sh")
_CODE = lazy_pattern(r"-[A-Za-z]{0,8}c")
_OWN = "code"  # of Python, and the usual name of the code folder
_SCRIPT = (".py", ".sh", ".bash")
_WITH_VALUE = frozenset({"-W", "-X", "--check-hash-based-pycs"})


def check(context: Context) -> Iterator[Fault]:
    """Each command whose program is not where it is looked for."""
    present = context.working_copy
    for started in commands_of(context):
        first = started.arguments[0]
        if not (is_python(first) or _SHELL.fullmatch(first)):
            continue
        index, kind = _target(started.arguments)
        if kind == "script":
            yield from _script(context, started, index, present)
        elif kind == "module" and is_python(first):
            yield from _module(context, started, index, present)


def _target(arguments: tuple[str, ...]) -> tuple[int, str]:
    """Index and kind of what an interpreter is told to run."""
    index = 1
    while index < len(arguments):
        argument = arguments[index]
        if argument == "-m":
            return index + 1, "module" if index + 1 < len(arguments) else ""
        if not argument.startswith("-") or argument == "-":
            return index, "script"
        if _CODE.fullmatch(argument):
            return index, ""
        index += 2 if argument in _WITH_VALUE else 1
    return index, ""


def _script(context: Context, started: Started, index: int, present: frozenset[str]) -> Iterator[Fault]:
    path = started.arguments[index].removeprefix("./")
    folders = (code_folder(context), f"{working_copy.LAUNCHERS}/", f"{working_copy.ENVIRONMENTS}/")
    if not path.endswith(_SCRIPT) or path.startswith(folders) or path in present:
        return  # what is named in these folders and is not there is another rule's
    if path.startswith("/") or any(sign.isspace() for sign in path):
        return
    there = [one for one in present if one.endswith(f"/{path}")]
    yield Fault(
        message=f"{started.label} starts `{path}`, and a run begins beside `{working_copy.LAUNCHERS}/` and the code "
        "folder, where no such file is",
        advice=f"Write `{there[0]}`." if len(there) == 1 else nearest(path, present, otherwise="Mend the path."),
        path=(*started.place, index),
    )


def _module(context: Context, started: Started, index: int, present: frozenset[str]) -> Iterator[Fault]:
    module = started.arguments[index]
    inside = module.replace(".", "/")
    roots = _roots(context, started.experiment)
    top = inside.partition("/")[0]
    if top == _OWN and top != inside and not any(_is_package(root + top, present) for root in roots):
        yield Fault(
            message=f"{started.label} starts the module `{module}`, and Python takes `{top}` for a module of its own",
            advice="Start it by its path, or by a script in `launchers/`.",
            path=(*started.place, index),
        )
        return
    if any(_is_module(root + inside, present) for root in roots):
        return
    holders = [root for root in roots if _is_package(root + top, present)]
    code = code_folder(context)
    if holders and "/" in inside:
        known = [path.removesuffix(".py").replace("/", ".") for path in present if path.startswith(f"{top}/")]
        yield Fault(
            message=f"{started.label} starts the module `{module}`, and `{top}` holds no such module",
            advice=nearest(module, known, otherwise="Mend the name."),
            path=(*started.place, index),
        )
    elif any(
        _is_module(root + inside, present) for root in (code, f"{code}src/", f"{working_copy.LAUNCHERS}/")
    ) and not _is_installed(context, started.experiment):
        yield Fault(
            message=f"{started.label} starts the module `{module}`, which lies in the code, where Python does not look",
            advice=f"Start a script in `{working_copy.LAUNCHERS}/` that puts `{code.rstrip('/')}` on `sys.path`.",
            path=(*started.place, index),
        )


def _roots(context: Context, experiment: str) -> list[str]:
    """The folders in which Python looks: where the run begins, and those of `PYTHONPATH`."""
    name = context.experiments[experiment].environment
    environment = context.manifest.environments.get(name or "")
    said = environment.variables.get("PYTHONPATH", "") if environment else ""
    return ["", *(f"{step.removeprefix('./').strip('/')}/" for step in said.split(":") if step.strip("./"))]


def _is_installed(context: Context, experiment: str) -> bool:
    """Whether the environment asks for a package that lies in the artifact, such as `./code`."""
    environment = context.manifest.environments.get(context.experiments[experiment].environment or "")
    asked = context.text(environment.requirements) if environment else None
    return any(
        line.lstrip().startswith((".", "-e", "file:")) or "@ file:" in line for line in (asked or "").splitlines()
    )


def _is_module(path: str, present: frozenset[str]) -> bool:
    return f"{path}.py" in present or f"{path}/__main__.py" in present


def _is_package(path: str, present: frozenset[str]) -> bool:
    """Whether Python takes the folder for a package: a folder alone gives way to any module of its name."""
    return f"{path}/__init__.py" in present


RULE = Rule(code="RRL023", name="program-missing", level=Level.SPECIFIED, check=check)
