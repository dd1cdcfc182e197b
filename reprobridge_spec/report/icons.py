"""Icons as inline SVG, each of another outline; a word stands beside each of them."""

from enum import StrEnum

from reprobridge_spec.report.markup import Html


class Icon(StrEnum):
    """What there is, as paths in a square of 16."""

    CHECK = "M4.6 8.4 7 10.8 11.6 5.6"
    CROSS = "M5.4 5.4 10.6 10.6M10.6 5.4 5.4 10.6"
    OPEN = "M8 4.6V8.8M8 11.2V11.4"
    DASH = "M5 8H11"


_OUTLINES = {
    Icon.CHECK: '<circle cx="8" cy="8" r="7"/>',
    Icon.CROSS: '<path d="M5.1 1h5.8L15 5.1v5.8L10.9 15H5.1L1 10.9V5.1z"/>',
    Icon.OPEN: '<path d="M8 .8 15.2 8 8 15.2.8 8z"/>',
    Icon.DASH: '<rect x="1.4" y="1.4" width="13.2" height="13.2" rx="2.4"/>',
}


def icon(which: Icon) -> Html:
    """An icon, hidden from screen readers: the word beside it says the same."""
    return Html(
        '<svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">'
        f'{_OUTLINES[which]}<path class="stroke" d="{which.value}"/></svg>'
    )
