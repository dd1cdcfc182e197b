"""The configuration files of the code, and rules that look into them."""

from collections.abc import Callable, Iterable

from reprobridge_spec.documents.config_file import MAX_BYTES, ConfigFile, form_of
from reprobridge_spec.documents.config_json import takes_last_commas
from reprobridge_spec.documents.config_reader import read
from reprobridge_spec.rules.base import Fault, Look
from reprobridge_spec.rules.code_paths import environment_files, with_results
from reprobridge_spec.rules.context import Context


def look_into(context: Context, find: Callable[[str, ConfigFile], Iterable[Fault]]) -> Look:
    """Calls `find` with path and content of each YAML, JSON and TOML file of the code that is no data."""
    paths = with_results(context) - environment_files(context)

    def look(path: str, data: bytes) -> Iterable[Fault]:
        form = form_of(path)
        if form is None or len(data) > MAX_BYTES or path not in paths:
            return ()
        return find(path, read(data, form, last_commas=takes_last_commas(path.rpartition("/")[2])))

    return look
