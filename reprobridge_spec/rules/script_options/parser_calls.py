"""Scripts that read their command line with `argparse` or `optparse`."""

import ast
from collections.abc import Iterable, Iterator
from contextlib import suppress

from reprobridge_spec.rules.script_options.base import (
    MANY,
    Argument,
    Interface,
    UnreadableError,
    choices_of,
    constant,
    dotted,
    help_of,
    keywords,
    literal,
    number_of,
)

_PARSERS = {"ArgumentParser": "add_argument", "OptionParser": "add_option"}
_GROUPS = frozenset({"add_argument_group", "add_mutually_exclusive_group", "add_option_group"})
_UNREADABLE_CALLS = frozenset(
    {"parse_known_args", "parse_known_intermixed_args", "add_subparsers", "disable_interspersed_args"}
)
_NO_VALUE = frozenset(
    {"store_true", "store_false", "store_const", "append_const", "count", "help", "version", "callback"}
)
_HELP = Argument(names=("-h", "--help"), least=0, most=0)


def interface_of(tree: ast.Module, calls: list[ast.Call]) -> Interface:
    """What the one parser of a script takes.

    Raises:
        UnreadableError: there is no parser or more than one, or what it takes is decided elsewhere.
    """
    parsers = {id(call): dotted(call.func).rpartition(".")[2] for call in calls}
    made = [call for call in calls if parsers[id(call)] in _PARSERS]
    if len(made) != 1 or any(parsers[id(call)] in _UNREADABLE_CALLS for call in calls):
        raise UnreadableError
    parser = made[0]
    options = keywords(parser)
    if options.keys() & {"parents", "prefix_chars", "fromfile_prefix_chars", "conflict_handler", "option_list"}:
        raise UnreadableError
    kind = parsers[id(parser)]
    _refuse_elsewhere(tree, calls, parser)
    arguments = [argument for call in calls if _is_add(call, _PARSERS[kind]) for argument in _argument(call)]
    given = [argument for argument in arguments if argument.names[0].startswith("-")]
    others = tuple(argument for argument in arguments if not argument.names[0].startswith("-"))
    with_help = constant(options.get("add_help")) is not False
    return Interface(
        options=(*given, *((_HELP,) if with_help else ())),
        positionals=others if kind == "ArgumentParser" else None,
        abbreviated=constant(options.get("allow_abbrev")) is not False,
    )


def arguments_of(nodes: Iterable[ast.AST]) -> tuple[Argument, ...]:
    """Every argument that a file adds to some parser and that can be read, whichever parser it is."""
    found: list[Argument] = []
    for call in nodes:
        if isinstance(call, ast.Call) and any(_is_add(call, method) for method in _PARSERS.values()):
            with suppress(UnreadableError):
                found += _argument(call)
    return tuple(sorted(found, key=lambda argument: argument.line))


def _is_add(call: ast.Call, method: str) -> bool:
    return isinstance(call.func, ast.Attribute) and call.func.attr == method


def _refuse_elsewhere(tree: ast.Module, calls: list[ast.Call], parser: ast.Call) -> None:
    """Refuse where arguments are added out of sight: by functions of other files, or to another parser."""
    names = _names_of(tree, parser)
    functions = {node.name: node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    parsed = False
    for call in calls:
        if isinstance(call.func, ast.Attribute) and call.func.attr == "parse_args":
            parsed = True
            if call.args and not dotted(call.args[0]) and not isinstance(call.args[0], ast.Subscript):
                raise UnreadableError
        if _is_add(call, "add_argument") or _is_add(call, "add_option"):
            # a name that another function gave may be another parser
            if not isinstance(call.func, ast.Attribute) or dotted(call.func.value) not in names:
                raise UnreadableError
        elif any(dotted(argument) in names for argument in _handed(call)) and dotted(call.func) not in functions:
            raise UnreadableError
    if not parsed:
        raise UnreadableError


def _handed(call: ast.Call) -> list[ast.expr]:
    return [*call.args, *(keyword.value for keyword in call.keywords)]


def _names_of(tree: ast.Module, parser: ast.Call) -> set[str]:
    """What the parser and its groups are called: where they are made, and as what functions of the file get them."""
    names: set[str] = set()
    known = -1
    while len(names) > known:
        known = len(names)
        makers = _makers(tree, names)
        for node in ast.walk(tree):
            if isinstance(node, (ast.Assign, ast.AnnAssign)) and isinstance(node.value, ast.Call):
                value = node.value
                is_group = (
                    isinstance(value.func, ast.Attribute)
                    and value.func.attr in _GROUPS
                    and dotted(value.func.value) in names
                )
                if value is parser or is_group or dotted(value.func) in makers:
                    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                    names |= {name for target in targets if (name := dotted(target))}
        names |= set(_parameters(tree, names))
    return names


def _makers(tree: ast.Module, names: set[str]) -> set[str]:
    """Functions of the file that give the parser back."""
    return {
        function.name
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef)
        for node in ast.walk(function)
        if isinstance(node, ast.Return) and node.value is not None and dotted(node.value) in names
    }


def _parameters(tree: ast.Module, names: set[str]) -> Iterator[str]:
    """As what functions of the file get the parser."""
    functions = {node.name: node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and (function := functions.get(dotted(call.func))):
            for place, argument in enumerate(call.args):
                if dotted(argument) in names and place < len(function.args.args):
                    yield function.args.args[place].arg


def _argument(call: ast.Call) -> Iterator[Argument]:
    """What one `add_argument` or `add_option` adds."""
    names = tuple(constant(argument) for argument in call.args)
    if not names or not all(isinstance(name, str) and name for name in names):
        raise UnreadableError
    texts = tuple(str(name) for name in names)
    said = keywords(call)
    action = said.get("action")
    if dotted(action).endswith("BooleanOptionalAction") if action is not None else False:
        negated = tuple(f"--no-{name[2:]}" for name in texts if name.startswith("--"))
        yield Argument(
            names=(*texts, *negated),
            least=0,
            most=0,
            default=literal(said.get("default")),
            help=help_of(said.get("help")),
            line=call.lineno,
        )
        return
    word = constant(action) if isinstance(action, ast.Constant) else None
    if action is not None and word is None and "nargs" not in said:
        raise UnreadableError  # an action of its own, which says itself what it takes
    is_option = texts[0].startswith("-")
    least, most = (0, 0) if word in _NO_VALUE else _count(said.get("nargs"))
    yield Argument(
        names=texts,
        least=least,
        most=most,
        choices=choices_of(said.get("choices")),
        number=number_of(said.get("type")) if word not in _NO_VALUE else None,
        required=is_option and "required" in said and _is_true(said["required"]),
        default=literal(said.get("default")),
        help=help_of(said.get("help")),
        line=call.lineno,
    )


def _is_true(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is True


def _count(node: ast.expr | None) -> tuple[int, int]:
    """The fewest and the most values, by `nargs`."""
    value = constant(node)
    match value:
        case None:
            return 1, 1
        case int():
            return value, value
        case "?":
            return 0, 1
        case "*":
            return 0, MANY
        case "+":
            return 1, MANY
        case _:
            raise UnreadableError
