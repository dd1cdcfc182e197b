"""The caller's settings are defaults of options; a mistake in them is said with its file and the nearest name."""

from pathlib import Path
from typing import Any

import click
import pytest

from reprobridge_spec.cli.settings import apply_settings
from reprobridge_spec.errors import UsageError

NAMES = frozenset({"level", "ignore", "baseline", "exit-zero"})


@click.command()
@click.option("--level", type=click.Choice(["draft", "executed"]))
@click.option("--ignore", multiple=True)
@click.option("--baseline", type=click.Path(path_type=Path))
@click.option("--exit-zero", is_flag=True)
@click.option("--fix", is_flag=True)
def command(**_: Any) -> None:
    """A command with options of each kind."""


def applied(folder: Path, *arguments: str) -> tuple[dict[str, Any], Path | None]:
    with command.make_context("command", list(arguments)) as ctx:
        return ctx.params, apply_settings(ctx, NAMES, folder)


def test_without_a_file_nothing_changes(tmp_path: Path) -> None:
    params, file = applied(tmp_path / "nowhere")
    assert (params["level"], params["ignore"], file) == (None, (), None)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("rrspec.toml", 'level = "draft"\nignore = ["RRE001"]\nexit-zero = true\n'),
        ("pyproject.toml", '[tool.rrspec]\nlevel = "draft"\nignore = ["RRE001"]\nexit-zero = true\n'),
    ],
)
def test_options_that_were_not_given_take_the_settings(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text)
    below = tmp_path / "a" / "b"
    below.mkdir(parents=True)
    params, file = applied(below)
    assert (params["level"], params["ignore"], params["exit_zero"]) == ("draft", ("RRE001",), True)
    assert file == tmp_path / name


def test_what_the_command_line_says_wins(tmp_path: Path) -> None:
    (tmp_path / "rrspec.toml").write_text('level = "draft"\nignore = ["RRE001"]\n')
    params, _ = applied(tmp_path, "--level", "executed", "--ignore", "RRL")
    assert (params["level"], params["ignore"]) == ("executed", ("RRL",))


def test_the_nearest_file_alone_counts(tmp_path: Path) -> None:
    (tmp_path / "rrspec.toml").write_text('level = "draft"\nignore = ["RRE001"]\n')
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "pyproject.toml").write_text('[tool.rrspec]\nlevel = "executed"\n')
    params, _ = applied(tmp_path / "a")
    assert (params["level"], params["ignore"]) == ("executed", ())


def test_a_project_that_says_nothing_to_rrspec_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / "rrspec.toml").write_text('level = "draft"\n')
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "pyproject.toml").write_text('[project]\nname = "x"\n[tool.ruff]\n')
    params, file = applied(tmp_path / "a")
    assert (params["level"], file) == ("draft", tmp_path / "rrspec.toml")


def test_one_text_may_stand_for_a_list_of_one(tmp_path: Path) -> None:
    (tmp_path / "rrspec.toml").write_text('ignore = "RRE001"\n')
    assert applied(tmp_path)[0]["ignore"] == ("RRE001",)


def test_a_path_is_meant_from_the_file_s_folder(tmp_path: Path) -> None:
    (tmp_path / "rrspec.toml").write_text('baseline = "known.json"\n')
    (tmp_path / "a").mkdir()
    params, _ = applied(tmp_path / "a")
    assert params["baseline"] == tmp_path / "known.json"


@pytest.mark.parametrize(
    ("text", "says", "hint"),
    [
        ('levle = "draft"', "levle", "level"),
        ("fix = true", "fix", "There are"),
        ('level = "drafty"', "drafty", "Mend"),
        ("level = [", "TOML", "Mend"),
        ("ignore = 3", "a list of texts", "Mend"),
        ('level = ["draft"]', "one value", "Mend"),
        ('exit-zero = "perhaps"', "perhaps", "Mend"),
        ("[level]\nx = 1", "one value", "Mend"),
    ],
)
def test_a_mistake_is_an_error_with_its_file(tmp_path: Path, text: str, says: str, hint: str) -> None:
    file = tmp_path / "rrspec.toml"
    file.write_text(text)
    with pytest.raises(UsageError) as caught:
        applied(tmp_path)
    assert says in f"{caught.value}"
    assert hint in caught.value.hint
    assert caught.value.place == str(file)
