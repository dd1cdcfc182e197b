"""`rrspec lock`."""

import os
from pathlib import Path

import click

from reprobridge_spec.cli.gate import gate
from reprobridge_spec.cli.options import artifact_option, format_option, offline_option
from reprobridge_spec.cli.output import Output
from reprobridge_spec.environments.cache import default_cache
from reprobridge_spec.environments.lock.check import check_lock
from reprobridge_spec.environments.lock.make import make_lock
from reprobridge_spec.environments.python import current_platform
from reprobridge_spec.errors import ExitCode, UsageError
from reprobridge_spec.model.environment import Environment
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.nearest import one_of
from reprobridge_spec.validation.load import find_root


@click.command("lock")
@click.argument("environments", nargs=-1, metavar="[ENV]...")
@artifact_option
@click.option(
    "--check", is_flag=True, help="Say whether locks are stale, and why; without network, nothing is changed."
)
@click.option("--upgrade", is_flag=True, help="Take the newest versions, not those of the old lock.")
@offline_option
@format_option("text", "json")
@click.pass_obj
def command(
    output: Output, environments: tuple[str, ...], artifact: Path, check: bool, upgrade: bool, offline: bool
) -> int:
    """Resolve the requirements of environments into locks: exact versions with hashes, wheels only.

    Without names all environments are locked, for this platform. Versions of an old lock are kept where they
    still fit.
    """
    root = find_root(artifact)
    checked = gate(output, root, Level.DRAFT)
    if checked.context is None:
        return checked.code
    wanted = _named(checked.context.manifest.environments, environments)
    results = [
        _check(root, name, wanted[name]) if check else _make(output, root, name, wanted[name], upgrade, offline)
        for name in wanted
    ]
    if output.is_json:
        output.json(results)
    else:
        output.lines(f"{result['environment']}: {result['said']}" for result in results)
    return ExitCode.HOLDS if all(result["fresh"] for result in results) else ExitCode.FINDINGS


def _named(known: dict[str, Environment], names: tuple[str, ...]) -> dict[str, Environment]:
    for name in names:
        if name not in known:
            raise UsageError(f"there is no environment {name}", hint=one_of(name, known))
    return {name: known[name] for name in names} if names else known


def _check(root: Path, name: str, environment: Environment) -> dict[str, object]:
    state = check_lock(root, name, environment, current_platform())
    said = "fresh" if state.fresh else f"stale: {'; '.join(state.reasons)}"
    return {"environment": name, "fresh": state.fresh, "reasons": list(state.reasons), "said": said}


def _make(
    output: Output, root: Path, name: str, environment: Environment, upgrade: bool, offline: bool
) -> dict[str, object]:
    made = make_lock(
        root,
        name,
        environment,
        current_platform(),
        cache=default_cache(os.environ),
        environ=os.environ,
        offline=offline,
        upgrade=upgrade,
        progress=output.progress,
    )
    said = f"{made.path}: {len(made.pins)} packages, {'written' if made.changed else 'unchanged'}"
    return {"environment": name, "fresh": True, "path": made.path, "changed": made.changed, "said": said}
