from pathlib import Path

import pytest

from tests.conftest import CHECKOUT, CommandLine


@pytest.fixture
def checkout(rrspec: CommandLine, tmp_path: Path) -> Path:
    """What is generated, generated."""
    (tmp_path / "README.md").write_text("# Name\n\n<!-- help -->\nold\n<!-- /help -->\n\nmore\n")
    assert rrspec("dev", "generate").returncode == 0
    return tmp_path


def test_what_is_in_the_checkout_is_what_is_generated(rrspec: CommandLine) -> None:
    ended = rrspec("dev", "generate", "--check", "--into", CHECKOUT)
    assert (ended.returncode, ended.stdout) == (0, "")


def test_what_was_generated_is_up_to_date(rrspec: CommandLine, checkout: Path) -> None:
    ended = rrspec("dev", "generate", "--check", cwd=checkout)
    assert (ended.returncode, ended.stdout) == (0, "")


@pytest.mark.parametrize("name", ["README.md", "schema/1.0/manifest.schema.json"])
def test_a_stale_file_is_named_and_not_changed_by_a_check(rrspec: CommandLine, checkout: Path, name: str) -> None:
    stale = (checkout / name).read_text().replace("e", "E")
    (checkout / name).write_text(stale.replace("<!-- hElp -->", "<!-- help -->").replace("/hElp", "/help"))
    stale = (checkout / name).read_text()
    ended = rrspec("dev", "generate", "--check", cwd=checkout)
    assert (ended.returncode, ended.stdout, (checkout / name).read_text()) == (1, f"{name}\n", stale)


def test_a_file_that_is_missing_is_stale(rrspec: CommandLine, checkout: Path) -> None:
    (checkout / "schema" / "1.0" / "references.schema.json").unlink()
    ended = rrspec("dev", "generate", "--check", cwd=checkout)
    assert (ended.returncode, ended.stdout) == (1, "schema/1.0/references.schema.json\n")


def test_the_rest_of_the_readme_stays(checkout: Path) -> None:
    text = (checkout / "README.md").read_text()
    assert text.startswith("# Name\n\n<!-- help -->\n```console\n$ rrspec --help\nUsage: rrspec")
    assert text.endswith("```\n<!-- /help -->\n\nmore\n")


@pytest.mark.parametrize("text", ["# Name\n", "<!-- help -->\n", "<!-- /help -->\n", "<!-- /help -->\n<!-- help -->\n"])
def test_a_readme_without_a_place_for_the_help_is_said(rrspec: CommandLine, tmp_path: Path, text: str) -> None:
    (tmp_path / "README.md").write_text(text)
    ended = rrspec("dev", "generate")
    assert (ended.returncode, "has no place for the help" in ended.stderr) == (2, True)
    assert (tmp_path / "README.md").read_text() == text
