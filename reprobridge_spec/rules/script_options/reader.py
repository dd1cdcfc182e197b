"""What a script takes, whatever reads its command line."""

import ast
import warnings

from reprobridge_spec.rules.script_options import click_commands, parser_calls
from reprobridge_spec.rules.script_options.base import Interface, UnreadableError, dotted

_LIMIT = 1 << 18
_SIGNS = ("ArgumentParser", "OptionParser", "click")
_ELSEWHERE = ("HfArgumentParser", "configargparse", "jsonargparse", "argcomplete", "import typer")


def interface_of(text: str) -> Interface | None:
    """What a Python script takes; None where that cannot be told from its text alone."""
    if len(text) > _LIMIT or not any(sign in text for sign in _SIGNS) or any(sign in text for sign in _ELSEWHERE):
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    if _changes_arguments(tree):
        return None
    try:
        if any(isinstance(node, (ast.Import, ast.ImportFrom)) and _imports(node, "click") for node in ast.walk(tree)):
            return click_commands.interface_of(tree)
        return parser_calls.interface_of(tree, sorted(calls, key=lambda call: (call.lineno, call.col_offset)))
    except UnreadableError:
        return None


def _imports(node: ast.Import | ast.ImportFrom, module: str) -> bool:
    if isinstance(node, ast.ImportFrom):
        return node.module == module
    return any(alias.name == module for alias in node.names)


def _changes_arguments(tree: ast.Module) -> bool:
    """Whether the script itself changes what stands on its command line."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.Attribute, ast.Subscript)) and not isinstance(node.ctx, ast.Load):
            if dotted(node.value if isinstance(node, ast.Subscript) else node) == "sys.argv":
                return True
        elif isinstance(node, ast.Call) and dotted(node.func).startswith("sys.argv."):
            return True
    return False
