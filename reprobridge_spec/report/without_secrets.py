"""Hides in a finished page what `validate` calls a secret, wherever a text or an attribute holds it."""

from html import escape, unescape

from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.report.markup import Html
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.document_files import document_files
from reprobridge_spec.rules.secret_mask import Mask, hidden_in, hiding

_LARGEST = 64 << 20
_TEXT = lazy_pattern(r"(?<=>)[^<]+|(?<==\")[^\"]*(?=\")|^[^<>\"]+$")
"""Texts between elements, values of attributes, and what is neither: whatever an artifact says stands in these."""


def mask_of(context: Context | None, *parts: str) -> Mask:
    """What hides the secrets of an artifact's documents, and those that the page itself would give away.

    Args:
        context: the artifact; None where its manifest cannot be read.
        parts: what the page is to hold.
    """
    secrets: set[str] = set()
    for path in document_files(context) if context else ():
        if (text := context.text(path, _LARGEST) if context else None) is not None:
            secrets |= hidden_in(path, text.encode())
    for part in parts:
        secrets |= hidden_in("", unescape(part).encode("utf-8", "surrogatepass"))
    return hiding(secrets)


def without_secrets(part: Html, mask: Mask) -> Html:
    """A part of a page with its secrets hidden; its elements stay as they are."""

    def hidden(text: str) -> str:
        plain = unescape(text)
        shown = mask(plain)
        return text if shown == plain else escape(shown)

    return Html(_TEXT.sub(lambda found: hidden(found[0]), part))
