"""What a call is given."""

import ast


def argument_of(call: ast.Call, place: int | None, keyword: str) -> ast.expr | None:
    """The argument with a name, or at a place from 0; None where it is not given, or where that cannot be told."""
    for given in call.keywords:
        if given.arg == keyword:
            return given.value
    if place is None or place >= len(call.args):
        return None
    before = call.args[: place + 1]
    return None if any(isinstance(argument, ast.Starred) for argument in before) else before[place]
