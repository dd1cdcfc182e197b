"""Short ways to write the rows of the table of removals."""

from collections.abc import Iterable, Mapping
from typing import Any

from reprobridge_spec.documents.python_tree.removed.base import Kind, Means, Removal


def renamed(
    distribution: str,
    package: str,
    removed: str,
    pairs: Mapping[str, str],
    **more: Any,  # noqa: ANN401 (fields of a removal)
) -> tuple[Removal, ...]:
    """Names below `package` that another expression, which computes the same, stands for."""
    return tuple(
        Removal(
            distribution=distribution,
            name=f"{package}.{name}",
            removed=removed,
            instead=shown(to),
            equivalent=True,
            means=Means.NAME,
            to=to,
            **{"says": absent(package, name)} | more,
        )
        for name, to in pairs.items()
    )


def gone(
    distribution: str,
    package: str,
    removed: str,
    pairs: Mapping[str, str],
    **more: Any,  # noqa: ANN401 (fields of a removal)
) -> tuple[Removal, ...]:
    """Names below `package` that a person must replace; with what to write, or nothing."""
    return tuple(
        Removal(
            distribution=distribution,
            name=f"{package}.{name}" if package else name,
            removed=removed,
            instead=instead,
            **{"says": absent(package, name)} | more,
        )
        for name, instead in pairs.items()
    )


def refused(
    distribution: str,
    names: Iterable[str],
    keyword: str,
    removed: str,
    **more: Any,  # noqa: ANN401 (fields of a removal)
) -> tuple[Removal, ...]:
    """A keyword that calls of each of `names` no longer take."""
    return tuple(
        Removal(
            distribution=distribution,
            name=name,
            keyword=keyword,
            removed=removed,
            **{"says": unexpected(name, keyword)} | more,
        )
        for name in names
    )


def values(
    distribution: str,
    names: Iterable[str],
    keyword: str,
    removed: str,
    pairs: Mapping[str, str],
    **more: Any,  # noqa: ANN401
) -> tuple[Removal, ...]:
    """Values of a keyword that are called something else now; both as source text."""
    return tuple(
        Removal(
            distribution=distribution,
            name=name,
            keyword=keyword,
            values=(old,),
            removed=removed,
            says=f"the value {old} of `{keyword}` is refused",
            instead=f"{keyword}={new}",
            equivalent=True,
            means=Means.VALUE,
            to=new,
            **more,
        )
        for name in names
        for old, new in pairs.items()
    )


def absent(package: str, name: str) -> str:
    """The message of Python for a name that is not there."""
    if package == "builtins":
        return f"NameError: name '{name}' is not defined"
    if package.endswith("()"):
        return f"AttributeError: '{package.rpartition('.')[2][:-2]}' object has no attribute '{name}'"
    if not package:
        return f"ModuleNotFoundError: No module named '{name}'"
    return f"AttributeError: module '{package}' has no attribute '{name}'"


def unexpected(name: str, keyword: str) -> str:
    """The message of Python for a keyword that is not taken."""
    called = name.rpartition(".")[2].removesuffix("()")
    called = f"{called}.__init__" if called[:1].isupper() else called
    return f"TypeError: {called}() got an unexpected keyword argument '{keyword}'"


def shown(to: str) -> str:
    """A replacement as people write it."""
    return to.replace("builtins.", "").replace("numpy.", "np.")


CORRECTNESS = Kind.CORRECTNESS
