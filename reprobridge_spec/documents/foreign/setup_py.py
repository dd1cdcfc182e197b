"""`setup.py`: what its call of `setup` says in plain lists. What it works out when it runs is named, not run."""

import ast
from collections.abc import Iterator, Sequence
from itertools import islice

from reprobridge_spec.documents.foreign import syntax
from reprobridge_spec.documents.foreign.gathering import Gathering
from reprobridge_spec.documents.foreign.needs import Needs, Source
from reprobridge_spec.documents.foreign.text import ForeignError, text_of
from reprobridge_spec.documents.line_limit import MOST_LINES
from reprobridge_spec.lazy_pattern import lazy_pattern

_SETUPS = frozenset({"setup", "setuptools.setup", "distutils.core.setup", "core.setup", "skbuild.setup"})
_OPTIONAL = frozenset({"tests_require", "extras_require"})
_REQUIRED = frozenset({"install_requires", "requires"})
_ADDS = frozenset({"append", "extend", "insert"})
_FILE = lazy_pattern(r"[\w./-]{0,200}\.(?:txt|in|pip|cfg|toml|yml)")
_DEEPEST = 8
_LONGEST = 200_000
_MOST_STEPS = 20_000
"""Names that stand for one another could be followed for ever."""
_ADVICE = "Look at what the code does there, and write the packages out."


def read(path: str, data: bytes) -> Needs:
    """What the file asks for.

    Raises:
        ForeignError: it is no source of Python 3.
    """
    text = text_of(data)
    if len(text) > _LONGEST:
        raise ForeignError("is longer than any `setup.py`")
    tree = syntax.tree_of_text(text)
    gathering = Gathering(path, Source.SETUP_PY)
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and _dotted(node.func) in _SETUPS]
    reader = _Reader(gathering, tree)
    for call in calls[:10]:
        for keyword in _keywords(call, reader):
            reader.keyword(keyword)
    return gathering.needs(None if calls else "has no call of `setup`")


def _keywords(call: ast.Call, reader: "_Reader") -> Iterator[ast.keyword]:
    """The keywords of a call; those in a dictionary with two stars among them."""
    for keyword in call.keywords:
        value = reader.resolved(keyword.value)
        if keyword.arg is None and isinstance(value, ast.Dict):
            for key, inner in zip(value.keys, value.values, strict=True):
                if isinstance(key, ast.Constant) and isinstance(key.value, str):
                    yield ast.keyword(arg=key.value, value=inner)
        elif keyword.arg is None and isinstance(value, ast.Call) and _dotted(value.func) == "dict":
            yield from value.keywords
        else:
            yield keyword


class _Reader:
    def __init__(self, gathering: Gathering, tree: ast.Module) -> None:
        self._gathering = gathering
        self._values: dict[str, list[ast.expr]] = {}
        self._added: dict[str, list[ast.expr]] = {}
        self._origins: dict[str, list[ast.AST]] = {}
        self._steps = _MOST_STEPS
        for node in ast.walk(tree):
            self._note(node)

    def _note(self, node: ast.AST) -> None:
        """Keep what a name is bound to, what is added to it, and what it comes from in a loop or a `with`."""
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                self._values.setdefault(name, []).append(value)
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                self._values.setdefault(name, []).append(value)
            case ast.AugAssign(target=ast.Name(id=name), value=value):
                self._added.setdefault(name, []).append(value)
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=method), args=[*_, value]) if (
                method in _ADDS
            ):
                self._added.setdefault(name, []).append(value)
            case ast.FunctionDef(name=name):
                self._origins.setdefault(name, []).append(node)
            case ast.withitem(optional_vars=ast.Name(id=name), context_expr=value):
                self._origins.setdefault(name, []).append(value)
            case (
                ast.For(target=ast.Name(id=name), iter=value) | ast.comprehension(target=ast.Name(id=name), iter=value)
            ):
                self._origins.setdefault(name, []).append(value)

    def resolved(self, node: ast.expr) -> ast.expr:
        """What a name is bound to, where it is bound once; else the node."""
        for _ in range(_DEEPEST):
            if not isinstance(node, ast.Name) or len(self._values.get(node.id, ())) != 1:
                break
            node = self._values[node.id][0]
        return node

    def keyword(self, keyword: ast.keyword) -> None:
        """Take what one keyword of `setup` says."""
        if keyword.arg == "python_requires":
            said = self.resolved(keyword.value)
            text = self._text(said)
            if text is not None:
                self._gathering.say_python(text, keyword.value.lineno)
            else:
                self._unknown(keyword.value, keyword.arg)
        elif keyword.arg in _REQUIRED:
            self._listed(keyword.value, keyword.arg, optional=False)
        elif keyword.arg in _OPTIONAL:
            self._listed(keyword.value, keyword.arg, optional=True)
        elif keyword.arg == "dependency_links":
            self._links(keyword.value)

    def _listed(self, node: ast.expr, said: str, *, optional: bool, depth: int = 0) -> None:
        if depth > _DEEPEST or self._is_spent():
            return
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            for offset, line in enumerate(node.value.split("\n")[:MOST_LINES]):
                self._gathering.ask(line, node.lineno + offset, optional=optional)
        elif isinstance(node, ast.JoinedStr | ast.BinOp) and (text := self._text(node)) is not None:
            self._gathering.ask(text, node.lineno, optional=optional)
        elif (inner := self._inner(node)) is not None:
            for part in inner:
                if self._steps > 0:
                    self._listed(part, said, optional=optional, depth=depth + 1)
        elif not (isinstance(node, ast.Constant) and node.value is None):
            self._unknown(node, said)

    def _inner(self, node: ast.expr) -> Sequence[ast.expr] | None:
        """What an expression is put together from, where all of it is asked for; None where that cannot be told."""
        match node:
            case ast.List(elts=items) | ast.Tuple(elts=items) | ast.Set(elts=items) | ast.Dict(values=items):
                return items
            case ast.Name(id=name) if name in self._values or name in self._added:
                return [*self._values.get(name, ())[:20], *self._added.get(name, ())[:200]]
            case ast.BinOp(left=left, right=right, op=ast.Add()):
                return [left, right]
            case ast.IfExp(body=body, orelse=orelse):
                return [body, orelse]
            case ast.Starred(value=value):
                return [value]
            case ast.Call(func=ast.Name(id="list" | "sorted" | "tuple" | "set"), args=[argument]):
                return [argument]
            case _:
                return None

    def _links(self, node: ast.expr) -> None:
        value = self.resolved(node)
        for item in value.elts if isinstance(value, ast.List | ast.Tuple) else ():
            if isinstance(item, ast.Constant) and isinstance(item.value, str):
                self._gathering.name_index(item.value, item.lineno)

    def _text(self, node: ast.expr, depth: int = 0) -> str | None:
        """The text of an expression that is one, with names filled in; None where it cannot be told."""
        if depth > _DEEPEST or self._is_spent():
            return None
        node = self.resolved(node)
        match node:
            case ast.Constant(value=str(text)):
                return text
            case ast.JoinedStr(values=values):
                inner = [value.value if isinstance(value, ast.FormattedValue) else value for value in values[:50]]
            case ast.BinOp(left=left, right=right, op=ast.Add()):
                inner = [left, right]
            case _:
                return None
        parts = [self._text(part, depth + 1) for part in inner]
        return "".join(part for part in parts if part) if None not in parts else None

    def _is_spent(self) -> bool:
        self._steps -= 1
        return self._steps < 0

    def _unknown(self, node: ast.expr, said: str) -> None:
        """Name what cannot be told, and the file that it comes from where one is named."""
        file = self._file_in(node)
        shown = ast.unparse(node)[:100] if len(list(islice(ast.walk(node), MOST_LINES))) < MOST_LINES else said
        if file:
            self._gathering.include(f"{said}={shown}", node.lineno, file)
        else:
            self._gathering.leave(f"{said}={shown}", node.lineno, "is worked out when `setup.py` runs", _ADVICE)

    def _file_in(self, node: ast.AST, depth: int = 0) -> str:
        """The first name of a file in an expression, in what its names are bound to, or in the functions it calls."""
        if self._is_spent():
            return ""
        found = list(islice(ast.walk(node), MOST_LINES))
        self._steps -= len(found)
        for inner in found:
            if isinstance(inner, ast.Constant) and isinstance(inner.value, str) and _FILE.fullmatch(inner.value):
                return inner.value
        names = dict.fromkeys(inner.id for inner in found if isinstance(inner, ast.Name))
        for name in names if depth < _DEEPEST // 2 else ():
            for value in (*self._values.get(name, ())[:5], *self._origins.get(name, ())[:5]):
                if file := self._file_in(value, depth + 1):
                    return file
        return ""


def _dotted(node: ast.expr) -> str:
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return ".".join([node.id, *reversed(parts)]) if isinstance(node, ast.Name) else ""
