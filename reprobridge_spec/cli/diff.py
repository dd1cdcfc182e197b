"""`rrspec diff`."""

from pathlib import Path

import click

from reprobridge_spec.archive.release import open_release
from reprobridge_spec.cli.options import format_option
from reprobridge_spec.cli.output import Output
from reprobridge_spec.errors import ExitCode, UsageError
from reprobridge_spec.handover.change_record.cover import coverage
from reprobridge_spec.handover.change_record.record import record_of
from reprobridge_spec.handover.diff.diff import diff
from reprobridge_spec.handover.diff.side import opened_files, side_of
from reprobridge_spec.render import artifact_difference, change_coverage


@click.command("diff")
@click.argument("artifacts", nargs=-1, type=click.Path(path_type=Path), metavar="A B")
@click.option(
    "--changes", is_flag=True, help="Compare the code of one artifact with its pinned release, given with --release."
)
@click.option("--release", type=click.Path(path_type=Path), help="The pinned release: a clone, or the archive.")
@click.option("--patch", "shows", is_flag=True, help="Show what changes in texts line by line.")
@click.option("--exit-code", "tells", is_flag=True, help="End with 1 where something differs, or no change covers it.")
@format_option("text", "json", "md")
@click.pass_obj
def command(
    output: Output, artifacts: tuple[Path, ...], changes: bool, release: Path | None, shows: bool, tells: bool
) -> int:
    """Tell what changed between the artifacts A and B, and which runs that makes stale.

    Each is a package, or an artifact's folder; what is wrong with them is said, and their files are compared all the
    same; a package that is not as its own list says ends with 1. With --changes [ARTIFACT] it is the code of one
    artifact against the release that it pins, each hunk beside the change that covers it, and what no change covers.
    Nothing is executed.
    """
    if changes:
        differs, is_damaged = _changes(output, artifacts, release, shows=shows), False
    elif release is not None:
        raise UsageError("`--release` goes with `--changes`", hint="`rrspec diff --changes ARTIFACT --release PATH`.")
    else:
        differs, is_damaged = _two(output, artifacts, shows=shows)
    return ExitCode.FINDINGS if is_damaged or (tells and differs) else ExitCode.HOLDS


def _two(output: Output, artifacts: tuple[Path, ...], *, shows: bool) -> tuple[bool, bool]:
    """Whether they differ, and whether one is not as its own list says."""
    if len(artifacts) != 2:  # noqa: PLR2004 (two are compared)
        raise UsageError(
            f"two artifacts are compared, and {len(artifacts) or 'none'} {'is' if len(artifacts) < 2 else 'are'} named",  # noqa: PLR2004
            hint="`rrspec diff A B`, each a package or a folder; `rrspec diff --changes --release PATH` for the code.",
        )
    first, second = artifacts
    with opened_files(first) as old, opened_files(second) as new:
        said = diff(side_of(old, str(first)), side_of(new, str(second)), shows=shows)
    if output.is_json:
        output.json(said.model_dump(mode="json", by_alias=True, exclude_defaults=True))
    elif output.format == "md":
        output.lines(artifact_difference.markdown(said))
    else:
        output.lines(artifact_difference.text(said, output.out))
    return not said.same, bool(said.unlike_lists)


def _changes(output: Output, artifacts: tuple[Path, ...], release: Path | None, *, shows: bool) -> bool:
    if len(artifacts) > 1:
        raise UsageError("`--changes` is about one artifact", hint="`rrspec diff --changes ARTIFACT --release PATH`.")
    with opened_files(artifacts[0] if artifacts else Path()) as files:
        record = record_of(files)
        if release is None:
            raise UsageError(
                "the authors' release is not at hand",
                hint="Give it with `--release PATH`: a clone, or the archive that the manifest pins.",
            )
        with open_release(release, record.upstream) as released:
            said = coverage(files, released, record, shows=shows)
    if output.is_json:
        output.json(said.model_dump(mode="json", by_alias=True, exclude_defaults=True))
    elif output.format == "md":
        output.lines(change_coverage.markdown(said))
    else:
        output.lines(change_coverage.text(said, output.out))
    return not said.complete
