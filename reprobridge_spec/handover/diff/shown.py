"""Names and values as documents for people and programs hold them."""

from typing import Any

_LONGEST = 2000


def as_unicode(path: str) -> str:
    """A path as text: bytes in it that are no UTF-8 become escapes."""
    return path.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def value_text(value: Any) -> str:  # noqa: ANN401 (any document value)
    """A value of a document on one line, much as it is written there; cut off where it is very long."""
    text = " ".join(_flow(value).split())
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."


def _flow(value: Any) -> str:  # noqa: ANN401 (any document value)
    match value:
        case dict():
            return f"{{{', '.join(f'{key}: {_flow(item)}' for key, item in value.items())}}}"
        case list():
            return f"[{', '.join(map(_flow, value))}]"
        case None:
            return ""
        case _:
            return str(value)
