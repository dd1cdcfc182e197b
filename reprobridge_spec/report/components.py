"""Environments and inputs: what they are, where they come from, how they are pinned, how large, under which licence."""

from typing import Any

from reprobridge_spec.model.environment import Environment
from reprobridge_spec.model.inputs import BundledSource, Input
from reprobridge_spec.render.amounts import number, size
from reprobridge_spec.report.markup import Html, join, tag
from reprobridge_spec.report.sections import digest, facts, folded, section, table
from reprobridge_spec.report.sources import Sources

_MOST_FILES = 200
_NOT_SAID = "not said"


def components(sources: Sources) -> Html:
    """The section on environments and inputs."""
    manifest = sources.manifest
    environments = [_environment(sources, name, body) for name, body in manifest.environments.items()]
    inputs = [_input(sources, name, body) for name, body in manifest.inputs.items()]
    return section(
        "components",
        "Environments and inputs",
        _licences(sources),
        tag("h3", number(len(environments), "environment")),
        *(environments or [tag("p", "None is declared.", class_="none")]),
        tag("h3", number(len(inputs), "input")),
        *(inputs or [tag("p", "None is declared.", class_="none")]),
    )


def _licences(sources: Sources) -> Html:
    manifest = sources.manifest
    upstream = manifest.codebase.upstream if manifest.codebase else None
    files = sources.context.files.entries.values()
    return facts(
        [
            ("The artifact", f"{number(len(files), 'file')}, {size(sum(entry.size for entry in files))}"),
            ("Content digest", digest(sources.content, whole=True) if sources.content else "cannot be taken"),
            ("Licence of what was written for it", manifest.license or _NOT_SAID),
            ("Licence of the release", (upstream.license if upstream else None) or _NOT_SAID),
        ]
    )


def _environment(sources: Sources, name: str, body: Environment) -> Html:
    cuda = (
        f"runtime {body.cuda.runtime}" + (f", driver {body.cuda.driver}" if body.cuda.driver else "")
        if body.cuda
        else None
    )
    return tag(
        "article",
        tag("h4", name),
        facts(
            [
                ("Python", body.python),
                ("Made by", f"{body.tool.value} from {body.requirements}"),
                *((f"Lock, {platform}", _lock(sources, path)) for platform, path in body.locks.items()),
                ("Variables", ", ".join(f"{key}={value}" for key, value in body.variables.items())),
                ("CUDA", cuda),
                ("System packages", ", ".join(body.system)),
                ("Container", f"{body.container.image}@{body.container.digest}" if body.container else None),
                ("Executes data", ", ".join(hazard.value for hazard in body.hazards)),
            ]
        ),
    )


def _lock(sources: Sources, path: str) -> Html:
    entry = sources.context.files.entries.get(path)
    if entry is None:
        return join([tag("code", path), " is not there"])
    try:
        sha256: Html | str = digest(sources.context.files.sha256(path), whole=True)
    except (OSError, ValueError) as error:
        sha256 = f"cannot be read: {error}"
    return join([tag("code", path), f", {size(entry.size)}, ", sha256])


def _input(sources: Sources, name: str, body: Input) -> Html:
    access = (
        body.access
        if isinstance(body.access, str)
        else _words(body.access.model_dump(mode="json", by_alias=True, exclude_defaults=True))
    )
    permitted = f"by {body.permitted.by}, {body.permitted.where}" if body.permitted else None
    return tag(
        "article",
        tag("h4", name),
        facts(
            [
                ("Kind", body.kind.value),
                ("Source", _words(body.source.model_dump(mode="json", by_alias=True, exclude_defaults=True))),
                ("Licence", body.license or _NOT_SAID),
                ("Access", access),
                ("Size", _size(sources, body)),
                ("SHA-256", digest(body.sha256, whole=True) if body.sha256 else None),
                ("Digests", tag("code", body.digests) if body.digests else None),
                ("Stands in for training", permitted if body.role == "result" else None),
                ("Role", body.role.value if body.role else None),
                ("Cost", body.cost),
                ("Key", body.key),
            ]
        ),
        _files(name, body),
    )


def _files(name: str, body: Input) -> Html | None:
    if not body.files:
        return None
    rows = [(key, tag("code", file.path), digest(file.sha256, whole=True)) for key, file in body.files.items()]
    more = f", {_MOST_FILES} shown" if len(rows) > _MOST_FILES else ""
    return folded(
        f"{number(len(rows), 'file')} with their digests{more}",
        table(f"Files of {name}", ("File", "Path in the source", "SHA-256"), rows[:_MOST_FILES]),
    )


def _size(sources: Sources, body: Input) -> str:
    """Bytes of what the artifact carries; of all else the manifest tells no size."""
    if not isinstance(body.source, BundledSource):
        return "not declared"
    path = body.source.bundled.rstrip("/")
    sizes = [entry.size for name, entry in sources.context.files.entries.items() if f"{name}/".startswith(f"{path}/")]
    return f"{size(sum(sizes))} in the artifact"


def _words(said: dict[str, Any]) -> str:
    """A small mapping in one line: `package: name aeon, version 1.6.0`."""
    parts = []
    for key, value in said.items():
        if isinstance(value, dict):
            inner = ", ".join(f"{name} {item}" for name, item in value.items())
            parts.append(f"{key}: {inner}")
        elif isinstance(value, list):
            parts.extend(f"{key} {item}" for item in value)
        else:
            parts.append(f"{key} {value}")
    return "; ".join(parts)
