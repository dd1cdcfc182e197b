import json
import subprocess
import sys

import click
import pytest

from reprobridge_spec.cli.main import COMMANDS, HIDDEN, cli
from tests.conftest import CHECKOUT, CommandLine

HEAVY = {"jsonschema", "cookiecutter", "pydantic", "pydantic_core", "ruamel", "yaml", "packaging"}


def imported_by(*arguments: str) -> set[str]:
    """The top-level modules that are there when `rrspec` has ended."""
    code = (
        "import atexit, json, sys\n"
        "tops = lambda: sorted({name.partition('.')[0] for name in sys.modules})\n"
        "atexit.register(lambda: print(json.dumps(tops()), file=sys.stderr))\n"
        f"sys.argv = ['rrspec', *{list(arguments)!r}]\n"
        "from reprobridge_spec.cli.main import main\n"
        "main()\n"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(json.loads(ended.stderr))


@pytest.mark.parametrize("argument", ["--help", "-h", "--version"])
def test_help_and_version_import_nothing_heavy(argument: str) -> None:
    assert imported_by(argument).isdisjoint(HEAVY)


def test_what_does_work_imports_what_it_needs() -> None:
    """So that the test above can fail."""
    assert {"pydantic_core", "yaml"} <= imported_by("conformance", "list")


def test_the_readme_shows_the_help(rrspec: CommandLine) -> None:
    rrspec.environment["COLUMNS"] = "80"
    with rrspec.start("--help") as process:
        printed, _ = process.communicate()
    readme = (CHECKOUT / "README.md").read_text(encoding="utf-8")
    _, _, rest = readme.partition("<!-- help -->\n")
    block, end, _ = rest.partition("<!-- /help -->")
    assert (block, bool(end)) == (f"```console\n$ rrspec --help\n{printed}```\n", True)


@pytest.mark.parametrize("name", [*COMMANDS, *HIDDEN])
def test_every_command_of_the_table_is_there_and_says_what_it_does(name: str) -> None:
    command = cli.get_command(click.Context(cli), name)
    assert command is not None
    assert command.help
    assert all(parameter.help for parameter in command.params if isinstance(parameter, click.Option))


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_a_command_can_be_asked_for_in_both_ways(rrspec: CommandLine, name: str) -> None:
    long, short = rrspec(name, "--help"), rrspec(name, "-h")
    assert (long.returncode, long.stdout, long.stderr) == (0, short.stdout, "")
    assert long.stdout.startswith(f"Usage: rrspec {name}")


def test_hidden_commands_are_not_listed() -> None:
    help_text = cli.get_help(click.Context(cli, info_name="rrspec"))
    assert not any(f"\n  {name} " in help_text for name in HIDDEN)
    assert all(f"\n  {name} " in help_text for name in COMMANDS)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("vlidate", "validate"), ("vrify", "verify"), ("packs", "pack"), ("confromance", "conformance")],
)
def test_a_mistyped_command_gets_the_nearest(rrspec: CommandLine, typed: str, meant: str) -> None:
    ended = rrspec(typed)
    assert (ended.returncode, f"Did you mean `rrspec {meant}`?" in ended.stderr) == (2, True)


def test_a_command_that_is_like_none_is_pointed_to_the_list(rrspec: CommandLine) -> None:
    ended = rrspec("xyzzy")
    assert (ended.returncode, "`rrspec --help` lists the commands." in ended.stderr) == (2, True)


def test_explain_lists_what_can_be_explained(rrspec: CommandLine) -> None:
    every, guide = rrspec("explain").stdout.splitlines(), rrspec("explain", "rrg").stdout.splitlines()
    assert [line for line in every if line.startswith("RRG")] == guide
    assert "RRE002 lock-drift" in every
    assert rrspec("explain", "RRE002").stdout.startswith("RRE002 lock-drift\n\n")


def test_a_message_of_several_lines_holds_no_signs_of_control(rrspec: CommandLine) -> None:
    ended = rrspec("completion")
    assert (ended.returncode, "  bash," in ended.stderr, "\ufffd" in ended.stderr) == (2, True, False)
