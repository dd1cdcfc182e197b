"""`rrspec dev`: for the developers of rrspec, not listed."""

from pathlib import Path

import click

from reprobridge_spec.cli.main import cli
from reprobridge_spec.cli.output import Output
from reprobridge_spec.conformance import summary
from reprobridge_spec.errors import ExitCode, UsageError
from reprobridge_spec.schemas import generate as schemas
from reprobridge_spec.schemas.kinds import SPEC_VERSION
from reprobridge_spec.schemas.kinds_beside import CASE

_BEGIN, _END = "<!-- help -->\n", "<!-- /help -->\n"
_WIDTH = 78


@click.group("dev", hidden=True)
def command() -> None:
    """For the developers of rrspec."""


@command.command()
@click.option("--check", is_flag=True, help="Change nothing; say what would change.")
@click.option("--into", type=click.Path(path_type=Path), default=Path(), help="The checkout.")
@click.pass_obj
def generate(output: Output, check: bool, into: Path) -> int:
    """Write the files, and the parts of README.md, that are generated from models, tables and cases."""
    wanted = {into / "schema" / "1.0" / name: text for name, text in schemas.files().items()}
    wanted[into / "conformance" / schemas.file_name(CASE)] = schemas.text_of(CASE)
    wanted[into / "README.md"] = _with_help(into / "README.md")
    if (into / "conformance" / "cases").is_dir():
        wanted |= summary.generated(into / "conformance", SPEC_VERSION)
    stale = [path for path, text in wanted.items() if not path.is_file() or path.read_text(encoding="utf-8") != text]
    for path in [] if check else stale:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(wanted[path], encoding="utf-8")
    output.lines(map(str, stale))
    return ExitCode.FINDINGS if check and stale else ExitCode.HOLDS


def _with_help(readme: Path) -> str:
    """The text of `readme` with what `rrspec --help` prints between its marks."""
    text = readme.read_text(encoding="utf-8") if readme.is_file() else ""
    before, begin, rest = text.partition(_BEGIN)
    _, end, after = rest.partition(_END)
    if not (begin and end):
        raise UsageError(f"{readme} has no place for the help", hint=f"Put {_BEGIN.strip()} and {_END.strip()} there.")
    context = click.Context(cli, info_name="rrspec", terminal_width=_WIDTH, **cli.context_settings)
    return f"{before}{begin}```console\n$ rrspec --help\n{cli.get_help(context)}\n```\n{end}{after}"
