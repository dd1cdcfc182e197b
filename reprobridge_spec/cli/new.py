"""`rrspec new`."""

import shlex
import sys
from pathlib import Path

import click

from reprobridge_spec.cli.output import Output
from reprobridge_spec.scaffold.new import new
from reprobridge_spec.scaffold.questions import Question, questions
from reprobridge_spec.scaffold.values import Values


@click.command("new")
@click.argument("template")
@click.argument("directory", required=False, type=click.Path(path_type=Path), metavar="[DIR]")
@click.option("--id", "id_", help="Id of the artifact; the folder's name if not given.")
@click.option("--title", help="Title of the artifact.")
@click.option("--paper-title", help="Title of the paper.")
@click.option("--license", "license_", help="SPDX expression of what you write.")
@click.option("--no-input", is_flag=True, help="Ask nothing; what is not given stands as TODO.")
@click.pass_obj
def command(
    output: Output,
    template: str,
    directory: Path | None,
    id_: str | None,
    title: str | None,
    paper_title: str | None,
    license_: str | None,
    no_input: bool,
) -> None:
    """Begin an artifact in the new folder DIR (its id if not given) from TEMPLATE, such as `python`.

    It validates as `draft` at once. Nothing is overwritten, and nothing of a value is rendered or executed.
    """
    given = {"id": id_, "title": title, "paper_title": paper_title, "license": license_}
    asks = sys.stdin.isatty() and not no_input
    answers = {}
    for question in questions(template, directory):
        answer = given[question.field]
        if answer is None:
            answer = _ask(question) if asks else question.default
        answers[question.field] = answer
    created = new(template, directory, Values(**answers), cwd=Path.cwd())
    shown = directory or Path(created.path.name)
    output.lines(
        [
            f"{shown}: {len(created.files)} files",
            f"next: cd {shlex.quote(str(shown))} && rrspec validate",
        ]
    )


def _ask(question: Question) -> str:
    while True:
        answer: str = click.prompt(question.prompt, default=question.default, err=True)
        fault = question.fault(answer)
        if fault is None:
            return answer
        click.echo(f"{answer!r} {fault}. {question.allowed}", err=True)
