"""The edit that mends one use of a removed name; None where it takes a person."""

import ast

from reprobridge_spec.documents.python_tree.edits import Edit, Piece
from reprobridge_spec.documents.python_tree.module import Module
from reprobridge_spec.documents.python_tree.removed.base import Means, Removal
from reprobridge_spec.lazy_pattern import lazy_pattern

_OTHER_SEPARATORS = frozenset({"sep", "delimiter", "on_bad_lines"})
_BELOW = ("scipy.signal.windows.", "collections.abc.", "scipy.special.", "matplotlib.pyplot.")
"""What is there without an import of its own where the package above it is imported."""
_LINE_REST = lazy_pattern(rb",?[ \t]{0,400}(?:\r\n|\r|\n)")
"""What may stand behind an argument that has its line for itself."""
_IN_PARTS = frozenset({"chunksize", "iterator"})


def edit_of(module: Module, removal: Removal, node: ast.expr, call: ast.expr) -> Edit | None:
    """What puts the replacement in place.

    Args:
        module: the file.
        removal: what is used.
        node: the name, or the value of the argument.
        call: the call that the argument belongs to; the name itself where there is none.
    """
    if not removal.equivalent or removal.means is Means.NOT or not _is_as_written(module, call):
        return None
    match removal.means:
        case Means.NAME:
            new = _expression(module, removal.to, node)
            return _replaced(module, node, new, is_expression=True) if new else None
        case Means.VALUE:
            return _replaced(module, node, removal.to, is_expression=True)
        case Means.ITEM:
            return _item(module, node)
        case _:
            return _argument(module, removal, node, call)


def _is_as_written(module: Module, node: ast.expr) -> bool:
    """Whether the text at the place of a node is the node; in format strings places can be wrong."""
    try:
        start, end = module.places.of(node)
        text = module.data[start:end].decode("latin-1" if module.encoding != "utf-8" else "utf-8")
        return ast.dump(ast.parse(f"(\n{text}\n)", mode="eval").body) == ast.dump(node)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False


def _replaced(module: Module, node: ast.AST, new: str, *, is_expression: bool = False) -> Edit:
    start, end = module.places.of(node)
    text = new
    if is_expression and new.startswith("-") and _binds(module, node):
        text = f"({new})"
    return Edit(pieces=(Piece(start=start, end=end, new=text.encode(), is_expression=is_expression),))


def _binds(module: Module, node: ast.AST) -> bool:
    """Whether something around an expression would take a part of it."""
    tight = (ast.BinOp, ast.UnaryOp, ast.Attribute, ast.Subscript, ast.Call, ast.Await)
    parent = module.parent_of(node)
    if isinstance(parent, (ast.Subscript, ast.Attribute)):
        return parent.value is node
    return isinstance(parent, tight) and not (isinstance(parent, ast.Call) and parent.func is not node)


def _expression(module: Module, to: str, node: ast.expr) -> str | None:
    """The replacement as the file names it; None where it has no name for its package."""
    sign, full = ("-", to[1:]) if to.startswith("-") else ("", to)
    if full[:1].isdigit():
        return to
    if full.startswith("builtins."):
        name = full.removeprefix("builtins.")
        return sign + name if module.names.means_in(name, node) in {full, module.name_of(node)} else None
    package, _, name = full.rpartition(".")
    if isinstance(node, ast.Attribute):
        owner: ast.expr = node
        rest = ""
        while isinstance(owner, ast.Attribute):
            owner = owner.value
            here = module.name_of(owner)
            if here and (full == here or full.startswith(f"{here}.")):
                rest = full[len(here) :]
                return f"{sign}{module.source_of(owner)}{rest}" if _is_lasting(here, rest) else None
    local = module.names.local_of(full) or (f"{alias}.{name}" if (alias := module.names.local_of(package)) else "")
    return sign + local if local else None


def _is_lasting(here: str, rest: str) -> bool:
    """Whether what lies below a package is there without an import of its own."""
    return rest.count(".") == 1 or here.partition(".")[0] == "numpy" or f"{here}{rest}".startswith(_BELOW)


def _item(module: Module, node: ast.expr) -> Edit | None:
    """`name(x)` as `x.item()`."""
    call = module.parent_of(node)
    if not isinstance(call, ast.Call) or call.func is not node or call.keywords or len(call.args) != 1:
        return None
    argument = call.args[0]
    if isinstance(argument, (ast.Starred, ast.GeneratorExp)) or not _is_as_written(module, call):
        return None
    start, end = module.places.of(call)
    first, last = module.places.of(argument)
    if b"#" in module.data[start:first] + module.data[last:end]:
        return None
    is_plain = isinstance(argument, (ast.Name, ast.Attribute, ast.Subscript, ast.Call))
    before, behind = (b"", b".item()") if is_plain else (b"(", b").item()")
    return Edit(
        pieces=(Piece(start=start, end=first, new=before), Piece(start=last, end=end, new=behind)),
    )


def _argument(module: Module, removal: Removal, node: ast.expr, call: ast.expr) -> Edit | None:
    if not isinstance(call, ast.Call):
        return None
    keyword = next((one for one in call.keywords if one.value is node), None)
    if keyword is None:
        return None
    names = {one.arg for one in call.keywords}
    others = {
        Means.KEYWORD: {removal.to, None},
        Means.ARGUMENT: {*_OTHER_SEPARATORS, None},
        Means.SQUEEZE: {*_IN_PARTS, None},
    }
    if names & others.get(removal.means, set()):
        return None
    if removal.means is Means.KEYWORD:
        start, _ = module.places.of(keyword)
        return Edit(pieces=(Piece(start=start, end=start + len(keyword.arg or ""), new=removal.to.encode()),))
    if removal.means is Means.ARGUMENT:
        return _replaced(module, keyword, removal.to) if len(call.args) < 2 else None  # noqa: PLR2004 (the separator)
    dropped = _dropped(module, keyword, call)
    if dropped is None or removal.means is Means.DROP:
        return dropped
    _, end = module.places.of(call)
    return Edit(pieces=(*dropped.pieces, Piece(start=end, end=end, new=b'.squeeze("columns")')))


def _dropped(module: Module, keyword: ast.keyword, call: ast.Call) -> Edit | None:
    """The call without one of its keywords, and without the comma that parts it from the others."""
    spans = sorted(module.places.of(one) for one in (*call.args, *call.keywords))
    start, end = module.places.of(keyword)
    line, rest = module.places.line_start(start), _LINE_REST.match(module.data, end)
    index = spans.index((start, end))
    if rest is not None and not module.data[line:start].strip():
        start, end = line, rest.end()
    elif index > 0:
        start = module.data.rfind(b",", spans[index - 1][1], start)
    elif len(spans) > 1:
        end = spans[1][0]
    if start < 0 or b"#" in module.data[start:end]:
        return None
    return Edit(pieces=(Piece(start=start, end=end, new=b""),))
