"""What a program takes on its command line, whatever reads it."""

import pytest

from reprobridge_spec.documents.python_tree.module import Module, read
from reprobridge_spec.rules.script_options.base import Argument, Number
from reprobridge_spec.rules.script_options.described import Described, ReadBy, described
from reprobridge_spec.rules.script_options.reader import interface_of


def described_of(text: str) -> Described | None:
    module = read("run.py", text.encode())
    assert isinstance(module, Module)
    return described(module)


def options_of(text: str) -> dict[str, Argument]:
    found = described_of(text)
    assert found is not None
    return {option.names[0]: option for option in found.interface.options}


def test_an_option_of_argparse_has_its_default_its_help_and_its_line() -> None:
    options = options_of(
        "import argparse\np = argparse.ArgumentParser()\n"
        "p.add_argument('--lr', type=float, default=1e-3, help='step\\n  size')\n"
        "p.add_argument('--names', nargs='+', default=['a', 'b'])\n"
        "p.add_argument('--x', default=None)\n"
        "p.add_argument('--y', default=compute())\n"
    )
    lr = options["--lr"]
    assert (lr.default, lr.help, lr.line, lr.number) == ("0.001", "step size", 3, Number.FLOAT)
    assert [options[name].default for name in ("--names", "--x", "--y")] == ["a b", None, None]


def test_a_parser_that_knows_only_some_arguments_is_described_and_not_judged() -> None:
    text = "import argparse\np = argparse.ArgumentParser()\np.add_argument('--a')\np.parse_known_args()\n"
    assert list(options_of(text)) == ["--a"]
    assert interface_of(text) is None


def test_options_of_several_parsers_are_all_described() -> None:
    text = "def a(p):\n    p.add_argument('--a')\ndef b(q):\n    q.add_argument('--b')\n    q.add_argument(*names)\n"
    assert list(options_of(text)) == ["--a", "--b"]


def test_click_is_described_with_defaults() -> None:
    found = described_of(
        "import click\n@click.command()\n@click.option('--n', default=3, help='how many')\n"
        "@click.argument('path')\ndef main(n, path): ...\n"
    )
    assert found is not None
    assert found.read_by is ReadBy.CLICK
    assert (found.interface.options[0].default, found.interface.options[0].help) == ("3", "how many")
    assert found.interface.positionals is not None
    assert found.interface.positionals[0].names == ("path",)


def test_a_group_of_click_is_known_and_its_options_are_not() -> None:
    found = described_of("import click\n@click.group()\ndef cli(): ...\n@cli.command()\ndef a(): ...\n")
    assert found is not None
    assert (found.read_by, found.interface.options) == (ReadBy.CLICK, ())


def test_fire_takes_the_parameters_of_a_function() -> None:
    text = "import fire\ndef main(path, size: int = 3, *, fast=False, names=()): ...\nfire.Fire(main)\n"
    found = described_of(text)
    options = options_of(text)
    assert found is not None
    assert found.read_by is ReadBy.FIRE
    assert list(options) == ["--path", "--size", "--fast", "--names"]
    assert [option.required for option in options.values()] == [True, False, False, False]
    assert (options["--size"].default, options["--size"].number, options["--fast"].least) == ("3", Number.INT, 0)


def test_fire_takes_the_parameters_of_a_class() -> None:
    text = "from fire import Fire\nclass A:\n    def __init__(self, a, b=1): ...\nif True:\n    Fire(A)\n"
    assert list(options_of(text)) == ["--a", "--b"]


def test_fire_of_something_imported_has_no_options_that_can_be_told() -> None:
    assert options_of("import fire\nfrom tools import main\nfire.Fire(main)\n") == {}


def test_hydra_names_its_configuration() -> None:
    found = described_of(
        "import hydra\n@hydra.main(version_base=None, config_path='config', config_name='main')\ndef run(c): ...\n"
    )
    assert found is not None
    assert (found.read_by, found.config_path, found.config_name) == (ReadBy.HYDRA, "config", "main")


def test_hydra_takes_its_configuration_by_place_too() -> None:
    found = described_of("import hydra\n@hydra.main('../conf', 'a.yaml')\ndef run(c): ...\n")
    assert found is not None
    assert (found.config_path, found.config_name) == ("../conf", "a.yaml")


def test_flags_of_absl_are_options() -> None:
    options = options_of(
        "from absl import flags\nflags.DEFINE_integer('seed', 1, 'of chance')\n"
        "flags.DEFINE_boolean('fast', False, 'quick')\nflags.DEFINE_enum('kind', 'a', ['a', 'b'], 'which')\n"
        "flags.DEFINE_string(name, None, 'untold')\n"
    )
    assert list(options) == ["--seed", "--fast", "--kind"]
    assert (options["--seed"].default, options["--seed"].help) == ("1", "of chance")
    assert options["--fast"].names == ("--fast", "--nofast")
    assert (options["--kind"].choices, options["--kind"].help) == (("a", "b"), "which")


def test_fields_of_data_classes_are_options() -> None:
    text = (
        "from dataclasses import dataclass, field\nfrom transformers import HfArgumentParser\n@dataclass\nclass A:\n"
        "    model_name: str\n    rank: int = field(default=8, metadata={'help': 'of the update'})\n"
        "    tags: list = field(default_factory=list)\nHfArgumentParser((A, Other)).parse_args_into_dataclasses()\n"
    )
    options = options_of(text)
    assert list(options) == ["--model_name", "--rank", "--tags"]
    assert [option.required for option in options.values()] == [True, False, False]
    assert (options["--rank"].default, options["--rank"].help) == ("8", "of the update")


def test_tyro_spells_names_with_hyphens() -> None:
    assert list(options_of("import tyro\ndef main(learning_rate: float = 0.1): ...\ntyro.cli(main)\n")) == [
        "--learning-rate"
    ]


NOTHING = {
    "no command line": "print(3)",
    "a function of one's own": "def Fire(f): ...\nFire(main)",
    "a class of one's own": "class click:\n    command = 3\n@click.command\ndef f(): ...",
    "another main": "from mine import hydra\n@hydra.main()\ndef f(): ...",
    "flags of another": "from mine import flags\nflags.DEFINE_integer('a', 1, 'b')",
    "sys.argv": "import sys\nprint(sys.argv[1])",
}


@pytest.mark.parametrize("case", NOTHING)
def test_what_reads_no_command_line_is_not_described(case: str) -> None:
    assert described_of(NOTHING[case]) is None
