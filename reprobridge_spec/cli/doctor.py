"""`rrspec doctor`."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from reprobridge_spec.cli.gate import gate
from reprobridge_spec.cli.options import format_option
from reprobridge_spec.cli.output import Output
from reprobridge_spec.environments.cache import default_cache
from reprobridge_spec.errors import ExitCode
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.render import doctor as render
from reprobridge_spec.schemas.kinds import MANIFEST_FILE
from reprobridge_spec.validation.load import find_root
from reprobridge_spec.verify.package import opened
from reprobridge_spec.verify.readiness.examine import examine
from reprobridge_spec.verify.readiness.here import here


@click.command("doctor")
@click.argument("artifact", type=click.Path(path_type=Path), default=Path())
@format_option("text", "json")
@click.pass_obj
def command(output: Output, artifact: Path) -> int:
    """Tell which tasks of ARTIFACT this machine can run, how long that takes, and what is missing.

    ARTIFACT is a package, or an artifact's folder. Nothing of it is executed, and no network is asked.
    """
    with _root(artifact) as root:
        checked = gate(output, root, Level.DRAFT)
        if checked.context is None:
            return checked.code
        report = examine(root, checked.context, here(os.environ, default_cache(os.environ)))
    if output.is_json:
        output.json(report.model_dump(mode="json", by_alias=True, exclude_defaults=True))
    else:
        output.lines(render.text(report, output.out))
    return ExitCode.HOLDS if report.ready else ExitCode.NOT_DONE


@contextmanager
def _root(artifact: Path) -> Iterator[Path]:
    if artifact.exists() and not artifact.is_dir() and artifact.name != MANIFEST_FILE:
        with opened(artifact) as unpacked:
            yield unpacked.root
    else:
        yield find_root(artifact)
