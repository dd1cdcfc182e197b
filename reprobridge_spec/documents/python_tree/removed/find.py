"""Where a file uses what the releases of its environment no longer have."""

import ast
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from reprobridge_spec.documents.python_tree.module import Module
from reprobridge_spec.documents.python_tree.removed.base import Found, Removal
from reprobridge_spec.documents.python_tree.removed.guards import guarded
from reprobridge_spec.documents.python_tree.removed.imports import in_imports
from reprobridge_spec.documents.python_tree.removed.repair import edit_of
from reprobridge_spec.documents.python_tree.removed.table import applies, by_name
from reprobridge_spec.frozen import dataclass


def find(module: Module, versions: Mapping[str, str | None]) -> tuple[Found, ...]:
    """Each use of something that was removed, in the order of the text.

    Args:
        module: the file.
        versions: the exact version of each distribution (`numpy`, `scikit-learn`; `python` for the language); None, or
            no entry, stands for the newest one.
    """
    live = _live(frozenset(versions.items()))
    places = [*_uses(module, live), *in_imports(module, live.rows)]
    if not places:
        return ()
    safe = guarded(module.nodes)
    kept = [found for node, found in places if id(node) not in safe]
    return tuple(_told_once(sorted(kept, key=lambda found: (found.line, found.column))))


@dataclass(frozen=True, slots=True)
class _Live:
    """The rows that count for an environment, and the last words of their names: most of a file has none of them."""

    rows: Mapping[str, tuple[Removal, ...]]
    names: frozenset[str]
    called: frozenset[str]


@lru_cache(maxsize=16)
def _live(given: frozenset[tuple[str, str | None]]) -> _Live:
    versions = dict(given)
    rows = {
        name: counting
        for name, found in by_name().items()
        if (counting := tuple(removal for removal in found if applies(removal, versions)))
    }
    last = {name: name.rpartition(".")[2] for name in rows}
    return _Live(
        rows,
        frozenset(last[name] for name, found in rows.items() if any(removal.keyword is None for removal in found)),
        frozenset(last[name] for name, found in rows.items() if any(removal.keyword is not None for removal in found)),
    )


def _told_once(places: Iterable[Found]) -> Iterator[Found]:
    groups: set[str] = set()
    for found in places:
        if found.removal.group not in groups:
            yield found
        if found.removal.group:
            groups.add(found.removal.group)


def _uses(module: Module, live: _Live) -> Iterator[tuple[ast.AST, Found]]:
    for node in module.nodes:
        match node:
            case ast.Assign(targets=[ast.Tuple(elts=parts)], value=ast.Call() as call):
                found = _of_outcome(module, live.rows, call, len(parts))
            case ast.Call(func=ast.Attribute(attr=last)) if last not in live.called:
                continue
            case ast.Call(args=given, keywords=named) if given or named:
                found = _of_call(module, live.rows, node)
            case ast.Attribute(attr=last, ctx=ast.Load()) if last in live.names:
                found = _of_name(module, live.rows, node)
            case ast.Name(id=last, ctx=ast.Load()) if last in live.names:
                # other names are told where they are imported
                if not module.name_of(node).startswith("builtins."):
                    continue
                found = _of_name(module, live.rows, node)
            case _:
                continue
        yield from ((node, one) for one in found)


def _of_name(
    module: Module, rows: Mapping[str, tuple[Removal, ...]], node: ast.Attribute | ast.Name
) -> Iterator[Found]:
    for removal in rows.get(module.name_of(node), ()):
        if removal.keyword is None and removal.unpacks is None:
            yield _found(module, removal, node, node)
            return


def _of_outcome(module: Module, rows: Mapping[str, tuple[Removal, ...]], call: ast.Call, count: int) -> Iterator[Found]:
    for removal in rows.get(module.name_of(call.func), ()):
        if removal.unpacks == count:
            yield _found(module, removal, call, call)


def _of_call(module: Module, rows: Mapping[str, tuple[Removal, ...]], call: ast.Call) -> Iterator[Found]:
    told: set[str] = set()
    for removal in rows.get(module.name_of(call.func), ()):
        keyword = removal.keyword
        if keyword is None or keyword in told:
            continue
        given = _given(call, keyword, removal.place)
        if removal.is_missing:
            if given is None and not _is_open(call):
                told.add(keyword)
                yield _found(module, removal, call, call)
        elif given is not None and (not removal.values or _source(given) in removal.values):
            told.add(keyword)
            yield _found(module, removal, given, call)


def _source(node: ast.expr) -> str:
    """A constant as the table writes it; empty for anything else."""
    return repr(node.value) if isinstance(node, ast.Constant) else ""


def _given(call: ast.Call, keyword: str, place: int | None) -> ast.expr | None:
    """What a call gives for an argument."""
    for given in call.keywords:
        if given.arg == keyword:
            return given.value
    if place is not None and place < len(call.args) and not _is_open(call):
        return call.args[place]
    return None


def _is_open(call: ast.Call) -> bool:
    """Whether arguments come out of a list or a mapping, so that nobody sees which."""
    return any(isinstance(argument, ast.Starred) for argument in call.args) or any(
        keyword.arg is None for keyword in call.keywords
    )


def _found(module: Module, removal: Removal, node: ast.expr, shown: ast.expr) -> Found:
    return Found(
        removal=removal,
        path=module.path,
        line=node.lineno,
        column=module.places.column_of(node),
        text=module.source_of(shown),
        edit=edit_of(module, removal, node, shown),
    )
