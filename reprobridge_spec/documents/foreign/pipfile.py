"""`Pipfile`."""

from reprobridge_spec.documents.foreign import table_entry, toml_text
from reprobridge_spec.documents.foreign.gathering import Gathering
from reprobridge_spec.documents.foreign.needs import Needs, Source
from reprobridge_spec.documents.foreign.toml_text import at, list_at, table_at

_DEFAULT = ("https://pypi.org", "https://pypi.python.org", "http://pypi.org")


def read(path: str, data: bytes) -> Needs:
    """What the file asks for.

    Raises:
        ForeignError: it is no TOML.
    """
    toml = toml_text.read(data)
    gathering = Gathering(path, Source.PIPFILE)
    for key in ("python_full_version", "python_version"):
        if isinstance(said := at(toml.data, "requires", key), str):
            gathering.say_python(said, toml.line("requires", key))
    for table in ("packages", "dev-packages"):
        for name, entry in table_at(toml.data, table).items():
            table_entry.take(gathering, name, entry, toml.line(table, name), optional=table != "packages")
    for source in list_at(toml.data, "source")[:50]:
        url = at(source, "url")
        if isinstance(url, str) and not url.startswith(_DEFAULT):
            gathering.name_index(url, toml.line("source", url))
    return gathering.needs()
