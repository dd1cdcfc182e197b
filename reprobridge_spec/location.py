"""Where something stands in a document."""

from reprobridge_spec.frozen import dataclass

Path = tuple[str | int, ...]
"""Keys and indices from a document's root to one of its values."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A place in a text: `line` and `column` count from one."""

    line: int
    column: int


def json_pointer(path: Path) -> str:
    """The JSON pointer (RFC 6901) of `path`; the root is the empty text."""
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in path)


def dotted(path: Path) -> str:
    """`path` as people write it: `experiments.italy.seeds[3]`."""
    text = ""
    for step in path:
        text += f"[{step}]" if isinstance(step, int) else f".{step}" if text else step
    return text
