"""Regular expressions that are compiled when they are first used.

To compile all that rules may need takes a tenth of a cold `rrspec validate`, and an artifact meets a third of them.
"""

import re
from typing import Any, AnyStr, Generic

_METHODS = ("search", "match", "fullmatch", "finditer", "findall", "split", "sub", "subn", "pattern", "flags")


def lazy_pattern(text: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """As `re.compile`; what is wrong with `text` is told at the first use."""
    return _LazyPattern(text, flags)  # type: ignore[return-value]  # it has its methods


class _LazyPattern(Generic[AnyStr]):
    def __init__(self, text: AnyStr, flags: int) -> None:
        self._text: AnyStr = text
        self._flags = flags

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 (any of the methods)
        if name not in _METHODS:
            raise AttributeError(name)
        compiled = re.compile(self._text, self._flags)
        # from now on they are attributes like any other, and calls cost what they cost without this class
        self.__dict__ |= {method: getattr(compiled, method) for method in _METHODS}
        return self.__dict__[name]
