import click
import pytest
from click.testing import CliRunner

from reprobridge_spec.cli.optional_value import OptionalValue, WithOptionalValues


@click.command("count", cls=WithOptionalValues)
@click.argument("file")
@click.option("--seeds", cls=OptionalValue, takes=str.isdecimal, alone="all")
@click.option("--other", is_flag=True)
def count(file: str, seeds: str | None, other: bool) -> None:  # noqa: FBT001 (click's)
    click.echo(f"{file} {seeds} {other}")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["p.zip"], "p.zip None False"),
        (["--seeds", "p.zip"], "p.zip all False"),
        (["p.zip", "--seeds"], "p.zip all False"),
        (["--seeds", "3", "p.zip"], "p.zip 3 False"),
        (["--seeds=3", "p.zip"], "p.zip 3 False"),
        (["p.zip", "--seeds", "--other"], "p.zip all True"),
        (["--", "--seeds"], "--seeds None False"),
    ],
)
def test_a_value_may_be_left_out_before_an_argument(words: list[str], said: str) -> None:
    assert CliRunner().invoke(count, words).output == f"{said}\n"


@pytest.mark.parametrize("words", [["--seeds", "3"], ["--seeds", "x", "y"], ["--seed", "p.zip"]])
def test_what_does_not_go_is_refused(words: list[str]) -> None:
    assert CliRunner().invoke(count, words).exit_code == 2
