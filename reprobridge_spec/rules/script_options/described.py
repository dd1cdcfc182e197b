"""What a program takes on its command line, as far as that can be told, whatever reads it; nothing is run.

For people who adopt a repository: what cannot be told is left out. What a script would refuse is told by `reader`,
which knows all of what a script takes, or says that it does not.
"""

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import StrEnum

from reprobridge_spec.documents.python_tree.calls import argument_of
from reprobridge_spec.documents.python_tree.module import Module
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.rules.script_options import click_commands, parser_calls
from reprobridge_spec.rules.script_options.base import (
    Argument,
    Interface,
    Number,
    UnreadableError,
    constant,
    help_of,
    literal,
)
from reprobridge_spec.rules.script_options.signatures import of_data_class, of_function


class ReadBy(StrEnum):
    """What reads the command line."""

    ABSL = "absl"
    ARGPARSE = "argparse"
    CLICK = "click"
    DATA_CLASSES = "data-classes"
    FIRE = "fire"
    HYDRA = "hydra"


@dataclass(frozen=True, slots=True, kw_only=True)
class Described:
    """What a program takes.

    Attributes:
        interface: its options, as far as they can be told; of Hydra none, for any value of its configuration can be
            given as `name=value`.
        config_path: of Hydra, the folder of its configurations, from the program's own; None where none is named.
        config_name: of Hydra, the name of its configuration.
    """

    read_by: ReadBy
    interface: Interface
    config_path: str | None = None
    config_name: str | None = None


_FLAGS: Mapping[str, Number | None] = {
    "bool": None,
    "boolean": None,
    "enum": None,
    "float": Number.FLOAT,
    "integer": Number.INT,
    "list": None,
    "multi_integer": Number.INT,
    "multi_string": None,
    "string": None,
}
_DATA_CLASS_PARSERS = frozenset(
    {"tyro.cli", "transformers.HfArgumentParser", "transformers.hf_argparser.HfArgumentParser", "simple_parsing.parse"}
)


def described(module: Module) -> Described | None:
    """What a program takes on its command line; None where nothing shows that it reads it."""
    for word, reader in _READERS:
        if word in module.data and (found := reader(module)) is not None:
            return found
    return None


def _hydra(module: Module) -> Described | None:
    for node in module.nodes:
        if not isinstance(node, ast.FunctionDef):
            continue
        for decorator in node.decorator_list:
            if isinstance(decorator, ast.Call) and module.name_of(decorator.func) == "hydra.main":
                return Described(
                    read_by=ReadBy.HYDRA,
                    interface=Interface(options=(), positionals=None),
                    config_path=literal(argument_of(decorator, 0, "config_path")),
                    config_name=literal(argument_of(decorator, 1, "config_name")),
                )
    return None


def _click(module: Module) -> Described | None:
    decorators = [
        decorator.func if isinstance(decorator, ast.Call) else decorator
        for node in module.nodes
        if isinstance(node, ast.FunctionDef)
        for decorator in node.decorator_list
    ]
    if not any(module.name_of(decorator).startswith("click.") for decorator in decorators):
        return None
    try:
        return Described(read_by=ReadBy.CLICK, interface=click_commands.interface_of(module.tree))
    except UnreadableError:
        return Described(read_by=ReadBy.CLICK, interface=Interface(options=(), positionals=None))


def _fire(module: Module) -> Described | None:
    for name, call in module.calls():
        if name == "fire.Fire":
            started = argument_of(call, 0, "component")
            return _taking(ReadBy.FIRE, _of_named(module, started, hyphens=False))
    return None


def _data_classes(module: Module) -> Described | None:
    for name, call in module.calls():
        if name in _DATA_CLASS_PARSERS and call.args:
            given = call.args[0].elts if isinstance(call.args[0], (ast.Tuple, ast.List)) else [call.args[0]]
            options = [one for node in given for one in _of_named(module, node, hyphens=name == "tyro.cli")]
            return _taking(ReadBy.DATA_CLASSES, options)
    return None


def _of_named(module: Module, node: ast.expr | None, *, hyphens: bool) -> tuple[Argument, ...]:
    """The options of a function or a class that the file itself defines."""
    if not isinstance(node, ast.Name):
        return ()
    for found in module.tree.body:
        if isinstance(found, (ast.FunctionDef, ast.AsyncFunctionDef)) and found.name == node.id:
            return of_function(found, hyphens=hyphens)
        if isinstance(found, ast.ClassDef) and found.name == node.id:
            starts = [one for one in found.body if isinstance(one, ast.FunctionDef) and one.name == "__init__"]
            return of_function(starts[0]) if starts else of_data_class(found, hyphens=hyphens)
    return ()


def _absl(module: Module) -> Described | None:
    options = tuple(_flags(module))
    return _taking(ReadBy.ABSL, options) if options else None


def _flags(module: Module) -> Iterator[Argument]:
    for name, call in module.calls():
        package, _, defined = name.rpartition(".DEFINE_")
        flag = literal(argument_of(call, 0, "name"))
        if (
            package not in {"absl.flags", "tensorflow.app.flags", "tensorflow.flags"}
            or defined not in _FLAGS
            or not flag
        ):
            continue
        is_switch = defined in {"bool", "boolean"}
        values = argument_of(call, 2, "enum_values") if defined == "enum" else None
        yield Argument(
            names=(f"--{flag}", f"--no{flag}") if is_switch else (f"--{flag}",),
            least=0 if is_switch else 1,
            choices=_choices(values),
            number=_FLAGS[defined],
            default=literal(argument_of(call, 1, "default")),
            help=help_of(argument_of(call, 3 if defined == "enum" else 2, "help")),
            line=call.lineno,
        )


def _choices(node: ast.expr | None) -> tuple[str, ...] | None:
    try:
        value = constant(node)
    except UnreadableError:
        return None
    return tuple(map(str, value)) if isinstance(value, (list, tuple)) else None


def _parser(module: Module) -> Described | None:
    arguments = parser_calls.arguments_of(module.nodes)
    return _taking(ReadBy.ARGPARSE, arguments) if arguments else None


def _taking(read_by: ReadBy, arguments: Sequence[Argument]) -> Described:
    return Described(
        read_by=read_by,
        interface=Interface(
            options=tuple(one for one in arguments if one.names[0].startswith("-")),
            positionals=tuple(one for one in arguments if not one.names[0].startswith("-")),
        ),
    )


_READERS: tuple[tuple[bytes, Callable[[Module], Described | None]], ...] = (
    (b"hydra", _hydra),
    (b"click", _click),
    (b"fire", _fire),
    (b"HfArgumentParser", _data_classes),
    (b"simple_parsing", _data_classes),
    (b"tyro", _data_classes),
    (b"DEFINE_", _absl),
    (b".add_", _parser),
)
"""Each way to read a command line, and a word of every file that uses it."""
