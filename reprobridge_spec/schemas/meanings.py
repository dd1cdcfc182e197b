"""What the fields of models are for: the text under each, read from the models' source.

Only generated schemas and explained errors need it; reading a valid document does not.
"""

import ast
import inspect
import sys
from functools import cache

from reprobridge_spec.model.base import Model


def meanings(model: type[Model]) -> dict[str, str]:
    """The text under each field of `model`, by the field's name."""
    found: dict[str, str] = {}
    for owner in reversed(model.__mro__):
        if issubclass(owner, Model):
            found |= _texts(owner.__module__).get(owner.__qualname__, {})
    return found


@cache
def _texts(module: str) -> dict[str, dict[str, str]]:
    """For each class at the top of `module`: the text under each field."""
    tree = ast.parse(inspect.getsource(sys.modules[module]))
    return {node.name: _under_fields(node) for node in tree.body if isinstance(node, ast.ClassDef)}


def _under_fields(node: ast.ClassDef) -> dict[str, str]:
    found: dict[str, str] = {}
    for field, text in zip(node.body, node.body[1:], strict=False):
        match field, text:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(meaning))):
                found[name] = inspect.cleandoc(meaning)
    return found
