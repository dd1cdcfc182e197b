"""Scores of states that were run before, by everything that decides them."""

import json
from pathlib import Path

from reprobridge_spec import digest
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.replacement import replacing_file


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """What a state gave.

    Attributes:
        value: the score as decimal text; None where it fails.
        failure: why it fails; empty where it does not.
    """

    value: str | None
    failure: str = ""


class Values:
    """Files of a folder, one a state.

    Args:
        folder: where they lie.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def get(self, key: dict[str, str | int | None]) -> Seen | None:
        """What a state gave before; None where it was not run, or its file is damaged."""
        try:
            found = json.loads(self._file(key).read_text(encoding="utf-8"))
            value = found["value"]
            return Seen(value=None if value is None else str(value), failure=str(found["failure"]))
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def keep(self, key: dict[str, str | int | None], seen: Seen) -> None:
        """Note what a state gave.

        Raises:
            OSError: the folder cannot be written.
        """
        self._folder.mkdir(parents=True, exist_ok=True)
        with replacing_file(self._file(key)) as sink:
            sink.write(json.dumps({**key, "value": seen.value, "failure": seen.failure}).encode())

    def _file(self, key: dict[str, str | int | None]) -> Path:
        return self._folder / f"{digest.of_value(key)[:32]}.json"
