"""Configuration files of code, in whichever language: bytes to what can be said about them."""

from functools import lru_cache
from typing import assert_never

from reprobridge_spec.documents import config_json, config_toml, config_yaml
from reprobridge_spec.documents.config_file import ConfigFile, Form, Unreadable
from reprobridge_spec.location import Mark


@lru_cache(maxsize=4)  # several rules look at the same file, one after the other
def read(data: bytes, form: Form, *, last_commas: bool = False) -> ConfigFile:
    """What can be said about the configuration `data`; never raises, whatever stands there.

    Args:
        data: all of it.
        form: its language.
        last_commas: whether its readers take a comma behind the last entry, in JSON.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        mark = Mark(line, error.start - data.rfind(b"\n", 0, error.start))
        return ConfigFile(unreadable=Unreadable(message="is not UTF-8", advice="Save it as UTF-8.", mark=mark))
    match form:
        case Form.YAML:
            return config_yaml.read(text)
        case Form.JSON:
            return config_json.read(text, last_commas=last_commas)
        case Form.TOML:
            return config_toml.read(text)
        case _:
            assert_never(form)
