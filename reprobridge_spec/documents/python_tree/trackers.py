"""Experiment trackers that a Python file uses, and that want a login or a server."""

import ast

from reprobridge_spec.documents.python_tree.module import Module

_WANT_LOGIN = frozenset({"clearml", "comet_ml", "neptune", "swanlab", "wandb"})
_REMOTE = {"mlflow.set_tracking_uri": "mlflow", "huggingface_hub.login": "huggingface_hub"}


def trackers_of(module: Module) -> tuple[str, ...]:
    """Their names, in the order of the file; MLflow only where it is to write to a server."""
    found: dict[str, int] = {}
    for node in module.nodes:
        for name in _imported(node):
            if name in _WANT_LOGIN:
                found.setdefault(name, getattr(node, "lineno", 0))
    for name, call in module.calls():
        if name in _REMOTE:
            found.setdefault(_REMOTE[name], call.lineno)
    return tuple(sorted(found, key=lambda name: found[name]))


def _imported(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name.partition(".")[0] for alias in node.names]
    if isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
        return [node.module.partition(".")[0]]
    return []
