"""A real browser, without a network, and the pages that it looks at."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from reprobridge_spec.report.document import document
from reprobridge_spec.report.gather import gathered
from tests.conftest import CHECKOUT
from tests.unit.report.artifacts import GOOD, NOW, Recorded, artifact

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

FAR = Recorded(scores=["12.0", "12.4"], references=["90.1", "90.3", "89.9"])
CRASH = Recorded(scores=["90.0", None], log="<script>document.title='broken'</script>\n" + "x" * 20_000)
MIXED = {"second": GOOD, "third": FAR, "first": CRASH, "fourth": Recorded(smoke="")}


@dataclass
class Seen:
    """A page that is open, and what it did that nobody wants.

    Attributes:
        said: what it wrote to the console, and errors of its script.
        asked: addresses that it asked for, besides its own file.
    """

    page: "Page"
    said: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)

    def tasks(self) -> list[str]:
        """Names of the tasks, in the order in which they stand."""
        return [text.partition("/")[0] for text in self.page.locator("tbody[id] th[scope=row] a").all_text_contents()]

    def number(self, script: str) -> float:
        """What a script of the test computes."""
        return float(self.page.evaluate(script))


Open = Callable[..., Any]


@pytest.fixture(scope="session")
def browser() -> Iterator["Browser"]:
    """One browser for all tests."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 (only where there is a browser)

    with sync_playwright() as playwright:
        # a container's root has no namespaces to put the browser's own sandbox in
        found = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        yield found
        found.close()


@pytest.fixture(scope="session")
def example(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The report of the example that the checkout holds."""
    return _written(CHECKOUT / "examples" / "rocket-ucr", tmp_path_factory.mktemp("example"))


@pytest.fixture(scope="session")
def mixed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The report of an artifact with tasks in several states."""
    folder = tmp_path_factory.mktemp("mixed")
    return _written(artifact(folder / "artifact", MIXED), folder)


def _written(folder: Path, place: Path) -> Path:
    with gathered(folder, NOW) as sources:
        file = place / "report.html"
        file.write_text(document(sources))
    return file


@pytest.fixture
def look(browser: "Browser") -> Open:
    """Opens a file in a window of its own: `with look(file, width=..., ...) as seen`."""

    @contextmanager
    def opened(file: Path, width: int = 1280, height: int = 720, **options: Any) -> Iterator[Seen]:
        context = browser.new_context(viewport={"width": width, "height": height}, offline=True, **options)
        seen = Seen(context.new_page())
        seen.page.on("console", lambda message: seen.said.append(message.text))
        seen.page.on("pageerror", lambda error: seen.said.append(str(error)))
        seen.page.on("request", lambda request: seen.asked.append(request.url))
        seen.page.goto(file.as_uri())
        yield seen
        assert seen.said == []
        assert [url for url in seen.asked if url != file.as_uri()] == []
        context.close()

    return opened
