"""Which modules a Python file imports, by name. Nothing is parsed or imported."""

import re
from collections.abc import Iterator

from reprobridge_spec.documents.python_text import code_of
from reprobridge_spec.lazy_pattern import lazy_pattern

_IMPORT = lazy_pattern(
    rb"^[ \t]{0,40}(?:from[ \t]{1,40}(?P<dots>\.{0,5})(?P<module>[\w.]{0,200})[ \t]{1,40}import[ \t]{1,40}"
    rb"(?P<names>\([^)]{0,4000}\)?|[^\n]{1,400})"
    rb"|import[ \t]{1,40}(?P<modules>[\w., \t]{1,400}))",
    re.MULTILINE,
)
_NAME = lazy_pattern(rb"[A-Za-z_]\w{0,100}")


def imported(data: bytes) -> Iterator[tuple[int, str]]:
    """Each imported module, and each name that may be one, with the dots before it counted."""
    for match in _IMPORT.finditer(code_of(data)):
        if match["modules"] is not None:
            for part in match["modules"].split(b","):
                if names := part.split():
                    yield 0, names[0].decode(errors="replace")
            continue
        dots, module = len(match["dots"]), match["module"].decode(errors="replace")
        if module:
            yield dots, module
        for name in _NAME.findall(match["names"]):
            yield dots, f"{module}.{name.decode()}" if module else name.decode()
