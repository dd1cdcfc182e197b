"""Options that a script takes because its functions or data classes have parameters: as `fire` and `tyro` read them."""

import ast
from collections.abc import Iterator

from reprobridge_spec.rules.script_options.base import (
    MANY,
    Argument,
    UnreadableError,
    help_of,
    keywords,
    literal,
    number_of,
)


def of_function(function: ast.FunctionDef | ast.AsyncFunctionDef, *, hyphens: bool = False) -> tuple[Argument, ...]:
    """An option for each parameter of a function, but for `self` and `cls`."""
    arguments = function.args
    ordered = [*arguments.posonlyargs, *arguments.args]
    defaults: list[ast.expr | None] = [None] * (len(ordered) - len(arguments.defaults)) + list(arguments.defaults)
    pairs = [*zip(ordered, defaults, strict=True), *zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)]
    return tuple(
        _option(argument.arg, argument.annotation, default, argument.lineno, hyphens=hyphens)
        for argument, default in pairs
        if argument.arg not in {"self", "cls"}
    )


def of_data_class(definition: ast.ClassDef, *, hyphens: bool = False) -> tuple[Argument, ...]:
    """An option for each field of a data class."""
    return tuple(_fields(definition, hyphens=hyphens))


def _fields(definition: ast.ClassDef, *, hyphens: bool) -> Iterator[Argument]:
    for node in definition.body:
        match node:
            case ast.AnnAssign(target=ast.Name(id=name), annotation=annotation, value=value):
                default, said = _field(value)
                found = _option(name, annotation, default, node.lineno, hyphens=hyphens)
                yield Argument(
                    names=found.names,
                    least=found.least,
                    most=found.most,
                    number=found.number,
                    required=value is None,
                    default=found.default,
                    help=said,
                    line=found.line,
                )
            case _:
                continue


def _field(value: ast.expr | None) -> tuple[ast.expr | None, str]:
    """The default of a field, and what is said of it: `field(default=3, metadata={"help": "..."})`."""
    if not isinstance(value, ast.Call):
        return value, ""
    try:
        said = keywords(value)
    except UnreadableError:
        return None, ""
    metadata = said.get("metadata")
    pairs = zip(metadata.keys, metadata.values, strict=True) if isinstance(metadata, ast.Dict) else ()
    texts = [text for key, text in pairs if isinstance(key, ast.Constant) and key.value == "help"]
    return said.get("default"), help_of(texts[0]) if texts else ""


def _option(name: str, annotation: ast.expr | None, default: ast.expr | None, line: int, *, hyphens: bool) -> Argument:
    is_flag = isinstance(default, ast.Constant) and isinstance(default.value, bool)
    is_list = isinstance(default, (ast.List, ast.Tuple))
    return Argument(
        names=(f"--{name.replace('_', '-') if hyphens else name}",),
        least=0 if is_flag else 1,
        most=MANY if is_list else 1,
        number=number_of(annotation),
        required=default is None,
        default=literal(default),
        line=line,
    )
