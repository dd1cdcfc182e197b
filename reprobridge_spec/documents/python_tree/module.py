"""A Python file as a syntax tree whose names are known by their full names; nothing is compiled or run."""

import ast
import tokenize
import warnings
from collections.abc import Iterator
from io import BytesIO

from reprobridge_spec.documents.python_tree.names import Names
from reprobridge_spec.documents.python_tree.places import Places
from reprobridge_spec.documents.python_tree.python2 import is_python2
from reprobridge_spec.documents.python_tree.scopes import scopes_of
from reprobridge_spec.frozen import dataclass

_LIMIT = 1 << 19
"""Bytes of a file that is read: longer ones hold data, and their trees take a thousand times as much memory."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Module:
    """A file that could be read.

    Attributes:
        nodes: all nodes of the tree but contexts and operators, in the order of the text.
        places: where they stand in `data`.
    """

    path: str
    data: bytes
    encoding: str
    tree: ast.Module
    nodes: tuple[ast.AST, ...]
    places: Places
    names: Names

    def name_of(self, node: ast.AST) -> str:
        """The full dotted name of an expression, through imports and aliases: `np.int` is `numpy.int`.

        Empty where it has none: a name that the file itself defines, or a local one that hides what was imported. Names
        that nothing binds are those of `builtins`; relative imports begin with dots.
        """
        return self.names.of(node)

    def parent_of(self, node: ast.AST) -> ast.AST | None:
        """The node that a node stands in; None for the whole file."""
        return next((parent for parent in self.nodes if any(c is node for c in ast.iter_child_nodes(parent))), None)

    def calls(self) -> Iterator[tuple[str, ast.Call]]:
        """Every call of something that has a full name."""
        for node in self.nodes:
            if isinstance(node, ast.Call) and (name := self.name_of(node.func)):
                yield name, node

    def source_of(self, node: ast.AST) -> str:
        """The text of a node on one line, as it is written where that can be told."""
        try:
            start, end = self.places.of(node)
            return " ".join(self.data[start:end].decode(errors="replace").split())
        except ValueError:
            return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unreadable:
    """A file that could not be read: where, and why."""

    path: str
    line: int
    why: str
    is_python2: bool = False


def read(path: str, data: bytes) -> Module | Unreadable:
    """A Python file as a tree; never raises, however the file is made."""
    if len(data) > _LIMIT:
        return Unreadable(path=path, line=1, why=f"the file has {len(data):,} bytes; at most {_LIMIT:,} are read")
    try:
        encoding, tree = _parsed(data)
        scopes = scopes_of(tree)
    except SyntaxError as error:
        why = f"today's Python cannot read it: {error.msg}"
        return Unreadable(path=path, line=error.lineno or 1, why=why, is_python2=is_python2(data, error.msg))
    except (ValueError, LookupError) as error:
        return Unreadable(path=path, line=1, why=f"it is no Python source: {error}")
    except (RecursionError, MemoryError):
        return Unreadable(path=path, line=1, why="its expressions are nested too deeply")
    places = Places(data, encoding)
    return Module(
        path=path, data=data, encoding=encoding, tree=tree, nodes=scopes.nodes, places=places, names=Names(scopes)
    )


def _parsed(data: bytes) -> tuple[str, ast.Module]:
    """The encoding of a file, and its tree."""
    encoding = tokenize.detect_encoding(BytesIO(data).readline)[0]
    encoding = "utf-8" if encoding == "utf-8-sig" else encoding
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if encoding == "utf-8":
            return encoding, ast.parse(data)
        return encoding, ast.parse(data.decode(encoding))
