"""Which names a Python file binds where: by an import, or by something else that hides what was imported."""

import ast
from collections.abc import Iterator
from dataclasses import field

from reprobridge_spec.frozen import dataclass

OTHER = ""
"""What a name is bound to that is no import."""

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_SILENT = (ast.expr_context, ast.boolop, ast.operator, ast.unaryop, ast.cmpop)
_BINDING = frozenset(
    {
        ast.AnnAssign,
        ast.Assign,
        ast.AsyncFunctionDef,
        ast.ClassDef,
        ast.ExceptHandler,
        ast.FunctionDef,
        ast.Global,
        ast.Import,
        ast.ImportFrom,
        ast.MatchAs,
        ast.MatchStar,
        ast.Name,
    }
)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_OPENING = frozenset({*_FUNCTIONS, *_COMPREHENSIONS, ast.ClassDef})


@dataclass(slots=True, kw_only=True)
class Scope:
    """One scope of a file.

    Attributes:
        bound: the names that it binds; each with what it imports, or `OTHER`, once for each place that binds it.
        values: what plain assignments (`name = value`) give to names.
        outer: names that a `global` statement says to be those of the file.
        has_star: whether something imports all names of a module here.
    """

    parent: "Scope | None"
    is_class: bool = False
    bound: dict[str, list[str]] = field(default_factory=dict)
    values: dict[str, list[ast.expr]] = field(default_factory=dict)
    outer: set[str] = field(default_factory=set)
    has_star: bool = False

    def bind(self, name: str, target: str = OTHER) -> None:
        """Add a name."""
        self.bound.setdefault(name, []).append(target)

    def only_assigned(self, name: str) -> list[ast.expr]:
        """What is assigned to a name that nothing but plain assignments binds; empty where something else does."""
        values = self.values.get(name, [])
        return values if len(values) == self.bound.get(name, []).count(OTHER) else []


@dataclass(frozen=True, slots=True)
class Scopes:
    """The scopes of a file, all its nodes, and in which scope each name is used."""

    top: Scope
    nodes: tuple[ast.AST, ...]
    used: tuple[tuple[ast.Name, Scope], ...]


def scopes_of(tree: ast.Module) -> Scopes:
    """The scopes of a file; without recursion, for trees can be deep."""
    top = Scope(parent=None)
    used: list[tuple[ast.Name, Scope]] = []
    nodes: list[ast.AST] = []
    declaring: list[Scope] = []
    waiting: list[tuple[ast.AST, Scope]] = [(tree, top)]
    while waiting:
        node, scope = waiting.pop()
        kind = type(node)
        if kind is ast.Name and isinstance(node.ctx, ast.Load):  # type: ignore[attr-defined]  # it is a name
            nodes.append(node)
            used.append((node, scope))  # type: ignore[arg-type]  # the same
            continue
        nodes.append(node)
        if kind in _BINDING:
            _bind(node, scope)
        if kind is ast.Global:
            declaring.append(scope)
        inner = _children(node, scope) if kind in _OPENING else [(child, scope) for child in _inner(node)]
        waiting.extend(reversed([*inner]))
    for scope in declaring:
        for name in scope.outer & scope.bound.keys():
            top.bind(name)
    return Scopes(top, tuple(nodes), tuple(used))


def _inner(node: ast.AST) -> Iterator[ast.AST]:
    """What a node holds, but for contexts and operators, which say nothing here."""
    for name in node._fields:
        value = getattr(node, name, None)
        if isinstance(value, list):
            yield from (one for one in value if isinstance(one, ast.AST))
        elif isinstance(value, ast.AST) and not isinstance(value, _SILENT):
            yield value


def _children(node: ast.AST, scope: Scope) -> Iterator[tuple[ast.AST, Scope]]:
    if isinstance(node, _FUNCTIONS):
        yield from _of_function(node, scope)
    elif isinstance(node, ast.ClassDef):
        inner = Scope(parent=scope, is_class=True)
        yield from ((child, scope) for child in (*node.decorator_list, *node.bases, *node.keywords))
        yield from ((child, inner) for child in node.body)
    elif isinstance(node, _COMPREHENSIONS):
        inner = Scope(parent=scope)
        yield from ((child, inner) for child in _inner(node))
    else:
        yield from ((child, scope) for child in _inner(node))


def _of_function(
    node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda, scope: Scope
) -> Iterator[tuple[ast.AST, Scope]]:
    inner = Scope(parent=scope)
    arguments = node.args
    every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    every += [one for one in (arguments.vararg, arguments.kwarg) if one is not None]
    for argument in every:
        inner.bind(argument.arg)
        if argument.annotation is not None:
            yield argument.annotation, scope
    yield from ((default, scope) for default in (*arguments.defaults, *arguments.kw_defaults) if default is not None)
    if isinstance(node, ast.Lambda):
        yield node.body, inner
        return
    yield from ((decorator, scope) for decorator in node.decorator_list)
    if node.returns is not None:
        yield node.returns, scope
    yield from ((statement, inner) for statement in node.body)


def _bind(node: ast.AST, scope: Scope) -> None:
    match node:
        case ast.Import():
            for alias in node.names:
                name = alias.asname or alias.name.partition(".")[0]
                scope.bind(name, alias.name if alias.asname else name)
        case ast.ImportFrom():
            _bind_from(node, scope)
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            scope.bind(node.name)
        case ast.Assign(targets=[ast.Name(id=name)]):
            scope.values.setdefault(name, []).append(node.value)
        case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
            scope.values.setdefault(name, []).append(value)
        case ast.Global():
            scope.outer.update(node.names)
        case ast.Name():
            scope.bind(node.id)
        case (
            ast.ExceptHandler(name=str() as name) | ast.MatchAs(name=str() as name) | ast.MatchStar(name=str() as name)
        ):
            scope.bind(name)
        case _:
            pass


def _bind_from(node: ast.ImportFrom, scope: Scope) -> None:
    module = "." * node.level + (node.module or "")
    for alias in node.names:
        if alias.name == "*":
            scope.has_star = True
        else:
            target = f"{module}{alias.name}" if module.endswith(".") else f"{module}.{alias.name}"
            scope.bind(alias.asname or alias.name, target)
