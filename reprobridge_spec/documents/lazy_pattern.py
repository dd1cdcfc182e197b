"""Regular expressions that are compiled when they are first used: what is never met costs nothing."""

import re
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any, AnyStr, Generic


class LazyPattern(Generic[AnyStr]):
    """A pattern with the methods of `re.Pattern` that are used here."""

    def __init__(self, text: AnyStr, flags: int = 0) -> None:
        self._text: AnyStr = text
        self._flags = flags

    @cached_property
    def compiled(self) -> re.Pattern[AnyStr]:
        """The pattern of `re`."""
        return re.compile(self._text, self._flags)

    def search(self, text: AnyStr) -> re.Match[AnyStr] | None:
        """As of `re.Pattern`."""
        return self.compiled.search(text)

    def match(self, text: AnyStr, start: int = 0) -> re.Match[AnyStr] | None:
        """As of `re.Pattern`."""
        return self.compiled.match(text, start)

    def fullmatch(self, text: AnyStr) -> re.Match[AnyStr] | None:
        """As of `re.Pattern`."""
        return self.compiled.fullmatch(text)

    def finditer(self, text: AnyStr) -> Iterator[re.Match[AnyStr]]:
        """As of `re.Pattern`."""
        return self.compiled.finditer(text)

    def findall(self, text: AnyStr) -> list[Any]:
        """As of `re.Pattern`."""
        return self.compiled.findall(text)

    def sub(self, new: AnyStr | Callable[[re.Match[AnyStr]], AnyStr], text: AnyStr) -> AnyStr:
        """As of `re.Pattern`."""
        return self.compiled.sub(new, text)
