"""`rrspec lock`."""

import datetime as dt
from collections.abc import Iterable
from pathlib import Path

import click

from reprobridge_spec.cli import locking
from reprobridge_spec.cli.gate import gate
from reprobridge_spec.cli.options import artifact_option, format_option, offline_option
from reprobridge_spec.cli.output import Output
from reprobridge_spec.environments.lock.options import LockOptions
from reprobridge_spec.errors import UsageError
from reprobridge_spec.launch.wheel_making import SandboxedWheelMaker
from reprobridge_spec.model.environment import Environment, LockTool
from reprobridge_spec.model.locking import LockItem, LockReport
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.render import locking as render
from reprobridge_spec.rules.nearest import one_of
from reprobridge_spec.schemas.kinds import SPEC_VERSION
from reprobridge_spec.validation.load import find_root


@click.command("lock")
@click.argument("environments", nargs=-1, metavar="[ENV]...")
@artifact_option
@click.option("--platform", "platforms", multiple=True, metavar="P", help="Only for this platform; several times.")
@click.option(
    "--check", is_flag=True, help="Say whether locks are stale, and why; without network, nothing is changed."
)
@click.option(
    "--installs", is_flag=True, help="Install what is locked for this platform in a new folder, offline, to see."
)
@click.option("--upgrade", is_flag=True, help="Take the newest versions, not those of the old lock.")
@click.option("--upgrade-package", "upgrade_packages", multiple=True, metavar="NAME", help="Only of this package.")
@click.option(
    "--as-of",
    type=click.DateTime(["%Y-%m-%d"]),
    metavar="DATE",
    help="Take nothing that was uploaded after this day (UTC), such as the day of the paper.",
)
@click.option(
    "--allow-build",
    "builds",
    multiple=True,
    metavar="NAME",
    help="Where no wheel of this package will do, build one in the sandbox; it goes with the artifact.",
)
@click.option(
    "--build-with",
    multiple=True,
    metavar="REQUIREMENT",
    help="What builds it besides what it asks for, such as `cython<3`.",
)
@click.option(
    "--resolver",
    type=click.Choice([LockTool.PIP_TOOLS.value, LockTool.UV.value]),
    help="What resolves wheels; uv if it is there.",
)
@click.option(
    "--private-indexes", "private", is_flag=True, help="Ask this machine's extra indexes too; others lack them."
)
@offline_option
@format_option("text", "json")
@click.pass_obj
def command(
    output: Output,
    environments: tuple[str, ...],
    artifact: Path,
    platforms: tuple[str, ...],
    check: bool,
    installs: bool,
    upgrade: bool,
    upgrade_packages: tuple[str, ...],
    as_of: dt.datetime | None,
    builds: tuple[str, ...],
    build_with: tuple[str, ...],
    resolver: str | None,
    private: bool,
    offline: bool,
) -> int:
    """Resolve the requirements of environments into locks: exact versions with hashes, wheels only.

    Without names all environments are locked, for all platforms that the manifest names. Versions of an old lock are
    kept where they still fit.
    """
    makes = any([upgrade, upgrade_packages, as_of, builds, resolver, private])
    if (check or installs) and makes:
        raise UsageError("--check and --installs make no lock", hint="Leave out what is about making one.")
    if build_with and not builds:
        raise UsageError("--build-with says with what to build", hint="Name what may be built with --allow-build.")
    root = find_root(artifact)
    checked = gate(output, root, Level.DRAFT)
    if checked.context is None:
        return checked.code
    manifest = checked.context.manifest
    wanted = _named(manifest.environments, environments)
    day = as_of.date() if as_of else None
    platforms = tuple(dict.fromkeys(platforms))
    locking.refuse(platforms, day, (one for body in manifest.environments.values() for one in body.locks))
    options = LockOptions(
        offline=offline,
        upgrade=upgrade,
        upgrade_packages=upgrade_packages,
        as_of=day,
        private=private,
        resolver=LockTool(resolver) if resolver else None,
        builds=builds,
        build_with=build_with,
        wheel_maker=SandboxedWheelMaker(output.progress),
    )
    items: list[LockItem] = []
    for name, environment in wanted.items():
        subject = locking.Subject(
            root=root, manifest=manifest, name=name, environment=environment, progress=output.progress
        )
        done: Iterable[LockItem] = locking.make(subject, platforms, options)
        if check or installs:
            judged = locking.check(subject, platforms) if check else ()
            done = [*judged, *(locking.install(subject, platforms, offline=offline) if installs else [])]
        for item in done:
            items.append(item)
            if not output.is_json:
                output.lines(render.text(item, one_platform=len(environment.locks) == 1))
    for name in locking.needless(builds, items):
        output.progress(f"nothing was built of {name}: nothing asks for it, or a wheel of it does")
    if output.is_json:
        report = LockReport(rra=SPEC_VERSION, artifact=f"{manifest.id} {manifest.version}", locks=items)
        output.json(report.model_dump(mode="json", by_alias=True, exclude_defaults=True))
    return locking.worst_code(items)


def _named(known: dict[str, Environment], names: tuple[str, ...]) -> dict[str, Environment]:
    for name in names:
        if name not in known:
            raise UsageError(f"there is no environment {name}", hint=one_of(name, known))
    return {name: known[name] for name in names} if names else known
