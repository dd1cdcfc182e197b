"""`rrspec verify`."""

from pathlib import Path

import click

from reprobridge_spec.cli.gate import Checked, gate
from reprobridge_spec.cli.optional_value import OptionalValue, WithOptionalValues
from reprobridge_spec.cli.options import (
    LEVELS,
    budget_option,
    format_option,
    isolation_option,
    offline_option,
    on_option,
    sign_option,
)
from reprobridge_spec.cli.output import Output
from reprobridge_spec.cli.runs import Lines, placed, surroundings, tell_network
from reprobridge_spec.errors import UsageError
from reprobridge_spec.launch.reference import parse_seeds
from reprobridge_spec.launch.sandbox.choice import IsolationChoice, choose
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.model.run_record import Mode
from reprobridge_spec.model.verification import Verification
from reprobridge_spec.render import replay, text
from reprobridge_spec.render.counterfactual import ticks
from reprobridge_spec.render.table import summary, table
from reprobridge_spec.replacement import replacing_file
from reprobridge_spec.rules.context import Context
from reprobridge_spec.signing import ssh
from reprobridge_spec.verify.answers import exit_code
from reprobridge_spec.verify.package import Opened, check_place, opened, records_folder
from reprobridge_spec.verify.replay import replayed
from reprobridge_spec.verify.selection import Ask
from reprobridge_spec.verify.verify import Subject, verify

_ALL = "all"


@click.command("verify", cls=WithOptionalValues)
@click.argument("package", type=click.Path(path_type=Path))
@click.option("-o", "--output", "target", type=click.Path(path_type=Path), help="Where verification.json goes.")
@click.option("--records", type=click.Path(path_type=Path), help="New folder for the records of all runs.")
@click.option(
    "--level", type=click.Choice(LEVELS), default="executed", show_default=True, help="Level that it must have."
)
@click.option("--only", multiple=True, metavar="EXPERIMENT[/TASK]", help="Nothing else; may be given several times.")
@click.option("--seeds", metavar="SEEDS", help="Only these of its seeds (`0,1`): a partial check, never compatible.")
@click.option(
    "--fresh-seeds",
    cls=OptionalValue,
    takes=str.isdecimal,
    alone=_ALL,
    metavar="[K]",
    help="Draw new seeds: as many as each statistic has, or K.",
)
@budget_option
@click.option(
    "--counterfactual",
    cls=OptionalValue,
    takes=lambda word: word in set(Mode),
    alone=Mode.SMOKE.value,
    type=click.Choice([mode.value for mode in Mode]),
    metavar="[smoke|scored]",
    help="Then turn one thing at a time: path, user, locale, time zone, umask, HOME, threads, ...",
)
@click.option("--tables", is_flag=True, help="Show the paper's tables again, with the new values in their cells.")
@on_option
@sign_option
@isolation_option
@offline_option
@format_option("text", "json")
@click.pass_obj
def command(
    output: Output,
    package: Path,
    target: Path | None,
    records: Path | None,
    level: str,
    only: tuple[str, ...],
    seeds: str | None,
    fresh_seeds: str | None,
    budget: float | None,
    counterfactual: str | None,
    tables: bool,
    on: str,
    key: Path | None,
    isolation: str,
    offline: bool,
) -> int:
    """Measure the scores of PACKAGE again, in a clean shell.

    PACKAGE is an archive, or an artifact's folder. It is unpacked into a new folder, its environments are
    built from their locks, its smoke runs and scored runs are made, and each score is compared. Shipped scores are not
    there to be used. This executes the artifact's code; what keeps it apart from this machine is said.

    A check over fewer seeds than a statistic has is partial: its scores are held against the recorded ones.
    """
    ask = _ask(seeds, fresh_seeds, only, budget)
    with placed(output, on) as place, opened(package, place.shared_folder) as unpacked:
        checked = gate(output, unpacked.root, Level(level), tell_next=True)
        if checked.context is None:
            return checked.code
        file = target or unpacked.result
        check_place(file)
        chosen = choose(IsolationChoice(isolation))
        output.progress(chosen.said)
        tell_network(output, checked.context)
        with records_folder(records) as folder:
            result = verify(
                _subject(unpacked, checked.context, checked),
                surroundings(output, chosen.sandbox, offline=offline, key=key),
                place=place,
                records=folder,
                watch=Lines(output).watch,
                ask=ask,
                turned=Mode(counterfactual) if counterfactual else None,
            )
    if output.is_json:
        output.json(result.model_dump(mode="json", by_alias=True, exclude_defaults=True))
    else:
        _show(output, result)
        if tables:
            context = checked.context
            output.lines(replay.text(replayed(context.manifest, context.tasks, result.tasks), output.out))
        output.lines(summary(result, output.out))
    # last: a disk that is full by now takes nothing away
    file.parent.mkdir(parents=True, exist_ok=True)
    with replacing_file(file) as sink:
        sink.write(result.model_dump_json(by_alias=True, exclude_defaults=True, indent=1).encode() + b"\n")
    if key is not None:
        ssh.sign(file, key, ssh.Namespace.VERIFICATION)
    output.progress(f"written: {file}{' and its signature' if key else ''}")
    return exit_code(result)


def _ask(seeds: str | None, fresh_seeds: str | None, only: tuple[str, ...], budget: float | None) -> Ask:
    if fresh_seeds is not None and fresh_seeds != _ALL and not (fresh_seeds.isdecimal() and int(fresh_seeds[:9])):
        raise UsageError(f"{fresh_seeds!r} is no number of fresh seeds", hint="Give a number from 1 on, or none.")
    return Ask(
        seeds=tuple(parse_seeds(seeds)) if seeds is not None else None,
        fresh=fresh_seeds is not None,
        fresh_count=None if fresh_seeds in {None, _ALL} else int(fresh_seeds or 0),
        only=only,
        budget=budget,
    )


def _subject(unpacked: Opened, context: Context, checked: Checked) -> Subject:
    return Subject(
        root=unpacked.root,
        manifest=context.manifest,
        references=context.references.model if context.references else None,
        package=unpacked.package,
        findings=[f"{text.place(found)}: {found.rule} {found.message}" for found in checked.warnings],
        records=tuple(context.records.values()),
    )


def _show(output: Output, result: Verification) -> None:
    output.lines(table(result.tasks, output.out))
    if result.counterfactual:
        output.lines(ticks(result.counterfactual, output.out))
