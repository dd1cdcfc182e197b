"""Whether a file is a program that people start, or a module that others import."""

import ast

from reprobridge_spec.documents.python_tree.module import Module

_NEVER = frozenset({"__init__.py", "conf.py", "conftest.py", "setup.py"})
_SETTINGS = (
    "logging.",
    "matplotlib.use",
    "matplotlib.pyplot.style.",
    "os.environ.",
    "os.makedirs",
    "numpy.random.seed",
    "numpy.set_printoptions",
    "numpy.seterr",
    "pandas.set_option",
    "random.seed",
    "sys.path.",
    "torch.backends.",
    "torch.manual_seed",
    "torch.multiprocessing.",
    "torch.set_",
    "warnings.",
)
"""Calls that modules make while they are imported."""
_REGISTERING = frozenset(
    {"add_argument", "append", "extend", "insert", "register", "update", "setdefault", "simplefilter"}
)


def is_program(module: Module, *, is_imported: bool = False) -> bool:
    """Whether a file is started: it has a part for that, or does something at its top, and no other file imports it."""
    if module.path.rpartition("/")[2] in _NEVER:
        return False
    if any(isinstance(node, ast.If) and _is_main(node.test) for node in module.tree.body):
        return True
    return not is_imported and any(_does_something(module, node) for node in module.tree.body)


def _is_main(test: ast.expr) -> bool:
    match test:
        case ast.Compare(left=ast.Name(id="__name__")) | ast.Compare(comparators=[ast.Name(id="__name__")]):
            return True
        case _:
            return False


def _does_something(module: Module, node: ast.stmt) -> bool:
    match node:
        case ast.For() | ast.While():
            return any(isinstance(inner, ast.Call) for inner in ast.walk(node))
        case ast.With():
            return True
        case ast.Expr(value=ast.Call(func=called)):
            name = module.name_of(called)
            last = called.attr if isinstance(called, ast.Attribute) else ""
            return not name.startswith(_SETTINGS) and last not in _REGISTERING
        case ast.Assign(value=ast.Call(func=ast.Attribute(attr="parse_args"))):
            return True
        case _:
            return False
