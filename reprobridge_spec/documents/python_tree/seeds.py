"""Where a file sets seeds, and which option of its command line gives them."""

import ast
from collections.abc import Iterator, Sequence
from typing import Protocol

from reprobridge_spec.documents.python_tree.module import Module
from reprobridge_spec.frozen import dataclass

_SEEDING = frozenset(
    {
        "accelerate.utils.set_seed",
        "jax.random.PRNGKey",
        "jax.random.key",
        "keras.utils.set_random_seed",
        "lightning.pytorch.seed_everything",
        "lightning.seed_everything",
        "numpy.random.RandomState",
        "numpy.random.default_rng",
        "numpy.random.seed",
        "pytorch_lightning.seed_everything",
        "random.Random",
        "random.seed",
        "tensorflow.compat.v1.set_random_seed",
        "tensorflow.keras.utils.set_random_seed",
        "tensorflow.random.set_seed",
        "tensorflow.set_random_seed",
        "torch.cuda.manual_seed",
        "torch.cuda.manual_seed_all",
        "torch.manual_seed",
        "transformers.set_seed",
        "transformers.trainer_utils.set_seed",
    }
)
_ARGUMENTS = frozenset({"random_state", "seed"})
_TAKES_SEEDS = ("catboost.", "lightgbm.", "sklearn.", "xgboost.")
_STEPS = 5


class _Option(Protocol):
    @property
    def names(self) -> tuple[str, ...]: ...
    @property
    def default(self) -> str | None: ...


class TakesOptions(Protocol):
    """What a program takes on its command line."""

    @property
    def options(self) -> Sequence[_Option]:
        """Its options."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seeds:
    """The seeds of a file.

    Attributes:
        set_at: the lines that set one.
        option: the option that gives it; None where none does.
        default: its default, or the number that is written in the file; None where there is none, or several.
    """

    set_at: tuple[int, ...]
    option: str | None = None
    default: str | None = None


def seeds_of(module: Module, interface: TakesOptions | None = None) -> Seeds:
    """Where a file sets seeds, and what from; numbers of chance, such as the time, are no seeds."""
    given = list(_given(module))
    lines = tuple(sorted({call.lineno for call, _ in given}))
    values = [_traced(module, value) for _, value in given]
    named = [value.attr for value in values if isinstance(value, ast.Attribute)]
    named += [value.id for value in values if isinstance(value, ast.Name)]
    option = _option(interface, named)
    fixed = bool(values) and all(isinstance(value, ast.Constant) for value in values)
    if option is not None and not fixed:
        name = max(option.names, key=len)
        return Seeds(set_at=lines, option=name, default=option.default)
    numbers = {str(value.value) for value in values if isinstance(value, ast.Constant) and _is_number(value.value)}
    return Seeds(set_at=lines, default=next(iter(numbers)) if len(numbers) == 1 else None)


def _given(module: Module) -> Iterator[tuple[ast.Call, ast.expr]]:
    """Each call that sets a seed, and what it is given."""
    for node in module.nodes:
        if not isinstance(node, ast.Call):
            continue
        name = module.name_of(node.func)
        if name in _SEEDING or _is_own(name, node.func):
            first = node.args[0] if node.args else next((one.value for one in node.keywords if one.arg), None)
            if first is not None and not _is_nothing(module, first):
                yield node, first
        elif name.startswith(_TAKES_SEEDS):
            for keyword in node.keywords:
                if keyword.arg in _ARGUMENTS and not _is_nothing(module, keyword.value):
                    yield node, keyword.value


def _is_own(name: str, called: ast.expr) -> bool:
    """Whether a function of the repository's own, or one that cannot be told, is called as those that set seeds."""
    if name and not name.startswith("."):
        return "seed" in name.rpartition(".")[2] and name.rpartition(".")[2].startswith(("set_", "seed_", "fix_"))
    last = called.attr if isinstance(called, ast.Attribute) else called.id if isinstance(called, ast.Name) else ""
    return "seed" in last.lower()


def _is_nothing(module: Module, node: ast.expr) -> bool:
    match node:
        case ast.Constant(value=None):
            return True
        case ast.Call(func=called):
            return module.name_of(called).startswith(("time.", "datetime.", "os.urandom", "secrets."))
        case _:
            return False


def _traced(module: Module, node: ast.expr) -> ast.expr:
    """What a name stands for, and what `int(...)` and `seed + i` are made from."""
    for _ in range(_STEPS):
        if isinstance(node, ast.Name) and (value := module.names.value_of(node)) is not None:
            node = value
        elif isinstance(node, ast.Call) and module.name_of(node.func) == "builtins.int" and node.args:
            node = node.args[0]
        elif isinstance(node, ast.BinOp):
            node = node.left
        else:
            break
    return node


def _option(interface: TakesOptions | None, named: Sequence[str]) -> _Option | None:
    """The option that an attribute is named after; else the one that is called a seed."""
    if interface is None:
        return None
    options = {_plain(name): option for option in interface.options for name in option.names}
    for name in named:
        if name in options:
            return options[name]
    return next((option for name, option in options.items() if name in {"seed", "random_seed", "random_state"}), None)


def _plain(name: str) -> str:
    return name.lstrip("-").replace("-", "_")


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
