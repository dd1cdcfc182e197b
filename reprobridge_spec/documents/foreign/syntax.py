"""Python source as a syntax tree, which is read and never run."""

import ast
import warnings

from reprobridge_spec.documents.foreign.text import ForeignError


def tree_of_text(text: str) -> ast.Module:
    """The tree of a module.

    Raises:
        ForeignError: it is no source of the Python that runs this, or cannot be taken in.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of others' escapes in texts
            return ast.parse(text)
    except SyntaxError as error:
        where = f" (line {error.lineno})" if error.lineno else ""
        raise ForeignError(f"is no source of Python 3: {error.msg[:100]}{where}") from error
    except (ValueError, RecursionError, MemoryError) as error:
        raise ForeignError("is no source that can be taken in") from error
