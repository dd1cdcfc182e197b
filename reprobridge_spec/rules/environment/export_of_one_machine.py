"""An environment file of conda holds what only the machine had that exported it.

## What it finds
In an `environment.yml`: packages that exist only for other platforms than the environment is locked for, or, where
packages are pinned to builds, a `prefix` of another system; the same of a list that `conda list --export` or
`--explicit` made, by its line `# platform:`. Where no platform is declared, those that no Linux could have, as a
warning. Besides, as a warning, the line `prefix:` itself, which names a folder of one person. What a build string
alone says of its platform cannot be told offline, save for packages of Python alone in Anaconda's own channel.

## Why
`conda env export` writes every package with its build. A build exists for one platform, so the file cannot be
installed on another, and on its own platform only until the channel drops the build.

## Example
```yaml
dependencies: [libcxx=11.0.0=h439d374_0, python=3.7.8=hc9dea61_1_cpython]
prefix: /Users/me/miniconda3/envs/paper
```

## What to do
Export with `conda env export --from-history`, or with `--no-builds` and without what belongs to one system; let a lock
pin the builds of each platform. Remove `prefix:`, which conda does not need.

## Standard
SPEC.md, section "Environments".
"""

from collections.abc import Iterator

from reprobridge_spec.documents import conda_environment, conda_platforms
from reprobridge_spec.documents.conda_environment import Asked, CondaEnvironment
from reprobridge_spec.documents.yaml_tree import UnreadableError
from reprobridge_spec.findings import Fix, Replace, Severity
from reprobridge_spec.location import Mark
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules import dependency_files
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.dependency_files import DependencyFile

_ASSUMED = "linux-64"
"""What most reviewers have, where the manifest declares nothing."""


def check(context: Context) -> Iterator[Fault]:
    """Each environment file that another platform made, and each folder of a person in one."""
    for file in dependency_files.of_conda(context):
        data = file.data(context)
        try:
            environment = conda_environment.read(data)
        except UnreadableError:
            continue  # requirement-fault says so, where an environment declares it
        yield from _platform(context, file, environment)
        yield from _prefix(file, environment, data)
    for file in dependency_files.of_conda_lists(context):
        yield from _list(context, file)


def _targets(context: Context, file: DependencyFile) -> list[str]:
    """The platforms that environments are locked for: those that declare the file, else all."""
    bodies = context.manifest.environments
    return list(dict.fromkeys(platform for name in file.environments or bodies for platform in bodies[name].locks))


def _list(context: Context, file: DependencyFile) -> Iterator[Fault]:
    platform = conda_platforms.of_list(context.text(file.path) or "")
    declared = _targets(context, file)
    targets = declared or [_ASSUMED]
    if platform is not None and platform not in targets:
        why = f"while environments are for {' and '.join(targets)}" if declared else "and no platform is declared"
        yield Fault(
            message=f"`{file.path}` lists the builds of an environment on {platform}, {why}",
            advice="Write an environment.yml with versions, and let a lock pin the builds of each platform.",
            file=file.path,
            mark=Mark(1, 1),
            severity=file.severity if declared else Severity.WARNING,
        )


def _platform(context: Context, file: DependencyFile, environment: CondaEnvironment) -> Iterator[Fault]:
    declared = _targets(context, file)
    missing = [target for target in declared or [_ASSUMED] if _foreign(environment, target)]
    if not missing or (not file.environments and len(missing) < len(declared)):
        return
    found = _foreign(environment, missing[0])
    pinned = sum(bool(asked.build) for asked in environment.packages)
    count = f"; {pinned} of {len(environment.packages) - _of_pip(environment)} packages are pinned to builds"
    target = f"while it is for {' and '.join(missing)}" if declared else "and no platform is declared"
    yield Fault(
        message=f"{_evidence(environment, found)}, {target}{count if pinned else ''}",
        advice="Export with `conda env export --from-history`, or with `--no-builds` and without what belongs to one "
        "system.",
        file=file.path,
        mark=Mark(found[0].line if found else environment.prefix_line, 1),
        severity=file.severity if declared else Severity.WARNING,
    )


def _of_pip(environment: CondaEnvironment) -> int:
    return sum(asked.of_pip for asked in environment.packages)


def _foreign(environment: CondaEnvironment, target: str) -> list[Asked]:
    """Packages that `target` cannot have; the first with a build where the folder is of another system."""
    conda = [asked for asked in environment.packages if not asked.of_pip]
    named = [
        asked
        for asked in conda
        if not conda_platforms.is_for(target, conda_platforms.only_for(asked.name, asked.build))
    ]
    if named or conda_platforms.is_for(target, conda_platforms.of_prefix(environment.prefix)):
        return named
    return [asked for asked in conda if asked.build][:1]


def _evidence(environment: CondaEnvironment, found: list[Asked]) -> str:
    first = found[0]
    allowed = conda_platforms.only_for(first.name, first.build)
    if not allowed:
        system = conda_platforms.spoken(conda_platforms.of_prefix(environment.prefix))
        return f"the builds, such as that of `{first.spelled}`, were exported on {system}"
    more = f" (as do {len(found) - 1} more packages)" if len(found) > 1 else ""
    return f"`{first.spelled}` exists for {conda_platforms.spoken(allowed)} only{more}"


def _prefix(file: DependencyFile, environment: CondaEnvironment, data: bytes) -> Iterator[Fault]:
    if environment.prefix:
        yield Fault(
            message="`prefix:` names the folder of whoever exported the environment",
            advice="Remove the line; conda does not need it.",
            file=file.path,
            mark=Mark(environment.prefix_line, 1),
            severity=Severity.WARNING,
            fix=_without_prefix(file.path, data, environment),
        )


def _without_prefix(path: str, data: bytes, environment: CondaEnvironment) -> Fix | None:
    lines = data.splitlines(keepends=True)
    before, line = lines[: environment.prefix_line - 1], lines[environment.prefix_line - 1]
    if not environment.is_named or not line.startswith(b"prefix:") or environment.prefix.encode() not in line:
        return None  # conda takes the name from it, or it is in another encoding, or in braces
    start = sum(map(len, before))
    edit = Replace(file=path, start=start, end=start + len(line), new=b"")
    return Fix(what="Removes the line `prefix:`.", edits=(edit,))


RULE = Rule(code="RRE012", name="export-of-one-machine", level=Level.DRAFT, check=check)
