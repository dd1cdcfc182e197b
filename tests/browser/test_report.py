"""The report as a person meets it: in a browser, by mouse, by keys, on a phone, on paper, without script."""

import re
from pathlib import Path

import pytest

from tests.browser.conftest import Open

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.slow]

WIDEST = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
HEADER = "document.querySelector('.masthead').getBoundingClientRect().bottom"


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (390, 844)], ids=["desk", "phone"])
def test_the_header_is_seen_without_scrolling(look: Open, example: Path, width: int, height: int) -> None:
    with look(example, width, height) as seen:
        assert seen.number(HEADER) <= height
        for part in ("h1", ".verdict", ".tiles", ".outcome", ".commands", ".facts"):
            assert seen.page.locator(part).is_visible()


@pytest.mark.parametrize("width", [1920, 1280, 800, 390, 320])
@pytest.mark.parametrize("is_open", [False, True], ids=["closed", "open"])
def test_nothing_scrolls_sideways(look: Open, mixed: Path, width: int, is_open: bool) -> None:  # noqa: FBT001
    """320 points are a window of 1280 at 400%."""
    with look(mixed, width, 700) as seen:
        if is_open:
            seen.page.locator("#open-all").click()
        assert seen.number(WIDEST) == 0


def test_tables_are_sorted_by_a_click_and_back(look: Open, mixed: Path) -> None:
    with look(mixed) as seen:
        name = seen.page.get_by_role("button", name="Task", exact=True)
        head = seen.page.locator("th", has=name)
        assert head.get_attribute("aria-sort") == "none"
        orders = []
        for _ in range(3):
            name.click()
            orders.append((head.get_attribute("aria-sort"), seen.tasks()))
        assert orders == [
            ("ascending", ["first", "fourth", "second", "third"]),
            ("descending", ["third", "second", "fourth", "first"]),
            ("none", ["second", "third", "first", "fourth"]),
        ]


def test_numbers_are_sorted_as_numbers_and_what_has_none_comes_last(look: Open, mixed: Path) -> None:
    with look(mixed) as seen:
        score = seen.page.get_by_role("button", name="Score", exact=True)
        score.click()
        assert seen.tasks()[:2] == ["third", "second"]
        assert seen.page.locator("th[aria-sort=ascending]").count() == 1
        seen.page.get_by_role("button", name="Task", exact=True).click()
        assert seen.page.locator("th", has=score).get_attribute("aria-sort") == "none"
        assert seen.page.locator("[role=status]").text_content() == "Tasks sorted by Task, ascending"


def test_a_sorted_row_keeps_its_details(look: Open, mixed: Path) -> None:
    with look(mixed) as seen:
        seen.page.get_by_role("button", name="Task", exact=True).click()
        body = seen.page.locator("tbody[id]").nth(3)
        body.locator("summary").click()
        assert "python launchers/third.py" in (body.locator(".detail").text_content() or "")
        assert body.locator(".detail").is_visible()


def test_all_is_reached_and_done_by_keys(look: Open, mixed: Path) -> None:
    with look(mixed) as seen:
        seen.page.keyboard.press("Tab")
        assert seen.page.evaluate("document.activeElement.className") == "skip"
        assert seen.page.locator(".skip").bounding_box()["y"] >= 0
        seen.page.keyboard.press("Enter")
        assert seen.page.evaluate("document.activeElement.id") == "main"
        seen.page.locator("tbody[id] summary").first.focus()
        assert not seen.page.locator(".detail").first.is_visible()
        seen.page.keyboard.press("Enter")
        assert seen.page.locator(".detail").first.is_visible()
        outline = "getComputedStyle(document.activeElement).outlineStyle"
        assert seen.page.evaluate(outline) != "none"
        seen.page.get_by_role("button", name="Task", exact=True).focus()
        seen.page.keyboard.press("Space")
        assert seen.tasks()[0] == "first"


def test_everything_that_is_pressed_has_a_name_and_can_be_focused(look: Open, mixed: Path) -> None:
    with look(mixed) as seen:
        buttons = seen.page.get_by_role("button").all()
        assert len(buttons) > 12
        assert all(button.get_attribute("aria-label") or (button.text_content() or "").strip() for button in buttons)
        assert all(button.evaluate("one => one.tabIndex") == 0 for button in buttons)


def test_small_targets_are_large_enough(look: Open, mixed: Path) -> None:
    """24 points, as WCAG 2.2 asks of what is pressed and stands by itself."""
    with look(mixed, 390, 844) as seen:
        for button in seen.page.locator("button:not(.sort)").all():
            box = button.bounding_box() if button.is_visible() else None
            assert box is None or min(box["width"], box["height"]) >= 24


@pytest.mark.parametrize(("scheme", "other"), [("light", "Dark page"), ("dark", "Light page")])
def test_the_page_follows_the_system_and_the_button(look: Open, example: Path, scheme: str, other: str) -> None:
    ground = "getComputedStyle(document.body).backgroundColor"
    with look(example, color_scheme=scheme) as seen:
        first = seen.page.evaluate(ground)
        button = seen.page.locator("#theme")
        assert button.text_content() == other
        button.click()
        second = seen.page.evaluate(ground)
        assert {first, second} == {"rgb(253, 252, 249)", "rgb(21, 23, 26)"}
        assert (first == "rgb(253, 252, 249)") is (scheme == "light")
        button.click()
        assert seen.page.evaluate(ground) == first


def test_a_command_is_copied(look: Open, example: Path) -> None:
    with look(example, permissions=["clipboard-read", "clipboard-write"]) as seen:
        seen.page.locator(".commands .copy").nth(2).click()
        seen.page.get_by_text("Copied", exact=True).wait_for()
        assert seen.page.evaluate("navigator.clipboard.readText()") == "rrspec verify ."
        assert seen.page.locator("[role=status]").text_content() == "Copied: rrspec verify ."


def test_without_script_all_is_there_and_nothing_pretends_to_work(look: Open, mixed: Path) -> None:
    with look(mixed, java_script_enabled=False) as seen:
        assert seen.page.locator("button").count() == 0
        assert len(seen.tasks()) == 4
        assert not seen.page.locator(".detail").first.is_visible()
        seen.page.locator("tbody[id] summary").first.click()
        assert seen.page.locator(".detail").first.is_visible()
        assert seen.number(WIDEST) == 0


@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_print_opens_all_and_is_black_on_white(look: Open, mixed: Path, script: bool, scheme: str) -> None:  # noqa: FBT001
    with look(mixed, 700, 990, java_script_enabled=script, color_scheme=scheme) as seen:
        seen.page.emulate_media(media="print")
        details = seen.page.locator(".detail")
        assert details.count() == 4
        assert all(detail.is_visible() for detail in details.all())
        assert seen.page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
        assert seen.page.evaluate("getComputedStyle(document.body).color") == "rgb(0, 0, 0)"
        assert not seen.page.locator(".contents").is_visible()
        assert seen.number(WIDEST) == 0


def test_paper_is_a4(look: Open, mixed: Path) -> None:
    with look(mixed) as seen:
        pdf = seen.page.pdf(format="A4")
        assert pdf.startswith(b"%PDF")
        assert {tuple(map(float, box.split())) for box in re.findall(rb"/MediaBox \[([^\]]*)\]", pdf)} <= {
            (0, 0, 594.95996, 841.91998),
            (0, 0, 595.91998, 842.88),
            (0, 0, 595.0, 842.0),
        }
        # what was opened for the paper is closed again
        assert not seen.page.locator(".detail").first.is_visible()


def test_a_strangers_log_is_text(look: Open, mixed: Path) -> None:
    with look(mixed) as seen:
        seen.page.locator("#open-all").click()
        assert "broken" not in seen.page.title()
        assert seen.page.get_by_text("<script>document.title='broken'</script>").first.is_visible()


def test_motion_is_reduced_where_that_is_asked_for(look: Open, example: Path) -> None:
    scroll = "getComputedStyle(document.documentElement).scrollBehavior"
    with look(example, reduced_motion="reduce") as seen:
        assert seen.page.evaluate(scroll) == "auto"


def test_the_table_is_a_table_to_a_screen_reader_on_a_phone_too(look: Open, mixed: Path) -> None:
    for width in (1280, 390):
        with look(mixed, width, 844) as seen:
            table = seen.page.get_by_role("table", name="4 tasks")
            assert table.get_by_role("rowheader").count() >= 4
            assert table.locator("tr.row").first.get_by_role("cell").count() == 9


def test_the_first_paint_is_fast(look: Open, mixed: Path) -> None:
    with look(mixed) as seen:
        assert seen.number("performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd") < 3_000
