"""Imports of what was removed, and how they are mended."""

import ast
from collections.abc import Iterator, Mapping
from dataclasses import replace

from reprobridge_spec.documents.python_tree.edits import Edit, Piece
from reprobridge_spec.documents.python_tree.module import Module
from reprobridge_spec.documents.python_tree.removed.base import Found, Means, Removal

Rows = Mapping[str, tuple[Removal, ...]]


def in_imports(module: Module, rows: Rows) -> Iterator[tuple[ast.AST, Found]]:
    """Each removed name that a file imports, with the statement."""
    for node in module.nodes:
        if isinstance(node, ast.Import):
            yield from ((node, found) for found in _plain(module, rows, node))
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module is not None:
            yield from ((node, found) for found in _from(module, rows, node))


def _plain(module: Module, rows: Rows, node: ast.Import) -> Iterator[Found]:
    for alias in node.names:
        if (removal := _row(rows, alias.name)) is not None:
            edit = None
            if removal.means is Means.NAME and removal.name == alias.name and alias.asname and len(node.names) == 1:
                edit = _rewritten(module, node, [_import_of(removal.to, alias.asname)])
            yield _found(module, removal, node, edit)


def _from(module: Module, rows: Rows, node: ast.ImportFrom) -> Iterator[Found]:
    names = [alias.name for alias in node.names]
    found = {name: removal for name in names if (removal := _row(rows, f"{node.module}.{name}")) is not None}
    if not found:
        return
    edit = _mended(module, node, found)
    mended = [removal for name, removal in found.items() if edit is not None and _can_import(removal, node, name)]
    if mended:
        # one statement is mended by one edit, so it is one finding
        yield _found(module, _together(list(dict.fromkeys(mended))), node, edit)
    for removal in dict.fromkeys(found.values()):
        if removal not in mended:
            yield _found(module, removal, node, None)


def _together(removals: list[Removal]) -> Removal:
    """Several rows as one."""
    if len(removals) == 1:
        return removals[0]
    first = removals[0]
    return replace(
        first,
        name=", ".join(removal.name for removal in removals),
        instead=", ".join(dict.fromkeys(removal.instead for removal in removals)),
        caution=" ".join(dict.fromkeys(removal.caution for removal in removals if removal.caution)),
    )


def _row(rows: Rows, name: str) -> Removal | None:
    """The row of a name, or of the module that it lies below."""
    while name:
        for removal in rows.get(name, ()):
            if removal.keyword is None:
                return removal
        name = name.rpartition(".")[0]
    return None


def _target(removal: Removal, node: ast.ImportFrom, name: str) -> str:
    """The new full name of what is imported."""
    return removal.to + f"{node.module}.{name}".removeprefix(removal.name)


def _can_import(removal: Removal, node: ast.ImportFrom, name: str) -> bool:
    target = _target(removal, node, name)
    return removal.means is Means.NAME and all(part.isidentifier() for part in target.split(".")) and name != "*"


def _mended(module: Module, node: ast.ImportFrom, found: Mapping[str, Removal]) -> Edit | None:
    """The statement with all that can be mended of it; what cannot stays."""
    kept: list[str] = []
    new: list[str] = []
    for alias in node.names:
        removal = found.get(alias.name)
        if removal is not None and _can_import(removal, node, alias.name):
            new.append(_import_of(_target(removal, node, alias.name), alias.asname or alias.name))
        else:
            kept.append(f"{alias.name} as {alias.asname}" if alias.asname else alias.name)
    if not new:
        return None
    first = [f"from {node.module} import {', '.join(kept)}"] if kept else []
    return _rewritten(module, node, [*first, *_joined(new)])


def _joined(statements: list[str]) -> Iterator[str]:
    """Statements that import from one module as one."""
    by_module: dict[str, list[str]] = {}
    for statement in dict.fromkeys(statements):
        head, _, names = statement.rpartition("import ")
        by_module.setdefault(head, []).append(names)
    for head, parts in by_module.items():
        if head:
            yield f"{head}import {', '.join(parts)}"
        else:
            yield from (f"import {part}" for part in parts)


def _import_of(target: str, local: str) -> str:
    package, _, name = target.rpartition(".")
    renamed = f"{name} as {local}" if name != local else name
    return f"from {package} import {renamed}" if package else f"import {renamed}"


def _rewritten(module: Module, node: ast.stmt, statements: list[str]) -> Edit | None:
    """Other statements in its place, one a line; None where that would lose a comment, or where lines are shared."""
    start, end = module.places.of(node)
    line = module.places.line_start(start)
    margin, old = module.data[line:start], module.data[start:end]
    if b"#" in old or (len(statements) > 1 and margin.strip()):
        return None
    ending = b"\r\n" if b"\r\n" in module.data else b"\n"
    return Edit(pieces=(Piece(start=start, end=end, new=(ending + margin).join(s.encode() for s in statements)),))


def _found(module: Module, removal: Removal, node: ast.stmt, edit: Edit | None) -> Found:
    return Found(
        removal=removal,
        path=module.path,
        line=node.lineno,
        column=module.places.column_of(node),
        text=module.source_of(node),
        edit=edit,
    )
