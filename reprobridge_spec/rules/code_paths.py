"""Which files of an artifact are the code's: those that a run sees, and those among them that rules look into."""

from reprobridge_spec.globs import matches
from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.rules.context import Context, once

_ASIDE = lazy_pattern(r"(?:^|/)(?:\.[^/]*|tests?|testing|unittests|fixtures|testdata|test_data)(?:/|$)")


def code_folder(context: Context) -> str:
    """The folder of the code, with `/` behind it."""
    codebase = context.manifest.codebase
    return f"{codebase.path if codebase else 'code'}/"


@once
def seen_by_runs(context: Context) -> frozenset[str]:
    """The files of the working copy, without those that a run has no use for: hidden ones, and tests."""
    return frozenset(path for path in context.working_copy if not _ASIDE.search(path))


@once
def with_results(context: Context) -> frozenset[str]:
    """The same, and the authors' score files with them."""
    codebase = context.manifest.codebase
    if codebase is None or not codebase.shipped_results:
        return seen_by_runs(context)
    code = code_folder(context)
    shipped = {
        path
        for path in context.files.entries
        if path.startswith(code)
        and matches(path.removeprefix(code), codebase.shipped_results)
        and not matches(path.removeprefix(code), codebase.docs)
    }
    return seen_by_runs(context) | {path for path in shipped if not _ASIDE.search(path)}


@once
def environment_files(context: Context) -> frozenset[str]:
    """Requirements and locks, which rules about environments look into."""
    environments = context.manifest.environments.values()
    return frozenset(path for body in environments for path in (body.requirements, *body.locks.values()))
