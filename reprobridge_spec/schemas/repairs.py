"""Repairs of faults of form, where the right form is beyond doubt: only the text of one scalar changes."""

import json
import math
import re
from collections.abc import Callable

from pydantic_core import ErrorDetails

from reprobridge_spec.documents.scalar_place import ScalarPlace, ScalarPlaces
from reprobridge_spec.documents.yaml_tree import Tree
from reprobridge_spec.findings import Fix, Replace
from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.location import Mark, Path
from reprobridge_spec.model.scalars import INTEGER, NUMBER
from reprobridge_spec.schemas.ambiguous import others_read

_LONGEST_KEY = 1000
"""YAML takes no longer key than 1,024 characters before its colon."""
_LONGEST = 200
"""Values beyond this are not what the patterns of short values ask for."""
_TRUE, _FALSE = frozenset({"true", "yes", "on"}), frozenset({"false", "no", "off"})
_KIND = lazy_pattern(r"sha256:(?=[0-9a-f]{64}\Z)", re.IGNORECASE)
_SPACE_BEFORE_UNIT = lazy_pattern(r"(?<=[0-9])[ \t]{1,100}(?=[A-Za-z]{1,9}\Z)")
_SHA256 = r"^[0-9a-f]{64}$"
_DIGESTS = frozenset({_SHA256, r"^([0-9a-f]{40}|[0-9a-f]{64})$"})
_AMOUNTS = frozenset({r"^[0-9]+(\.[0-9]+)?(s|min|h|d)$", r"^[0-9]+(\.[0-9]+)?(B|KiB|MiB|GiB|TiB)$"})
_CHOICE = lazy_pattern(r"'([^']*)'")
FORMS = _DIGESTS | _AMOUNTS
"""Patterns of the models for which more than the space around a value is known."""


class Repairs:
    """Repairs of one document; none for JSON, which programs write."""

    def __init__(self, data: bytes, tree: Tree, file: str) -> None:
        self._data, self._tree, self._file = data, tree, file
        self._looked_up: ScalarPlaces | None = None

    def quote(self, mark: Mark | None, text: str, *, is_key: bool) -> Fix | None:
        """Puts an unquoted scalar into quotes."""
        place = self._place(mark, text)
        if place is None or place.quote or (is_key and len(text) > _LONGEST_KEY):
            return None
        return self._fix("Put it into double quotes.", place, _quoted(text))

    def mend(self, error: ErrorDetails, path: Path) -> Fix | None:
        """Writes a value in the form that its field asks for, where it has that form but for its dress."""
        found = error["input"]
        look = _LOOKS.get(error["type"])
        if look is None or not isinstance(found, str) or len(found) > _LONGEST or error["loc"][-1:] == ("[key]",):
            return None
        right = look(found, error)
        place = self._place(self._tree.value_mark(path), found)
        if right is None or place is None:
            return None
        if error["type"] in _UNQUOTED:
            return self._fix(f"Write {right}.", place, right)
        written = _quoted(right) if others_read(right) and not place.quote else f"{place.quote}{right}{place.quote}"
        return self._fix(f"Write `{right}`.", place, written)

    def rename(self, path: Path, name: str) -> Fix | None:
        """Gives the key at `path` another name."""
        place = self._place(self._tree.key_mark(path), str(path[-1]))
        return self._fix(f"Rename it to `{name}`.", place, f"{place.quote}{name}{place.quote}") if place else None

    def _place(self, mark: Mark | None, text: str) -> ScalarPlace | None:
        if mark is None or self._file.endswith(".json"):
            return None
        if self._looked_up is None:
            self._looked_up = ScalarPlaces(self._data)
        return self._looked_up.find(mark, text)

    def _fix(self, what: str, place: ScalarPlace, written: str) -> Fix:
        edit = Replace(file=self._file, start=place.start, end=place.end, new=written.encode())
        return Fix(what=what, edits=(edit,))


def _quoted(text: str) -> str:
    # what JSON escapes, YAML reads in the same way between double quotes
    return json.dumps(text, ensure_ascii=False)


def _fitting(found: str, error: ErrorDetails) -> str | None:
    """`found` without space around it, in small hex digits, or with its unit beside the number, if that fits."""
    pattern = str(error["ctx"]["pattern"])
    right = found.strip(" \t")
    if pattern in _DIGESTS:
        right = (_KIND.sub("", right) if pattern == _SHA256 else right).lower()
    elif pattern in _AMOUNTS:
        right = _SPACE_BEFORE_UNIT.sub("", right)
    elif not pattern.startswith("^") or not pattern.endswith("$"):
        return None
    return right if re.fullmatch(pattern.removesuffix("$"), right) else None


def _whole(found: str, _: ErrorDetails) -> str | None:
    bare = found.strip(" \t")
    return bare if INTEGER.fullmatch(bare) else None


def _number(found: str, _: ErrorDetails) -> str | None:
    bare = found.strip(" \t")
    bare = re.sub(r"^(-?)\.(?=[0-9])", r"\g<1>0.", bare)
    return bare if NUMBER.fullmatch(bare) and math.isfinite(float(bare)) else None


def _truth(found: str, _: ErrorDetails) -> str | None:
    bare = found.strip(" \t").lower()
    return "true" if bare in _TRUE else "false" if bare in _FALSE else None


def _choice(found: str, error: ErrorDetails) -> str | None:
    def plain(text: str) -> str:
        return re.sub(r"[ _]", "-", text.strip(" \t").lower())

    choices = [choice for choice in _CHOICE.findall(str(error["ctx"]["expected"])) if plain(choice) == plain(found)]
    return choices[0] if len(choices) == 1 else None


_LOOKS: dict[str, Callable[[str, ErrorDetails], str | None]] = {
    "string_pattern_mismatch": _fitting,
    "whole_number": _whole,
    "number": _number,
    "truth": _truth,
    "enum": _choice,
    "literal_error": _choice,
}
"""By the type of an error: the right form of what was found, or None where there is doubt."""
_UNQUOTED = frozenset({"whole_number", "number", "truth"})
