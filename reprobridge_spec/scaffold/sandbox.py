"""The Jinja environment of templates: they can put texts together, and nothing else."""

from pathlib import Path

from jinja2 import FileSystemLoader, StrictUndefined
from jinja2.sandbox import ImmutableSandboxedEnvironment

_CHANCE = "random"
_NONSENSE = "lipsum"


def sandbox(*folders: Path) -> ImmutableSandboxedEnvironment:
    """An environment without extensions, in which a template gives the same text for the same values.

    Args:
        folders: where templates may extend and include from; no path leads out of them.
    """
    environment = ImmutableSandboxedEnvironment(
        loader=FileSystemLoader(folders),
        undefined=StrictUndefined,
        keep_trailing_newline=True,
        trim_blocks=True,
        lstrip_blocks=True,
        autoescape=False,  # no HTML is made; values come in the form of each kind of file
    )
    environment.filters.pop(_CHANCE, None)
    environment.globals.pop(_NONSENSE, None)
    return environment
