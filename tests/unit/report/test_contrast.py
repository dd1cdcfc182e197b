"""WCAG 2.2 AA, computed from the variables of the style sheet, for each way in which the page can look."""

import re
from pathlib import Path

import pytest

from reprobridge_spec import report

STYLE = (Path(report.__file__).parent / "page.css").read_text()
THEMES = {
    "light": re.findall(r"^:root \{(.*?)^\}", STYLE, re.MULTILINE | re.DOTALL)[0],
    "dark by the system": re.findall(r':root:not\(\[data-theme="light"\]\) \{(.*?)\}', STYLE, re.DOTALL)[0],
    "dark by the button": re.findall(r'^  :root\[data-theme="dark"\] \{(.*?)\}', STYLE, re.MULTILINE | re.DOTALL)[0],
    "print": re.findall(r"@media print \{\s*:root, :root\[data-theme\] \{(.*?)\}", STYLE, re.DOTALL)[0],
}
TEXTS = ["ink", "soft", "accent", "good", "bad", "open", "quiet", "mark"]
GROUNDS = ["paper", "raised"]
ON_WASHES = [(tone, f"{tone}-wash") for tone in ("good", "bad", "open", "quiet")]
GRAPHICS = ["edge", "band", "accent", "open", "ink", "good", "bad", "quiet"]


def colours(theme: str) -> dict[str, str]:
    found = dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{3,6});", THEMES[theme]))
    assert {*TEXTS, *GROUNDS, *(wash for _, wash in ON_WASHES), *GRAPHICS} <= set(found)
    return found


def luminance(colour: str) -> float:
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    parts = [int(digits[place : place + 2], 16) / 255 for place in (0, 2, 4)]
    red, green, blue = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def test_contrast_is_that_of_the_standard() -> None:
    assert contrast("#000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#fff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("name", TEXTS)
def test_texts_can_be_read(theme: str, ground: str, name: str) -> None:
    found = colours(theme)
    assert contrast(found[name], found[ground]) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(
    ("name", "wash"), [*ON_WASHES, ("ink", "good-wash"), ("ink", "bad-wash"), ("ink", "open-wash")]
)
def test_texts_on_a_wash_can_be_read(theme: str, name: str, wash: str) -> None:
    found = colours(theme)
    assert contrast(found[name], found[wash]) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("name", GRAPHICS)
def test_graphics_and_controls_can_be_seen(theme: str, ground: str, name: str) -> None:
    found = colours(theme)
    assert contrast(found[name], found[ground]) >= 3


def test_both_dark_themes_are_the_same() -> None:
    assert colours("dark by the system") == colours("dark by the button")


def test_print_is_black_on_white() -> None:
    found = colours("print")
    assert (found["ink"], found["paper"], found["raised"]) == ("#000", "#fff", "#fff")


def test_every_colour_is_one_of_the_variables() -> None:
    rules = re.sub(r"--[a-z-]+: [^;]*;", "", STYLE)
    assert re.findall(r"#[0-9a-fA-F]{3,8}\b|\brgba?\(|\bhsla?\(", rules) == []
