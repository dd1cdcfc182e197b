"""`rrspec new`."""

import sys
from pathlib import Path

import click

from reprobridge_spec.cli.new_update import bring_up
from reprobridge_spec.cli.options import format_option
from reprobridge_spec.cli.output import Output
from reprobridge_spec.errors import UsageError
from reprobridge_spec.scaffold import telling, templates
from reprobridge_spec.scaffold.foreign import template_named
from reprobridge_spec.scaffold.new import new
from reprobridge_spec.scaffold.questions import Question, questions
from reprobridge_spec.scaffold.values import Values


@click.command("new")
@click.argument("template", required=False)
@click.argument("directory", required=False, type=click.Path(path_type=Path), metavar="[DIR]")
@click.option("--id", "id_", help="Id of the artifact; the folder's name if not given.")
@click.option("--title", help="Title of the artifact.")
@click.option("--paper-title", help="Title of the paper.")
@click.option("--authors", help="Authors of paper and artifact, with `;` between them.")
@click.option("--license", "license_", help="SPDX expression of what you write.")
@click.option("--no-input", is_flag=True, help="Ask nothing; what is not given stands as TODO.")
@click.option("--list", "is_list", is_flag=True, help="Name the templates, each with one sentence.")
@click.option("--trust", metavar="DIGEST", help="Digest of the content of a template that is not rrspec's own.")
@click.option("--update", is_flag=True, help="Bring what a newer template changes into the artifact in DIR (or here).")
@click.option("--diff", is_flag=True, help="With --update: show what would change, and change nothing.")
@format_option("text", "json")
@click.pass_obj
def command(
    output: Output,
    template: str | None,
    directory: Path | None,
    id_: str | None,
    title: str | None,
    paper_title: str | None,
    authors: str | None,
    license_: str | None,
    no_input: bool,
    is_list: bool,
    trust: str | None,
    update: bool,
    diff: bool,
) -> None:
    """Begin an artifact in the new folder DIR (its id if not given) from TEMPLATE, such as `python`.

    It validates as `draft` at once. Nothing is overwritten, and nothing of a value is rendered or executed. TEMPLATE
    may be a folder or an archive of somebody else (`./name`), which takes --trust; nothing is fetched. With --update,
    no edit of yours is lost.
    """
    given = {"id": id_, "title": title, "paper_title": paper_title, "authors": authors, "license": license_}
    if diff and not update:
        raise click.UsageError("--diff goes with --update.")
    _refuse_together(given, trust, template, is_list=is_list, update=update)
    if is_list:
        _list(output)
    elif update:
        bring_up(output, template, directory, trust, show=diff)
    elif template is None:
        raise UsageError("no template is named", hint=f"There is: {', '.join(templates.names())}. `--list` tells more.")
    else:
        _make(output, template, directory, trust, given, asks=sys.stdin.isatty() and not no_input)


def _refuse_together(
    given: dict[str, str | None], trust: str | None, template: str | None, *, is_list: bool, update: bool
) -> None:
    values = [f"--{field.replace('_', '-')}" for field, value in given.items() if value is not None]
    if update and values and not is_list:
        raise UsageError(
            f"--update takes no {', '.join(values)}, since it makes no new artifact",
            hint="Change what the artifact says of itself in its own files, such as rra.yaml and CITATION.cff.",
        )
    others = [*values, *(["--update"] if update else []), *([] if trust is None else ["--trust"])]
    others += [] if template is None else [template]
    if is_list and others:
        raise UsageError(f"--list goes alone, without {', '.join(others)}", hint="Leave out one or the other.")


def _list(output: Output) -> None:
    found = [templates.find(name) for name in templates.names()]
    if output.is_json:
        output.json([{"template": one.name, "version": one.version, "about": one.about} for one in found])
    else:
        width = max(len(one.name) for one in found)
        output.lines(f"{one.name:<{width}}  {one.about}" for one in found)


def _make(
    output: Output,
    name: str,
    directory: Path | None,
    trust: str | None,
    given: dict[str, str | None],
    *,
    asks: bool,
) -> None:
    template = template_named(name, trust)
    values = Values(**_answers(questions(template, directory), given, asks=asks))
    created = new(template, directory, values, cwd=Path.cwd())
    shown = directory or Path(created.path.name)
    commands = telling.next_commands(shown)
    if output.is_json:
        made = {"folder": str(shown), "template": template.name, "version": template.version}
        output.json({**made, "files": list(created.files), "next": commands})
    else:
        output.lines([f"{shown}: {len(created.files)} files", *telling.tree(created.files)])
        output.lines(f"next: {line}" for line in commands)


def _answers(asked: list[Question], given: dict[str, str | None], *, asks: bool) -> dict[str, str]:
    answers = {}
    if asks and None in given.values():
        click.echo("Enter takes what stands in brackets; Ctrl-C makes nothing.", err=True)
    for question in asked:
        if (answer := given[question.field]) is not None:
            question.check(answer)
            answers[question.field] = answer
    for question in asked:
        if question.field not in answers:
            answers[question.field] = _ask(question) if asks else question.default
    return answers


def _ask(question: Question) -> str:
    click.echo(question.why, err=True)
    while True:
        answer: str = click.prompt(question.prompt, default=question.default, err=True)
        fault = question.fault(answer)
        if fault is None:
            return answer
        click.echo(f"{answer!r} {fault}. {question.allowed}", err=True)
