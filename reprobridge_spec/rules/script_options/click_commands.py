"""Scripts that read their command line with `click`."""

import ast
from collections.abc import Iterator

from reprobridge_spec.rules.script_options.base import (
    MANY,
    Argument,
    Interface,
    Number,
    UnreadableError,
    choices_of,
    constant,
    dotted,
    help_of,
    keywords,
    literal,
    number_of,
)

_HELP = Argument(names=("--help",), least=0, most=0)
_NUMBERS = {"click.INT": Number.INT, "click.FLOAT": Number.FLOAT}


def interface_of(tree: ast.Module) -> Interface:
    """What the one command of a script takes.

    Raises:
        UnreadableError: there is no command or more than one, or what it takes is decided elsewhere.
    """
    functions = [node for node in ast.walk(tree) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))]
    commands = [function for function in functions if any(_is(node, "command") for node in function.decorator_list)]
    groups = [function for function in functions if any(_is(node, "group") for node in function.decorator_list)]
    if len(commands) != 1 or groups:
        raise UnreadableError
    options: list[Argument] = []
    positionals: list[Argument] = []
    for node in commands[0].decorator_list:
        if not isinstance(node, ast.Call):
            raise UnreadableError
        if _is(node, "command"):
            if keywords(node).keys() & {"context_settings", "cls", "params"}:
                raise UnreadableError
        elif _is(node, "option"):
            options += _option(node)
        elif _is(node, "argument"):
            positionals.append(_positional(node))
        elif dotted(node.func).rpartition(".")[2] not in {"pass_context", "version_option", "help_option"}:
            raise UnreadableError
    return Interface(options=(*options, _HELP), positionals=tuple(positionals), abbreviated=False)


def _is(node: ast.expr, kind: str) -> bool:
    name = dotted(node.func if isinstance(node, ast.Call) else node)
    return name in {f"click.{kind}", kind}


def _option(call: ast.Call) -> Iterator[Argument]:
    names = [constant(argument) for argument in call.args]
    spelled = [
        part.strip() for name in names if isinstance(name, str) and name.startswith("-") for part in name.split("/")
    ]
    if not spelled:
        raise UnreadableError
    said = keywords(call)
    is_flag = any(isinstance(name, str) and "/" in name for name in names) or bool(
        constant(said.get("is_flag")) or constant(said.get("count")) or said.get("flag_value")
    )
    # a default that is a truth value makes a flag of an option, too
    is_flag = is_flag or ("type" not in said and _truth(said.get("default")))
    count = 0 if is_flag else _values(said)
    yield Argument(
        names=tuple(name if name.startswith("-") else f"--{name}" for name in spelled if name),
        least=count,
        most=count,
        choices=_choices(said.get("type")),
        number=_number(said.get("type")),
        required=_truth(said.get("required")) and "default" not in said and "envvar" not in said,
        default=literal(said.get("default")),
        help=help_of(said.get("help")),
        line=call.lineno,
    )


def _positional(call: ast.Call) -> Argument:
    names = [constant(argument) for argument in call.args]
    if not names or not isinstance(names[0], str):
        raise UnreadableError
    said = keywords(call)
    count = _values(said)
    is_optional = (
        "default" in said or "envvar" in said or (said.get("required") is not None and not _truth(said["required"]))
    )
    return Argument(
        names=(names[0],),
        least=0 if is_optional or count == -1 else count,
        most=MANY if count == -1 else count,
        choices=_choices(said.get("type")),
        number=_number(said.get("type")),
        default=literal(said.get("default")),
        line=call.lineno,
    )


def _values(said: dict[str, ast.expr]) -> int:
    value = constant(said.get("nargs"))
    if value is None:
        return 1
    if not isinstance(value, int):
        raise UnreadableError
    return value


def _truth(node: ast.expr | None) -> bool:
    return isinstance(node, ast.Constant) and node.value is True


def _choices(node: ast.expr | None) -> tuple[str, ...] | None:
    if isinstance(node, ast.Call) and dotted(node.func).endswith("Choice") and node.args:
        folds = any(keyword.arg == "case_sensitive" for keyword in node.keywords)
        return None if folds else choices_of(node.args[0])
    return None


def _number(node: ast.expr | None) -> Number | None:
    return number_of(node) or (_NUMBERS.get(dotted(node)) if node is not None else None)
