"""Whether a Python file needs a graphics card, or uses one where there is one."""

import ast
from collections.abc import Iterable, Iterator

from reprobridge_spec.documents.python_tree.calls import argument_of
from reprobridge_spec.documents.python_tree.module import Module
from reprobridge_spec.frozen import dataclass

_AVAILABLE = frozenset(
    {
        "jax.devices",
        "tensorflow.config.list_physical_devices",
        "tensorflow.test.is_gpu_available",
        "torch.cuda.device_count",
        "torch.cuda.is_available",
    }
)
_WORDS = ("available", "cuda", "gpu", "device", "cpu")
_KEYWORDS = frozenset({"device", "device_type", "map_location"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Accelerator:
    """What a file asks of graphics cards.

    Attributes:
        needed: whether it uses one without asking whether there is one.
        optional: whether it asks, somewhere.
        lines: where it uses one without asking.
    """

    needed: bool
    optional: bool
    lines: tuple[int, ...] = ()


def accelerator_of(module: Module) -> Accelerator:
    """What a file asks of graphics cards."""
    if not any(word in module.data for word in (b"cuda", b"gpu", b"GPU", b"jax")):
        return Accelerator(needed=False, optional=False)
    asking = any(name in _AVAILABLE for name, _ in module.calls())
    safe = _guarded(module.nodes)
    lines = sorted({call.lineno for call in _uses(module) if id(call) not in safe})
    return Accelerator(needed=bool(lines), optional=asking, lines=tuple(lines))


def _uses(module: Module) -> Iterator[ast.Call]:
    for node in module.nodes:
        if isinstance(node, ast.Call) and (_moves(module, node) or _names_card(module, node)):
            yield node


def _moves(module: Module, call: ast.Call) -> bool:
    """`x.cuda()`, and `x.to("cuda")`."""
    if not isinstance(call.func, ast.Attribute):
        return False
    if call.func.attr == "cuda":
        # a function of a package moves nothing
        name = module.name_of(call.func)
        return not name or name.startswith("builtins.")
    return call.func.attr == "to" and any(_is_card(argument) for argument in call.args)


def _names_card(module: Module, call: ast.Call) -> bool:
    name = module.name_of(call.func)
    if name == "torch.cuda.set_device":
        return True
    if name == "torch.device":
        return _is_card(argument_of(call, 0, "device"))
    return any(keyword.arg in _KEYWORDS and _is_card(keyword.value) for keyword in call.keywords)


def _is_card(node: ast.expr | None) -> bool:
    if isinstance(node, ast.JoinedStr) and node.values:
        node = node.values[0] if isinstance(node.values[0], ast.Constant) else None
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.startswith("cuda")


def _guarded(nodes: Iterable[ast.AST]) -> frozenset[int]:
    """The ids of all nodes that stand under a question about cards."""
    found: set[int] = set()
    for node in nodes:
        if isinstance(node, (ast.If, ast.IfExp)) and id(node) not in found and _asks(node.test):
            found.update(map(id, ast.walk(node)))
    return frozenset(found)


def _asks(test: ast.expr) -> bool:
    names = {_name(node) for node in ast.walk(test)}
    return any(word in name.lower() for name in names for word in _WORDS)


def _name(node: ast.AST) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""
