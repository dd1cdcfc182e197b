"""Texts that a file puts together, as far as they are written in it."""

import ast
from collections.abc import Iterable

from reprobridge_spec.documents.python_tree.module import Module
from reprobridge_spec.lazy_pattern import lazy_pattern

UNTOLD = "{}"
"""Stands for each part that the file does not tell."""
_DEEPEST = 12
_LONGEST = 500
_PERCENT = lazy_pattern(r"%(?:\(\w{1,80}\))?[-+ #0-9.]{0,12}[a-zA-Z]")
_BRACED = lazy_pattern(r"\{[^{}]{0,80}\}")
_JOINS = frozenset({"os.path.join", "posixpath.join", "pathlib.Path", "pathlib.PurePath"})
_SAME = frozenset({"builtins.str", "os.path.abspath", "os.path.expanduser", "os.path.normpath", "os.fspath"})


def text_of(module: Module, node: ast.expr | None, left: int = _DEEPEST) -> str:
    """The text that an expression gives, with `{}` for each part that is not told."""
    text = _text(module, node, left) if node is not None and left > 0 else UNTOLD
    while "{}{}" in text:
        text = text.replace("{}{}", UNTOLD)
    return text if len(text) <= _LONGEST else UNTOLD


def literal_of(module: Module, node: ast.expr | None) -> str | None:
    """The text of an expression where all of it is told; None where some is not."""
    text = text_of(module, node)
    return None if UNTOLD in text else text


def _text(module: Module, node: ast.expr, left: int) -> str:
    match node:
        case ast.Constant(value=str() | int() | float() as value):
            return str(value).replace("{", "(").replace("}", ")")
        case ast.JoinedStr():
            return "".join(text_of(module, part, left - 1) for part in node.values)
        case ast.BinOp(op=ast.Add()):
            return text_of(module, node.left, left - 1) + text_of(module, node.right, left - 1)
        case ast.BinOp(op=ast.Div()):
            return _path([text_of(module, node.left, left - 1), text_of(module, node.right, left - 1)])
        case ast.BinOp(op=ast.Mod(), left=ast.Constant(value=str() as form)):
            return _PERCENT.sub(UNTOLD, form)
        case ast.Name():
            return _of_variable(module, node, left)
        case ast.Call():
            return _of_call(module, node, left)
        case _:
            return UNTOLD


def _of_variable(module: Module, node: ast.Name, left: int) -> str:
    """The text of a variable; told once, for variables can be made of one another in ever more ways."""
    value = module.names.value_of(node)
    if value is None:
        return UNTOLD
    key = (id(value), left)
    if key not in module.names.texts:
        module.names.texts[key] = text_of(module, value, left - 1)
    return module.names.texts[key]


def _of_call(module: Module, node: ast.Call, left: int) -> str:
    name = module.name_of(node.func)
    if name in _JOINS:
        return _path([text_of(module, part, left - 1) for part in node.args])
    if name in _SAME and len(node.args) == 1:
        return text_of(module, node.args[0], left - 1)
    match node.func:
        case ast.Attribute(attr="format", value=ast.Constant(value=str() as form)):
            return _BRACED.sub(UNTOLD, form)
        case _:
            return UNTOLD


def _path(parts: Iterable[str]) -> str:
    found = ""
    for part in parts:
        found = part if not found or part.startswith("/") else f"{found.rstrip('/')}/{part}"
    return found or UNTOLD
