"""What the names of a file mean, through its imports and aliases."""

import ast
import builtins

from reprobridge_spec.documents.python_tree.instances import kept_by, made_by
from reprobridge_spec.documents.python_tree.scopes import OTHER, Scope, Scopes

_BUILTINS = frozenset(dir(builtins))
_DEEPEST = 100
"""Steps of one dotted name, or of a chain of calls, that are followed."""


class Names:
    """What each name that a file uses means."""

    def __init__(self, scopes: Scopes) -> None:
        self._scopes = {id(node): scope for node, scope in scopes.used}
        self._top = scopes.top
        self._has_star = scopes.top.has_star
        self._objects: dict[tuple[int, str], str] = {}
        self.texts: dict[tuple[int, int], str] = {}
        """Texts of variables, by the expression that makes them and the depth at which it was met."""

    def of(self, node: ast.AST) -> str:
        """The full dotted name of an expression; empty where it has none.

        What a name of a package gives when it is called ends in `()`: `pandas.DataFrame().append`.
        """
        return self._of(node, _DEEPEST)

    def means_in(self, name: str, node: ast.AST) -> str:
        """What `name` would mean where another name is used; empty where that is nothing of a package."""
        while isinstance(node, ast.Attribute):
            node = node.value
        scope = self._scopes.get(id(node))
        return self._name(name, scope, _DEEPEST) if scope is not None else ""

    def local_of(self, full: str) -> str:
        """What a file calls a module or a name of a package that it imports at its top; empty where it does not."""
        for name, targets in self._top.bound.items():
            if set(targets) == {full}:
                return name
        return ""

    def value_of(self, node: ast.Name) -> ast.expr | None:
        """What the one assignment to a name gives it; None where there is none, or more than one."""
        scope = self._scopes.get(id(node))
        home = self._home(node.id, scope) if scope is not None else None
        values = home.only_assigned(node.id) if home is not None else []
        return values[0] if len(values) == 1 else None

    def _of(self, node: ast.AST, left: int) -> str:
        steps: list[str] = []
        while isinstance(node, ast.Attribute) and len(steps) < left:
            steps.append(node.attr)
            node = node.value
        root = self._root(node, left - len(steps) - 1)
        return ".".join([root, *reversed(steps)]) if root else ""

    def _root(self, node: ast.AST, left: int) -> str:
        if isinstance(node, ast.Name):
            scope = self._scopes.get(id(node))
            return self._name(node.id, scope, left) if scope is not None else ""
        if isinstance(node, ast.Call) and left > 0:
            return made_by(self._of(node.func, left))
        return ""

    def _name(self, name: str, scope: Scope, left: int) -> str:
        home = self._home(name, scope)
        if home is None:
            # another file's names may hide what is built in, or be what is not
            return f"builtins.{name}" if name in _BUILTINS or not self._has_star else ""
        targets = set(home.bound[name])
        imported = targets - {OTHER}
        if len(imported) == 1 and (OTHER not in targets or _is_stand_in(home, name)):
            return next(iter(imported))
        return "" if imported else self._object(name, home, left)

    def _home(self, name: str, scope: Scope) -> Scope | None:
        """The scope that a name is bound in, seen from another one."""
        here: Scope | None = self._top if name in scope.outer else scope
        is_first = True
        while here is not None:
            if name in here.bound and (is_first or not here.is_class):
                return here
            here, is_first = here.parent, False
        return None

    def _object(self, name: str, home: Scope, left: int) -> str:
        """The kind of object that a variable holds, where all that is assigned to it says the same."""
        key = (id(home), name)
        if key not in self._objects:
            self._objects[key] = ""  # while it is looked for: a variable may be made from itself
            self._objects[key] = self._kind(name, home, left)
        return self._objects[key]

    def _kind(self, name: str, home: Scope, left: int) -> str:
        values = home.only_assigned(name)
        itself = [value for value in values if _is_of_itself(value, name)]
        kinds = {self._root(value, left) for value in values if value not in itself}
        kind = next(iter(kinds)) if len(kinds) == 1 else ""
        return kind if kind.endswith("()") and all(kept_by(kind, value) for value in itself) else ""


def _is_stand_in(scope: Scope, name: str) -> bool:
    """Whether a name is besides its import only set to a constant: `except ImportError: wandb = None`."""
    values = scope.only_assigned(name)
    return bool(values) and all(isinstance(value, ast.Constant) for value in values)


def _is_of_itself(value: ast.expr, name: str) -> bool:
    match value:
        case ast.Call(func=ast.Attribute(value=ast.Name(id=found))):
            return found == name
        case _:
            return False
