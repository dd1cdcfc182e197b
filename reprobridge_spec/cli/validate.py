"""`rrspec validate`."""

import os
from pathlib import Path
from typing import Any

import click

from reprobridge_spec.cli.asking import Asking, Options, asking
from reprobridge_spec.cli.completing import complete_profile, complete_rule
from reprobridge_spec.cli.options import format_option, level_option, memory_option, timeout_option
from reprobridge_spec.cli.output import Output
from reprobridge_spec.cli.reporting import FORMATS
from reprobridge_spec.cli.settings import apply_settings
from reprobridge_spec.cli.validating import Work, limits, repair, save_baseline, targets, validate_all
from reprobridge_spec.cli.watch import changes
from reprobridge_spec.errors import UsageError

_SETTINGS = frozenset(
    {"level", "profile", "select", "ignore", "fail-on", "baseline", "anonymous", "identity", "jobs", "exit-zero"}
)
_HERE = frozenset({"fix", "diff", "update_baseline"})
"""What is done in the caller's own process, which no limit ends."""


@click.command("validate")
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path), metavar="[PATH]...")
@level_option
@click.option("--profile", metavar="NAME|FILE", shell_complete=complete_profile, help="Policy of a venue to follow.")
@click.option("--release", type=click.Path(path_type=Path), help="The pinned release: a clone, or the archive.")
@format_option(*FORMATS)
@click.option("--select", multiple=True, metavar="RULE", shell_complete=complete_rule, help="Only these findings.")
@click.option("--ignore", multiple=True, metavar="RULE", shell_complete=complete_rule, help="Not these findings.")
@click.option(
    "--fail-on",
    multiple=True,
    default=["error"],
    show_default=True,
    metavar="RULE",
    shell_complete=complete_rule,
    help="What ends with exit code 1: a weight or heavier, or findings of rules.",
)
@click.option("--exit-zero", is_flag=True, help="End with 0 in spite of findings.")
@click.option("--baseline", type=click.Path(path_type=Path), metavar="FILE", help="Findings that are known already.")
@click.option("--update-baseline", is_flag=True, help="Write what is found now into the baseline.")
@click.option("--anonymous", is_flag=True, help="Nothing may name a person, whatever the artifact claims.")
@click.option("--identity", multiple=True, metavar="TERM", help="A name, account or domain that must not be there.")
@click.option("--fix", is_flag=True, help="Repair what can be repaired without asking.")
@click.option("--diff", is_flag=True, help="Show what `--fix` would do.")
@click.option("--watch", is_flag=True, help="Check again whenever a file changes, until Ctrl-C.")
@click.option("--changed", is_flag=True, help="PATHs are changed files: check the artifacts that they lie in.")
@click.option("--jobs", type=click.IntRange(min=1), help="Processes for many artifacts; one a core if not given.")
@timeout_option
@memory_option
@click.option(
    "--resume", type=click.Path(path_type=Path), metavar="FILE", help="Keep results in FILE, and go on there."
)
@click.pass_context
def command(ctx: click.Context, /, paths: tuple[Path, ...], **_: Any) -> int:  # noqa: ANN401 (options, by their names)
    """Check artifacts against the standard.

    Each PATH is an artifact's folder, its rra.yaml, a package (.zip, .tgz, .tar.zst), or a folder of these; without
    one, the nearest rra.yaml upwards is checked. RULE is a code, the beginning of codes, a name or a weight. Nothing of
    an artifact is executed, and the network is not used.
    """
    output = ctx.find_object(Output) or Output()
    # a profile is a venue's: no file that may have come with an artifact has a say beside it
    if not ctx.params["profile"] and (file := apply_settings(ctx, _SETTINGS, Path.cwd())):
        output.progress(f"settings: {os.path.relpath(file)}")
    given = ctx.params
    options = {name: given[name] for name in Options.__dataclass_fields__}
    if given["update_baseline"]:
        options["baseline"] = None  # it may not be there yet
    asked = asking(Options(**options))
    work = Work(
        paths=paths,
        changed=given["changed"],
        release=given["release"],
        jobs=given["jobs"],
        resume=given["resume"],
        limits=limits(given["timeout"], given["memory"]),
        exit_zero=given["exit_zero"],
    )
    _refuse_together(given)
    if given["fix"] or given["diff"]:
        return repair(output, asked, work, write=given["fix"], show=given["diff"])
    if given["update_baseline"]:
        return save_baseline(output, asked, work, given["baseline"])
    if not given["watch"]:
        return validate_all(output, asked, work)
    return _watch(output, asked, work)


def _watch(output: Output, asked: Asking, work: Work) -> int:
    folders = [path if path.is_dir() else path.parent for path in targets(work)]
    for _ in changes(folders):
        if output.out.color:
            output.lines(["\x1b[2J\x1b[H"])
        validate_all(output, asked, work)
        output.progress("waiting for a change; Ctrl-C ends")
    return 0


def _refuse_together(given: dict[str, Any]) -> None:
    whole = [name for name in ("fix", "diff", "update_baseline", "watch") if given[name]]
    if len(whole) > 1 and whole != ["fix", "diff"]:
        names = " and ".join(f"`--{name.replace('_', '-')}`" for name in whole)
        raise UsageError(f"{names} do not go together", hint="Give one of them.")
    beside = [name for name in (*whole, "resume", "timeout", "memory") if given[name] and name != "watch"]
    if given["release"] and beside:
        option = beside[0].replace("_", "-")
        hint = f"Compare with the release in a call of its own, without `--{option}`."
        raise UsageError(f"`--release` and `--{option}` do not go together", hint=hint)
    if beside and beside[0] in _HERE and beside[-1] in {"timeout", "memory"}:
        here, option = beside[0].replace("_", "-"), beside[-1]
        raise UsageError(f"`--{here}` and `--{option}` do not go together", hint=f"Leave `--{option}` away.")
    if given["update_baseline"] and not given["baseline"]:
        raise UsageError("`--update-baseline` needs `--baseline FILE`", hint="Name the file.")
