"""Byte offsets of what stands in a Python file; the syntax tree counts lines, and columns in bytes of UTF-8."""

import ast
import re
from bisect import bisect_right
from codecs import BOM_UTF8

_BREAK = re.compile(b"\r\n|\r|\n")


class Places:
    """Where the nodes of one file stand in its bytes."""

    def __init__(self, data: bytes, encoding: str) -> None:
        self.data = data
        self._mark = len(BOM_UTF8) if data.startswith(BOM_UTF8) else 0
        self._encoding = encoding
        self._starts: list[int] = []

    def of(self, node: ast.AST) -> tuple[int, int]:
        """First byte of a node, and the byte behind it.

        Raises:
            ValueError: it stands nowhere.
        """
        line, column = getattr(node, "lineno", None), getattr(node, "col_offset", None)
        last, end = getattr(node, "end_lineno", None), getattr(node, "end_col_offset", None)
        if line is None or column is None or last is None or end is None:
            raise ValueError("no place")
        return self.offset(line, column), self.offset(last, end)

    def offset(self, line: int, column: int) -> int:
        """The byte at a line, from 1, and a column in bytes of UTF-8.

        Raises:
            ValueError: there is none.
        """
        starts = self._line_starts()
        if not 0 < line <= len(starts):
            raise ValueError("no such line")
        start = starts[line - 1]
        if self._encoding != "utf-8":
            end = starts[line] if line < len(starts) else len(self.data)
            told = self.data[start:end].decode(self._encoding).encode()[:column]
            column = len(told.decode().encode(self._encoding))
        return start + column

    def column_of(self, node: ast.expr | ast.stmt) -> int:
        """The column of a node, from 1, in characters."""
        start = self.offset(node.lineno, 0)
        line = self.data[start : self.offset(node.lineno, node.col_offset)]
        return len(line.decode(self._encoding, "replace")) + 1

    def line_of(self, offset: int) -> int:
        """The line, from 1, that a byte stands in."""
        return bisect_right(self._line_starts(), offset)

    def line_start(self, offset: int) -> int:
        """The first byte of the line that a byte stands in."""
        return self._line_starts()[self.line_of(offset) - 1]

    def _line_starts(self) -> list[int]:
        if not self._starts:
            self._starts = [self._mark, *(found.end() for found in _BREAK.finditer(self.data))]
        return self._starts
