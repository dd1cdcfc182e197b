"""Code that asks first whether a name is there, so that its absence does no harm."""

import ast
from collections.abc import Iterable, Iterator

_ABSENCE = frozenset({"ImportError", "ModuleNotFoundError", "AttributeError", "NameError", "TypeError"})
_ASKS = frozenset({"hasattr", "getattr", "parse_version", "LooseVersion", "Version"})
_NAMED = frozenset({"version_info", "__version__", "PY2", "PY3", "TYPE_CHECKING"})
_FEW = 3
"""Statements of a `try` whose handler takes every error: more are no question for a name."""


def guarded(nodes: Iterable[ast.AST]) -> frozenset[int]:
    """The ids of all nodes that stand under such a question."""
    found: set[int] = set()
    for node in nodes:
        for branch in _branches(node):
            if id(branch) not in found:
                found.update(map(id, ast.walk(branch)))
    return frozenset(found)


def _branches(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.Try) and _expects_absence(node):
        yield from (*node.body, *node.handlers)
    elif isinstance(node, ast.If) and _asks(node.test):
        yield from (*node.body, *node.orelse)
    elif isinstance(node, ast.IfExp) and _asks(node.test):
        yield from (node.body, node.orelse)


def _expects_absence(node: ast.Try) -> bool:
    for handler in node.handlers:
        kinds = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
        names = {kind.id for kind in kinds if isinstance(kind, ast.Name)}
        if names & _ABSENCE or ((handler.type is None or "Exception" in names) and len(node.body) <= _FEW):
            return True
    return False


def _asks(test: ast.expr) -> bool:
    for node in ast.walk(test):
        name = node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""
        if name in _NAMED or name in _ASKS:
            return True
    return False
